#include "selfplay/pieces/analysis.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>

#include "selfplay/pieces/interactions.h"
#include "selfplay/pieces/tiers.h"
#include "tests/selfplay/pieces/synthetic.h"

namespace clanhouse::pieces {
namespace {

using test::World;

// 25 equal pieces with seats that are not: the honest answer is that nothing is to be told.
TEST(PiecesAnalysis, OfEqualPieces) {
  World world;
  world.seats = {0.3, 0.1, -0.1, -0.3};
  int covered = 0;
  int covered_by_errors = 0;
  int false_cells = 0;
  int findings = 0;
  int cells = 0;
  int cut = 0;
  int elo_covered = 0;
  constexpr int kWorlds = 12;
  for (int w = 0; w < kWorlds; ++w) {
    const PiecesAnalysis analysis = analyse_fields(world.run_all(2, w), world.names(), w);
    EXPECT_EQ(analysis.noise, NoiseSource::kHalves);
    for (const PieceResult& piece : analysis.pieces) {
      const auto [low, high] = piece.p_first_interval;
      if (low <= 0.25 && 0.25 <= high) ++covered;
      if (std::abs(piece.p_first - 0.25) <= kNormal95 * piece.p_first_error) ++covered_by_errors;
      if (std::abs(piece.elo) <= kNormal95 * piece.elo_error) ++elo_covered;
    }
    for (const PairResult& pair : analysis.pairs) {
      ++cells;
      const auto& s = *pair.interaction;
      if (std::abs(s.value) > kNormal95 * s.error) ++false_cells;
      if (s.found()) ++findings;
    }
    if (analysis.tiers() > 1) ++cut;
  }
  std::printf("cover %d %d %d false %d findings %d of %d cut %d\n", covered, covered_by_errors,
              elo_covered, false_cells, findings, cells, cut);
}

TEST(PiecesAnalysis, OfTheWholeDesignTakesSeconds) {
  World world;
  for (int i = 0; i < 25; ++i) world.theta[i] = 0.35 * std::sin(i * 1.7) * 1.4;
  world.effects[3 * 25 + 7] = 0.4;
  const auto start = std::chrono::steady_clock::now();
  const auto fields = world.run_all(30, 1);
  const auto ran = std::chrono::steady_clock::now();
  const PiecesAnalysis analysis = analyse_fields(fields, world.names(), 1);
  const auto done = std::chrono::steady_clock::now();
  std::printf("run %.2f analyse %.2f\n", std::chrono::duration<double>(ran - start).count(),
              std::chrono::duration<double>(done - ran).count());
  for (const auto& p : analysis.pieces) {
    std::printf(
        "%d %s %.4f [%.4f %.4f] %.5f elo %.1f±%.1f (%.1f) rank [%g %g] ahead %.3f tier %d points "
        "%.3f±%.4f\n",
        p.rank, p.name.c_str(), p.p_first, p.p_first_interval.low, p.p_first_interval.high,
        p.p_first_error, p.elo, p.elo_error, 173.7178 * world.theta[p.piece], p.rank_interval.low,
        p.rank_interval.high, p.ahead_of_next, p.tier, p.points, p.points_error);
  }
  for (const auto& pair : analysis.pairs) {
    if (pair.interaction->found())
      std::printf("%s %s D %.4f E %.4f S %.4f±%.4f q %.2g\n", analysis.pieces[pair.i].name.c_str(),
                  analysis.pieces[pair.j].name.c_str(), pair.effect, pair.interaction->expected,
                  pair.interaction->value, pair.interaction->error, pair.interaction->q);
  }
  for (const auto& rung : analysis.ladder->rungs)
    std::printf("%s %.6f gain %.6f±%.6f\n", rung.name.c_str(), rung.loss, rung.gain, rung.error);
}

}  // namespace
}  // namespace clanhouse::pieces
