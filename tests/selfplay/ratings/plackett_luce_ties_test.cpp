#include "selfplay/ratings/plackett_luce_ties.h"

#include <gtest/gtest.h>

#include <cmath>

#include "selfplay/ratings/plackett_luce.h"
#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using nlohmann::json;

// The standard error of a difference of strengths, by the Fisher information.
double error_between(const TiedFit& fit, std::size_t a, std::size_t b) {
  const std::size_t n = fit.theta.size() + fit.tie.size();
  return std::sqrt(fit.covariance[a * n + a] + fit.covariance[b * n + b] -
                   2 * fit.covariance[a * n + b]);
}

double error_of_tie(const TiedFit& fit) {
  const std::size_t n = fit.theta.size() + fit.tie.size();
  const std::size_t at = fit.theta.size();
  return std::sqrt(fit.covariance[at * n + at]);
}

// Davidson's preferences for puddings.
TEST(PlackettLuceTies, Pudding) {
  for (const json& entry : test::references("plackett_luce_davidson_ties")) {
    std::vector<TiedRanking> rankings;
    for (const json& row : entry["input"]["pudding"]) {
      const int a = row[0].get<int>() - 1;
      const int b = row[1].get<int>() - 1;
      rankings.push_back({{{a}, {b}}, {}, -1, row[3], 0});
      rankings.push_back({{{b}, {a}}, {}, -1, row[4], 0});
      rankings.push_back({{{a, b}}, {}, -1, row[5], 0});
      EXPECT_EQ(row[2], row[3].get<int>() + row[4].get<int>() + row[5].get<int>());
    }
    const TiedFit fit = fit_tied_rankings(6, rankings);
    double sum = 0;
    for (const double t : fit.theta) sum += std::exp(t);
    const json& own = entry["expected"]["own_converged"];
    const json& published = entry["expected"]["published_7_iterations"];
    const json& logs = entry["expected"]["published_log_se"];
    for (std::size_t i = 0; i < 6; ++i) {
      const double worth = std::exp(fit.theta[i]) / sum;
      EXPECT_NEAR(worth, own["worth"][i], entry["tolerance"]["converged"]);
      EXPECT_NEAR(worth, published["worth"][i], entry["tolerance"]["published"]);
      // The logarithms were published after seven rounds, as the worths were: what these may be off
      // by, relative to their size, and half of the last digit.
      const double off = entry["tolerance"]["published"];
      EXPECT_NEAR(
          std::log(published["worth"][i].get<double>() / published["worth"][0].get<double>()),
          logs["est"][i], off);
      EXPECT_NEAR(fit.theta[i] - fit.theta[0], logs["est"][i],
                  i == 0 ? off : off / worth + off * sum / std::exp(fit.theta[0]) + off);
      if (logs["se"][i].is_null()) continue;
      EXPECT_NEAR(error_between(fit, i, 0), logs["se"][i], entry["tolerance"]["published"]);
    }
    ASSERT_EQ(fit.tie.size(), 1U);
    EXPECT_NEAR(fit.tie[0], own["tie"], entry["tolerance"]["converged"]);
    EXPECT_NEAR(fit.tie[0], published["tie"], entry["tolerance"]["published"]);
    EXPECT_NEAR(std::log(fit.tie[0]), logs["tie"], entry["tolerance"]["published"]);
    EXPECT_NEAR(error_of_tie(fit), logs["tie_se"], entry["tolerance"]["published"]);
    EXPECT_NEAR(fit.log_likelihood, own["loglik"], 1e-4);
  }
}

