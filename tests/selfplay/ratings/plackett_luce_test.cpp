#include "selfplay/ratings/plackett_luce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using nlohmann::json;

std::vector<int> others(int items, const std::vector<int>& places) {
  std::vector<int> rest;
  for (int i = 0; i < items; ++i) {
    if (std::find(places.begin(), places.end(), i) == places.end()) rest.push_back(i);
  }
  return rest;
}

// The input of a reference case as choices.
Choices choices_of(const json& input) {
  const int items = input.value("n_items", 4);
  Choices choices(items);
  for (const auto& pair : input.value("winner_loser", json::array())) {
    choices.add_ranking({pair[0]}, {pair[1]});
  }
  for (const auto& choice : input.value("winner_and_losers", json::array())) {
    choices.add_ranking({choice[0]}, choice[1]);
  }
  for (const auto& order : input.value("orderings_best_first", json::array())) {
    choices.add_ranking(order, {});
  }
  for (const auto& order : input.value("orderings_with_counts", json::array())) {
    std::vector<int> places;
    for (const char c : order[0].get<std::string>()) places.push_back(c - 'A');
    choices.add_ranking(places, {}, order[1]);
  }
  return choices;
}

std::vector<double> expected_theta(const json& expected) {
  for (const char* key : {"own_converged", "own", "theta", "theta_mean_zero"}) {
    if (expected.contains(key)) return expected[key];
  }
  std::vector<double> theta = expected["own_log_worth_refA"];
  const double mean = std::accumulate(theta.begin(), theta.end(), 0.0) / 4;
  for (double& t : theta) t -= mean;
  return theta;
}

// What an entry gives twice: other digits, or strengths that sum to 1.
void check_other_forms(const json& reference, const std::vector<double>& theta) {
  const json& expected = reference["expected"];
  for (const char* key : {"published", "theta"}) {
    if (!expected.contains(key)) continue;
    for (std::size_t i = 0; i < theta.size(); ++i) {
      EXPECT_NEAR(theta[i], expected[key][i], reference["tolerance"]) << reference << i;
    }
  }
  if (!expected.contains("own_worth_sum1")) return;
  double sum = 0;
  for (const double t : theta) sum += std::exp(t);
  for (std::size_t i = 0; i < theta.size(); ++i) {
    EXPECT_NEAR(std::exp(theta[i]) / sum, expected["own_worth_sum1"][i], reference["tolerance"]);
  }
}

TEST(PlackettLuce, AgreesWithOtherPrograms) {
  for (const char* method : {"bradley_terry_mle_log_worth", "bradley_terry_map_ridge",
                             "plackett_luce_mle", "top1_choice_mle", "top1_choice_map_ridge"}) {
    const double ridge = std::string(method).ends_with("_ridge") ? 0.5 : 0;
    for (const auto& reference : test::references(method)) {
      const PlackettLuceFit fit = fit_plackett_luce(choices_of(reference["input"]), ridge);
      const std::vector<double> theta = expected_theta(reference["expected"]);
      ASSERT_EQ(fit.theta.size(), theta.size());
      for (std::size_t i = 0; i < theta.size(); ++i) {
        EXPECT_EQ(fit.kinds[i], RatingKind::kEstimate) << reference << i;
        EXPECT_NEAR(fit.theta[i], theta[i], reference["tolerance"]) << reference << i;
      }
      for (const char* key : {"loglik", "own_loglik"}) {
        if (!reference["expected"].contains(key)) continue;
        EXPECT_NEAR(fit.log_likelihood, reference["expected"][key], 1e-5) << reference;
      }
      check_other_forms(reference, fit.theta);
    }
  }
}

TEST(PlackettLuce, StrengthsAsElo) {
  for (const auto& reference : test::references("log_worth_to_elo")) {
    EXPECT_NEAR(reference["input"]["theta"].get<double>() * 400 / std::numbers::ln10,
                reference["expected"]["elo"], reference["tolerance"]);
  }
}

TEST(PlackettLuce, InformationOfTwoItems) {
  Choices choices(2);
  choices.add_ranking({0}, {1}, 30);
  choices.add_ranking({1}, {0}, 10);
  const PlackettLuceFit fit = fit_plackett_luce(choices);
  EXPECT_NEAR(fit.theta[0] - fit.theta[1], std::log(3), 1e-9);
  // The variance of the log odds is 1/30 + 1/10; each theta is half of them.
  EXPECT_NEAR(fit.inverse_information[0], (1.0 / 30 + 1.0 / 10) / 4, 1e-9);
  EXPECT_NEAR(fit.inverse_information[1], -fit.inverse_information[0], 1e-9);
}

TEST(PlackettLuce, CleanRecordsHaveBounds) {
  Choices choices(4);
  for (const auto& order : {std::vector{0, 1, 2, 3}, std::vector{0, 2, 1, 3}}) {
    choices.add_ranking(order, others(4, order), 10);
  }
  const PlackettLuceFit fit = fit_plackett_luce(choices);
  EXPECT_EQ(fit.kinds[0], RatingKind::kAtLeast);
  EXPECT_EQ(fit.kinds[1], RatingKind::kEstimate);
  EXPECT_EQ(fit.kinds[3], RatingKind::kAtMost);
  EXPECT_NEAR(fit.theta[1], fit.theta[2], 1e-9);
  EXPECT_GT(fit.theta[0], fit.theta[1]);
  EXPECT_LT(fit.theta[3], fit.theta[1]);
  for (const double theta : fit.theta) EXPECT_LT(std::abs(theta), 20);
  // 20 times first of three others of which one is last: 1/2^(1/20) of 1 - 0.05^(1/20)…
  const double p = std::pow(0.05, 1.0 / 20);
  const double rest = 2 * std::exp(fit.theta[1]) + std::exp(fit.theta[3]);
  EXPECT_NEAR(std::exp(fit.theta[0]) / (std::exp(fit.theta[0]) + rest), p, 1e-6);
}

TEST(PlackettLuce, GroupsThatNeverLoseToEachOtherHaveNoStrengths) {
  Choices choices(5);
  for (const auto& order : {std::vector{0, 1}, std::vector{1, 0}, std::vector{2, 3},
                            std::vector{3, 2}, std::vector{0, 2}}) {
    choices.add_ranking(order, {});
  }
  const PlackettLuceFit fit = fit_plackett_luce(choices);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(fit.kinds[i], RatingKind::kNone);
    EXPECT_EQ(fit.theta[i], 0);
  }
}

}  // namespace
}  // namespace clanhouse
