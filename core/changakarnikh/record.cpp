#include "core/changakarnikh/record.h"

#include "core/changakarnikh/text.h"
#include "core/step_record.h"

namespace clanhouse::changakarnikh {
namespace {

struct Reading {
  using Game = Changakarnikh;
  static constexpr const char* kConfigTag = "Team";

  static Result<void> set_tag(Config& config, const std::string& name, const std::string& value) {
    const auto number = [&](int& target, int min, int max) {
      return parse_integer(value, min, max).map([&](long long n) { target = static_cast<int>(n); });
    };
    if (name == "Players") return number(config.players, kMinSeats, kMaxSeats);
    if (name == "Team") return number(config.team, 1, kMaxTeam);
    if (name == "Shares") return number(config.shares, 0, 100);
    if (name == "Rules") return set_all(rules_options(), config.rules, value);
    return {};
  }
  static Result<void> check(const Config& config) { return check_config(config); }
  static Result<Step> find_step(const Game& game, const State& state, const std::string& text) {
    const auto as_step = [](auto step) { return Step(step); };
    if (!game.actor(state).chance()) return game.parse_action(state, text).map(as_step);
    OutcomeList outcomes;
    game.outcomes(state, outcomes);
    return changakarnikh::find_step({outcomes.data(), outcomes.size()}, text).map(as_step);
  }
};

}  // namespace

ReadRecord read_record(std::string_view text) { return GameRecordReader<Reading>(text).read(); }

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
