#include "selfplay/ratings/draw_models.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "selfplay/ratings/sprt.h"
#include "selfplay/statistics.h"
#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using nlohmann::json;

const double kScale = 400 / std::numbers::ln10;

struct Pool {
  std::map<std::string, int> index;
  std::vector<PairResults> results;
  int size() const { return static_cast<int>(index.size()); }
};

// Rows of an entry. With `single`, every game is a block of its own; else every row is one.
Pool pool_of(const json& input, bool single = true) {
  Pool pool;
  int block = 0;
  for (const json& row : input["data"]) {
    for (const int column : {0, 1}) {
      pool.index.try_emplace(row[column], static_cast<int>(pool.index.size()));
    }
    const int a = pool.index[row[0]];
    const int b = pool.index[row[1]];
    if (!single) {
      pool.results.push_back({a, b, row[2], row[3], row[4], block++});
      continue;
    }
    for (int i = 0; i < row[2]; ++i) pool.results.push_back({a, b, 1, 0, 0, block++});
    for (int i = 0; i < row[3]; ++i) pool.results.push_back({a, b, 0, 1, 0, block++});
    for (int i = 0; i < row[4]; ++i) pool.results.push_back({a, b, 0, 0, 1, block++});
  }
  return pool;
}

void expect_ratings(const Pool& pool, const PairModelFit& fit, const json& expected,
                    double tolerance, double scale = 1) {
  for (const auto& [name, i] : pool.index) {
    EXPECT_EQ(fit.ratings[i].kind, RatingKind::kEstimate);
    EXPECT_NEAR(fit.ratings[i].elo * scale, expected[name], tolerance) << name;
  }
}

double half_width(const Rating& rating) { return (rating.high - rating.low) / 2; }

TEST(DrawModels, HalfWinsAgreeWithOrdo) {
  for (const json& entry : test::references("bradley_terry_mle_draw_half")) {
    const Pool pool = pool_of(entry["input"]);
    PairModelSettings settings;
    settings.estimate_advantage = entry["input"]["first_player_advantage"];
    // Ordo's own scale: 202 points for a score of 76 %.
    const bool own = entry["input"]["beta"] == "ln(0.76/0.24)/202";
    const double scale = own ? 202 / std::log(0.76 / 0.24) / kScale : 1;
    const PairModelFit fit = fit_pairs(pool.size(), pool.results, settings);
    const json& expected = entry["expected"];
    for (const char* source : {"ordo_1_2_6", "own_newton"}) {
      expect_ratings(pool, fit, expected[source], entry["tolerance"]["rating"], scale);
    }
    if (expected["ordo_1_2_6"].contains("adv")) {
      EXPECT_NEAR(fit.advantage, expected["ordo_1_2_6"]["adv"], entry["tolerance"]["advantage"]);
    }
    if (expected["ordo_1_2_6"].contains("draw")) {
      PairModelSettings draws = settings;
      draws.draws = DrawModel::kOrdo;
      const PairModelFit with_draws = fit_pairs(pool.size(), pool.results, draws);
      EXPECT_NEAR(100 * with_draws.draw_value, expected["ordo_1_2_6"]["draw"],
                  entry["tolerance"]["rating"]);
    }
    EXPECT_NEAR(fit.advantage, expected["own_advantage"], entry["tolerance"]["advantage"]);
    settings.errors = PairErrors::kFisher;
    const PairModelFit fisher = fit_pairs(pool.size(), pool.results, settings);
    for (const auto& [name, i] : pool.index) {
      EXPECT_NEAR(half_width(fisher.ratings[i]) * scale, expected["own_naive_fisher_err95"][name],
                  0.01)
          << entry["input"]["command"] << name;
      // Those are of cells about their own means, ours of games about what the fit expects.
      EXPECT_NEAR(
          half_width(fit.ratings[i]) * scale / expected["own_sandwich_err95"][name].get<double>(),
          1, 0.05)
          << entry["input"]["command"] << name;
    }
  }
}

