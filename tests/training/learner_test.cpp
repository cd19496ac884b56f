// The net as libtorch trains it, and the rows that it learns from.
#include "training/learner.h"

#include <gtest/gtest.h>

#include <cmath>

#include "agents/net/net_evaluator.h"
#include "core/playthrough.h"
#include "selfplay/net_games.h"
#include "tests/agents/random_net.h"
#include "tests/core/dashigaikh/positions.h"
#include "training/rows_file.h"

namespace clanhouse::training {
namespace {

using Dash3 = dashigaikh::Dashigaikh<3>;

TowerShape small_shape(const Dash3& game) {
  TowerShape shape = tower_shape_for(game);
  shape.channels = 16;
  shape.blocks = 3;
  shape.pool_every = 2;
  return shape;
}

std::vector<TrainingRow> some_rows(const Dash3& game, int games, std::uint64_t seed = 1) {
  NetGamesOptions options;
  options.visits = 16;
  NetGames<Dash3> player(game, *Tower::read(clanhouse::test::random_net(small_shape(game), 3)),
                         options, seed);
  return player.play(0, games, [] { return false; });
}

class LearnerTest : public testing::Test {
 protected:
  void SetUp() override {
    auto learner = load_learner(shape_, {}, 1);
#ifdef CLANHOUSE_TORCH
    ASSERT_TRUE(learner) << learner.error().reason;
#else
    ASSERT_FALSE(learner);
    GTEST_SKIP() << learner.error().reason;
#endif
    learner_ = std::move(*learner);
  }
  Tower tower() const {
    TensorFile file = clanhouse::test::random_net(shape_, 1);  // for its metadata
    file.tensors = learner_->weights();
    return *Tower::read(file);
  }

  Dash3 game_{clanhouse::test::sized(3)};
  TowerShape shape_ = small_shape(game_);
  std::unique_ptr<Learner> learner_;
};

// Ten thousand positions of random games, after learning has moved the norms' statistics.
TEST_F(LearnerTest, ComputesWhatTheEigenTowerDoes) {
  const auto rows = some_rows(game_, 30);
  std::vector<const TrainingRow*> all;
  for (const TrainingRow& row : rows) all.push_back(&row);
  RandomStream random(1, "learner");
  learner_->learn(all, 30, random);
  Tower eigen = tower();
  constexpr int kBoards = 10'000;
  const int inputs = shape_.feature_count();
  std::vector<float> features(static_cast<std::size_t>(kBoards * inputs));
  auto state = game_.initial();
  for (int i = 0; i < kBoards; ++i) {
    if (game_.actor(state).over()) state = game_.initial();
    game_.encode(state, std::span(features).subspan(static_cast<std::size_t>(i * inputs),
                                                    static_cast<std::size_t>(inputs)));
    apply_random_step(game_, state, random);
  }
  const auto policies = static_cast<std::size_t>(kBoards * shape_.policy_count());
  const auto results = static_cast<std::size_t>(kBoards * Tower::kResults);
  std::vector<float> policy(policies), policy2(policies), result(results), result2(results);
  eigen.evaluate(kBoards, features.data(), policy.data(), result.data());
  learner_->evaluate(kBoards, features.data(), policy2.data(), result2.data());
  float worst = 0;
  for (std::size_t i = 0; i < policies; ++i)
    worst = std::max(worst, std::abs(policy[i] - policy2[i]));
  for (std::size_t i = 0; i < results; ++i)
    worst = std::max(worst, std::abs(result[i] - result2[i]));
  EXPECT_LT(worst, 1e-4F);
}

TEST_F(LearnerTest, LearnsFewRowsByHeart) {
  auto rows = some_rows(game_, 3);
  std::vector<const TrainingRow*> all;
  for (const TrainingRow& row : rows) all.push_back(&row);
  RandomStream random(1, "learner");
  const Losses before = learner_->learn(all, 5, random);
  learner_->learn(all, 150, random);
  const Losses after = learner_->learn(all, 5, random);
  EXPECT_LT(after.value, 0.1 * before.value);
  EXPECT_LT(after.policy, before.policy);
}

TEST_F(LearnerTest, TakesWeightsBack) {
  const Tensors first = learner_->weights();
  const auto rows = some_rows(game_, 3);
  std::vector<const TrainingRow*> all;
  for (const TrainingRow& row : rows) all.push_back(&row);
  RandomStream random(1, "learner");
  learner_->learn(all, 3, random);
  EXPECT_NE(learner_->weights(), first);
  learner_->set_weights(first);
  EXPECT_EQ(learner_->weights(), first);
}

// ---- rows ----

TEST(NetGames, MakeRowsOfWholeGames) {
  const Dash3 game(clanhouse::test::sized(3));
  const auto rows = some_rows(game, 20);
  EXPECT_GT(rows.size(), 100U);
  int wins = 0;
  for (const TrainingRow& row : rows) {
    EXPECT_EQ(row.features.size(), static_cast<std::size_t>(game.feature_count()));
    EXPECT_FLOAT_EQ(row.result[0] + row.result[1] + row.result[2], 1);
    wins += row.result[0] == 1 ? 1 : 0;
    float sum = 0;
    for (const auto& [slot, share] : row.policy) {
      EXPECT_LT(slot, static_cast<std::uint32_t>(game.policy_count()));
      EXPECT_GE(share, 0);
      sum += share;
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
  EXPECT_GT(wins, 0);
  const auto again = some_rows(game, 20);
  ASSERT_EQ(again.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(again[i].features, rows[i].features);
    EXPECT_EQ(again[i].policy, rows[i].policy);
  }
  // Pitfall 6.
  EXPECT_NE(some_rows(game, 20, 2)[0].features, rows[0].features);
}

TEST(RowsFile, GivesRowsBack) {
  const Dash3 game(clanhouse::test::sized(3));
  const auto rows = some_rows(game, 5);
  const TensorFile file = *parse_safetensors(format_safetensors(rows_to_file(rows)));
  const auto read = rows_from_file(file, small_shape(game));
  ASSERT_TRUE(read) << read.error().reason;
  ASSERT_EQ(read->size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ((*read)[i].features, rows[i].features);
    EXPECT_EQ((*read)[i].policy, rows[i].policy);
    EXPECT_EQ((*read)[i].result, rows[i].result);
  }
  EXPECT_TRUE(rows_from_file(rows_to_file({}), small_shape(game))->empty());
}

TEST(RowsFile, SaysWhatDoesNotFit) {
  const Dash3 game(clanhouse::test::sized(3));
  const TowerShape shape = small_shape(game);
  const TensorFile good = rows_to_file(some_rows(game, 2));
  const auto reason = [&](const TensorFile& file) {
    const auto rows = rows_from_file(file, shape);
    return rows ? "" : rows.error().reason;
  };
  TensorFile bad = good;
  bad.tensors.erase("first");
  EXPECT_EQ(reason(bad), "there is no tensor 'first'");
  bad = good;
  bad.tensors["features"].values.pop_back();
  EXPECT_EQ(reason(bad), "the tensors do not fit together, or are those of another game");
  bad = good;
  bad.tensors["slots"].values[3] = 1e6F;
  EXPECT_EQ(reason(bad), "an action has no slot in the policy");
  bad = good;
  bad.tensors["first"].values[1] = std::nanf("");
  EXPECT_EQ(reason(bad), "the actions of a row begin where there are none");
}

}  // namespace
}  // namespace clanhouse::training
