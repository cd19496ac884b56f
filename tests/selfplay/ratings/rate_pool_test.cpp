#include "selfplay/ratings/rate_pool.h"

#include <gtest/gtest.h>

#include <cmath>

#include "selfplay/ratings/ladder.h"

namespace clanhouse {
namespace {

// Games of two: wins, draws and losses of a, who sits first in every second block.
void add(ResultPool& pool, int a, int b, int wins, int draws, int losses) {
  const auto play = [&](int count, std::vector<int> ranks) {
    for (int i = 0; i < count; ++i) {
      const bool swapped = i % 2 == 1;
      RatedGame game;
      game.agents = swapped ? std::vector{b, a} : std::vector{a, b};
      game.ranks = swapped ? std::vector{ranks[1], ranks[0]} : ranks;
      game.seated = true;
      game.block = pool.blocks++;
      pool.games.push_back(game);
    }
  };
  play(wins, {0, 1});
  play(draws, {0, 0});
  play(losses, {1, 0});
}

// Games of an agent against itself, by who won in which seat.
void add_alone(ResultPool& pool, int agent, int first, int second) {
  for (int i = 0; i < first + second; ++i) {
    const int rank = i < first ? 0 : 1;
    pool.games.push_back({{agent, agent}, {rank, 1 - rank}, true, pool.blocks++, 0});
  }
}

ResultPool pool_of_three() {
  ResultPool pool;
  pool.names = {"A", "B", "C"};
  pool.files = 1;
  add(pool, 0, 1, 30, 10, 20);
  add(pool, 1, 2, 25, 5, 20);
  add(pool, 0, 2, 35, 10, 15);
  return pool;
}

TEST(RatePool, ModelsAgreeOnTheOrder) {
  const ResultPool pool = pool_of_three();
  for (const auto model : {RatingModel::kBradleyTerry, RatingModel::kDavidson,
                           RatingModel::kRaoKupper, RatingModel::kPlackettLuce}) {
    RateSettings settings;
    settings.model = model;
    const PoolRatings rated = rate_pool(pool, settings);
    EXPECT_GT(rated.ratings[0].elo, rated.ratings[1].elo);
    EXPECT_GT(rated.ratings[1].elo, rated.ratings[2].elo);
    EXPECT_NEAR(rated.ratings[0].elo + rated.ratings[1].elo + rated.ratings[2].elo, 0, 1e-6);
    EXPECT_TRUE(rated.connected.groups.empty());
    EXPECT_NEAR(*rated.superiority[0][2] + *rated.superiority[2][0], 1, 1e-9);
    EXPECT_GT(*rated.superiority[0][2], 0.95);
    EXPECT_FALSE(rated.superiority[0][0]);
  }
}

// Davidson's model is that of Plackett and Luce with ties, of two at a time.
TEST(RatePool, DavidsonIsPlackettLuceOfTwo) {
  const ResultPool pool = pool_of_three();
  RateSettings settings;
  settings.model = RatingModel::kDavidson;
  const PoolRatings davidson = rate_pool(pool, settings);
  settings.model = RatingModel::kPlackettLuce;
  const PoolRatings ties = rate_pool(pool, settings);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(davidson.ratings[i].elo, ties.ratings[i].elo, 1e-4);
    EXPECT_NEAR(davidson.ratings[i].high, ties.ratings[i].high, 1e-4);
  }
  EXPECT_NEAR(davidson.draw_value, ties.tie[0], 1e-6);
  EXPECT_NEAR(davidson.log_likelihood, ties.log_likelihood, 1e-6);
}

TEST(RatePool, BootstrapAgreesWithTheSandwichAndItsSeed) {
  const ResultPool pool = pool_of_three();
  RateSettings settings;
  const PoolRatings sandwich = rate_pool(pool, settings);
  settings.errors = RatingErrors::kBootstrap;
  settings.bootstrap = 400;
  const PoolRatings one = rate_pool(pool, settings);
  const PoolRatings two = rate_pool(pool, settings);
  settings.seed = 2;
  const PoolRatings other = rate_pool(pool, settings);
  for (int i = 0; i < 3; ++i) {
    const double width = sandwich.ratings[i].high - sandwich.ratings[i].low;
    EXPECT_NEAR(one.ratings[i].high - one.ratings[i].low, width, 0.15 * width);
    EXPECT_EQ(one.ratings[i].high, two.ratings[i].high);
    EXPECT_NE(one.ratings[i].high, other.ratings[i].high);
  }
  EXPECT_NEAR(*one.superiority[0][1], *sandwich.superiority[0][1], 0.06);
}

TEST(RatePool, AnchorsPriorsAndShutOuts) {
  ResultPool pool = pool_of_three();
  pool.names.push_back("D");
  add(pool, 3, 0, 0, 0, 6);
  for (const auto model : {RatingModel::kBradleyTerry, RatingModel::kPlackettLuce}) {
    RateSettings settings;
    settings.model = model;
    settings.anchor = 1;
    settings.anchor_elo = 2000;
    const PoolRatings rated = rate_pool(pool, settings);
    EXPECT_EQ(rated.ratings[1].elo, 2000);
    EXPECT_EQ(rated.ratings[1].low, 2000);
    EXPECT_EQ(rated.ratings[3].kind, RatingKind::kAtMost);
    EXPECT_LT(rated.ratings[3].elo, rated.ratings[0].elo);
    EXPECT_FALSE(rated.superiority[3][0]);
    settings.prior = 2;
    const PoolRatings with_prior = rate_pool(pool, settings);
    EXPECT_EQ(with_prior.ratings[3].kind, RatingKind::kEstimate);
    EXPECT_LT(with_prior.ratings[3].elo, with_prior.ratings[0].elo);
  }
}

TEST(RatePool, OnlyTheTopPlacesCountIfAsked) {
  ResultPool pool;
  pool.names = {"A", "B", "C"};
  for (const auto& ranks :
       {std::vector{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {1, 0, 2}, {0, 1, 2}}) {
    pool.games.push_back({{0, 1, 2}, ranks, false, pool.blocks++, 0});
  }
  RateSettings settings;
  settings.model = RatingModel::kPlackettLuce;
  settings.top = 1;
  const PoolRatings rated = rate_pool(pool, settings);
  // Winners alone: worths are as the wins, 3, 2 and 1.
  const double per_unit = 400 / std::log(10);
  EXPECT_NEAR(rated.ratings[0].elo - rated.ratings[2].elo, per_unit * std::log(3), 1e-4);
  EXPECT_NEAR(rated.ratings[1].elo - rated.ratings[2].elo, per_unit * std::log(2), 1e-4);
}

// What an agent makes of itself only says what the first seat is worth, and in models with draws
// how often equals draw.
TEST(RatePool, GamesAgainstItselfSayNothingOfStrength) {
  const ResultPool pool = pool_of_three();
  ResultPool more = pool;
  add_alone(more, 0, 60, 30);
  for (const auto model : {RatingModel::kBradleyTerry, RatingModel::kPlackettLuce}) {
    RateSettings settings;
    settings.model = model;
    const PoolRatings without = rate_pool(pool, settings);
    const PoolRatings with = rate_pool(more, settings);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(with.ratings[i].elo, without.ratings[i].elo, 1e-6);
      EXPECT_NEAR(with.ratings[i].high, without.ratings[i].high, 1e-6);
    }
  }
  for (const auto system : {OnlineSystem::kElo, OnlineSystem::kWengLin, OnlineSystem::kTrueSkill,
                            OnlineSystem::kGlicko2}) {
    const auto without = climb(pool, system);
    const auto with = climb(more, system);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(with[i].rating, without[i].rating);
      EXPECT_EQ(with[i].spread, without[i].spread);
      EXPECT_EQ(with[i].games, without[i].games);
    }
  }
  // 60 of 90 alone and 10 of 20 together.
  ResultPool level;
  level.names = {"A", "B"};
  add(level, 0, 1, 10, 0, 10);
  add_alone(level, 0, 60, 30);
  RateSettings settings;
  settings.first_seat = true;
  EXPECT_NEAR(rate_pool(level, settings).advantage, 400 * std::log10(70.0 / 40), 1e-3);
}

