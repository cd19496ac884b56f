#include "selfplay/opening.h"

#include <gtest/gtest.h>

#include <set>

#include "core/dashigaikh/family.h"
#include "core/dashigaikh/text.h"
#include "tests/core/dashigaikh/positions.h"

namespace clanhouse {
namespace {

using Family = dashigaikh::Family;

TEST(Openings, RandomOnesVaryAndAreFair) {
  const dashigaikh::Dashigaikh<4> game(test::sized(4));
  std::set<std::string> positions;
  for (int i = 0; i < 200; ++i) {
    RandomStream random(1, "opening test", i);
    const auto play = random_opening(game, 6, random);
    EXPECT_EQ(play.steps().size(), 6U);
    EXPECT_FALSE(play.over());
    dashigaikh::Action win;
    EXPECT_FALSE(game.find_win(play.state(), win));
    positions.insert(write_tps(play.state()));
  }
  EXPECT_GT(positions.size(), 190U);
}

TEST(Openings, BooksHoldPositionsAndTurns) {
  const dashigaikh::Dashigaikh<5> game(test::sized(5));
  const auto turns = read_opening<Family>(game, "1. a1 e5 2. c3");
  ASSERT_TRUE(turns);
  EXPECT_EQ(turns->steps().size(), 3U);
  const auto position = read_opening<Family>(game, "2,x4/x5/x5/x5/x4,1 1 2");
  ASSERT_TRUE(position);
  EXPECT_TRUE(position->steps().empty());
  EXPECT_FALSE(read_opening<Family>(game, "a1 a1"));
  EXPECT_FALSE(read_opening<Family>(game, "x5/x5/x5 1 1"));
}

}  // namespace
}  // namespace clanhouse
