#include "selfplay/ratings/sprt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using nlohmann::json;

EloModel model_of(const std::string& name) {
  if (name == "logistic") return EloModel::kLogistic;
  return name == "normalized" ? EloModel::kNormalized : EloModel::kBayesian;
}

ScoreCounts counts_of(const json& input) {
  if (input.contains("pentanomial")) return {input["pentanomial"]};
  if (input.contains("LL")) return {test::pairs_of(input)};
  return game_counts(input["wins"], input["draws"], input["losses"]);
}

SprtSettings settings_of(const json& input) {
  SprtSettings settings;
  settings.elo0 = input["elo0"];
  settings.elo1 = input["elo1"];
  settings.alpha = input.value("alpha", 0.05);
  settings.beta = input.value("beta", 0.05);
  settings.model = model_of(input.contains("elo_model") ? input["elo_model"] : input["model"]);
  return settings;
}

double llr(const json& input, EloModel model) {
  return sprt_llr(counts_of(input), input["elo0"], input["elo1"], model);
}

TEST(Sprt, Bounds) {
  for (const json& entry : test::references("sprt_bounds")) {
    const SprtBounds bounds = sprt_bounds(entry["input"]["alpha"], entry["input"]["beta"]);
    EXPECT_NEAR(bounds.lower, entry["expected"]["lower"], entry["tolerance"]);
    EXPECT_NEAR(bounds.upper, entry["expected"]["upper"], entry["tolerance"]);
  }
}

// Published values have two digits and a relative tolerance; those of full precision an absolute.
TEST(Sprt, LogLikelihoodRatiosAgreeWithFastchessAndFishtest) {
  for (const char* method : {"gsprt_llr_trinomial", "gsprt_llr_pentanomial"}) {
    for (const json& entry : test::references(method)) {
      const json& input = entry["input"];
      const json& expected = entry["expected"];
      if (!expected.contains("full_precision")) continue;  // the next test
      const double value = llr(input, model_of(input["model"]));
      const bool one = entry["tolerance"].is_number();
      EXPECT_NEAR(value, expected["full_precision"],
                  one ? entry["tolerance"] : entry["tolerance"]["full_precision"])
          << entry;
      const double published = expected["published"];
      EXPECT_NEAR(
          value, published,
          one ? entry["tolerance"].get<double>() : 0.01 * std::max(1.0, std::abs(published)))
          << entry;
      if (expected.contains("closed_form_approximation")) {
        EXPECT_NEAR(sprt_llr_closed_form(counts_of(input), input["elo0"], input["elo1"]),
                    expected["closed_form_approximation"], 1e-6);
      }
      if (expected.contains("bounds")) {
        const SprtBounds bounds = sprt_bounds(input["alpha"], input["beta"]);
        EXPECT_NEAR(bounds.lower, expected["bounds"][0], entry["tolerance"]);
        EXPECT_NEAR(bounds.upper, expected["bounds"][1], entry["tolerance"]);
      }
    }
  }
}

// A page of raw statistics, whose Elo0 and Elo1 are normalized also for the logistic LLR.
TEST(Sprt, AgreesWithRawStatisticsOfAServer) {
  int cases = 0;
  for (const json& entry : test::references("gsprt_llr_pentanomial")) {
    const json& expected = entry["expected"];
    if (expected.contains("full_precision")) continue;
    const ScoreCounts counts = counts_of(entry["input"]);
    const double tolerance = entry["tolerance"];
    const double elo0 = entry["input"]["elo0"];
    const double elo1 = entry["input"]["elo1"];
    EXPECT_NEAR(sprt_llr(counts, elo0, elo1, EloModel::kNormalized),
                expected["llr_normalized_exact"], tolerance);
    EXPECT_NEAR(sprt_llr_closed_form(counts, elo0, elo1), expected["llr_normalized_alt"],
                tolerance);
    const double spread = counts.game_deviation() / kNormalizedElo;
    EXPECT_NEAR(sprt_llr(counts, elo_of_score(0.5 + elo0 * spread),
                         elo_of_score(0.5 + elo1 * spread), EloModel::kLogistic),
                expected["llr_logistic_exact"], tolerance);
    // Both are given with the digits that they have here.
    EXPECT_NEAR(estimate_match(counts).normalized_elo, expected["normalized_elo"], 0.005);
    EXPECT_NEAR(counts.variance(), expected["variance"], 0.000005);
    EXPECT_NEAR(counts.mean(), expected["score"], tolerance);
    ++cases;
  }
  EXPECT_EQ(cases, 1);
}

