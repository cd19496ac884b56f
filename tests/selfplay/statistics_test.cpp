#include "selfplay/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using testing::ElementsAre;

void expect_interval(const Interval& interval, const nlohmann::json& low,
                     const nlohmann::json& high, double tolerance) {
  EXPECT_NEAR(interval.low, low, tolerance);
  EXPECT_NEAR(interval.high, high, tolerance);
}

TEST(Statistics, IntervalsAgreeWithReferences) {
  for (const char* method : {"wilson_interval", "clopper_pearson_interval"}) {
    const auto interval = method == std::string("wilson_interval") ? wilson : clopper_pearson;
    for (const auto& reference : test::references(method)) {
      expect_interval(interval(reference["input"]["k"], reference["input"]["n"]),
                      reference["expected"]["low"], reference["expected"]["high"],
                      reference["tolerance"]);
    }
  }
  for (const auto& reference : test::references("binomial_intervals")) {
    const auto& expected = reference["expected"];
    const double k = reference["input"]["k"];
    const double n = reference["input"]["n"];
    expect_interval(wilson(k, n), expected["wilson"][0], expected["wilson"][1],
                    reference["tolerance"]);
    expect_interval(clopper_pearson(k, n), expected["clopper_pearson"][0],
                    expected["clopper_pearson"][1], reference["tolerance"]);
  }
}

TEST(Statistics, SampleSizes) {
  for (const auto& reference : test::references("sample_size_half_width")) {
    for (const auto& [half_width, trials] : reference["expected"].items()) {
      EXPECT_EQ(trials_for_half_width(reference["input"]["p"], std::stod(half_width)), trials);
    }
  }
}

TEST(Statistics, Combinations) {
  for (const auto& reference : test::references("combinatorics")) {
    const int n = reference["input"]["n"];
    for (const auto& [key, expected] : reference["expected"].items()) {
      if (key == "ordered_pairs") {
        EXPECT_EQ(2 * binomial(n, 2), expected);
      } else if (key == "unordered_pairs") {
        EXPECT_EQ(binomial(n, 2), expected);
      } else {
        // "C25_4"
        EXPECT_EQ(binomial(std::stoi(key.substr(1)), std::stoi(key.substr(4))), expected) << key;
      }
    }
  }
  EXPECT_EQ(binomial(4, 5), 0);
}

TEST(Statistics, WilsonStaysWithinTheUnitInterval) {
  EXPECT_EQ(wilson(0, 10).low, 0);
  EXPECT_EQ(wilson(10, 10).high, 1);
  EXPECT_EQ(wilson(0, 0).high, 1);
  EXPECT_EQ(clopper_pearson(0, 10).low, 0);
  EXPECT_EQ(clopper_pearson(10, 10).high, 1);
  EXPECT_EQ(clopper_pearson(0, 0).high, 1);
}

TEST(Statistics, TwoSidedProbabilities) {
  EXPECT_NEAR(two_sided_p(kNormal95), 0.05, 1e-12);
  EXPECT_NEAR(two_sided_p(-kNormal95), 0.05, 1e-12);
  EXPECT_EQ(two_sided_p(0), 1);
}

// R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.55), "BH").
TEST(Statistics, FalseDiscoveryRates) {
  const auto q = false_discovery_rates({0.01, 0.04, 0.03, 0.005, 0.55});
  const double expected[] = {0.025, 0.05, 0.05, 0.025, 0.55};
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(q[i], expected[i], 1e-12) << i;
  EXPECT_TRUE(false_discovery_rates({}).empty());
}

TEST(Statistics, RanksShareTies) { EXPECT_THAT(ranks({3, 5, 3, 1}), ElementsAre(2.5, 1, 2.5, 4)); }

TEST(Statistics, RankCorrelation) {
  EXPECT_NEAR(rank_correlation({1, 2, 3, 4}, {10, 20, 30, 400}), 1, 1e-12);
  EXPECT_NEAR(rank_correlation({1, 2, 3, 4}, {4, 3, 2, 1}), -1, 1e-12);
  // 1 - 6 × sum of d² / (n (n² - 1)), d = 1, 1, 1, 1, 0.
  EXPECT_NEAR(rank_correlation({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}), 0.8, 1e-12);
  EXPECT_EQ(rank_correlation({1, 2}, {7, 7}), 0);
}

TEST(Statistics, IsotonicRegressionPoolsViolators) {
  EXPECT_THAT(isotonic({1, 3, 2, 4}, {1, 1, 1, 1}), ElementsAre(1, 2.5, 2.5, 4));
  EXPECT_THAT(isotonic({3, 2, 1}, {1, 1, 2}), ElementsAre(1.75, 1.75, 1.75));
  EXPECT_TRUE(isotonic({}, {}).empty());
}

}  // namespace
}  // namespace clanhouse
