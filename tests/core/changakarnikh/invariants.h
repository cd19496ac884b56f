// What holds in every game, whatever is played (issue: parade, gate, points, watchdogs).
#pragma once

#include <gtest/gtest.h>

#include <numeric>

#include "core/playthrough.h"
#include "tests/core/changakarnikh/races.h"

namespace clanhouse::changakarnikh::test {

inline void check_race(const Race& race) {
  const Seat ahoggya = race.seat_of(Piece::kAhoggya);
  for (Seat seat = 0; seat < race.seats; ++seat) {
    ASSERT_LE(race.position[seat], kFinished);
    ASSERT_EQ(race.has_finished(seat), contains(race.entered, seat) && !race.is_on_track(seat));
    if (ahoggya == kNobody || seat == ahoggya || !race.is_active(Piece::kAhoggya)) continue;
    ASSERT_FALSE(race.is_on_track(seat) && race.position[seat] == race.position[ahoggya])
        << "somebody shares with the Ahoggyá";
  }
  ASSERT_LE(race.blessed_used, kBlessedLimit);
  ASSERT_FALSE(ahoggya != kNobody && race.is_on_track(ahoggya) && race.position[ahoggya] == kGate);
}

// Plays `games` games of random decisions with 3 to 6 players in turn, under changing switches.
inline void check_random_games(int games, std::uint64_t seed) {
  for (int id = 0; id < games; ++id) {
    RandomStream random(seed, "invariants", id);
    Config config;
    config.players = 3 + id % 4;
    if (random.below(2) == 0) {
      config.rules.entry = static_cast<Rules::Entry>(random.below(2));
      config.rules.cancelled_move = static_cast<Rules::CancelledMove>(random.below(2));
      config.rules.companion_follows = static_cast<Rules::CompanionFollows>(random.below(2));
      config.rules.assassin_replacement = static_cast<Rules::Replacement>(random.below(2));
      config.rules.objective = static_cast<Rules::Objective>(random.below(2));
    }
    const Changakarnikh game(config);
    State state = game.initial();
    int draws = 0;
    for (int steps = 0; !game.actor(state).over(); ++steps) {
      ASSERT_LT(steps, Changakarnikh::kMaxPlayoutSteps);
      draws += state.phase == Phase::kDraw ? 1 : 0;
      const int run_before = state.races_run;
      apply_random_step(game, state, random);
      check_race(state.race);
      if (testing::Test::HasFatalFailure()) return;
      if (state.races_run == run_before) continue;
      // All places are given, for 2k points in race k but for what race 1 gives.
      int points = 0;
      for (Seat seat = 0; seat < config.players; ++seat) points += state.race.score[seat];
      ASSERT_EQ(points, state.races_run * (state.races_run + 1));
      ASSERT_EQ(state.watchdogs, 0) << "game " << id;
    }
    const int drafted = config.players * config.team_size();
    EXPECT_LE(draws, drafted + 4);
    EXPECT_EQ(state.races_run, config.team_size());
    const auto utility = game.utility(state);
    EXPECT_NEAR(std::accumulate(utility.begin(), utility.end(), 0.F), 0, 1e-5);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace clanhouse::changakarnikh::test
