#include "selfplay/pieces/paired.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "selfplay/pieces/draft.h"
#include "selfplay/statistics.h"

namespace clanhouse::pieces {
namespace {

const std::vector<std::string> kNames{"ace", "middle", "low", "dead"};

// Races in which the field's luck, the same for all candidates of a block, is most of the luck.
std::vector<PairedCounts> replacement_blocks(int blocks) {
  const double worth[] = {0.05, 0, -0.05};
  std::vector<PairedCounts> counts;
  for (int b = 0; b < blocks; ++b) {
    RandomStream random(3, "replacement", b);
    std::vector<double> luck(24);
    for (double& u : luck) u = random.uniform();
    for (int piece = 0; piece < 3; ++piece) {
      PairedCounts c;
      c.block = b;
      c.piece = piece;
      c.races = 24;
      for (const double u : luck) {
        c.first += u < 0.25 + worth[piece] ? 1 : 0;
        c.first_base += u < 0.25 ? 1 : 0;
      }
      c.points = 2 * c.first;
      c.points_base = 2 * c.first_base;
      counts.push_back(c);
    }
  }
  return counts;
}

TEST(Replacement, ValuesOverTheMedianPieceWithPairedErrors) {
  const PairedAnalysis analysis = analyse_replacement(replacement_blocks(400), kNames);
  ASSERT_EQ(analysis.results.size(), 3U);
  EXPECT_EQ(analysis.races, 3 * 400 * 24);
  EXPECT_EQ(analysis.median, "middle");
  EXPECT_EQ(analysis.results[0].name, "ace");
  EXPECT_EQ(analysis.results[2].name, "low");
  const Difference& ace = analysis.results[0].first_over_median;
  EXPECT_NEAR(ace.value, 0.05, 3 * ace.error);
  // Without the pairing the error would be that of two shares near 1/4.
  EXPECT_LT(ace.error, 0.7 * std::sqrt(2 * 0.25 * 0.75 / (400 * 24)));
  EXPECT_NEAR(ace.error, std::sqrt(0.05 * 0.95 / (400 * 24)), 2e-4);
  EXPECT_NEAR(analysis.results[0].points_over_median.value, 2 * ace.value, 1e-12);
  EXPECT_EQ(analysis.results[1].first_over_median.value, 0);
  EXPECT_EQ(analysis.results[1].first_over_median.error, 0);
  EXPECT_LT(analysis.results[0].q, 1e-6);
}

TEST(Replacement, UsesTheBlocksThatBothPiecesHave) {
  std::vector<PairedCounts> counts = replacement_blocks(100);
  std::erase_if(counts, [](const PairedCounts& c) {
    return (c.piece == 0 && c.block % 10 == 0) || (c.piece == 1 && c.block % 10 == 1);
  });
  const PairedAnalysis analysis = analyse_replacement(counts, kNames);
  EXPECT_EQ(analysis.results[0].blocks, 90);
  EXPECT_NEAR(analysis.results[0].first_over_median.value, 0.05,
              4 * analysis.results[0].first_over_median.error);
  EXPECT_TRUE(analyse_replacement({}, kNames).results.empty());
}

TEST(Ablation, IsHonestAboutPowersThatDoNothing) {
  std::vector<PairedCounts> counts;
  for (int b = 0; b < 200; ++b) {
    RandomStream random(4, "ablation", b);
    for (const int piece : {0, 3}) {
      PairedCounts c;
      c.block = b;
      c.piece = piece;
      c.races = 24;
      for (int r = 0; r < 24; ++r) {
        const double u = random.uniform();
        c.first += u < (piece == 0 ? 0.35 : 0.25) ? 1 : 0;
        c.first_base += u < 0.25 ? 1 : 0;
      }
      c.uses = piece == 0 ? 48 : 0;
      counts.push_back(c);
    }
  }
  const PairedAnalysis analysis = analyse_ablation(counts, kNames);
  EXPECT_EQ(analysis.results[0].name, "ace");
  EXPECT_NEAR(analysis.results[0].first.value, 0.1, 0.02);
  EXPECT_NEAR(analysis.results[0].uses, 2, 1e-12);
  EXPECT_LT(analysis.results[0].q, 1e-6);
  EXPECT_EQ(analysis.results[1].first.value, 0);
  EXPECT_EQ(analysis.results[1].q, 1);
}

TEST(Draft, PricesPointsAndResiduals) {
  std::vector<DraftCounts> games;
  for (int g = 0; g < 100; ++g) {
    DraftCounts game;
    game.game = g;
    // piece, seat, price, bought, race, place, points
    game.pieces = {{0, 0, 4, true, 1, 1, 4},
                   {1, 1, 2, true, 1, 2, g % 2 == 0 ? 2 : 4},
                   {2, 0, g % 4 == 0 ? 0 : 1, g % 4 != 0, 2, 0, 3},
                   {3, 1, 0, false, 2, 0, 1}};
    game.scores = {7, 5};
    game.pot_shares = {0.75, 0.25};
    games.push_back(game);
  }
  const DraftAnalysis analysis = analyse_draft(games, kNames);
  ASSERT_EQ(analysis.pieces.size(), 4U);
  EXPECT_EQ(analysis.games, 100);
  const DraftedResult& ace = analysis.pieces[0];
  EXPECT_EQ(ace.name, "ace");
  EXPECT_EQ(*ace.price, 4);
  EXPECT_EQ(*ace.points_per_share, 1);
  EXPECT_NEAR(*ace.residual, 0, 1e-12);
  for (const DraftedResult& piece : analysis.pieces) {
    if (piece.name == "middle") {
      EXPECT_NEAR(piece.points.value, 3, 1e-12);
      EXPECT_NEAR(piece.points.error, 1 / std::sqrt(99), 1e-12);
      EXPECT_NEAR(*piece.points_at_price, 3, 1e-12);
    }
    if (piece.name == "low") {
      EXPECT_EQ(piece.games, 100);
      EXPECT_EQ(piece.bought, 75);
      EXPECT_EQ(*piece.price, 1);
    }
    if (piece.name == "dead") {
      EXPECT_FALSE(piece.price);
      EXPECT_FALSE(piece.residual);
    }
  }
  ASSERT_EQ(analysis.prices.size(), 4U);
  EXPECT_EQ(analysis.prices[0].price, 0);
  EXPECT_EQ(analysis.prices[0].pieces, 125);
  ASSERT_EQ(analysis.seats.size(), 2U);
  EXPECT_EQ(analysis.seats[0].score.value, 7);
  EXPECT_EQ(analysis.seats[1].pot_share.value, 0.25);
}

}  // namespace
}  // namespace clanhouse::pieces