// Ordo's simulation of errors: sandwich errors agree within its noise.
TEST(DrawModels, ErrorsAgreeWithSimulation) {
  for (const json& entry : test::references("rating_error_simulation")) {
    const Pool pool = pool_of(entry["input"]);
    PairModelSettings settings;
    settings.estimate_advantage = true;
    settings.draws = DrawModel::kOrdo;
    settings.errors = PairErrors::kFisher;  // its simulation draws from this model
    const PairModelFit fit = fit_pairs(pool.size(), pool.results, settings);
    const json& expected = entry["expected"];
    for (const auto& [name, i] : pool.index) {
      const double error = expected["err95"][name];
      EXPECT_NEAR(half_width(fit.ratings[i]), error, 0.05 * error) << name;
    }
    const double deviation = expected["advantage_err95_or_sd"];
    EXPECT_NEAR(fit.advantage_error / kNormal95, deviation, 0.05 * deviation);
    const auto sd = [&](const std::string& pair) {
      const int a = pool.index.at(pair.substr(0, 1));
      const int b = pool.index.at(pair.substr(1, 1));
      const auto n = static_cast<std::size_t>(pool.size());
      return std::sqrt(fit.covariance[a * n + a] + fit.covariance[b * n + b] -
                       2 * fit.covariance[a * n + b]);
    };
    for (const auto& [pair, value] : expected["pair_sd"].items()) {
      EXPECT_NEAR(sd(pair), value, 0.05 * value.get<double>()) << pair;
    }
    for (const auto& [pair, percent] : expected["cfs_percent"].items()) {
      const std::string two = pair.substr(0, 1) + pair.substr(7, 1);  // "A_over_B"
      const double lead = fit.ratings[pool.index.at(two.substr(0, 1))].elo -
                          fit.ratings[pool.index.at(two.substr(1, 1))].elo;
      EXPECT_NEAR(100 * normal_cdf(lead / sd(two)), percent, entry["tolerance"]["cfs"]) << pair;
    }
  }
}

TEST(DrawModels, PerfectScoresAreBounds) {
  for (const json& entry : test::references("rating_edge_perfect_score")) {
    const Pool pool = pool_of(entry["input"]);
    const PairModelFit fit = fit_pairs(pool.size(), pool.results, {});
    const json& expected = entry["expected"]["with_G"];
    const double tolerance = entry["tolerance"];
    const double mean_of_three =
        (expected["A"].get<double>() + expected["B"].get<double>() + expected["C"].get<double>()) /
        3;
    for (const char* name : {"A", "B", "C"}) {
      EXPECT_NEAR(fit.ratings[pool.index.at(name)].elo,
                  expected[name].get<double>() - mean_of_three, tolerance)
          << name;
    }
    // Our bound is where so clean a record has probability 0.05, Ordo's floor where it has √½.
    const Rating& x = fit.ratings[pool.index.at("X")];
    EXPECT_EQ(x.kind, RatingKind::kAtLeast);
    PairModelSettings floors;
    floors.bound_probability = std::sqrt(0.5);
    const PairModelFit with_floors = fit_pairs(pool.size(), pool.results, floors);
    EXPECT_NEAR(with_floors.ratings[pool.index.at("X")].elo,
                std::stod(expected["X"].get<std::string>().substr(2)) - mean_of_three, tolerance);
    double log_probability = 0;
    for (const char* name : {"A", "B", "C"}) {
      log_probability += 2 * std::log(score_of_elo(x.elo - fit.ratings[pool.index.at(name)].elo));
    }
    EXPECT_NEAR(std::exp(log_probability), 0.05, 1e-6);
  }
}

TEST(DrawModels, PoolsThatNeverMetAreRefused) {
  for (const json& entry : test::references("rating_edge_disconnected")) {
    const Pool pool = pool_of(entry["input"]);
    const PairModelFit fit = fit_pairs(pool.size(), pool.results, {});
    ASSERT_EQ(fit.connected.groups.size(), 2U);
    EXPECT_EQ(fit.connected.groups[0], (std::vector{pool.index.at("A"), pool.index.at("B")}));
    EXPECT_EQ(fit.ratings[pool.index.at("A")].kind, RatingKind::kEstimate);
    EXPECT_EQ(fit.ratings[pool.index.at("C")].kind, RatingKind::kNone);
  }
}

TEST(DrawModels, OrdoScale) {
  for (const json& entry : test::references("ordo_scale")) {
    const double odds = entry["input"]["expectancy"].get<double>();
    const double beta = std::log(odds / (1 - odds)) / entry["input"]["points"].get<double>();
    EXPECT_NEAR(beta, entry["expected"]["beta"], entry["tolerance"]);
    EXPECT_NEAR(std::log(odds / (1 - odds)) * kScale, entry["expected"]["elo_400_equivalent_z"],
                entry["tolerance"]);
  }
}

