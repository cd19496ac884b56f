#include "core/changakarnikh/record.h"

#include <fmt/format.h>

#include "core/changakarnikh/text.h"
#include "core/step_record.h"

namespace clanhouse::changakarnikh {
namespace {

class RecordReader {
 public:
  explicit RecordReader(StepRecord record) : record_(std::move(record)) {}

  ReadRecord read() {
    if (read_tags()) {
      play_.emplace(Changakarnikh(config_));
      if (read_steps() && !record_.error) check_result();
    }
    // The first fault in the order of the lines; missing tags may stand behind what was not read.
    if (record_.error && (!error_ || error_->line >= record_.error->line || !play_)) {
      error_ = record_.error;
    }
    if (!play_) play_.emplace(Changakarnikh(Config()));
    Tags tags;
    for (const auto& tag : record_.tags) tags.emplace_back(tag.name, tag.value);
    return {config_, std::move(tags), std::move(*play_), std::move(error_)};
  }

 private:
  bool fail(int line, std::string reason) {
    error_ = Error{std::move(reason), line, 1, ErrorKind::kInvalid};
    return false;
  }

  bool read_tags() {
    for (const auto& tag : record_.tags) {
      if (auto good = interpret(tag.name, tag.value); !good) {
        return fail(tag.line, tag.name + ": " + good.error().reason);
      }
    }
    for (const char* required : {"Game", "Players"}) {
      if (record_.find_tag(required) == nullptr) {
        return fail(record_.line_of(required), fmt::format("the tag {} is missing", required));
      }
    }
    if (auto good = check_config(config_); !good) {
      const char* tag = record_.find_tag("Team") != nullptr ? "Team" : "Players";
      return fail(record_.line_of(tag), good.error().reason);
    }
    return true;
  }

  Result<void> interpret(const std::string& name, const std::string& value) {
    const auto number = [&](int& target, int min, int max) {
      return parse_integer(value, min, max).map([&](long long n) { target = static_cast<int>(n); });
    };
    if (name == "Game" && value != Changakarnikh::kName) {
      return invalid("this is a record of " + clanhouse::quoted(value) + ", not of changakarnikh");
    }
    if (name == "Players") return number(config_.players, kMinSeats, kMaxSeats);
    if (name == "Team") return number(config_.team, 1, kMaxTeam);
    if (name == "Shares") return number(config_.shares, 0, 100);
    if (name == "Rules") return set_all(rules_options(), config_.rules, value);
    return {};
  }

  bool read_steps() {
    const Changakarnikh& game = play_->game();
    for (const auto& [text, line] : record_.steps) {
      const Actor actor = game.actor(play_->state());
      if (actor.over()) return fail(line, "the game is over before " + clanhouse::quoted(text));
      if (actor.chance()) {
        OutcomeList outcomes;
        game.outcomes(play_->state(), outcomes);
        const auto outcome = find_step({outcomes.data(), outcomes.size()}, text);
        if (!outcome) return fail(line, outcome.error().reason);
        play_->play(*outcome);
      } else {
        const auto step = game.parse_action(play_->state(), text);
        if (!step) return fail(line, step.error().reason);
        play_->play(*step);
      }
    }
    return true;
  }

  bool check_result() {
    const auto* tag = record_.find_tag("Result");
    if (tag == nullptr) return true;
    std::string result = play_->game().result_text(play_->state());
    if (result.empty()) result = "*";
    if (tag->value == result) return true;
    return fail(tag->line, fmt::format("Result: {}, but the steps come to '{}'",
                                       clanhouse::quoted(tag->value), result));
  }

  StepRecord record_;
  Config config_;
  std::optional<Playthrough<Changakarnikh>> play_;
  std::optional<Error> error_;
};

}  // namespace

ReadRecord read_record(std::string_view text) {
  return RecordReader(parse_step_record(text)).read();
}

std::string record_text(const Playthrough<Changakarnikh>& play, const RecordInfo& info) {
  const Changakarnikh& game = play.game();
  const Config& config = game.config();
  std::string text;
  const auto tag = [&](const std::string& name, std::string value) {
    text += tag_line(name, std::move(value));
  };
  tag("Game", std::string(Changakarnikh::kName));
  tag("Players", std::to_string(config.players));
  tag("Team", std::to_string(config.team_size()));
  tag("Shares", std::to_string(config.shares));
  tag("Rules", print_all(rules_options(), config.rules));
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
