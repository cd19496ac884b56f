// A trained net, evaluated on a CPU without libtorch.
//
// There are two kinds, of which a net file has the name: "tower" for games on a board (tower.h) and
// "mlp" for the others (mlp.h). net_file.h reads either, net_evaluator.h makes it an evaluator of
// the search.
#pragma once

namespace clanhouse {

// What the values of a net are.
enum class ValueKind {
  kResults,  // the logits of win, draw and loss for the seat to act
  kSeats,    // expected utilities, of the seat to act first and then round the table
};

class Network {
 public:
  virtual ~Network() = default;

  // Numbers a position: what goes in, the logits of the policy (0: there is none), the values.
  virtual int feature_count() const = 0;
  virtual int policy_count() const = 0;
  virtual int value_count() const = 0;
  virtual ValueKind value_kind() const = 0;

  // Position after position. A position's numbers do not depend on the others'. Not to be called
  // by two threads at once: a net keeps its working memory.
  virtual void evaluate(int positions, const float* features, float* policy, float* values) = 0;
};

}  // namespace clanhouse