// Whoever plays them: one agent alone, or one that no rating can be given to.
TEST(RatePool, GamesAgainstItselfTellWhatTheFirstSeatIsWorth) {
  ResultPool alone;
  alone.names = {"A"};
  add_alone(alone, 0, 60, 30);
  ResultPool clean;
  clean.names = {"A", "B"};
  add(clean, 0, 1, 20, 0, 0);
  add_alone(clean, 0, 60, 30);
  for (const ResultPool& pool : {alone, clean}) {
    RateSettings settings;
    settings.first_seat = true;
    const PoolRatings rated = rate_pool(pool, settings);
    EXPECT_NEAR(rated.advantage, 400 * std::log10(2), 1e-2);
    // Of 90 games: 1 / sqrt(90 · 2/9) in log odds.
    EXPECT_NEAR(rated.advantage_error, 1.96 * 400 / std::log(10) / std::sqrt(20), 0.5);
  }
  RateSettings settings;
  settings.first_seat = true;
  settings.model = RatingModel::kDavidson;
  add(alone, 0, 0, 0, 90, 0);
  // 90 of 180 are drawn: ν is the share of draws over the root of those of wins and losses.
  const PoolRatings rated = rate_pool(alone, settings);
  EXPECT_NEAR(rated.draw_value, 90 / std::sqrt(60.0 * 30), 1e-3);
}

