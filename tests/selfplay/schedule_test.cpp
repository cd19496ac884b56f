#include "selfplay/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace clanhouse {
namespace {

TEST(Schedule, RoundRobinIsBalanced) {
  const auto games = make_schedule(Format::kRoundRobin, 4, 5);
  ASSERT_EQ(games.size(), 6U * 5 * 2);
  std::map<std::vector<int>, int> seatings;
  std::map<int, std::set<int>> rounds_of_block;
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].id, static_cast<int>(i) + 1);
    ++seatings[games[i].agents];
    rounds_of_block[games[i].block].insert(games[i].round);
  }
  EXPECT_EQ(seatings.size(), 12U);
  for (const auto& [seats, count] : seatings) EXPECT_EQ(count, 5);
  EXPECT_EQ(rounds_of_block.size(), 30U);
  for (const auto& [block, rounds] : rounds_of_block) EXPECT_EQ(rounds.size(), 1U);
}

TEST(Schedule, GauntletIsTheFirstAgainstAll) {
  for (const auto& game : make_schedule(Format::kGauntlet, 5, 2)) {
    EXPECT_EQ(std::count(game.agents.begin(), game.agents.end(), 0), 1);
  }
  EXPECT_EQ(make_schedule(Format::kGauntlet, 5, 2).size(), 4U * 2 * 2);
}

// A longer tournament begins with the games of a shorter one.
TEST(Schedule, MoreRoundsAddGamesAtTheEnd) {
  const auto few = make_schedule(Format::kRoundRobin, 3, 2);
  const auto many = make_schedule(Format::kRoundRobin, 3, 4);
  for (std::size_t i = 0; i < few.size(); ++i) {
    EXPECT_EQ(few[i].agents, many[i].agents);
    EXPECT_EQ(few[i].block, many[i].block);
  }
}

}  // namespace
}  // namespace clanhouse
