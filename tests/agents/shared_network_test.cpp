// One net for many threads.
#include "agents/net/shared_network.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "agents/net/net_file.h"
#include "tests/agents/random_net.h"

namespace clanhouse {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TowerShape small_tower() {
  TowerShape shape;
  shape.size = 3;
  shape.feature_planes = 4;
  shape.policy_planes = 5;
  shape.channels = 8;
  shape.blocks = 1;
  return shape;
}

std::unique_ptr<Network> plain_net() {
  return *read_net(test::random_net(small_tower(), 1), "dashigaikh", small_tower());
}

// Notes the batches that it is asked for.
class Watched : public Network {
 public:
  Watched(std::unique_ptr<Network> net, std::vector<int>& batches)
      : net_(std::move(net)), batches_(batches) {}
  int feature_count() const override { return net_->feature_count(); }
  int policy_count() const override { return net_->policy_count(); }
  int value_count() const override { return net_->value_count(); }
  ValueKind value_kind() const override { return net_->value_kind(); }
  void evaluate(int positions, const float* features, float* policy, float* values) override {
    ASSERT_FALSE(inside_.exchange(true)) << "two threads at once";
    batches_.push_back(positions);
    net_->evaluate(positions, features, policy, values);
    inside_ = false;
  }

 private:
  std::unique_ptr<Network> net_;
  std::vector<int>& batches_;
  std::atomic<bool> inside_ = false;
};

struct Answer {
  std::vector<float> policy;
  std::vector<float> values;
  bool operator==(const Answer&) const = default;
};

Answer ask(Network& net, int positions, std::uint64_t seed) {
  RandomStream random(seed, "shared");
  std::vector<float> features(static_cast<std::size_t>(positions * net.feature_count()));
  for (float& v : features) v = random.uniform();
  Answer answer{std::vector<float>(static_cast<std::size_t>(positions * net.policy_count())),
                std::vector<float>(static_cast<std::size_t>(positions * net.value_count()))};
  net.evaluate(positions, features.data(), answer.policy.data(), answer.values.data());
  return answer;
}

// Runs so many threads, each with a network that it has joined before the first one starts.
template <class Work>
void run_threads(const std::shared_ptr<SharedNetwork>& shared, int threads, const Work& work) {
  std::vector<std::unique_ptr<Network>> networks;
  for (int t = 0; t < threads; ++t) networks.push_back(SharedNetwork::join(shared));
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t) {
    running.emplace_back(
        [&work, t, net = std::move(networks[static_cast<std::size_t>(t)])]() mutable {
          work(t, *net);
          net.reset();
        });
  }
  for (std::thread& thread : running) thread.join();
}

std::uint64_t seed_of(int thread, int call) {
  return static_cast<std::uint64_t>(thread * 1000 + call);
}

// Threads that ask for different numbers of positions and leave at different times.
TEST(SharedNetwork, AnswersAsTheNetItself) {
  constexpr int kThreads = 12;
  std::vector<int> batches;
  const auto shared = std::make_shared<SharedNetwork>(
      std::make_unique<Watched>(plain_net(), batches), SharedNetworkOptions{4096, hours(1)});
  std::vector<std::vector<Answer>> answers(kThreads);
  const auto calls = [](int thread) { return 20 + 5 * thread; };
  const auto positions = [](int thread, int call) { return 1 + (thread + call) % 7; };
  run_threads(shared, kThreads, [&](int t, Network& net) {
    for (int i = 0; i < calls(t); ++i) {
      answers[static_cast<std::size_t>(t)].push_back(ask(net, positions(t, i), seed_of(t, i)));
    }
  });
  const auto plain = plain_net();
  for (int t = 0; t < kThreads; ++t) {
    for (int i = 0; i < calls(t); ++i) {
      ASSERT_EQ(answers[static_cast<std::size_t>(t)][static_cast<std::size_t>(i)],
                ask(*plain, positions(t, i), seed_of(t, i)));
    }
  }
  // As many as the thread that stays longest has asked for.
  EXPECT_EQ(batches.size(), static_cast<std::size_t>(calls(kThreads - 1)));
}

TEST(SharedNetwork, WaitsForAllThreadsThatUseIt) {
  std::vector<int> batches;
  const auto shared = std::make_shared<SharedNetwork>(
      std::make_unique<Watched>(plain_net(), batches), SharedNetworkOptions{4096, hours(1)});
  run_threads(shared, 8, [](int t, Network& net) {
    for (int i = 0; i < 50; ++i) ask(net, 3, seed_of(t, i));
  });
  EXPECT_EQ(batches, std::vector<int>(50, 8 * 3));
}

// Two threads make a batch, whatever the third does.
TEST(SharedNetwork, DoesNotWaitOnceThereIsEnough) {
  std::vector<int> batches;
  const auto shared = std::make_shared<SharedNetwork>(
      std::make_unique<Watched>(plain_net(), batches), SharedNetworkOptions{6, hours(1)});
  const auto idle = SharedNetwork::join(shared);
  run_threads(shared, 2, [](int t, Network& net) {
    for (int i = 0; i < 20; ++i) ask(net, 3, seed_of(t, i));
  });
  EXPECT_EQ(batches, std::vector<int>(20, 6));
}

TEST(SharedNetwork, ForgetsThreadsThatDoNotAsk) {
  std::vector<int> batches;
  const auto shared = std::make_shared<SharedNetwork>(
      std::make_unique<Watched>(plain_net(), batches), SharedNetworkOptions{4096, milliseconds(1)});
  const auto idle = SharedNetwork::join(shared);
  run_threads(shared, 3, [](int t, Network& net) {
    for (int i = 0; i < 20; ++i) ask(net, 2, seed_of(t, i));
  });
  // It may come back.
  EXPECT_EQ(ask(*idle, 4, 9), ask(*plain_net(), 4, 9));
}

// Threads that come and go all the time; nobody waits for one that has gone.
TEST(SharedNetwork, LetsThreadsComeAndGo) {
  std::vector<int> batches;
  const auto shared = std::make_shared<SharedNetwork>(
      std::make_unique<Watched>(plain_net(), batches), SharedNetworkOptions{16, hours(1)});
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&shared, &wrong, t] {
      const auto plain = plain_net();
      for (int stay = 0; stay < 30; ++stay) {
        const auto net = SharedNetwork::join(shared);
        for (int i = 0; i < stay % 4; ++i) {
          if (ask(*net, 1 + t, seed_of(t, i)) != ask(*plain, 1 + t, seed_of(t, i))) ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

class Failing : public Watched {
 public:
  using Watched::Watched;
  void evaluate(int, const float*, float*, float*) override { throw std::runtime_error("broken"); }
};

TEST(SharedNetwork, TellsAllThreadsThatTheNetHasFailed) {
  std::vector<int> batches;
  const auto shared = std::make_shared<SharedNetwork>(
      std::make_unique<Failing>(plain_net(), batches), SharedNetworkOptions{4096, hours(1)});
  std::atomic<int> told = 0;
  run_threads(shared, 4, [&](int t, Network& net) {
    try {
      ask(net, 1, seed_of(t, 0));
    } catch (const std::runtime_error&) {
      ++told;
    }
  });
  EXPECT_EQ(told, 4);
}

}  // namespace
}  // namespace clanhouse