TEST(Sprt, ClosedFormsAgreeWithRacetrack) {
  for (const json& entry : test::references("gsprt_llr_pentanomial_closed_form")) {
    const json& input = entry["input"];
    const double closed = sprt_llr_closed_form(counts_of(input), input["elo0"], input["elo1"]);
    EXPECT_NEAR(closed, entry["expected"]["published"], entry["tolerance"]);
    EXPECT_NEAR(closed, entry["expected"]["closed_form"], 1e-6);
    EXPECT_NEAR(llr(input, EloModel::kNormalized), entry["expected"]["exact"], 1e-6);
  }
}

TEST(Sprt, DecisionsAgreeWithRacetrack) {
  const std::map<std::string, SprtDecision> decisions = {{"H0", SprtDecision::kTakeH0},
                                                         {"H1", SprtDecision::kTakeH1},
                                                         {"continue", SprtDecision::kContinue}};
  for (const json& entry : test::references("sprt_decision")) {
    const ScoreCounts counts = counts_of(entry["input"]);
    const SprtSettings settings = settings_of(entry["input"]);
    const SprtState state = sprt_state(counts, settings);
    EXPECT_EQ(state.decision, decisions.at(entry["expected"]["decision"]));
    // Its LLR is the closed form, which decides alike.
    const double closed = sprt_llr_closed_form(counts, settings.elo0, settings.elo1);
    EXPECT_NEAR(closed, entry["expected"]["llr"], 1e-6) << entry;
    EXPECT_EQ(sprt_decision(closed, state.bounds), state.decision);
  }
}

TEST(Sprt, AgreesWithCutechess) {
  for (const json& entry : test::references("sprt_llr_cutechess")) {
    const json& input = entry["input"];
    const double value = sprt_llr_cutechess(input["wins"], input["draws"], input["losses"],
                                            input["elo0"], input["elo1"]);
    EXPECT_NEAR(value, entry["expected"]["published"], entry["tolerance"]);
    EXPECT_NEAR(value, entry["expected"]["full_precision"], 1e-6);
    const SprtBounds bounds = sprt_bounds(input["alpha"], input["beta"]);
    EXPECT_NEAR(bounds.lower, entry["expected"]["bounds"][0], entry["tolerance"]);
    EXPECT_NEAR(bounds.upper, entry["expected"]["bounds"][1], entry["tolerance"]);
  }
}

TEST(Sprt, EstimatesAgreeWithFishtest) {
  for (const json& entry : test::references("sprt_elo_estimate_fishtest")) {
    const ScoreCounts counts = counts_of(entry["input"]["results"]);
    const SprtSettings settings = settings_of(entry["input"]);
    const SprtEstimate estimate = sprt_estimate(counts, settings);
    const json& expected = entry["expected"];
    const double tolerance = entry["tolerance"]["elo"];
    EXPECT_NEAR(estimate.elo, expected["median_unbiased_elo"], tolerance) << entry;
    EXPECT_NEAR(estimate.low, expected["ci95"][0], tolerance) << entry;
    EXPECT_NEAR(estimate.high, expected["ci95"][1], tolerance) << entry;
    EXPECT_NEAR(estimate.superiority, expected["los"], tolerance) << entry;
    EXPECT_NEAR(sprt_state(counts, settings).llr, expected["llr"], entry["tolerance"]["llr"])
        << entry;
  }
}

