// Nets evaluated by libtorch.
#include "training/torch_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "tests/agents/random_net.h"
#include "tests/core/dashigaikh/positions.h"
#include "training/actor.h"
#include "training/learner.h"
#include "training/networks.h"

namespace clanhouse::training {
namespace {

using testing::HasSubstr;

TowerShape tower() {
  TowerShape shape;
  shape.feature_planes = 9;
  shape.policy_planes = 11;
  shape.channels = 20;
  shape.blocks = 4;
  return shape;
}

std::vector<float> random_features(const Network& net, int positions) {
  RandomStream random(3, "features");
  std::vector<float> features(static_cast<std::size_t>(positions * net.feature_count()));
  for (float& v : features) v = 2 * random.uniform() - 1;
  return features;
}

// Policies, then values.
std::vector<float> answers(Network& net, int positions, const std::vector<float>& features) {
  const auto policies = static_cast<std::size_t>(positions * net.policy_count());
  std::vector<float> numbers(policies + static_cast<std::size_t>(positions * net.value_count()));
  net.evaluate(positions, features.data(), numbers.data(), numbers.data() + policies);
  return numbers;
}

Result<std::unique_ptr<Network>> load(const NetShape& shape, const std::string& device) {
  return load_torch_network(clanhouse::test::random_net(shape, 2, "toy"), "toy", shape, device);
}

#ifdef CLANHOUSE_TORCH

TEST(TorchNetwork, ComputesWhatOurOwnEvaluationDoes) {
  for (const NetShape& shape : {NetShape(tower()), NetShape(MlpShape{40, 5, 48, 2})}) {
    const auto torch = load(shape, "cpu");
    ASSERT_TRUE(torch) << torch.error().reason;
    const auto own = *read_net(clanhouse::test::random_net(shape, 2, "toy"), "toy", shape);
    EXPECT_EQ((*torch)->feature_count(), own->feature_count());
    EXPECT_EQ((*torch)->policy_count(), own->policy_count());
    EXPECT_EQ((*torch)->value_count(), own->value_count());
    EXPECT_EQ((*torch)->value_kind(), own->value_kind());
    for (const int positions : {1, 3, 200}) {
      const auto features = random_features(*own, positions);
      const auto expected = answers(*own, positions, features);
      const auto found = answers(**torch, positions, features);
      for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-4F);
    }
  }
}

// Half precision keeps three digits.
TEST(TorchNetwork, ComputesTheSameOnAGpuOrSaysThatThereIsNone) {
  const auto on_gpu = load(tower(), "cuda");
  const auto learner = load_learner(tower(), {}, 1, "cuda");
  ASSERT_EQ(on_gpu.has_value(), learner.has_value());
  if (!on_gpu) {
    EXPECT_EQ(on_gpu.error().reason, "device 'cuda': libtorch finds no GPU here");
    EXPECT_EQ(learner.error().reason, "device 'cuda': libtorch finds no GPU here");
    return;
  }
  const auto own = *read_net(clanhouse::test::random_net(tower(), 2, "toy"), "toy", tower());
  const auto features = random_features(*own, 50);
  const auto expected = answers(*own, 50, features);
  const auto found = answers(**on_gpu, 50, features);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(found[i], expected[i], 0.02F * std::max(1.F, std::abs(expected[i])));
  }
}

#else

TEST(TorchNetwork, IsAnErrorWithoutLibtorch) {
  const auto none = load(tower(), "cpu");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().reason, "this evaluation needs libtorch, which this build does without");
}

#endif

TEST(TorchNetwork, RefusesNetsOfAnotherGame) {
  const auto other =
      load_torch_network(clanhouse::test::random_net(tower(), 2, "toy"), "ludo", tower(), "cpu");
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().reason, HasSubstr("game is toy, not ludo"));
}

// ---- networks of threads ----

// Each file is loaded once, however many threads ask for it.
TEST(Networks, AreSharedByThreadsOfTheSameNet) {
  int loaded = 0;
  const MakeNetwork networks = sharing([&](const TensorFile& file) {
    ++loaded;
    return read_net(file, "toy", tower());
  });
  for (const std::uint64_t seed : {1, 2}) {
    const TensorFile file = clanhouse::test::random_net(tower(), seed, "toy");
    const auto own = *network_maker("toy", tower(), "cpu")(file);
    const auto features = random_features(*own, 2);
    const auto expected = answers(*own, 2, features);
    std::vector<std::vector<float>> found(4);
    std::vector<std::thread> threads;
    for (auto& numbers : found) {
      threads.emplace_back([&] {
        const auto net = networks(file);
        if (net) numbers = answers(**net, 2, features);
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& numbers : found) EXPECT_EQ(numbers, expected);
  }
  EXPECT_EQ(loaded, 2);
  EXPECT_FALSE(sharing([](const TensorFile& file) { return read_net(file, "ludo", tower()); })(
      clanhouse::test::random_net(tower(), 1, "toy")));
}

// Threads that play with one net, take up the next one at different times and stop at different
// times finish their games.
TEST(Networks, LetThreadsPlayThatStopAtDifferentTimes) {
  const dashigaikh::Dashigaikh<3> game(clanhouse::test::sized(3));
  const MakeNetwork networks =
      sharing([&](const TensorFile& file) { return read_net_for(game, file); });
  const TensorFile first = clanhouse::test::untrained_net(game, 1),
                   second = clanhouse::test::untrained_net(game, 2);
  std::atomic<std::size_t> finished = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      NetGamesOptions options;
      options.games_at_once = 4;
      const auto player =
          *GamePlayer<dashigaikh::Dashigaikh<3>>::make(game, options, networks, first, t, 0);
      std::size_t games = 0;
      for (; games < 3 + 2 * t; games += player->take_finished().size()) player->step();
      ASSERT_TRUE(player->set_net(second));
      for (; games < 6 + 4 * t; games += player->take_finished().size()) player->step();
      finished += games;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(finished, 6U + 10U + 14U);
}

}  // namespace
}  // namespace clanhouse::training