TEST(DrawModels, OrdosDrawsAgreeWithOrdo) {
  for (const json& entry : test::references("ordo_ml_with_draw_model")) {
    const Pool pool = pool_of(entry["input"]);
    PairModelSettings settings;
    settings.draws = DrawModel::kOrdo;
    settings.estimate_advantage = true;
    const PairModelFit fit = fit_pairs(pool.size(), pool.results, settings);
    const json& tool = entry["expected"]["ordo_1_2_6"];
    const json& own = entry["expected"]["own"];
    expect_ratings(pool, fit, tool, entry["tolerance"]["tool"]);
    expect_ratings(pool, fit, own, entry["tolerance"]["own"]);
    EXPECT_NEAR(fit.advantage, own["adv"], entry["tolerance"]["own"]);
    EXPECT_NEAR(fit.advantage, tool["adv"], 0.005);
    EXPECT_NEAR(fit.draw_value, own["draw_equal"], 1e-6);
    EXPECT_NEAR(100 * fit.draw_value, tool["draw_equal_percent"], 0.005);
    EXPECT_NEAR(fit.log_likelihood, own["loglik"], 1e-6);
  }
}

TEST(DrawModels, RaoAndKuppersAgreeWithBayesElo) {
  for (const json& entry : test::references("bayeselo_rao_kupper")) {
    const Pool pool = pool_of(entry["input"]);
    const std::string command = entry["input"]["settings"];
    PairModelSettings settings;
    settings.draws = DrawModel::kRaoKupper;
    settings.prior = command.starts_with("prior 2") ? 2 : 0;
    settings.estimate_advantage = command.ends_with("mm 1 1");
    const json& expected = entry["expected"];
    if (!settings.estimate_advantage) {
      settings.advantage = expected["own_advantage"];
      settings.draw_value = expected["own_drawelo"];
    }
    const PairModelFit fit = fit_pairs(pool.size(), pool.results, settings);
    const double own = entry["tolerance"]["own"];
    expect_ratings(pool, fit, expected["own_unscaled"], own);
    EXPECT_NEAR(fit.advantage, expected["own_advantage"], own);
    EXPECT_NEAR(fit.draw_value, expected["own_drawelo"], own);
    const double scale = bayes_elo_scale(fit.draw_value);
    EXPECT_NEAR(scale, expected["own_scale"], 1e-5);
    // BayesElo prints whole numbers.
    for (const auto& [name, i] : pool.index) {
      EXPECT_NEAR(3100 + scale * fit.ratings[i].elo, expected["bayeselo_output_offset3100"][name],
                  entry["tolerance"]["tool"]);
      if (!expected.contains("bayeselo_output_scale_1")) continue;
      EXPECT_NEAR(3100 + fit.ratings[i].elo, expected["bayeselo_output_scale_1"][name],
                  entry["tolerance"]["tool"]);
    }
    if (expected.contains("own_loglik")) {
      EXPECT_NEAR(fit.log_likelihood, expected["own_loglik"], 1e-5);
    }
  }
}

// Davidson's model of two: the log odds of wins and losses are the lead, ν follows from the draws.
TEST(DrawModels, DavidsonOfTwo) {
  PairModelSettings settings;
  settings.draws = DrawModel::kDavidson;
  settings.anchor = 1;
  settings.anchor_elo = 100;
  const PairModelFit fit = fit_pairs(2, {{0, 1, 30, 20, 10, 0}}, settings);
  EXPECT_NEAR(fit.ratings[0].elo, 100 + kScale * std::log(3.0), 1e-6);
  EXPECT_EQ(fit.ratings[1].elo, 100);
  EXPECT_NEAR(fit.draw_value, 20 / std::sqrt(300.0), 1e-6);
}

TEST(DrawModels, IsFiniteForAllRecords) {
  for (int code = 0; code < 729; ++code) {
    std::vector<PairResults> results = {{0, 1, 0, 0, 0, 0}, {1, 2, 0, 0, 0, 1}};
    int rest = code;
    for (PairResults& r : results) {
      for (double* count : {&r.wins, &r.draws, &r.losses}) {
        *count = rest % 3 == 2 ? 1000 : rest % 3;
        rest /= 3;
      }
    }
    for (const auto model :
         {DrawModel::kHalfWin, DrawModel::kDavidson, DrawModel::kRaoKupper, DrawModel::kOrdo}) {
      for (const double prior : {0.0, 2.0}) {
        PairModelSettings settings;
        settings.draws = model;
        settings.estimate_advantage = true;
        settings.prior = prior;
        const PairModelFit fit = fit_pairs(3, results, settings);
        for (const Rating& rating : fit.ratings) {
          EXPECT_TRUE(std::isfinite(rating.elo + rating.low + rating.high))
              << code << " " << static_cast<int>(model) << " " << prior;
        }
        EXPECT_TRUE(std::isfinite(fit.advantage + fit.advantage_error + fit.draw_value +
                                  fit.log_likelihood))
            << code << " " << static_cast<int>(model) << " " << prior;
      }
    }
  }
}

}  // namespace
}  // namespace clanhouse
