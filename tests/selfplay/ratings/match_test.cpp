#include "selfplay/ratings/match.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "selfplay/statistics.h"
#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using nlohmann::json;

// What an entry may say about a match, by its names for it.
std::map<std::string, double> numbers_of(const MatchEstimate& estimate) {
  return {{"score", estimate.score},
          {"elo", estimate.elo.elo},
          {"elo_err95", elo_half_width(estimate.score, estimate.error)},
          {"nelo", estimate.normalized_elo},
          {"nelo_err95", estimate.normalized_elo_half_width},
          {"los", estimate.superiority}};
}

void check_match(const json& entry, const ScoreCounts& counts) {
  auto numbers = numbers_of(estimate_match(counts));
  numbers["variance"] = counts.variance();
  for (const char* source : {"published", "full_precision"}) {
    for (const auto& [key, expected] : entry["expected"][source].items()) {
      ASSERT_TRUE(numbers.contains(key)) << key;
      const bool exact = source == std::string("full_precision");
      // Tolerances are those of published digits, those of "elo" for all of Elo.
      const std::string of = key.find("elo") != std::string::npos ? "elo" : key;
      const double tolerance = exact ? 1e-8 * std::max(1.0, std::abs(expected.get<double>()))
                                     : entry["tolerance"][of].get<double>();
      EXPECT_NEAR(numbers[key], expected, tolerance) << entry << key;
    }
  }
}

TEST(Match, AgreesWithFastchess) {
  for (const json& entry : test::references("elo_wdl")) {
    const json& input = entry["input"];
    check_match(entry, game_counts(input["wins"], input["draws"], input["losses"]));
  }
  for (const json& entry : test::references("elo_pentanomial")) {
    check_match(entry, {test::pairs_of(entry["input"])});
  }
}

TEST(Match, AgreesWithCutechess) {
  for (const json& entry : test::references("elo_cutechess_line")) {
    const double wins = entry["input"]["wins"];
    const double draws = entry["input"]["draws"];
    const double losses = entry["input"]["losses"];
    const ScoreCounts counts = game_counts(wins, draws, losses);
    auto numbers = numbers_of(estimate_match(counts));
    numbers["los_percent"] = 100 * superiority_without_draws(wins, losses);
    numbers["drawratio_percent"] = 100 * draws / counts.total();
    for (const auto& [key, expected] : entry["expected"]["published"].items()) {
      const bool percent = key.ends_with("percent");
      EXPECT_NEAR(numbers.at(key), expected, entry["tolerance"][percent ? "percent" : "elo"]);
    }
    for (const auto& [key, expected] : entry["expected"]["full_precision"].items()) {
      EXPECT_NEAR(numbers.at(key), expected, 1e-8) << key;
    }
  }
}

TEST(Match, AgreesWithFishtest) {
  for (const json& entry : test::references("elo_fishtest_get_elo")) {
    const ScoreCounts counts{entry["input"]["results_low_to_high"]};
    const MatchEstimate estimate = estimate_match(counts.without_zeros());
    EXPECT_NEAR(estimate.elo.elo, entry["expected"]["elo"], entry["tolerance"]);
    EXPECT_NEAR(elo_half_width(estimate.score, estimate.error), entry["expected"]["elo95"],
                entry["tolerance"]);
    EXPECT_NEAR(estimate.superiority, entry["expected"]["los"], entry["tolerance"]);
  }
}

TEST(Match, ExpectedScores) {
  for (const json& entry : test::references("expected_score")) {
    for (std::size_t i = 0; i < entry["input"]["diff"].size(); ++i) {
      const double score = score_of_elo(entry["input"]["diff"][i]);
      EXPECT_NEAR(score, entry["expected"]["e"][i], entry["tolerance"]);
      EXPECT_NEAR(elo_of_score(score), entry["input"]["diff"][i], 1e-9);
    }
  }
}

// Whatever the counts, numbers are numbers.
TEST(Match, IsFiniteForAllCounts) {
  const auto check = [](const ScoreCounts& counts) {
    const MatchEstimate estimate = estimate_match(counts);
    for (const auto& [key, value] : numbers_of(estimate)) {
      EXPECT_TRUE(std::isfinite(value)) << key << json(counts.counts);
    }
    EXPECT_TRUE(std::isfinite(estimate.elo.low) && std::isfinite(estimate.elo.high));
    EXPECT_LE(estimate.elo.low, estimate.elo.elo);
    EXPECT_GE(estimate.elo.high, estimate.elo.elo);
    EXPECT_TRUE(estimate.superiority >= 0 && estimate.superiority <= 1);
  };
  for (int code = 0; code < 1024; ++code) {
    std::array<double, 5> pairs;
    for (int i = 0, rest = code; i < 5; ++i, rest /= 4) pairs[i] = rest % 4 == 3 ? 1e6 : rest % 4;
    check(pair_counts(pairs));
    check(game_counts(pairs[0], pairs[1], pairs[2]));
  }
}

TEST(Match, CleanRecordsGiveBounds) {
  const MatchEstimate won = estimate_match(game_counts(10, 0, 0));
  EXPECT_EQ(won.elo.kind, RatingKind::kAtLeast);
  EXPECT_NEAR(std::pow(score_of_elo(won.elo.elo), 10), 0.05, 1e-12);
  EXPECT_GT(won.superiority, 0.99);
  const MatchEstimate lost = estimate_match(pair_counts({5, 0, 0, 0, 0}));
  EXPECT_EQ(lost.elo.kind, RatingKind::kAtMost);
  EXPECT_NEAR(std::pow(1 - score_of_elo(lost.elo.elo), 5), 0.05, 1e-12);
  // Ten draws do not say that the two are equal to the last digit.
  const MatchEstimate drawn = estimate_match(game_counts(0, 10, 0));
  EXPECT_EQ(drawn.elo.kind, RatingKind::kEstimate);
  EXPECT_NEAR(drawn.elo.high, elo_of_score(wilson(5, 10).high), 1e-9);
  EXPECT_NEAR(drawn.superiority, 0.5, 1e-12);
  EXPECT_EQ(estimate_match(game_counts(0, 0, 0)).elo.kind, RatingKind::kNone);
}

}  // namespace
}  // namespace clanhouse
