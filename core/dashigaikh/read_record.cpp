// Reading PTN: tags, then turns with or without numbers, then a result; several games in a file.
#include <array>

#include <fmt/format.h>

#include "core/dashigaikh/record.h"
#include "core/dashigaikh/text.h"

namespace clanhouse::dashigaikh {
namespace {

using Position = TextCursor::Position;

constexpr std::array<std::string_view, 6> kSettingTags = {"Size", "Komi", "Flats",
                                                          "Caps", "TPS",  "Opening"};

struct ReadTag {
  Tag tag;
  Position name_at;
  Position value_at;
};

Winner winner_of_result(std::string_view word) {
  if (word == "1/2-1/2") return Winner::kDraw;
  return word.ends_with("-0") ? Winner::kWhite : Winner::kBlack;
}

bool is_result(std::string_view word) {
  constexpr std::array<std::string_view, 8> kWords = {"R-0", "0-R", "F-0",     "0-F",
                                                      "1-0", "0-1", "1/2-1/2", "*"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

Result<int> parse_komi(std::string_view text) {
  std::string_view rest = text;
  const bool negative = rest.starts_with('-');
  if (negative) rest.remove_prefix(1);
  const bool half = rest.ends_with(".5");
  if (half || rest.ends_with(".0")) rest.remove_suffix(2);
  const bool digits = !rest.empty() && std::all_of(rest.begin(), rest.end(), TextCursor::is_digit);
  const auto points = digits ? parse_integer(rest, 0, 10) : invalid("");
  const int value = points ? static_cast<int>(2 * *points) + (half ? 1 : 0) : 0;
  if (!points || value > 20) {
    return invalid(fmt::format("Komi is whole or half points, -10..10, not {}", quoted(text)));
  }
  return negative ? -value : value;
}

// Reads one file; every method that fails has set error_.
class FileReader {
 public:
  FileReader(std::string_view text, const Config& defaults) : cursor_(text), defaults_(defaults) {}

  RecordFile read() {
    while (read_game()) {
    }
    return std::move(file_);
  }

 private:
  bool fail(Position at, std::string reason) {
    file_.error = Error{std::move(reason), at.line, at.column, ErrorKind::kInvalid};
    file_.error_turn = turns_ + 1;
    return false;
  }

  // False at the end of the file and after an error.
  bool read_game() {
    record_ = Record();
    tags_.clear();
    turns_ = 0;
    bool any = false;
    for (;;) {
      if (!skip_to_token(record_.comments)) return false;
      if (cursor_.peek() != '[') break;
      if (!read_tag()) return false;
      any = true;
    }
    if (cursor_.at_end() && !any) {
      return file_.records.empty() ? fail(cursor_.position(), "there is no game in this file")
                                   : false;
    }
    Position tps_at;
    if (!interpret_tags(tps_at)) return false;
    const bool good =
        with_size(record_.config, [&](const auto& game) { return read_body(game, tps_at); });
    if (!good) return false;
    file_.records.push_back(std::move(record_));
    return !cursor_.at_end();
  }

  // Skips white space and keeps comments; false when one is not closed.
  bool skip_to_token(std::vector<Comment>& comments) {
    for (;;) {
      cursor_.skip_space();
      const Position at = cursor_.position();
      if (!cursor_.take_if('{')) return true;
      const std::string_view text = cursor_.take_while([](char c) { return c != '}'; });
      if (!cursor_.take_if('}')) return fail(at, "this comment is not closed");
      comments.push_back({turns_, std::string(text)});
    }
  }

  bool read_tag() {
    ReadTag read;
    const Position tag_at = cursor_.position();
    cursor_.take();
    if (!skip_to_token(record_.comments)) return false;
    read.name_at = cursor_.position();
    read.tag.name = cursor_.take_while([](char c) {
      return TextCursor::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
             c == '_';
    });
    if (read.tag.name.empty()) return fail(read.name_at, "the name of a tag is missing");
    if (!skip_to_token(record_.comments)) return false;
    if (!cursor_.take_if('"')) {
      return fail(cursor_.position(),
                  fmt::format("the value of tag {} must stand in quotes", read.tag.name));
    }
    read.value_at = cursor_.position();
    while (!cursor_.at_end() && cursor_.peek() != '"' && cursor_.peek() != '\n') {
      char c = cursor_.take();
      if (c == '\\' && (cursor_.peek() == '"' || cursor_.peek() == '\\')) c = cursor_.take();
      read.tag.value += c;
    }
    if (!cursor_.take_if('"')) return fail(tag_at, "the value of this tag is not closed");
    if (!skip_to_token(record_.comments)) return false;
    if (!cursor_.take_if(']')) return fail(cursor_.position(), "expected ']' after the tag");
    tags_.push_back(std::move(read));
    return true;
  }

  const ReadTag* find_tag(std::string_view name) const {
    for (const ReadTag& read : tags_) {
      if (read.tag.name == name) return &read;
    }
    return nullptr;
  }

  bool read_count(std::string_view name, int min, int max, int& target) {
    const ReadTag* tag = find_tag(name);
    if (tag == nullptr) return true;
    const auto value = parse_integer(tag->tag.value, min, max);
    if (!value) return fail(tag->value_at, fmt::format("{}: {}", name, value.error().reason));
    target = static_cast<int>(*value);
    return true;
  }

  // Fills the record's config; the TPS itself is read with the turns.
  bool interpret_tags(Position& tps_at) {
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      const std::string& name = tags_[i].tag.name;
      if (std::find(kSettingTags.begin(), kSettingTags.end(), name) == kSettingTags.end()) {
        record_.tags.push_back(tags_[i].tag);
      } else if (find_tag(name) != &tags_[i]) {
        return fail(tags_[i].name_at, fmt::format("tag {} stands here a second time", name));
      }
    }
    Config& config = record_.config;
    config = defaults_;
    config.flats = config.overseers = -1;
    int size = 0;
    if (!read_count("Size", kMinSize, kMaxSize, size)) return false;
    if (!read_count("Flats", 2, kMaxFlats, config.flats)) return false;
    if (!read_count("Caps", 0, kMaxOverseers, config.overseers)) return false;
    if (const ReadTag* komi = find_tag("Komi")) {
      const auto value = parse_komi(komi->tag.value);
      if (!value) return fail(komi->value_at, value.error().reason);
      config.half_komi = *value;
    }
    if (const ReadTag* opening = find_tag("Opening"); opening && opening->tag.value != "swap") {
      return fail(opening->value_at, fmt::format("opening {} is not played here, only swap",
                                                 quoted(opening->tag.value)));
    }
    if (const ReadTag* tps = find_tag("TPS")) {
      tps_at = tps->value_at;
      const auto tps_rows = tps_size(tps->tag.value, tps_at);
      if (!tps_rows) return fail(tps_at, tps_rows.error().reason);
      if (size != 0 && size != *tps_rows) {
        return fail(tps_at, fmt::format("the TPS is {0}x{0}, tag Size says {1}", *tps_rows, size));
      }
      size = *tps_rows;
    }
    if (size == 0) {
      return fail(cursor_.position(), "the board size is not given: neither tag Size nor TPS");
    }
    config.size = size;
    return true;
  }

  // The next word of the body: up to white space, a comment or a tag.
  std::string_view take_word() {
    return cursor_.take_while([](char c) {
      return !TextCursor::is_space(c) && c != '{' && c != '}' && c != '[' && c != ']';
    });
  }

  // "12.", "12...", or digits alone; the dots after a number may touch the turn.
  struct MoveNumber {
    unsigned value = 0;
    bool player_2 = false;
  };
  std::optional<MoveNumber> take_move_number() {
    TextCursor ahead = cursor_;
    const std::string_view digits = ahead.take_while(TextCursor::is_digit);
    if (digits.empty()) return std::nullopt;
    const std::string_view dots = ahead.take_while([](char c) { return c == '.'; });
    const char next = ahead.peek();
    const bool ends = ahead.at_end() || TextCursor::is_space(next) || next == '{' || next == '[';
    if (dots.empty() && !ends) return std::nullopt;
    cursor_ = ahead;
    constexpr unsigned kTooHigh = 1000000;
    MoveNumber number;
    for (char c : digits) {
      number.value = std::min(number.value * 10 + static_cast<unsigned>(c - '0'), kTooHigh);
    }
    number.player_2 = dots == "...";
    return number;
  }

  template <int N>
  bool check_move_number(const State<N>& s, MoveNumber number, Position at, bool from_tps) {
    const auto due = s.move_number;
    if (turns_ == 0 && from_tps && number.value != due) {
      return fail(at, fmt::format("the TPS says move {}, not {}", due, number.value));
    }
    if (number.value < due) {
      return fail(at, fmt::format("move number {} where {} is due: variations are not read",
                                  number.value, due));
    }
    if (number.player_2 && s.to_move == kWhite) {
      return fail(at, fmt::format("{}... says that player 2 is to move, but it is player 1's turn",
                                  number.value));
    }
    if (number.value > due) {
      record_.warnings.push_back({fmt::format("move number {} where {} is due", number.value, due),
                                  at.line, at.column, ErrorKind::kInvalid});
    }
    return true;
  }

  template <int N>
  bool read_body(const Dashigaikh<N>& game, Position tps_at) {
    State<N> start = game.initial();
    const ReadTag* tps = find_tag("TPS");
    if (tps != nullptr) {
      const auto read = read_tps(game, tps->tag.value, tps_at);
      if (!read) return fail({read.error().line, read.error().column}, read.error().reason);
      start = *read;
      if (!(start == game.initial())) record_.start_tps = write_tps(start);
    }
    Playthrough<Dashigaikh<N>> play(game, start);
    bool placeholder_allowed = tps != nullptr && start.to_move == kBlack;
    std::string_view result;
    Position result_at;
    bool after_comment = false;
    while (result.empty()) {
      const std::size_t comments = record_.comments.size();
      if (!skip_to_token(record_.comments)) return false;
      after_comment = record_.comments.size() > comments;
      if (cursor_.at_end() || cursor_.peek() == '[') break;
      const Position at = cursor_.position();
      if (const auto number = take_move_number()) {
        if (!check_move_number(play.state(), *number, at, tps != nullptr)) return false;
        continue;
      }
      const std::string_view word = take_word();
      if (word.empty()) {
        return fail(at, fmt::format("{} is out of place", quoted(cursor_.rest().substr(0, 1))));
      }
      if (is_result(word)) {
        result = word;
        result_at = at;
      } else if (word == "--") {
        if (!placeholder_allowed) {
          return fail(at, "-- stands only first, in a game whose TPS has player 2 to move");
        }
        placeholder_allowed = false;
      } else {
        placeholder_allowed = false;
        if (play.over()) {
          return fail(at, fmt::format("{} comes after the end of the game ({})", quoted(word),
                                      ending_text(play.state().ending)));
        }
        const auto action = game.parse_action(play.state(), word);
        if (!action) return fail(at, action.error().reason);
        play.play(*action);
        record_.turns.push_back(*action);
        ++turns_;
      }
    }
    return settle_result(play.state(), result, result_at, after_comment) &&
           (result.empty() || read_closing_comments());
  }

  template <int N>
  bool settle_result(const State<N>& s, std::string_view word, Position at, bool after_comment) {
    record_.winner = s.winner;
    record_.ending = s.ending;
    if (s.over()) {
      const std::string board = result_text(s.winner, s.ending);
      if (word.empty() || word == board) return true;
      return fail(
          at, fmt::format("the board says {} ({}), not {}", board, ending_text(s.ending), word));
    }
    if (word.empty() || word == "*") return true;
    if (word.find_first_of("RF") != std::string_view::npos) {
      return fail(at, fmt::format("{} stands here, but the board is not at an end", word));
    }
    record_.winner = winner_of_result(word);
    record_.ending = Ending::kDeclared;
    if (record_.winner == Winner::kDraw && after_comment) {
      for (const Ending e : {Ending::kInactivity, Ending::kRepetition, Ending::kTurnLimit}) {
        if (record_.comments.back().text == ending_text(e)) record_.ending = e;
      }
    }
    return true;
  }

  bool read_closing_comments() {
    std::vector<Comment> comments;
    if (!skip_to_token(comments)) return false;
    for (Comment& comment : comments) record_.closing_comments.push_back(std::move(comment.text));
    if (cursor_.at_end() || cursor_.peek() == '[') return true;
    const Position at = cursor_.position();
    return fail(at, fmt::format("{} comes after the result", quoted(take_word())));
  }

  TextCursor cursor_;
  const Config& defaults_;
  RecordFile file_;
  // The game that is being read.
  Record record_;
  std::vector<ReadTag> tags_;
  int turns_ = 0;
};

}  // namespace

RecordFile read_records(std::string_view text, const Config& defaults) {
  return FileReader(text, defaults).read();
}

}  // namespace clanhouse::dashigaikh
