// The cases of data/dashigaikh_scenarios.json, whose "about" says what the fields mean.
#include <gtest/gtest.h>

#include "core/dashigaikh/perft.h"
#include "core/dashigaikh/record.h"
#include "core/dashigaikh/text.h"
#include "tests/core/dashigaikh/positions.h"
#include "tests/test_data.h"

namespace clanhouse::dashigaikh {
namespace {

using nlohmann::json;

// What a scenario comes to: a position, or the error that refused it.
template <int N>
struct Outcome {
  std::optional<Playthrough<Dashigaikh<N>>> play;
  std::optional<Error> error;
  int error_turn = 0;
};

Result<Config> read_config(const json& scenario) {
  Config config;
  if (scenario.contains("size")) config.size = scenario["size"];
  if (!scenario.contains("config")) return config;
  for (const auto& [key, value] : scenario["config"].items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (auto set = config_options().set(config, key, text); !set) {
      return tl::unexpected(set.error());
    }
  }
  return config;
}

template <int N>
std::optional<Error> play_turns(Playthrough<Dashigaikh<N>>& play, const json& moves) {
  for (const std::string text : moves) {
    const auto action = play.game().parse_action(play.state(), text);
    if (!action) return action.error();
    play.play(*action);
  }
  return std::nullopt;
}

template <int N>
Outcome<N> run(const Dashigaikh<N>& game, const json& scenario) {
  Outcome<N> outcome;
  State<N> start = game.initial();
  if (scenario.contains("tps")) {
    const auto read = read_tps(game, scenario["tps"].get<std::string>());
    if (!read) {
      outcome.error = read.error();
      return outcome;
    }
    start = *read;
  }
  outcome.play.emplace(game, start);
  if (scenario.contains("moves")) {
    outcome.error = play_turns(*outcome.play, scenario["moves"]);
    outcome.error_turn = static_cast<int>(outcome.play->steps().size()) + 1;
  }
  return outcome;
}

// A text of a scenario; null stands for none.
std::string text_or_none(const json& value) {
  return value.is_null() ? std::string() : value.get<std::string>();
}

template <int N>
void check_position(const Playthrough<Dashigaikh<N>>& play, const json& check) {
  const auto& game = play.game();
  const State<N>& s = play.state();
  const auto after = [&](const std::string& turn) {
    Playthrough<Dashigaikh<N>> next = play;
    const auto action = game.parse_action(s, turn);
    EXPECT_TRUE(action) << turn << ": " << (action ? "" : action.error().reason);
    if (action) next.play(*action);
    return next;
  };
  if (check.contains("legal")) {
    for (const std::string turn : check["legal"]) EXPECT_TRUE(game.parse_action(s, turn)) << turn;
  }
  if (check.contains("illegal")) {
    for (const std::string turn : check["illegal"]) {
      EXPECT_FALSE(game.parse_action(s, turn)) << turn;
    }
  }
  if (check.contains("after")) {
    for (const auto& [turn, tps] : check["after"].items()) {
      EXPECT_EQ(write_tps(after(turn).state()), tps) << turn;
    }
  }
  if (check.contains("result_after")) {
    for (const auto& [turn, result] : check["result_after"].items()) {
      const auto next = after(turn).state();
      EXPECT_EQ(result_text(next.winner, next.ending), text_or_none(result)) << turn;
    }
  }
  if (check.contains("legal_count")) {
    EXPECT_EQ(test::legal_texts(game, s).size(), check["legal_count"]);
    EXPECT_EQ(count_legal(s), check["legal_count"]);
  }
  if (check.contains("perft")) {
    int depth = 0;
    for (const std::uint64_t nodes : check["perft"]) EXPECT_EQ(perft(game, s, ++depth), nodes);
  }
}

void check_ending(Winner winner, Ending ending, const std::string& tps, const json& check) {
  if (check.contains("result")) {
    EXPECT_EQ(result_text(winner, ending), text_or_none(check["result"]));
  }
  if (check.contains("reason")) {
    EXPECT_EQ(ending_text(ending), text_or_none(check["reason"]));
  }
  if (check.contains("tps")) {
    EXPECT_EQ(tps, check["tps"]);
  }
}

void check_error(const std::optional<Error>& error, int turn, const json& check) {
  ASSERT_TRUE(error) << "was not refused";
  EXPECT_FALSE(error->reason.empty());
  EXPECT_EQ(error->reason.find('\n'), std::string::npos);
  if (check.contains("error_at")) {
    EXPECT_EQ(json({error->line, error->column}), check["error_at"]) << error->reason;
  }
  if (check.contains("error_turn")) {
    EXPECT_EQ(turn, check["error_turn"]) << error->reason;
  }
}

void check_record(const json& scenario, const Config& config) {
  const json& check = scenario["check"];
  const RecordFile file = read_records(scenario["ptn"].get<std::string>(), config);
  if (check.contains("error")) return check_error(file.error, file.error_turn, check);
  ASSERT_FALSE(file.error) << file.error->describe();
  ASSERT_EQ(file.records.size(), 1U);
  const Record& record = file.records[0];
  replay_record(record, [&](const auto& play) {
    check_ending(record.winner, record.ending, write_tps(play.state()), check);
    check_position(play, check);
  });
  if (check.contains("warnings")) {
    EXPECT_EQ(record.warnings.size(), check["warnings"]);
  }
  if (check.contains("written")) {
    EXPECT_EQ(write_record(record), check["written"]);
  }
  // What is written reads back as the same game and is written the same again.
  const std::string written = write_record(record);
  const RecordFile again = read_records(written, config);
  ASSERT_FALSE(again.error) << again.error->describe() << "\n" << written;
  EXPECT_EQ(write_record(again.records.at(0)), written);
}

void check_played(const json& scenario, Config config) {
  const json& check = scenario["check"];
  if (scenario.contains("tps") && !scenario.contains("size")) {
    const auto size = tps_size(scenario["tps"].get<std::string>());
    if (!size) return check_error(size.error(), 0, check);
    config.size = *size;
  }
  with_size(config, [&]<int N>(const Dashigaikh<N>& game) {
    const Outcome<N> outcome = run(game, scenario);
    if (check.contains("error")) return check_error(outcome.error, outcome.error_turn, check);
    ASSERT_FALSE(outcome.error) << outcome.error->describe();
    const State<N>& s = outcome.play->state();
    check_ending(s.winner, s.ending, write_tps(s), check);
    check_position(*outcome.play, check);
  });
}

class Scenarios : public testing::TestWithParam<std::string> {};

TEST_P(Scenarios, Hold) {
  const json file = test::read_json(GetParam());
  for (const json& scenario : file["scenarios"]) {
    SCOPED_TRACE(scenario["name"].get<std::string>());
    const auto config = read_config(scenario);
    if (!config) {
      check_error(config.error(), 0, scenario["check"]);
      EXPECT_TRUE(scenario["check"].contains("error")) << config.error().reason;
    } else if (scenario.contains("ptn")) {
      check_record(scenario, *config);
    } else {
      check_played(scenario, *config);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dashigaikh, Scenarios,
                         testing::Values("dashigaikh_scenarios.json",
                                         "dashigaikh_more_scenarios.json"));

}  // namespace
}  // namespace clanhouse::dashigaikh
