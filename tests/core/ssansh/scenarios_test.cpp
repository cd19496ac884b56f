// Positions, records and layouts of Ssansh with what they come to: rules/ssansh.md in cases.
// ssansh_random_*.jsonl come from another program that was written from the same rules.
#include <gtest/gtest.h>

#include "core/ssansh/position.h"
#include "core/ssansh/record.h"
#include "tests/test_data.h"

namespace clanhouse::ssansh {
namespace {

using nlohmann::json;

// What a scenario comes to: a position, or an error with the step or line where it is.
struct Outcome {
  std::optional<Ssansh> game;
  State state;
  std::string error;
  int step = 0;
  int line = 0;
  std::string written;
};

Outcome run_layout(const json& scenario) {
  std::string toml;
  for (const auto& [key, value] : scenario["layout"].items()) {
    toml += key + " = " + value.dump() + "\n";
  }
  Outcome outcome;
  const auto layout = parse_layout(toml);
  const int players = scenario["players"];
  const auto good = layout ? check_players(*layout, players) : tl::unexpected(layout.error());
  if (!good) {
    outcome.error = good.error().reason;
    return outcome;
  }
  Config config;
  config.players = players;
  outcome.game.emplace(config, *layout);
  outcome.state = outcome.game->initial();
  return outcome;
}

Outcome run_record(const json& scenario) {
  Outcome outcome;
  const ReadRecord read = read_record(scenario["record"].get<std::string>());
  if (read.error) {
    outcome.error = read.error->reason;
    outcome.line = read.error->line;
    return outcome;
  }
  outcome.game = read.play.game();
  outcome.state = read.play.state();
  outcome.written = rewrite_record(read);
  const ReadRecord again = read_record(record_text(read.play, {}));
  EXPECT_FALSE(again.error) << again.error->describe();
  EXPECT_EQ(again.play.state(), read.play.state());
  return outcome;
}

Outcome run_setup(const json& scenario) {
  Outcome outcome;
  const auto position = read_position(scenario["setup"].dump());
  if (!position) {
    outcome.error = position.error().reason;
    return outcome;
  }
  const auto state = run_position(*position);
  if (!state) {
    outcome.error = state.error().reason;
    outcome.step = 1 + std::stoi(outcome.error.substr(outcome.error.find('[') + 1));
    return outcome;
  }
  outcome.game = position->game;
  outcome.state = *state;
  const json printed = position_json(position->game, *state);
  const auto again = read_position(printed.dump());
  EXPECT_TRUE(again) << again.error().reason;
  if (again) {
    EXPECT_EQ(json(position_json(again->game, again->state)), printed);
  }
  return outcome;
}

std::string fraction(float value, int players) {
  // Utilities are whole multiples of 1/players.
  const int n = static_cast<int>(std::lround(value * static_cast<float>(players)));
  if (n % players == 0) return std::to_string(n / players);
  return players == 4 && n % 2 == 0 ? std::to_string(n / 2) + "/2"
                                    : std::to_string(n) + "/" + std::to_string(players);
}

// What is wrong with a key of "expect"; empty if it holds.
std::string check_key(const Outcome& outcome, const std::string& key, const json& value) {
  const Ssansh& game = *outcome.game;
  const json state = position_json(game, outcome.state);
  const auto legal = state["legal"].get<std::vector<std::string>>();
  const auto can_take = [&](const json& step) {
    State copy = outcome.state;
    return take_step(game, copy, step.get<std::string>()).has_value();
  };
  std::string wrong;
  if (key == "legal" || key == "illegal") {
    for (const json& step : value) {
      if (can_take(step) != (key == "legal")) wrong += "not " + key + ": " + step.dump() + "; ";
    }
  } else if (key == "legal_exactly") {
    auto wanted = value.get<std::vector<std::string>>();
    std::sort(wanted.begin(), wanted.end());
    if (wanted != legal) wrong = "legal: " + state["legal"].dump();
  } else if (key == "legal_count") {
    if (legal.size() != value.get<std::size_t>()) wrong = std::to_string(legal.size()) + " legal";
  } else if (key == "written") {
    if (outcome.written != value.get<std::string>()) wrong = "written:\n" + outcome.written;
  } else if (key == "order") {
    for (std::size_t i = 0; i < value.size(); ++i) {
      const auto seat = (outcome.state.to_move + i) % outcome.state.players;
      if (value[i] != seat) wrong = "order begins with " + std::to_string(outcome.state.to_move);
    }
  } else if (key == "utilities") {
    const auto utility = game.utility(outcome.state);
    for (std::size_t seat = 0; seat < value.size(); ++seat) {
      const std::string is = fraction(utility[seat], game.seats());
      if (value[seat] != is) wrong += "utility " + is + "; ";
    }
  } else if (key != "error" && state[key] != value) {
    wrong = key + " is " + state[key].dump();
  }
  return wrong;
}

std::string check(const json& scenario) {
  const Outcome outcome = scenario.contains("layout")   ? run_layout(scenario)
                          : scenario.contains("record") ? run_record(scenario)
                                                        : run_setup(scenario);
  const json& expect = scenario["expect"];
  if (expect.value("error", false)) {
    if (outcome.error.empty()) return "no error";
    if (expect.value("error_step", outcome.step) != outcome.step) return outcome.error;
    if (expect.value("error_line", outcome.line) != outcome.line) return outcome.error;
    return "";
  }
  if (!outcome.error.empty()) return "error: " + outcome.error;
  std::string wrong;
  for (const auto& [key, value] : expect.items()) wrong += check_key(outcome, key, value);
  return wrong;
}

class SsanshScenarios : public testing::TestWithParam<const char*> {};

TEST_P(SsanshScenarios, ComeToWhatTheRulesSay) {
  const json file = test::read_json(GetParam());
  ASSERT_FALSE(file["scenarios"].empty());
  for (const json& scenario : file["scenarios"]) {
    EXPECT_EQ(check(scenario), "") << scenario["name"] << ": " << scenario["why"];
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, SsanshScenarios,
                         testing::Values("ssansh_scenarios.json", "ssansh_more_scenarios.json"));

TEST(SsanshRandom, PositionsAndGamesAgreeWithAnotherProgram) {
  std::istringstream positions(test::read_text(TEST_DATA_DIR "/ssansh_random_positions.jsonl"));
  for (std::string line; std::getline(positions, line);) {
    const json scenario = json::parse(line);
    EXPECT_EQ(check(scenario), "") << scenario["setup"].dump();
  }
  std::istringstream games(test::read_text(TEST_DATA_DIR "/ssansh_random_games.jsonl"));
  for (std::string line; std::getline(games, line);) {
    const json game = json::parse(line);
    const auto text = game["record"].get<std::string>();
    const ReadRecord read = read_record(text);
    ASSERT_FALSE(read.error) << read.error->describe();
    EXPECT_EQ(rewrite_record(read), text);
    EXPECT_EQ(json(position_json(read.play.game(), read.play.state()))["winner"], game["winner"]);
  }
}

}  // namespace
}  // namespace clanhouse::ssansh
