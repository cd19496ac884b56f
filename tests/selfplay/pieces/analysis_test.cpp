#include "selfplay/pieces/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "selfplay/pieces/interactions.h"
#include "selfplay/pieces/tables.h"
#include "selfplay/pieces/tiers.h"
#include "tests/selfplay/pieces/synthetic.h"

namespace clanhouse::pieces {
namespace {

using test::World;

bool covers(const Interval& interval, double value) {
  return interval.low <= value && value <= interval.high;
}

// 25 equal pieces in seats that are not: the honest answer is that there is nothing to tell.
TEST(PiecesAnalysis, OfEqualPiecesFindsNothing) {
  constexpr int kWorlds = 12;
  constexpr int kPieces = 25 * kWorlds;
  World world;
  world.seats = {0.3, 0.1, -0.1, -0.3};
  int wilson = 0;
  int errors = 0;
  int elo = 0;
  int false_cells = 0;
  int cells = 0;
  int findings = 0;
  int cut = 0;
  for (int w = 0; w < kWorlds; ++w) {
    const PiecesAnalysis analysis = analyse_fields(world.run_all(2, w), world.names(), w);
    ASSERT_EQ(analysis.noise, NoiseSource::kHalves);
    ASSERT_TRUE(analysis.exhaustive);
    for (const PieceResult& piece : analysis.pieces) {
      if (covers(piece.p_first_interval, 0.25)) ++wilson;
      if (std::abs(piece.p_first - 0.25) <= kNormal95 * piece.p_first_error) ++errors;
      if (std::abs(piece.elo) <= kNormal95 * piece.elo_error) ++elo;
    }
    for (const PairResult& pair : analysis.pairs) {
      ++cells;
      if (std::abs(pair.interaction->value) > kNormal95 * pair.interaction->error) ++false_cells;
      if (pair.interaction->found()) ++findings;
    }
    if (analysis.tiers() > 1) ++cut;
    EXPECT_LT(std::abs(analysis.ladder->rungs[1].gain), 1e-3);
  }
  // Within three standard deviations of 95 %: 285 ± 11.
  for (const int covered : {wilson, errors, elo}) {
    EXPECT_GE(covered, kPieces * 0.95 - 11);
    EXPECT_LE(covered, kPieces * 0.95 + 11);
  }
  EXPECT_NEAR(false_cells, 0.05 * cells, 3 * std::sqrt(0.05 * 0.95 * cells));
  EXPECT_LE(findings, 1);
  // At most three of twelve with a probability of 98 %.
  EXPECT_LE(cut, 3);
}

// Also where halves do not help: one set of dice, so that blocks are all there is.
TEST(PiecesAnalysis, OfEqualPiecesByBlocks) {
  World world;
  int errors = 0;
  int false_cells = 0;
  constexpr int kWorlds = 6;
  for (int w = 0; w < kWorlds; ++w) {
    const PiecesAnalysis analysis = analyse_fields(world.run_all(1, 100 + w), world.names(), w);
    ASSERT_EQ(analysis.noise, NoiseSource::kBlocks);
    EXPECT_FALSE(analysis.ladder);
    for (const PieceResult& piece : analysis.pieces) {
      if (std::abs(piece.p_first - 0.25) <= kNormal95 * piece.p_first_error) ++errors;
    }
    for (const PairResult& pair : analysis.pairs) {
      if (std::abs(pair.interaction->value) > kNormal95 * pair.interaction->error) ++false_cells;
    }
  }
  EXPECT_GE(errors, 25 * kWorlds * 0.95 - 9);
  EXPECT_NEAR(false_cells, 0.05 * 600 * kWorlds, 3 * std::sqrt(0.05 * 0.95 * 600 * kWorlds));
}

// Races that share their dice are fewer than they look: each race here is counted four times. The
// errors know, where Wilson's intervals cannot.
TEST(PiecesAnalysis, KnowsThatRacesOfABlockAreNotIndependent) {
  World world;
  std::vector<FieldCounts> fields = world.run_all(2, 5);
  const double error = analyse_fields(fields, world.names(), 1).pieces[0].p_first_error;
  for (FieldCounts& field : fields) {
    field.races *= 4;
    for (auto& half : field.first_second) {
      for (auto& row : half) {
        for (int& count : row) count *= 4;
      }
    }
    for (auto* table : {&field.first_from, &field.second_from, &field.ahead}) {
      for (auto& row : *table) {
        for (int& count : row) count *= 4;
      }
    }
  }
  EXPECT_NEAR(analyse_fields(fields, world.names(), 1).pieces[0].p_first_error, error, 1e-12);
}

World planted_world() {
  World world;
  for (int i = 0; i < 25; ++i) world.theta[i] = 0.05 * (12 - i);
  world.effects[3 * 25 + 17] = 0.4;  // 17 helps 3
  world.seats = {0.1, 0.05, -0.05, -0.1};
  return world;
}

TEST(PiecesAnalysis, RecoversPlantedStrengthsAndTheOneInteraction) {
  const World world = planted_world();
  const PiecesAnalysis analysis = analyse_fields(world.run_all(15, 1), world.names(), 1);
  ASSERT_EQ(analysis.pieces.size(), 25U);
  EXPECT_EQ(analysis.races, 12'650 * 60);
  for (const PieceResult& piece : analysis.pieces) {
    // Seats flatten Plackett–Luce a little, and 3 is stronger than planted by its helper.
    const double planted = 400 / std::log(10) * world.theta[piece.piece];
    if (piece.piece != 3) {
      EXPECT_NEAR(piece.elo, planted, 4) << piece.name;
    }
    EXPECT_NEAR(piece.rank, piece.piece + 1, 1);
    EXPECT_LE(piece.rank_interval.low, piece.rank);
    EXPECT_GE(piece.rank_interval.high, piece.rank);
    // Four points for the first place and two for the second.
    EXPECT_NEAR(piece.points, 4 * piece.p_first + 2 * piece.p_second, 1e-9);
    EXPECT_GT(piece.points_error, piece.p_first_error);
    EXPECT_LT(piece.points_error, 6 * piece.p_first_error);
  }
  EXPECT_GE(analysis.tiers(), 20);
  int helped = 0;
  for (const PairResult& pair : analysis.pairs) {
    if (!pair.interaction->found()) continue;
    // On the scale of probabilities, what one of the two wins the other also loses.
    const int i = analysis.pieces[pair.i].piece;
    const int j = analysis.pieces[pair.j].piece;
    EXPECT_TRUE((i == 3 && j == 17) || (i == 17 && j == 3)) << i << " " << j;
    if (i == 3) {
      ++helped;
      EXPECT_GT(pair.interaction->value, 0.03);
    }
  }
  EXPECT_EQ(helped, 1);
  for (int s = 1; s < 4; ++s) {
    EXPECT_GT(analysis.seats[s - 1].p_first_interval.low, analysis.seats[s].p_first_interval.high);
  }

  const Ladder& ladder = *analysis.ladder;
  EXPECT_NEAR(ladder.rungs[0].loss, std::log(4), 1e-12);
  EXPECT_GT(ladder.rungs[1].gain, 10 * ladder.rungs[1].error);
  EXPECT_GT(ladder.rungs[2].gain, 2 * ladder.rungs[2].error);
  EXPECT_LT(std::abs(ladder.rungs[3].gain), 1e-4);
  EXPECT_GT(*ladder.share_of_strengths, 0.95);
  EXPECT_LE(*ladder.share_of_strengths, 1.01);
}

// An effect that only a third piece brings about is nothing that strengths or pairs could say.
TEST(PiecesAnalysis, LadderSeesWhatOnlyFieldsTell) {
  World world;
  world.pieces = 10;
  world.theta.assign(10, 0);
  world.effects.assign(100, 0);
  std::vector<FieldCounts> fields = world.run_all(1, 1);
  for (FieldCounts& field : fields) {
    RandomStream random(1, "field", field.pieces[0], field.pieces[1], field.pieces[2],
                        field.pieces[3]);
    for (int a = 0; a < 4; ++a) world.theta[field.pieces[a]] = random.uniform() < 0.5F ? 0.7 : -0.7;
    field = world.run({field.pieces.begin(), field.pieces.begin() + 4}, 50, random);
  }
  const PiecesAnalysis analysis = analyse_fields(fields, world.names(), 1);
  const Ladder& ladder = *analysis.ladder;
  EXPECT_GT(ladder.rungs[3].gain, 5 * ladder.rungs[3].error);
  EXPECT_LT(*ladder.share_of_strengths, 0.5);
}

TEST(PiecesAnalysis, OfOneField) {
  World world;
  world.theta = {0.5, 0, -0.5, 0};
  world.theta.resize(25);
  RandomStream random(1, "one");
  const FieldCounts field = world.run({0, 1, 2, 7}, 2000, random);
  const PiecesAnalysis analysis = analyse_fields({field}, world.names(), 1);
  ASSERT_EQ(analysis.pieces.size(), 4U);
  EXPECT_TRUE(analysis.exhaustive);
  EXPECT_EQ(analysis.noise, NoiseSource::kRaces);
  EXPECT_EQ(analysis.pieces[0].name, "piece0");
  EXPECT_EQ(analysis.pieces[3].name, "piece2");
  EXPECT_EQ(analysis.tiers(), 3);
  for (const PieceResult& piece : analysis.pieces) {
    // The error of independent races is the binomial one.
    EXPECT_NEAR(piece.p_first_error, std::sqrt(piece.p_first * (1 - piece.p_first) / 8000), 1e-6);
    EXPECT_GT(piece.elo_error, 0);
  }
  ASSERT_EQ(analysis.pairs.size(), 12U);
  EXPECT_FALSE(analysis.pairs[0].interaction);
  EXPECT_NEAR(analysis.pairs[0].effect, 0, 1e-12);
  EXPECT_NEAR(analysis.pairs[0].ahead + analysis.pairs[3].ahead, 1, 1e-12);
  EXPECT_TRUE(analysis.ladder);
}

// Plain pieces may stand in one field several times.
TEST(PiecesAnalysis, OfAFieldWithSeveralOfAKind) {
  World world;
  world.theta[0] = 1;
  RandomStream random(1, "plain");
  const FieldCounts field = world.run({0, 5, 5, 5}, 500, random);
  const PiecesAnalysis analysis = analyse_fields({field}, world.names(), 1);
  ASSERT_EQ(analysis.pieces.size(), 2U);
  EXPECT_EQ(analysis.pieces[1].races, 6000);
  EXPECT_NEAR(analysis.pieces[0].p_first + 3 * analysis.pieces[1].p_first, 1, 1e-12);
  EXPECT_NEAR((analysis.pieces[0].elo - analysis.pieces[1].elo) / 173.7178, 1, 0.15);
  EXPECT_TRUE(analyse_fields({}, world.names(), 1).pieces.empty());
}

// A piece that never loses, and one that is never among the first two, have bounds and not infinite
// strengths.
TEST(PiecesAnalysis, CleanRecordsStayFinite) {
  World world;
  world.pieces = 6;
  world.theta = {60, 0, 0, 0, 0, -60};
  world.effects.assign(36, 0);
  const PiecesAnalysis analysis = analyse_fields(world.run_all(10, 1), world.names(), 1);
  EXPECT_EQ(analysis.pieces.front().elo_kind, RatingKind::kAtLeast);
  EXPECT_EQ(analysis.pieces.back().elo_kind, RatingKind::kAtMost);
  const std::string csv = to_csv(pieces_table(analysis)) + to_csv(pairs_table(analysis)) +
                          to_csv(ladder_table(*analysis.ladder));
  EXPECT_EQ(csv.find("nan"), std::string::npos);
  EXPECT_EQ(csv.find("inf"), std::string::npos);
}

TEST(Interactions, CentringLeavesNothingOfRowsAndColumns) {
  constexpr int n = 5;
  std::vector<double> table(n * n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) table[i * n + j] = 3 + i * i - 2 * j;
  }
  centre_doubly(table, n);
  for (const double value : table) EXPECT_NEAR(value, 0, 1e-12);
  table[7] = 1;
  centre_doubly(table, n);
  for (int i = 0; i < n; ++i) {
    double row = 0;
    double column = 0;
    for (int j = 0; j < n; ++j) {
      row += table[i * n + j];
      column += table[j * n + i];
    }
    EXPECT_NEAR(row, 0, 1e-12);
    EXPECT_NEAR(column, 0, 1e-12);
  }
}

TEST(Tiers, CutWhereTheNoiseCannotReach) {
  std::vector<std::vector<double>> noise(4);
  RandomStream random(1, "tiers");
  for (auto& row : noise) {
    for (int r = 0; r < 1000; ++r) row.push_back(0.1 * (random.uniform() - 0.5F));
  }
  EXPECT_THAT(tiers_of({0.5, 3.01, 0.51, 3}, noise), testing::ElementsAre(2, 1, 2, 1));
  EXPECT_THAT(tiers_of({1, 1, 1, 1}, noise), testing::ElementsAre(1, 1, 1, 1));
  EXPECT_TRUE(tiers_of({}, {}).empty());
}

}  // namespace
}  // namespace clanhouse::pieces
