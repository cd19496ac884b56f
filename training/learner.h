// What learns: the tower of agents/net/tower.h with its optimiser, by libtorch.
//
// libtorch takes a third of a second to load, so it is not part of the program: learner.cpp is a
// library of its own beside it, which load_learner() opens when somebody trains.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agents/net/tower.h"
#include "core/random.h"
#include "selfplay/training_row.h"

namespace clanhouse::training {

struct LearnerOptions {
  int batch = 128;
  float learning_rate = 0.003F;
  float weight_decay = 1e-4F;
};

// Means over the steps that were taken.
struct Losses {
  double policy = 0;  // cross-entropy with the visits, over the legal actions
  double value = 0;   // cross-entropy with the results
};

using Tensors = std::map<std::string, Tensor>;

// Uses one thread.
class Learner {
 public:
  virtual ~Learner() = default;

  // Takes these weights, which must be those of tower_tensors(); the optimiser goes on.
  virtual void set_weights(const Tensors& tensors) = 0;
  virtual Tensors weights() const = 0;

  // What Tower::evaluate() computes.
  virtual void evaluate(int boards, const float* features, float* policy, float* results) = 0;

  // Steps of AdamW on batches drawn from the rows (at least one).
  virtual Losses learn(std::span<const TrainingRow* const> rows, int steps,
                       RandomStream& random) = 0;
};

// A net with random weights from the seed. An error if there is no libtorch.
Result<std::unique_ptr<Learner>> load_learner(const TowerShape& shape,
                                              const LearnerOptions& options, std::uint64_t seed);

}  // namespace clanhouse::training