// A bound is that against others, whatever copies of the agent do to each other.
TEST(RatePool, ShutOutsWithCopiesAreBounded) {
  ResultPool pool;
  pool.names = {"A", "B", "C"};
  for (int i = 0; i < 20; ++i) {
    pool.games.push_back({{0, 1}, {i % 2, 1 - i % 2}, true, pool.blocks++, 0});
    pool.games.push_back({{0, 2, 2}, {0, 1, 2}, true, pool.blocks++, 0});
  }
  for (const auto model : {RatingModel::kBradleyTerry, RatingModel::kPlackettLuce}) {
    RateSettings settings;
    settings.model = model;
    const PoolRatings rated = rate_pool(pool, settings);
    EXPECT_TRUE(rated.connected.groups.empty());
    EXPECT_EQ(rated.ratings[2].kind, RatingKind::kAtMost);
    // To lose 20 races to A, who is level with B, or, as games of two, both games of each.
    const double games = model == RatingModel::kPlackettLuce ? 20 : 40;
    const double lost = std::pow(0.05, 1 / games);
    const double odds =
        model == RatingModel::kPlackettLuce ? (1 - lost) / lost / 2 : (1 - lost) / lost;
    EXPECT_NEAR(rated.ratings[2].elo, 400 * std::log10(odds), 0.1);
  }
  // Two copies of the winner that share the first place; ties are known from others.
  ResultPool tied;
  tied.names = {"A", "B", "C"};
  for (int i = 0; i < 20; ++i) {
    tied.games.push_back({{0, 1}, {i % 2, 1 - i % 2}, true, tied.blocks++, 0});
    tied.games.push_back({{0, 1}, {0, 0}, true, tied.blocks++, 0});
    tied.games.push_back({{2, 2, 0}, {0, 0, 2}, true, tied.blocks++, 0});
  }
  RateSettings settings;
  settings.model = RatingModel::kPlackettLuce;
  const PoolRatings rated = rate_pool(tied, settings);
  EXPECT_EQ(rated.ratings[2].kind, RatingKind::kAtLeast);
  EXPECT_GT(rated.ratings[2].elo, 0);
  EXPECT_LT(rated.ratings[2].elo, 1000);
}

TEST(RatePool, Payoffs) {
  const PayoffTable payoff = payoffs_of(scores_of(pool_of_three()));
  EXPECT_NEAR(payoff[0][1], 35.0 / 60 - 0.5, 1e-12);
  EXPECT_NEAR(payoff[0][1] + payoff[1][0], 0, 1e-12);
  EXPECT_EQ(payoff[2][2], 0);
}

TEST(RatePool, Ladders) {
  const ResultPool pool = pool_of_three();
  for (const auto system : {OnlineSystem::kElo, OnlineSystem::kWengLin, OnlineSystem::kTrueSkill,
                            OnlineSystem::kGlicko2}) {
    const auto ratings = climb(pool, system);
    EXPECT_EQ(ratings[0].games, 120);
    for (const LadderRating& r : ratings) EXPECT_TRUE(std::isfinite(r.rating));
    EXPECT_EQ(ratings[0].spread > 0, system != OnlineSystem::kElo);
  }
}

}  // namespace
}  // namespace clanhouse
