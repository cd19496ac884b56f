#include "core/dashigaikh/record.h"

#include <fmt/format.h>

#include "core/dashigaikh/instantiate.h"
#include "core/dashigaikh/text.h"

namespace clanhouse::dashigaikh {
namespace {

std::string escaped(std::string_view value) {
  std::string out;
  for (char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string komi_text(int half_komi) {
  const int whole = std::abs(half_komi) / 2;
  return fmt::format("{}{}{}", half_komi < 0 ? "-" : "", whole, half_komi % 2 != 0 ? ".5" : "");
}

// Ends that the record must say in words, since a reader's board may not see them.
bool said_in_comment(Ending ending) {
  return ending == Ending::kInactivity || ending == Ending::kRepetition ||
         ending == Ending::kTurnLimit;
}

// The turns with their numbers and comments, a pair a line.
class TurnWriter {
 public:
  explicit TurnWriter(const Record& record) : record_(record) {}

  std::string write(bool player_2_begins, std::uint32_t move_number) {
    write_comments(0, "", "\n");
    bool player_1 = !player_2_begins;
    int turns = 0;
    for (const Action action : record_.turns) {
      if (player_1 || turns == 0) {
        text_ += fmt::format("{}{}.", turns == 0 ? "" : "\n", move_number);
        if (!player_1) text_ += " --";
      }
      text_ += " " + turn_text(record_.config.size, action);
      write_comments(++turns, " ", "");
      if (!player_1) ++move_number;
      player_1 = !player_1;
    }
    if (turns > 0) text_ += '\n';
    return std::move(text_);
  }

 private:
  void write_comments(int after_turns, std::string_view before, std::string_view after) {
    std::string_view last;
    const auto write_one = [&](std::string_view text) {
      text_ += fmt::format("{}{{{}}}{}", before, text, after);
      last = text;
    };
    for (const Comment& comment : record_.comments) {
      if (comment.after_turns == after_turns) write_one(comment.text);
    }
    const std::string reason = ending_text(record_.ending);
    if (after_turns == static_cast<int>(record_.turns.size()) && said_in_comment(record_.ending) &&
        last != reason) {
      write_one(reason);
    }
  }

  const Record& record_;
  std::string text_;
};

}  // namespace

std::string write_record(const Record& record) {
  const Config& config = record.config;
  std::string text;
  const auto tag = [&](std::string_view name, std::string_view value) {
    text += fmt::format("[{} \"{}\"]\n", name, escaped(value));
  };
  const auto tags_named = [&](std::string_view name) {
    for (const Tag& t : record.tags) {
      if (t.name == name) tag(t.name, t.value);
    }
  };
  tag("Size", std::to_string(config.size));
  tag("Komi", komi_text(config.half_komi));
  if (config.flats_each() != standard_flats(config.size)) {
    tag("Flats", std::to_string(config.flats_each()));
  }
  if (config.overseers_each() != standard_overseers(config.size)) {
    tag("Caps", std::to_string(config.overseers_each()));
  }
  if (!record.start_tps.empty()) tag("TPS", record.start_tps);
  tag("Opening", "swap");
  tags_named("Player1");
  tags_named("Player2");
  bool has_result_tag = false;
  for (const Tag& t : record.tags) {
    has_result_tag = has_result_tag || t.name == "Result";
    if (t.name != "Player1" && t.name != "Player2" && t.name != "Result") tag(t.name, t.value);
  }
  std::string result = result_text(record.winner, record.ending);
  if (result.empty()) result = "*";
  if (has_result_tag) {
    tags_named("Result");
  } else {
    tag("Result", result);
  }
  text += '\n';

  text += replay_record(record, [&](const auto& play) {
    return TurnWriter(record).write(play.start().to_move == kBlack, play.start().move_number);
  });
  text += result;
  for (const std::string& comment : record.closing_comments) text += " {" + comment + "}";
  return text + "\n";
}

template <int N>
Record make_record(const Playthrough<Dashigaikh<N>>& play, std::vector<Tag> tags, Winner declared) {
  Record record;
  record.config = play.game().config();
  if (!(play.start() == play.game().initial())) record.start_tps = write_tps(play.start());
  record.tags = std::move(tags);
  for (const auto& step : play.steps()) record.turns.push_back(std::get<Action>(step));
  record.winner = play.state().winner;
  record.ending = play.state().ending;
  if (!play.over() && declared != Winner::kNobody) {
    record.winner = declared;
    record.ending = Ending::kDeclared;
  }
  return record;
}

#define CLANHOUSE_INSTANTIATE(N) \
  template Record make_record<N>(const Playthrough<Dashigaikh<N>>&, std::vector<Tag>, Winner);
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
