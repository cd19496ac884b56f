#include "selfplay/ratings/meta_game.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using nlohmann::json;

void expect_list(const std::vector<double>& list, const json& expected, double tolerance) {
  ASSERT_EQ(list.size(), expected.size());
  for (std::size_t i = 0; i < list.size(); ++i) EXPECT_NEAR(list[i], expected[i], tolerance) << i;
}

TEST(MetaGame, NashAverages) {
  for (const json& entry : test::references("nash_averaging")) {
    const NashAverage average = nash_average(entry["input"]["antisymmetric_payoff"]);
    expect_list(average.mix, entry["expected"]["max_entropy_nash"], entry["tolerance"]);
    if (!entry["expected"].contains("nash_average_value")) continue;
    expect_list(average.values, entry["expected"]["nash_average_value"], entry["tolerance"]);
  }
}

TEST(MetaGame, AlphaRanks) {
  for (const json& entry : test::references("alpha_rank_single_population")) {
    const json& input = entry["input"];
    for (const auto& [key, expected] : entry["expected"].items()) {
      std::vector<bool> models = {false, true};
      if (key == "pi_own_global" || input.contains("local_selection")) models = {false};
      if (key == "pi_own_local" || key == "pi_open_spiel") models = {true};
      const std::vector<double> alphas = input["alpha"].is_number()
                                             ? std::vector<double>{input["alpha"]}
                                             : std::vector<double>{0.01, 1, 10, 1000};
      for (const bool local : models) {
        for (const double alpha : alphas) {
          expect_list(alpha_rank(input["payoff_row_player"], {input["m"], alpha, local}), expected,
                      entry["tolerance"]);
        }
      }
    }
  }
}

TEST(MetaGame, NoSelectionOverflows) {
  const PayoffTable payoff = {{0, -300, 200}, {300, 0, -1}, {-200, 1, 0}};
  for (const double alpha : {1e-9, 1.0, 1e3, 1e6}) {
    for (const bool local : {false, true}) {
      const auto shares = alpha_rank(payoff, {1000, alpha, local});
      for (const double share : shares) EXPECT_TRUE(share >= 0 && share <= 1);
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-9);
    }
  }
}

// No row gains against the mix, and clones share their part, in tables of any kind.
TEST(MetaGame, NashAveragesOfRandomTables) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    const int n = 1 + round % 9;
    PayoffTable payoff(n, std::vector<double>(n));
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) {
        // Whole numbers make tables with many equilibria.
        payoff[i][j] = round % 2 == 0 ? static_cast<int>(random() % 5) - 2
                                      : std::generate_canonical<double, 53>(random) - 0.5;
        payoff[j][i] = -payoff[i][j];
      }
    }
    const NashAverage average = nash_average(payoff);
    EXPECT_NEAR(std::accumulate(average.mix.begin(), average.mix.end(), 0.0), 1, 1e-9);
    for (int i = 0; i < n; ++i) {
      EXPECT_GE(average.mix[i], 0);
      EXPECT_LT(average.values[i], 1e-7) << json(payoff);
    }
    // With the first agent twice.
    PayoffTable cloned = payoff;
    cloned.push_back(payoff[0]);
    for (int i = 0; i <= n; ++i) cloned[i].push_back(i < n ? payoff[i][0] : 0);
    const NashAverage doubled = nash_average(cloned);
    EXPECT_NEAR(doubled.mix[0], doubled.mix[n], 1e-6) << json(payoff);
  }
}

}  // namespace
}  // namespace clanhouse