TEST(PlackettLuceTies, FruitWithGhosts) {
  for (const json& entry : test::references("plackett_luce_ties_snapshot")) {
    std::vector<TiedRanking> rankings;
    for (const json& row : entry["input"]["rank_rows"]) {
      TiedRanking ranking;
      for (int place = 1; place <= 3; ++place) {
        std::vector<int> items;
        for (int i = 0; i < 3; ++i) {
          if (row[i] == place) items.push_back(i);
        }
        if (!items.empty()) ranking.places.push_back(items);
      }
      rankings.push_back(ranking);
    }
    const TiedFit fit = fit_tied_rankings(3, rankings, {.ghosts = 0.5});
    const json& expected = entry["expected"];
    const double tolerance = entry["tolerance"];
    const std::vector<std::string> fruit = entry["input"]["columns"];
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(fit.theta[i] - fit.theta[0], expected[fruit[i]], tolerance) << fruit[i];
      if (!expected["se"].contains(fruit[i])) continue;
      EXPECT_NEAR(error_between(fit, i, 0), expected["se"][fruit[i]], 5e-5) << fruit[i];
    }
    EXPECT_NEAR(std::log(fit.tie[0]), expected["tie2"], tolerance);
    EXPECT_NEAR(error_of_tie(fit), expected["se"]["tie2"], 5e-5);
    EXPECT_NEAR(-2 * fit.log_likelihood, expected["deviance"], 0.005);
    EXPECT_NEAR(-2 * fit.log_likelihood + 2 * 3, expected["aic"], 0.005);
  }
}

// Without ties it is the other fit.
TEST(PlackettLuceTies, AgreesWithTheFitWithoutTies) {
  Choices choices(4);
  std::vector<TiedRanking> rankings;
  for (const auto& order : {std::vector{0, 1, 2}, {3, 2, 0}, {1, 3}, {0, 3, 2, 1}}) {
    choices.add_ranking(order, {});
    rankings.emplace_back();
    for (const int item : order) rankings.back().places.push_back({item});
  }
  choices.add_ranking({2}, {0, 1});
  rankings.push_back({{{2}}, {0, 1}, -1, 1, 0});
  const PlackettLuceFit plain = fit_plackett_luce(choices);
  const TiedFit tied = fit_tied_rankings(4, rankings);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(plain.theta[i], tied.theta[i], 1e-9);
    EXPECT_NEAR(plain.inverse_information[5 * i], tied.covariance[5 * i], 1e-8);
  }
  EXPECT_NEAR(plain.log_likelihood, tied.log_likelihood, 1e-9);
  EXPECT_TRUE(tied.tie.empty());
}

// Two items: the advantage is the mean of the log odds of first seats.
TEST(PlackettLuceTies, AdvantageOfTheFirstSeat) {
  const TiedFit fit = fit_tied_rankings(2,
                                        {{{{0}, {1}}, {}, 0, 30, 0},
                                         {{{1}, {0}}, {}, 0, 10, 1},
                                         {{{0}, {1}}, {}, 1, 12, 2},
                                         {{{1}, {0}}, {}, 1, 24, 3}},
                                        {.estimate_advantage = true});
  EXPECT_NEAR(fit.advantage, (std::log(3.0) + std::log(2.0)) / 2, 1e-6);
  EXPECT_NEAR(fit.theta[0] - fit.theta[1], (std::log(3.0) - std::log(2.0)) / 2, 1e-6);
  EXPECT_GT(fit.advantage_error, 0);
}

TEST(PlackettLuceTies, CleanRecordsAreBoundsAndTiesAloneAreNumbers) {
  std::vector<TiedRanking> rankings = {{{{0}, {1}, {2}}, {}, -1, 5, 0},
                                       {{{0}, {2}, {1}}, {}, -1, 4, 1}};
  const TiedFit fit = fit_tied_rankings(3, rankings);
  EXPECT_EQ(fit.kinds[0], RatingKind::kAtLeast);
  EXPECT_NEAR(std::exp(fit.theta[0]) /
                  (std::exp(fit.theta[0]) + std::exp(fit.theta[1]) + std::exp(fit.theta[2])),
              std::pow(0.05, 1.0 / 9), 1e-9);
  const TiedFit tied = fit_tied_rankings(3, {{{{0, 1, 2}}, {}, -1, 10, 0}});
  for (const double t : tied.theta) EXPECT_NEAR(t, 0, 1e-6);
  for (const double c : tied.covariance) EXPECT_TRUE(std::isfinite(c));
  const TiedFit ghosts = fit_tied_rankings(3, rankings, {.ghosts = 0.5});
  EXPECT_EQ(ghosts.kinds[0], RatingKind::kEstimate);
  EXPECT_GT(ghosts.theta[0], 0);
}

}  // namespace
}  // namespace clanhouse
