// What learns: a net with its optimiser, by libtorch.
//
// libtorch takes a third of a second to load, so it is not part of the program: learner.cpp is a
// library of its own beside it, which load_learner() opens when somebody trains.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agents/net/net_file.h"
#include "core/random.h"
#include "selfplay/training_row.h"

namespace clanhouse::training {

enum class OptimiserKind { kAdamW, kSgd };

struct LearnerOptions {
  int batch = 256;
  OptimiserKind optimiser = OptimiserKind::kAdamW;
  float learning_rate = 0.002F;
  float momentum = 0.9F;  // of SGD
  float weight_decay = 1e-4F;
  float clip = 5;    // longest gradient
  int warmup = 200;  // steps in which the learning rate rises to its height
  float averaging = 0.998F;
  float root_value_share = 0.25F;
  float value_weight = 1;
  float owners_weight = 0.1F;
};

const OptionTable<LearnerOptions>& learner_options();

// Means over positions. What a net does not have is 0.
struct Losses {
  double policy = 0;   // cross-entropy with the search's policy, over the legal actions
  double value = 0;    // cross-entropy with the results, or mean square of the error of utilities
  double owners = 0;   // mean square of the error of owners between -1 and 1
  double entropy = 0;  // of the net's policy, over the legal actions
};

using Tensors = std::map<std::string, Tensor>;
using RowPointers = std::vector<const TrainingRow*>;

// Uses one thread.
class Learner {
 public:
  virtual ~Learner() = default;

  // Takes these weights, which must be those of net_tensors(); the optimiser goes on.
  virtual void set_weights(const Tensors& tensors) = 0;
  // Means of the weights over the last steps, each step counting `averaging` times as much as the
  // one after it.
  virtual Tensors weights() const = 0;

  // The content of a checkpoint: everything that learning goes on from.
  virtual std::string save() const = 0;
  virtual Result<void> load(const std::string& content) = 0;

  // What Network::evaluate() computes from weights().
  virtual void evaluate(int positions, const float* features, float* policy, float* values) = 0;

  // Steps on batches drawn from the rows (at least one), at a share of the learning rate.
  virtual Losses learn(const RowPointers& rows, int steps, float rate_share,
                       RandomStream& random) = 0;
  // The losses of weights() on the rows; learns nothing.
  virtual Losses measure(const RowPointers& rows) = 0;
};

// A net with random weights from the seed, on the device "cpu" or "cuda". An error if there is no
// libtorch or no such device.
Result<std::unique_ptr<Learner>> load_learner(const NetShape& shape, const LearnerOptions& options,
                                              std::uint64_t seed,
                                              const std::string& device = "cpu");

}  // namespace clanhouse::training
