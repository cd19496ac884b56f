#include "selfplay/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/test_data.h"

namespace clanhouse {
namespace {

using testing::ElementsAre;

TEST(Statistics, WilsonIntervalsAgreeWithReferences) {
  int cases = 0;
  for (const auto& reference : test::read_json("pieces_reference.json")) {
    if (reference["method"] != "wilson_interval") continue;
    const auto [low, high] = wilson(reference["input"]["k"], reference["input"]["n"]);
    const double tolerance = reference["tolerance"];
    EXPECT_NEAR(low, reference["expected"]["low"], tolerance) << reference;
    EXPECT_NEAR(high, reference["expected"]["high"], tolerance) << reference;
    ++cases;
  }
  EXPECT_EQ(cases, 8);
}

TEST(Statistics, WilsonStaysWithinTheUnitInterval) {
  EXPECT_EQ(wilson(0, 10).low, 0);
  EXPECT_EQ(wilson(10, 10).high, 1);
  EXPECT_EQ(wilson(0, 0).high, 1);
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
