#include "cli/net_speed.h"

#include <algorithm>
#include <chrono>

namespace clanhouse::cli {
namespace {

constexpr double kRound = 0.005;
constexpr int kFewestRounds = 3;

std::vector<float> numbers(int positions, int each) {
  return std::vector<float>(static_cast<std::size_t>(positions) * static_cast<std::size_t>(each));
}

// Evaluates all positions in turns for a round; positions a second.
double round_speed(Network& net, int batch, const std::vector<float>& features,
                   std::vector<float>& policy, std::vector<float>& values) {
  const double start = seconds_now();
  double seconds = 0;
  int positions = 0;
  do {
    const float* at = features.data() + positions % kBatches.back() * net.feature_count();
    net.evaluate(batch, at, policy.data(), values.data());
    positions += batch;
    seconds = seconds_now() - start;
  } while (seconds < kRound);
  return positions / seconds;
}

}  // namespace

double seconds_now() {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now().time_since_epoch();
  return time.count();
}

void TimedNetwork::evaluate(int positions, const float* features, float* policy, float* values) {
  const double start = seconds_now();
  net_->evaluate(positions, features, policy, values);
  speed_.net_seconds += seconds_now() - start;
  const std::ptrdiff_t each = feature_count();
  for (int i = 0; i < positions; ++i) {
    std::copy_n(features + i * each, each, speed_.features.data() + next_ * each);
    next_ = (next_ + 1) % kBatches.back();
  }
}

std::vector<BatchSpeed> measure_batches(Network& ours, Network* libtorch,
                                        const std::vector<float>& features, double seconds) {
  auto policy = numbers(kBatches.back(), ours.policy_count());
  auto values = numbers(kBatches.back(), ours.value_count());
  std::vector<BatchSpeed> speeds;
  for (const int batch : kBatches) {
    BatchSpeed speed{batch, 0, 0};
    const double end = seconds_now() + seconds / static_cast<double>(kBatches.size());
    for (int round = 0; round < kFewestRounds || seconds_now() < end; ++round) {
      speed.ours = std::max(speed.ours, round_speed(ours, batch, features, policy, values));
      if (libtorch == nullptr) continue;
      speed.libtorch =
          std::max(speed.libtorch, round_speed(*libtorch, batch, features, policy, values));
    }
    speeds.push_back(speed);
  }
  return speeds;
}

}  // namespace clanhouse::cli
