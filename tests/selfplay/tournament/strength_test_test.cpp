#include "selfplay/tournament/strength_test.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace clanhouse {
namespace {

TEST(StrengthTest, DecidesAMatchOfTwo) {
  SprtSettings settings;
  settings.elo1 = 50;
  StrengthTest better(settings, 2);
  StrengthTest worse(settings, 2);
  RandomStream random(1, "match");
  for (int block = 0; block < 20'000; ++block) {
    const double points = 0.5 * (random.below(3) + random.below(3)) / 2;
    better.add(std::min(1.0, points + (random.below(3) == 0 ? 0.25 : 0)), 0);
    worse.add(std::max(0.0, points - (random.below(3) == 0 ? 0.25 : 0)), 0);
  }
  EXPECT_EQ(better.state().decision, SprtDecision::kTakeH1);
  EXPECT_EQ(worse.state().decision, SprtDecision::kTakeH0);
  // It stops counting there.
  EXPECT_LT(better.blocks(), 20'000);
  EXPECT_GE(better.state().llr, better.state().bounds.upper);
  EXPECT_EQ(better.history().size(), static_cast<std::size_t>(better.blocks()));
  EXPECT_EQ(better.to_json()["decision"], "H1");
}

// Share of wins among equals is 1/k: such an agent is as good as the others.
TEST(StrengthTest, OfManySeatsKeepsItsErrorRate) {
  SprtSettings settings;
  settings.elo0 = 0;
  settings.elo1 = 40;
  int accepted = 0;
  int right = 0;
  constexpr int kTests = 200;
  for (int t = 0; t < kTests; ++t) {
    RandomStream random(2, "field", t);
    StrengthTest equal(settings, 4);
    StrengthTest better(settings, 4);
    const double share = score_against_field(40, 4);
    const auto block = [&](double p) {
      int wins = 0;
      for (int seat = 0; seat < 4; ++seat) wins += random.uniform() < p ? 1 : 0;
      return wins / 4.0;
    };
    while (!equal.decided()) equal.add(0, block(0.25));
    while (!better.decided()) better.add(0, block(share));
    accepted += equal.state().decision == SprtDecision::kTakeH1 ? 1 : 0;
    right += better.state().decision == SprtDecision::kTakeH1 ? 1 : 0;
  }
  EXPECT_LE(accepted, 0.1 * kTests);
  EXPECT_GE(right, 0.9 * kTests);
}

TEST(StrengthTest, RefusesWhatMakesNoSense) {
  SprtSettings settings;
  EXPECT_TRUE(check_sprt(settings, 2));
  EXPECT_FALSE(check_sprt(settings, 3));
  settings.elo0 = settings.elo1;
  EXPECT_FALSE(check_sprt(settings, 2));
}

}  // namespace
}  // namespace clanhouse
