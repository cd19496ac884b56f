// Races whose place probabilities are known exactly (race_oracles.json).
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/changakarnikh/races.h"
#include "tests/test_data.h"

namespace clanhouse::changakarnikh::test {

// The policies that the file names.
inline Action oracle_policy(const Race& race, const ActionList& steps) {
  const auto find = [&](StepKind kind) {
    for (const Action step : steps) {
      if (step.kind == kind) return step;
    }
    ADD_FAILURE() << "an unexpected decision";
    return steps[0];
  };
  switch (steps[0].kind) {
    case StepKind::kFive: return find(StepKind::kFive);
    case StepKind::kFour: return find(StepKind::kFour);
    case StepKind::kLower: return find(StepKind::kLower);
    default: return find(race.number_seen < 4 ? StepKind::kReroll : StepKind::kKeep);
  }
}

// Every row of the file within 4 standard errors.
inline void check_oracles(int races) {
  const nlohmann::json file = clanhouse::test::read_json("race_oracles.json");
  int row = 0;
  for (const auto& field : file["fields"]) {
    std::vector<Piece> pieces;
    for (const std::string name : field["pieces"]) pieces.push_back(*find_piece(name));
    std::vector<int> first(pieces.size());
    std::vector<int> second(pieces.size());
    RandomStream dice(7, "oracle", row++);
    const Rules rules;
    for (int i = 0; i < races; ++i) {
      Race race = make_race(pieces, 0, 1);
      Engine(race, rules).start();
      run_race(race, rules, dice, oracle_policy);
      ++first[race.place[0]];
      ++second[race.place[1]];
    }
    for (std::size_t seat = 0; seat < pieces.size(); ++seat) {
      const auto check = [&](int count, double p, const char* what) {
        const double error = std::sqrt(p * (1 - p) / races);
        EXPECT_NEAR(count / static_cast<double>(races), p, 4 * error)
            << field["pieces"].dump() << " " << what << " seat " << seat;
      };
      check(first[seat], field["first"][seat].get<double>(), "first");
      check(second[seat], field["second"][seat].get<double>(), "second");
    }
  }
}

}  // namespace clanhouse::changakarnikh::test
