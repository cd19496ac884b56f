// Games that a net plays against itself.
#include "selfplay/net_games.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "tests/core/dashigaikh/positions.h"
#include "tests/toy_game.h"
#include "tests/training/rows.h"

namespace clanhouse {
namespace {

using Dash3 = dashigaikh::Dashigaikh<3>;
using test::some_games;

TEST(NetGames, MakeRowsOfWholeGames) {
  const Dash3 game(test::sized(3));
  std::set<std::uint64_t> ids;
  int wins = 0;
  std::size_t rows = 0;
  for (const NetGame& finished : some_games(game, 40)) {
    EXPECT_TRUE(ids.insert(finished.id).second);
    EXPECT_EQ(finished.rows.size(), static_cast<std::size_t>(finished.actions));
    for (const TrainingRow& row : finished.rows) {
      ++rows;
      EXPECT_EQ(row.game, finished.id);
      EXPECT_EQ(row.features.size(), static_cast<std::size_t>(game.feature_count()));
      ASSERT_EQ(row.outcome.size(), 3U);
      EXPECT_FLOAT_EQ(row.outcome[0] + row.outcome[1] + row.outcome[2], 1);
      EXPECT_GE(row.root_value, -1);
      EXPECT_LE(row.root_value, 1);
      wins += row.outcome[0] == 1 ? 1 : 0;
      ASSERT_EQ(row.owners.size(), 9U);
      float sum = 0;
      for (const auto& [slot, share] : row.policy) {
        EXPECT_LT(slot, static_cast<std::uint32_t>(game.policy_count()));
        EXPECT_GE(share, 0);
        sum += share;
      }
      EXPECT_NEAR(sum, 1, 1e-4);
    }
    // Whoever acts last wins or loses; one action earlier it is the other way round.
    if (finished.rows.size() < 2) continue;
    const auto& last = finished.rows.back().outcome;
    const auto& before = finished.rows[finished.rows.size() - 2].outcome;
    EXPECT_EQ(last[0], before[2]);
    EXPECT_EQ(last[1], before[1]);
  }
  EXPECT_GT(rows, 200U);
  EXPECT_GT(wins, 0);
}

// Dice may end a race among the random plies that it begins with, or without any decision at all.
TEST(NetGames, PlayRacesThatAreOverBeforeTheyHaveBegun) {
  NetGamesOptions options;
  options.search.visits = 4;
  options.random_plies = 30;
  const auto races = some_games(race_to_learn(4, {}), 300, 1, options);
  EXPECT_TRUE(
      std::any_of(races.begin(), races.end(), [](const auto& r) { return r.rows.empty(); }));
  EXPECT_TRUE(
      std::any_of(races.begin(), races.end(), [](const auto& r) { return !r.rows.empty(); }));
}

TEST(NetGames, AreTheSameWithTheSameSeedAndOthersWithAnother) {
  const Dash3 game(test::sized(3));
  const auto first = some_games(game, 20);
  const auto again = some_games(game, 20);
  ASSERT_EQ(again.size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_EQ(again[i].rows.size(), first[i].rows.size());
    for (std::size_t r = 0; r < first[i].rows.size(); ++r) {
      EXPECT_EQ(again[i].rows[r].features, first[i].rows[r].features);
      EXPECT_EQ(again[i].rows[r].policy, first[i].rows[r].policy);
    }
  }
  // Pitfall 6.
  EXPECT_NE(some_games(game, 20, 2)[0].rows[0].policy, first[0].rows[0].policy);
}

// The features of a game without a policy or a board: utilities of all seats, from the view of the
// one who acts.
TEST(NetGames, PlayGamesOfManySeatsWithChance) {
  const test::ToyGame game({});
  NetGamesOptions options;
  options.random_plies = 1;
  std::map<float, int> utilities;
  for (const NetGame& finished : some_games(game, 50, 1, options)) {
    for (const TrainingRow& row : finished.rows) {
      EXPECT_TRUE(row.policy.empty());
      EXPECT_TRUE(row.owners.empty());
      ASSERT_EQ(row.outcome.size(), 3U);
      for (const float u : row.outcome) ++utilities[u];
    }
  }
  EXPECT_GT(utilities.size(), 3U);
}

TEST(NetGames, LearnFromFullSearchesAlone) {
  const Dash3 game(test::sized(3));
  NetGamesOptions options;
  options.full_share = 0.25F;
  options.fast_visits = 4;
  double rows = 0, actions = 0;
  for (const NetGame& finished : some_games(game, 100, 1, options)) {
    rows += static_cast<double>(finished.rows.size());
    actions += finished.actions;
  }
  EXPECT_NEAR(rows / actions, 0.25, 0.05);
}

// A seat that gives up costs few rows, and the game is played to its end all the same.
TEST(NetGames, CountResignationsThatWereWrong) {
  const Dash3 game(test::sized(3));
  NetGamesOptions options;
  options.resign = 0.01F;
  int resigned = 0, wrongly = 0;
  std::size_t rows = 0, rows_without = 0;
  for (const NetGame& finished : some_games(game, 100, 1, options)) {
    resigned += finished.resigned ? 1 : 0;
    wrongly += finished.resigned_wrongly ? 1 : 0;
    EXPECT_TRUE(finished.resigned || !finished.resigned_wrongly);
    rows += finished.rows.size();
  }
  for (const NetGame& finished : some_games(game, 100)) {
    EXPECT_FALSE(finished.resigned);
    rows_without += finished.rows.size();
  }
  EXPECT_GT(resigned, 10);
  EXPECT_GT(wrongly, 0);
  EXPECT_LT(wrongly, resigned);
  EXPECT_LT(rows, rows_without);
}

// Pitfall 13.
// Pitfall 20.
TEST(NetGames, NeedNoMoreMemoryTheLongerTheyGoOn) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer keeps freed memory";
#endif
  const auto kilobytes = [] {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
    }
    return 0L;
  };
  const Dash3 game(test::sized(3));
  NetGamesOptions options;
  options.search.visits = 8;
  options.cache = 50;
  NetGames<Dash3> games(game, *read_net_for(game, test::untrained_net(game)), options, 1, 0);
  const auto play = [&](int count) {
    while (count > 0) {
      games.step();
      count -= static_cast<int>(games.take_finished().size());
    }
    return kilobytes();
  };
  // Trees reach the memory that they reserve one by one; a game that stayed would take more.
  constexpr long kTrees = 1024;
  const long after_100 = play(100);
  EXPECT_LT(play(900), after_100 + after_100 / 20 + kTrees);
}

TEST(Temperature, FallsWithoutTurningBack) {
  for (const Temperature t : {Temperature{1, 0, 8}, Temperature{1.5F, 0.2F, 3},
                              Temperature{0, 1, 5}, Temperature{1, 0.5F, 0}}) {
    if (t.halflife > 0) {
      EXPECT_FLOAT_EQ(t.at(0), t.start);
      EXPECT_FLOAT_EQ(t.at(static_cast<int>(t.halflife)), (t.start + t.end) / 2);
    }
    for (int ply = 0; ply < 500; ++ply) {
      EXPECT_GE((t.at(ply) - t.at(ply + 1)) * (t.start - t.end), 0);
      EXPECT_GE(t.at(ply), std::min(t.start, t.end));
      EXPECT_LE(t.at(ply), std::max(t.start, t.end));
    }
    EXPECT_NEAR(t.at(1000), t.end, 1e-4);
  }
}

}  // namespace
}  // namespace clanhouse