// One-sided tests used to loop for ever in a well-known program, on an LLR that was not a number.
TEST(Sprt, IsFiniteForAllCounts) {
  for (int code = 0; code < 1024; ++code) {
    std::array<double, 5> pairs;
    for (int i = 0, rest = code; i < 5; ++i, rest /= 4) {
      pairs[i] = rest % 4 == 3 ? 100'000 : rest % 4;
    }
    for (const auto& [elo0, elo1] : {std::pair{0.0, 5.0}, {-5.0, 0.0}, {0.0, 300.0}, {-2.0, 2.0}}) {
      for (const EloModel model : {EloModel::kLogistic, EloModel::kNormalized}) {
        EXPECT_TRUE(std::isfinite(sprt_llr(pair_counts(pairs), elo0, elo1, model))) << json(pairs);
      }
      const ScoreCounts games = game_counts(pairs[0], pairs[1], pairs[2]);
      EXPECT_TRUE(std::isfinite(sprt_llr(games, elo0, elo1, EloModel::kBayesian)));
      EXPECT_TRUE(std::isfinite(sprt_llr_closed_form(pair_counts(pairs), elo0, elo1)));
      EXPECT_TRUE(std::isfinite(sprt_llr_cutechess(pairs[0], pairs[1], pairs[2], elo0, elo1)));
      const SprtEstimate estimate =
          sprt_estimate(pair_counts(pairs), {elo0, elo1, 0.05, 0.05, EloModel::kNormalized});
      EXPECT_TRUE(std::isfinite(estimate.elo + estimate.low + estimate.high)) << json(pairs);
    }
  }
}

TEST(Sprt, CleanRecordsEnd) {
  const SprtSettings settings;
  EXPECT_EQ(sprt_state(pair_counts({0, 0, 0, 0, 1000}), settings).decision, SprtDecision::kTakeH1);
  EXPECT_EQ(sprt_state(pair_counts({1000, 0, 0, 0, 0}), settings).decision, SprtDecision::kTakeH0);
  BlockScores blocks;
  for (int i = 0; i < 200; ++i) blocks.add(1);
  EXPECT_EQ(sprt_decision(block_llr(blocks, 0.25, 0.265), sprt_bounds(0.05, 0.05)),
            SprtDecision::kTakeH1);
}

TEST(Sprt, EloAgainstAField) {
  EXPECT_NEAR(elo_against_field(0.25, 4), 0, 1e-9);
  EXPECT_NEAR(elo_against_field(0.265, 4), 13.6, 0.05);
  EXPECT_NEAR(score_against_field(elo_against_field(0.3, 5), 5), 0.3, 1e-12);
  EXPECT_NEAR(elo_against_field(0.6, 2), elo_of_score(0.6), 1e-9);
}

// Four seats with effects of ±3 points: the errors are about those that were asked for.
TEST(Sprt, BlockTestsKeepTheirErrors) {
  const double seats[] = {0.03, -0.03, 0.01, -0.01};
  const SprtBounds bounds = sprt_bounds(0.05, 0.05);
  std::mt19937_64 random(7);
  const auto accepted = [&](double share) {
    int count = 0;
    for (int run = 0; run < 300; ++run) {
      BlockScores scores;
      for (SprtDecision decision = SprtDecision::kContinue; decision == SprtDecision::kContinue;) {
        double wins = 0;
        for (const double seat : seats) {
          wins += std::generate_canonical<double, 53>(random) < share + seat ? 1 : 0;
        }
        scores.add(wins / 4);
        if (scores.blocks < 100) continue;
        decision = sprt_decision(block_llr(scores, 0.25, 0.265), bounds);
        if (decision == SprtDecision::kTakeH1) ++count;
      }
    }
    return count / 300.0;
  };
  EXPECT_LT(accepted(0.25), 0.08);
  EXPECT_GT(accepted(0.265), 0.92);
}

}  // namespace
}  // namespace clanhouse
