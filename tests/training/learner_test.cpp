// The net as libtorch trains it, and the rows that it learns from.
#include "training/learner.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/playthrough.h"
#include "tests/core/dashigaikh/positions.h"
#include "tests/training/rows.h"

namespace clanhouse::training {
namespace {

using Dash3 = dashigaikh::Dashigaikh<3>;
using clanhouse::test::some_rows;

NetShape small_shape(const Dash3& game) {
  auto shape = std::get<TowerShape>(net_shape_for(game));
  shape.channels = 16;
  shape.blocks = 3;
  shape.pool_every = 2;
  return shape;
}

RowPointers pointers_to(const std::vector<TrainingRow>& rows) {
  RowPointers pointers;
  for (const TrainingRow& row : rows) pointers.push_back(&row);
  return pointers;
}

std::unique_ptr<Network> network_of(const Learner& learner, const NetShape& shape) {
  TensorFile file;
  write_net_metadata(file, "any", shape);
  file.tensors = learner.weights();
  return *read_net(file, "any", shape);
}

class LearnerTest : public testing::Test {
 protected:
  void SetUp() override { make(learner_, small_shape(game_), {}); }
  void make(std::unique_ptr<Learner>& to, const NetShape& shape, const LearnerOptions& options) {
    auto learner = load_learner(shape, options, 1);
#ifdef CLANHOUSE_TORCH
    ASSERT_TRUE(learner) << learner.error().reason;
#else
    ASSERT_FALSE(learner);
    GTEST_SKIP() << learner.error().reason;
#endif
    to = std::move(*learner);
  }

  Dash3 game_{clanhouse::test::sized(3)};
  std::unique_ptr<Learner> learner_;
};

// The largest difference between what libtorch and our own evaluation make of the same inputs.
float worst_difference(Learner& learner, Network& own, int positions,
                       const std::vector<float>& features) {
  const auto policies = static_cast<std::size_t>(positions * own.policy_count());
  const auto values = static_cast<std::size_t>(positions * own.value_count());
  std::vector<float> policy(policies), policy2(policies), value(values), value2(values);
  own.evaluate(positions, features.data(), policy.data(), value.data());
  learner.evaluate(positions, features.data(), policy2.data(), value2.data());
  float worst = 0;
  for (std::size_t i = 0; i < policies; ++i) {
    worst = std::max(worst, std::abs(policy[i] - policy2[i]));
  }
  for (std::size_t i = 0; i < values; ++i) worst = std::max(worst, std::abs(value[i] - value2[i]));
  return worst;
}

// Ten thousand positions of random games, after learning has moved the norms' statistics.
TEST_F(LearnerTest, ComputesWhatOurOwnEvaluationDoes) {
  const auto rows = some_rows(game_, 30);
  RandomStream random(1, "learner");
  learner_->learn(pointers_to(rows), 30, 1, random);
  constexpr int kBoards = 10'000;
  const int inputs = game_.feature_count();
  std::vector<float> features(static_cast<std::size_t>(kBoards * inputs));
  auto state = game_.initial();
  for (int i = 0; i < kBoards; ++i) {
    if (game_.actor(state).over()) state = game_.initial();
    game_.encode(state, std::span(features).subspan(static_cast<std::size_t>(i * inputs),
                                                    static_cast<std::size_t>(inputs)));
    apply_random_step(game_, state, random);
  }
  const auto own = network_of(*learner_, small_shape(game_));
  EXPECT_LT(worst_difference(*learner_, *own, kBoards, features), 1e-4F);
}

TEST_F(LearnerTest, ComputesWhatOurOwnPerceptronDoes) {
  std::unique_ptr<Learner> learner;
  const MlpShape shape{40, 5, 4, 48, 2};
  make(learner, shape, {});
  if (!learner) return;
  RandomStream random(1, "mlp");
  std::vector<float> features;
  for (int i = 0; i < 1000 * shape.features; ++i) features.push_back(2 * random.uniform() - 1);
  const auto own = network_of(*learner, shape);
  EXPECT_LT(worst_difference(*learner, *own, 1000, features), 1e-4F);
}

TEST_F(LearnerTest, LearnsFewRowsByHeart) {
  for (const OptimiserKind kind : {OptimiserKind::kAdamW, OptimiserKind::kSgd}) {
    LearnerOptions options;
    options.optimiser = kind;
    options.learning_rate = kind == OptimiserKind::kSgd ? 0.03F : 0.002F;
    options.warmup = 20;
    options.averaging = 0.9F;
    options.root_value_share = 0;
    std::unique_ptr<Learner> learner;
    make(learner, small_shape(game_), options);
    if (!learner) return;
    const auto rows = some_rows(game_, 3);
    const auto all = pointers_to(rows);
    RandomStream random(1, "learner");
    const Losses before = learner->measure(all);
    learner->learn(all, 150, 1, random);
    const Losses after = learner->measure(all);
    EXPECT_LT(after.value, 0.2 * before.value);
    EXPECT_LT(after.policy, before.policy);
    EXPECT_LT(after.owners, before.owners);
  }
}

TEST_F(LearnerTest, TakesWeightsBack) {
  const Tensors first = learner_->weights();
  const auto rows = some_rows(game_, 3);
  RandomStream random(1, "learner");
  learner_->learn(pointers_to(rows), 3, 1, random);
  EXPECT_NE(learner_->weights(), first);
  learner_->set_weights(first);
  EXPECT_EQ(learner_->weights(), first);
}

// A learner that goes on from a checkpoint learns what one does that was never stopped.
TEST_F(LearnerTest, GoesOnFromACheckpoint) {
  const auto rows = some_rows(game_, 3);
  RandomStream random(1, "learner");
  learner_->learn(pointers_to(rows), 5, 1, random);
  const std::string checkpoint = learner_->save();
  RandomStream first(2, "learner"), second(2, "learner");
  learner_->learn(pointers_to(rows), 5, 1, first);
  std::unique_ptr<Learner> other;
  make(other, small_shape(game_), {});
  ASSERT_TRUE(other->load(checkpoint));
  other->learn(pointers_to(rows), 5, 1, second);
  EXPECT_EQ(other->weights(), learner_->weights());
  EXPECT_FALSE(other->load("damaged"));
  EXPECT_FALSE(other->load(checkpoint.substr(0, checkpoint.size() / 2)));
}

}  // namespace
}  // namespace clanhouse::training
