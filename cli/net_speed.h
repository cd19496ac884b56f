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

inline constexpr std::array kBatches = {1, 2, 4, 8, 16, 32, 64, 128, 256};

// Both are measured in turns, in rounds of a few milliseconds, for about so long in all; the best
// round counts, since other programs can only slow one down. `features` are those of as many
// positions as the largest batch has, of games: how many are zero makes a difference. `libtorch`
// may be null.
std::vector<BatchSpeed> measure_batches(Network& ours, Network* libtorch,
                                        const std::vector<float>& features, double seconds);

struct SelfplaySpeed {
  double seconds = 0;
  double net_seconds = 0;  // waiting for evaluations
  std::size_t games = 0;
  NetCounts counts;
  std::vector<float> features;  // of the last positions, as many as the largest batch has
};

// Notes how long it is evaluating, and what.
class TimedNetwork : public Network {
 public:
  TimedNetwork(std::unique_ptr<Network> net, SelfplaySpeed& speed)
      : net_(std::move(net)), speed_(speed) {
    speed_.features.resize(static_cast<std::size_t>(kBatches.back()) *
                           static_cast<std::size_t>(net_->feature_count()));
  }
  int feature_count() const override { return net_->feature_count(); }
  int policy_count() const override { return net_->policy_count(); }
  int value_count() const override { return net_->value_count(); }
  ValueKind value_kind() const override { return net_->value_kind(); }
  void evaluate(int positions, const float* features, float* policy, float* values) override;

 private:
  std::unique_ptr<Network> net_;
  SelfplaySpeed& speed_;
  int next_ = 0;  // of the positions that are kept
};

double seconds_now();

// One thread plays with the settings that self-play has by default.
template <Game G>
SelfplaySpeed measure_selfplay(const G& game, std::unique_ptr<Network> net, double seconds) {
  SelfplaySpeed speed;
  NetGames<G> games(game, std::make_unique<TimedNetwork>(std::move(net), speed), {}, 1, 0);
  const double start = seconds_now();
  do {
    games.step();
    speed.games += games.take_finished().size();
    speed.seconds = seconds_now() - start;
  } while (speed.seconds < seconds || games.counts().evaluations < kBatches.back());
  speed.counts = games.counts();
  return speed;
}

}  // namespace clanhouse::cli
