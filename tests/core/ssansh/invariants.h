// What holds in every game (rules/ssansh.md, "Invariants to test").
#pragma once

#include <gtest/gtest.h>

#include "core/playthrough.h"
#include "core/ssansh/game.h"

namespace clanhouse::ssansh::test {

inline void check_invariants(const Ssansh& game, const State& s, const State& before) {
  Counts sum{};
  const auto add = [&](const Counts& counts) {
    for (int c = 0; c < kColours; ++c) sum[c] = static_cast<std::uint8_t>(sum[c] + counts[c]);
  };
  for (const Counts& space : s.spaces) add(space);
  for (const Counts& hand : s.hands) add(hand);
  add(s.king);
  add(s.weather);
  add(s.bag);
  ASSERT_EQ(sum, (Counts{kFigurinesOfColour, kFigurinesOfColour, kFigurinesOfColour}));
  for (int c = 0; c < kColours; ++c) {
    ASSERT_GE(s.king[c], before.king[c]);
    ASSERT_GE(s.weather[c], before.weather[c]);
  }
  // What seats know of the bag is true.
  for (int seat = 0; seat < s.players; ++seat) {
    const BagKnowledge& known = s.knowledge[seat];
    int missing = 0;
    for (int c = 0; c < kColours; ++c) {
      ASSERT_GE(s.bag[c], known.fresh[c]);
      missing += std::max(0, known.fresh[c] + known.old[c] - s.bag[c]);
    }
    ASSERT_LE(missing, known.leaks);
  }
  ASSERT_LE(s.parleys, s.players);
  ASSERT_LE(s.turns, 8 * game.seats() * game.seats() + game.seats());
}

// Plays so many games of random decisions, of any number of players under any switches.
inline void check_random_games(int games) {
  int colourless = 0;
  for (int id = 0; id < games; ++id) {
    RandomStream random(6, "ssansh invariants", id);
    Config config;
    config.players = kMinPlayers + id % 4;
    if (config.players < 5 && random.below(2) == 0) config.layout = "filled";
    config.rules.tie_break = static_cast<Rules::TieBreak>(random.below(2));
    config.rules.level_colours = static_cast<Rules::LevelColours>(random.below(2));
    config.rules.no_colour = static_cast<Rules::NoColour>(random.below(2));
    const Ssansh game(config);
    State state = game.initial();
    std::array<int, kMaxPlayers> acts{};
    while (!game.actor(state).over()) {
      const State before = state;
      apply_random_step(game, state, random);
      check_invariants(game, state, before);
      if (testing::Test::HasFatalFailure()) return;
      // An Act takes a figurine out of the hand, for good.
      if (before.phase == Phase::kTurn &&
          total(state.hands[before.to_move]) < total(before.hands[before.to_move])) {
        ++acts[before.to_move];
      }
    }
    for (int seat = 0; seat < state.players; ++seat) {
      EXPECT_EQ(total(state.hands[seat]), kHandSize - acts[seat]);
    }
    colourless += winning_colour(game.layout(), state, config.rules) ? 0 : 1;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(colourless, 0);
}

}  // namespace clanhouse::ssansh::test
