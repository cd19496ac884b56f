#include "core/changakarnikh/record.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/changakarnikh/text.h"
#include "core/text_cursor.h"

namespace clanhouse::changakarnikh {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && TextCursor::is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && TextCursor::is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Up to a '#' that stands outside quotes.
std::string_view without_comment(std::string_view line) {
  bool in_quotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_quotes = !in_quotes;
    if (line[i] == '#' && !in_quotes) return line.substr(0, i);
  }
  return line;
}

// [Name "value"]
Result<std::pair<std::string, std::string>> parse_tag(std::string_view line) {
  TextCursor cursor(line);
  cursor.take();
  cursor.skip_space();
  const auto name =
      cursor.take_while([](char c) { return !TextCursor::is_space(c) && c != '"' && c != ']'; });
  cursor.skip_space();
  if (name.empty()) return invalid("the name of a tag is missing");
  if (!cursor.take_if('"')) {
    return invalid("the value of tag " + std::string(name) + " must stand in quotes");
  }
  const auto value = cursor.take_while([](char c) { return c != '"'; });
  if (!cursor.take_if('"')) return invalid("the value of tag " + std::string(name) + " has no end");
  cursor.skip_space();
  if (!cursor.take_if(']')) return invalid("tag " + std::string(name) + " is not closed by ]");
  if (!trimmed(cursor.rest()).empty()) return invalid("a tag stands alone on its line");
  return std::pair{std::string(name), std::string(value)};
}

Result<void> set_rules(Config& config, std::string_view text) {
  TextCursor cursor(text);
  std::vector<std::string> seen;
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    const auto word = cursor.take_while([](char c) { return !TextCursor::is_space(c); });
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos)
      return invalid("Rules are key=value, not " + quoted(word));
    const std::string key(word.substr(0, equals));
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
      return invalid("Rules: " + key + " stands there twice");
    }
    seen.push_back(key);
    if (auto set = rules_options().set(config.rules, key, word.substr(equals + 1)); !set)
      return set;
  }
  return {};
}

template <class Int>
Result<void> set_number(Int& target, const std::string& tag, std::string_view text, int min,
                        int max) {
  return parse_integer(text, min, max)
      .map([&](long long value) { target = static_cast<Int>(value); })
      .map_error([&](Error e) {
        e.reason = tag + ": " + e.reason;
        return e;
      });
}

class RecordReader {
 public:
  explicit RecordReader(std::string_view text) : text_(text) {}

  ReadRecord read() {
    if (read_tags() && check_tags()) {
      play_.emplace(Changakarnikh(config_));
      if (read_steps()) check_result();
    }
    if (!play_) play_.emplace(Changakarnikh(Config()));
    return {config_, std::move(tags_), std::move(*play_), std::move(error_)};
  }

 private:
  bool fail(int line, std::string reason) {
    error_ = Error{std::move(reason), line, 1, ErrorKind::kInvalid};
    return false;
  }

