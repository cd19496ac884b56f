// How fast a net is: evaluated by ourselves and by libtorch, and in self-play.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "agents/net/net_file.h"
#include "selfplay/net_games.h"

namespace clanhouse::cli {

// Positions a second of one thread.
struct BatchSpeed {
  int batch = 0;
  double ours = 0;
  double libtorch = 0;  // 0: there is none
};

// Both are measured in turns, in rounds of a few milliseconds, for about so long in all; the best
// round counts, since other programs can only slow one down. `libtorch` may be null.
std::vector<BatchSpeed> measure_batches(Network& ours, Network* libtorch, double seconds);

struct SelfplaySpeed {
  double seconds = 0;
  double net_seconds = 0;  // waiting for evaluations
  std::size_t games = 0;
  NetCounts counts;
};

// Notes how long it is evaluating.
class TimedNetwork : public Network {
 public:
  TimedNetwork(std::unique_ptr<Network> net, double& seconds)
      : net_(std::move(net)), seconds_(seconds) {}
  int feature_count() const override { return net_->feature_count(); }
  int policy_count() const override { return net_->policy_count(); }
  int value_count() const override { return net_->value_count(); }
  ValueKind value_kind() const override { return net_->value_kind(); }
  void evaluate(int positions, const float* features, float* policy, float* values) override;

 private:
  std::unique_ptr<Network> net_;
  double& seconds_;
};

double seconds_now();

// One thread plays with the settings that self-play has by default.
template <Game G>
SelfplaySpeed measure_selfplay(const G& game, std::unique_ptr<Network> net, double seconds) {
  SelfplaySpeed speed;
  NetGames<G> games(game, std::make_unique<TimedNetwork>(std::move(net), speed.net_seconds), {}, 1,
                    0);
  const double start = seconds_now();
  do {
    games.step();
    speed.games += games.take_finished().size();
    speed.seconds = seconds_now() - start;
  } while (speed.seconds < seconds);
  speed.counts = games.counts();
  return speed;
}

}  // namespace clanhouse::cli
