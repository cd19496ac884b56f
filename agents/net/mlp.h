// A residual multilayer perceptron: the values of a position for all seats, from numbers without
// the geometry of a board.
//
//   stem      linear, ReLU: `width` numbers
//   blocks    x + second(ReLU(first(x))), then ReLU
//   values    linear: a utility a seat, that of the seat to act first and then round the table
#pragma once

#include <vector>

#include "agents/net/linear.h"
#include "agents/net/network.h"
#include "agents/net/numbers.h"
#include "agents/net/tensors.h"
#include "core/options.h"

namespace clanhouse {

struct MlpShape {
  int features = 0;
  int seats = 0;    // values
  int players = 0;  // seats that are taken in the games that it is for
  int width = 128;
  int blocks = 3;

  int feature_count() const { return features; }
  int policy_count() const { return 0; }
  int value_count() const { return seats; }
  bool operator==(const MlpShape&) const = default;
};

// The keys under which a net file has its shape.
const OptionTable<MlpShape>& mlp_options();
TensorShapes mlp_tensors(const MlpShape& shape);

class Mlp : public Network {
 public:
  // Errors name what is missing or has another shape.
  static Result<Mlp> read(const TensorFile& file);

  const MlpShape& shape() const { return shape_; }

  int feature_count() const override { return shape_.features; }
  int policy_count() const override { return 0; }
  int value_count() const override { return shape_.seats; }
  ValueKind value_kind() const override { return ValueKind::kSeats; }
  void evaluate(int positions, const float* features, float* policy, float* values) override;

 private:
  struct Block {
    Linear first;
    Linear second;
  };

  MlpShape shape_;
  Linear stem_;
  std::vector<Block> blocks_;
  Linear values_;

  // Working memory: a column a position.
  Numbers now_;
  Numbers inner_;
  Numbers out_;
};

}  // namespace clanhouse