  // The next line with something on it; false at the end.
  bool next_line() {
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      line_ = trimmed(without_comment(text_.substr(0, end)));
      text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
      ++line_number_;
      if (!line_.empty()) return true;
    }
    line_ = {};
    return false;
  }

  bool read_tags() {
    while (next_line() && line_.front() == '[') {
      const auto tag = parse_tag(line_);
      if (!tag) return fail(line_number_, tag.error().reason);
      const auto& [name, value] = *tag;
      for (const auto& [earlier, unused] : tags_) {
        if (earlier == name) return fail(line_number_, "tag " + name + " stands there twice");
      }
      tags_.push_back(*tag);
      tag_lines_.push_back(line_number_);
      if (auto good = interpret(name, value); !good) {
        return fail(line_number_, good.error().reason);
      }
    }
    return true;
  }

  Result<void> interpret(const std::string& name, const std::string& value) {
    if (name == "Game") {
      if (value != Changakarnikh::kName) {
        return invalid("this is a record of " + clanhouse::quoted(value) +
                       ", not of changakarnikh");
      }
      has_game_ = true;
    } else if (name == "Players") {
      has_players_ = true;
      return set_number(config_.players, name, value, kMinSeats, kMaxSeats);
    } else if (name == "Team") {
      return set_number(config_.team, name, value, 1, kMaxTeam);
    } else if (name == "Shares") {
      return set_number(config_.shares, name, value, 0, 100);
    } else if (name == "Rules") {
      return set_rules(config_, value);
    }
    return {};
  }

  bool check_tags() {
    const int line = std::max(1, line_number_);
    if (!has_game_) return fail(line, "the tag [Game \"changakarnikh\"] is missing");
    if (!has_players_) return fail(line, "the tag [Players \"…\"] is missing");
    if (auto good = check_config(config_); !good) {
      return fail(line_of("Team", line_of("Players", line)), good.error().reason);
    }
    return true;
  }

  int line_of(const std::string& name, int otherwise) const {
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      if (tags_[i].first == name) return tag_lines_[i];
    }
    return otherwise;
  }

  bool read_steps() {
    const Changakarnikh& game = play_->game();
    for (; !line_.empty(); next_line()) {
      if (line_.front() == '[') return fail(line_number_, "tags stand before all steps");
      const Actor actor = game.actor(play_->state());
      if (actor.over()) return fail(line_number_, "the game is over before " + quoted(line_));
      if (actor.chance()) {
        OutcomeList outcomes;
        game.outcomes(play_->state(), outcomes);
        const auto outcome = find_step({outcomes.data(), outcomes.size()}, line_);
        if (!outcome) return fail(line_number_, outcome.error().reason);
        play_->play(*outcome);
      } else {
        const auto step = game.parse_action(play_->state(), line_);
        if (!step) return fail(line_number_, step.error().reason);
        play_->play(*step);
      }
    }
    return true;
  }

  bool check_result() {
    for (std::size_t i = 0; i < tags_.size(); ++i) {
      if (tags_[i].first != "Result") continue;
      std::string result = play_->game().result_text(play_->state());
      if (result.empty()) result = "*";
      if (tags_[i].second != result) {
        return fail(tag_lines_[i], fmt::format("the Result is {}, but the steps come to '{}'",
                                               clanhouse::quoted(tags_[i].second), result));
      }
    }
    return true;
  }

  std::string_view text_;
  std::string_view line_;
  int line_number_ = 0;
  Config config_;
  Tags tags_;
  std::vector<int> tag_lines_;
  bool has_game_ = false;
  bool has_players_ = false;
  std::optional<Playthrough<Changakarnikh>> play_;
  std::optional<Error> error_;
};

std::string quoted_value(std::string value) {
  std::replace_if(
      value.begin(), value.end(), [](char c) { return c == '"' || c == '\n' || c == '\r'; }, '\'');
  return value;
}

}  // namespace

ReadRecord read_record(std::string_view text) { return RecordReader(text).read(); }

std::string record_text(const Playthrough<Changakarnikh>& play, const RecordInfo& info) {
  const Changakarnikh& game = play.game();
  const Config& config = game.config();
  std::string text;
  const auto tag = [&](const std::string& name, std::string value) {
    text += fmt::format("[{} \"{}\"]\n", name, quoted_value(std::move(value)));
  };
  tag("Game", std::string(Changakarnikh::kName));
  tag("Players", std::to_string(config.players));
  tag("Team", std::to_string(config.team_size()));
  tag("Shares", std::to_string(config.shares));
  std::string rules;
  for (const auto& option : rules_options().options()) {
    rules += (rules.empty() ? "" : " ") + option.key + "=" + option.print(config.rules);
  }
  tag("Rules", rules);
  for (std::size_t seat = 0; seat < info.seat_names.size(); ++seat) {
    tag("Seat" + std::to_string(seat), info.seat_names[seat]);
  }
  for (const auto& [name, value] : info.tags) {
    if (name != "Result") tag(name, value);
  }
  const std::string result = game.result_text(play.state());
  tag("Result", result.empty() ? "*" : result);
  text += '\n';
  for (std::size_t i = 0; i < play.steps().size(); ++i) {
    const Race& race = play.states()[i].race;
    text += std::visit(
        [&](const auto& step) {
          if constexpr (std::is_same_v<std::decay_t<decltype(step)>, Action>) {
            return step_text(race, step);
          } else {
            return step_text(step);
          }
        },
        play.steps()[i]);
    text += '\n';
  }
  return text;
}

}  // namespace clanhouse::changakarnikh
