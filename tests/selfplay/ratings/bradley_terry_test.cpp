#include "selfplay/ratings/bradley_terry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace clanhouse {
namespace {

// Single games as blocks of their own.
std::vector<BlockScore> games(int a, int b, int wins, int draws, int losses) {
  std::vector<BlockScore> list(wins, {a, b, 1, 1});
  list.insert(list.end(), draws, {a, b, 0.5, 1});
  list.insert(list.end(), losses, {a, b, 0, 1});
  return list;
}

std::vector<BlockScore> together(const std::vector<std::vector<BlockScore>>& parts) {
  std::vector<BlockScore> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// A pool that two other programs have rated: Ordo with -z 200.24094 gives these figures.
TEST(Ratings, AgreeWithOtherProgramsOnAPoolOfFour) {
  enum { A, B, C, D };
  const auto pool = together({games(A, B, 5, 3, 2), games(B, A, 3, 4, 3), games(A, C, 6, 3, 1),
                              games(C, A, 2, 4, 4), games(A, D, 8, 1, 1), games(D, A, 1, 2, 7),
                              games(B, C, 4, 4, 2), games(C, B, 3, 4, 3), games(B, D, 6, 2, 2),
                              games(D, B, 2, 3, 5), games(C, D, 5, 3, 2), games(D, C, 3, 3, 4)});
  const auto ratings = rate(4, pool);
  EXPECT_NEAR(ratings[A].elo, 108.127, 0.001);
  EXPECT_NEAR(ratings[B].elo, 27.591, 0.001);
  EXPECT_NEAR(ratings[C].elo, -22.775, 0.001);
  EXPECT_NEAR(ratings[D].elo, -112.943, 0.001);
  // The sandwich errors of the same pool, 57.5, 56.1, 54.7, 61.2, are of cells; those of games are
  // near them.
  const double errors[] = {57.5, 56.1, 54.7, 61.2};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR((ratings[i].high - ratings[i].low) / 2, errors[i], 3) << i;
  }
  const auto anchored = rate(4, pool, D);
  EXPECT_EQ(anchored[D].elo, 0);
  EXPECT_EQ(anchored[D].high, 0);
  EXPECT_NEAR(anchored[A].elo, 108.127 + 112.943, 0.001);
}

TEST(Ratings, WithoutDraws) {
  const auto pool = together({games(0, 1, 7, 0, 3), games(1, 0, 4, 0, 6), games(0, 2, 9, 0, 1),
                              games(2, 0, 2, 0, 8), games(1, 2, 6, 0, 4), games(2, 1, 3, 0, 7)});
  const auto ratings = rate(3, pool);
  EXPECT_NEAR(ratings[0].elo, 131.384, 0.001);
  EXPECT_NEAR(ratings[1].elo, 0, 0.001);
  EXPECT_NEAR(ratings[2].elo, -131.384, 0.001);
}

// The published match of the fastchess tests: 136 wins, 96 losses, 111 draws.
TEST(Ratings, OfTwoAreTheEloOfTheScore) {
  const auto ratings = rate(2, games(0, 1, 136, 111, 96), 1);
  EXPECT_NEAR(ratings[0].elo, 40.70, 0.01);
  EXPECT_NEAR((ratings[0].high - ratings[0].low) / 2, 30.43, 0.3);
}

// Pitfall 32.
TEST(Ratings, ShutOutsAreBoundsAndNeverInfinite) {
  const auto two = rate(2, games(0, 1, 10, 0, 0));
  EXPECT_EQ(two[0].kind, RatingKind::kAtLeast);
  EXPECT_EQ(two[1].kind, RatingKind::kEstimate);
  // (1 / (1 + 10^(-x / 400)))^10 = 0.05.
  const double p = std::pow(0.05, 0.1);
  EXPECT_NEAR(two[0].elo - two[1].elo, -400 * std::log10(1 / p - 1), 0.01);

  const auto three =
      rate(3, together({games(0, 1, 0, 0, 20), games(0, 2, 0, 0, 20), games(1, 2, 5, 0, 15)}));
  EXPECT_EQ(three[0].kind, RatingKind::kAtMost);
  EXPECT_LT(three[0].elo, three[1].elo);
  EXPECT_EQ(three[2].kind, RatingKind::kEstimate);

  const auto ladder = rate(3, together({games(0, 1, 5, 0, 0), games(1, 2, 5, 0, 0)}));
  EXPECT_EQ(ladder[0].kind, RatingKind::kAtLeast);
  EXPECT_GT(ladder[0].elo, ladder[1].elo);
  EXPECT_GT(ladder[1].elo, ladder[2].elo);
}

TEST(Ratings, UnconnectedPoolsHaveNone) {
  const auto apart = rate(4, together({games(0, 1, 1, 0, 1), games(2, 3, 1, 0, 1)}));
  const auto one_way =
      rate(4, together({games(0, 1, 1, 0, 1), games(2, 3, 1, 0, 1), games(0, 2, 3, 0, 0)}));
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(apart[i].kind, RatingKind::kNone);
    EXPECT_EQ(one_way[i].kind, RatingKind::kNone);
  }
  EXPECT_EQ(rate(3, {})[1].kind, RatingKind::kNone);
}

}  // namespace
}  // namespace clanhouse
