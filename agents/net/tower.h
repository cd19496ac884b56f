// A residual tower for games on a square board, evaluated on a CPU without libtorch.
//
//   stem      3×3 convolution, ReLU
//   blocks    x + conv2(t) with t = ReLU(conv1(x)), then ReLU; in pooled blocks a linear function
//             of the means and maxima of t over the board is added to t
//   policy    1×1 convolution, ReLU, 1×1 convolution with bias: `policy_planes` logits a square
//   value     1×1 convolution, ReLU, means and maxima over the board, a hidden layer with ReLU, and
//             the logits of win, draw and loss for the player to move
//
//   owners    1×1 convolution with bias: who owns each square at the end of the game, as a logit.
//             This is only learned, since it teaches the squares what the game is about; it is not
//             evaluated here
//
// All convolutions but those that end a head are without bias and followed by a batch norm, which
// is folded into them when the weights are read. Means and maxima make of `channels` numbers a
// square 2 · `channels` a board.
#pragma once

#include <vector>

#include "agents/net/convolution.h"
#include "agents/net/linear.h"
#include "agents/net/network.h"
#include "agents/net/numbers.h"
#include "agents/net/tensors.h"
#include "core/options.h"

namespace clanhouse {

struct TowerShape {
  int size = 5;  // squares a side
  int feature_planes = 0;
  int policy_planes = 0;
  int channels = 64;
  int blocks = 6;
  int pool_every = 3;  // every so many blocks one is pooled; 0: none
  int value_channels = 16;
  int value_hidden = 64;

  bool pooled(int block) const { return pool_every > 0 && (block + 1) % pool_every == 0; }
  int squares() const { return size * size; }
  int feature_count() const { return feature_planes * squares(); }
  int policy_count() const { return policy_planes * squares(); }
  int value_count() const { return 3; }
  bool operator==(const TowerShape&) const = default;
};

// The keys under which a net file has its shape.
const OptionTable<TowerShape>& tower_options();
// All weights, those of batch norms included.
TensorShapes tower_tensors(const TowerShape& shape);
// What evaluation needs of these: every batch norm is folded into the convolution before it, which
// has a bias then, and what is only learned is left out.
TensorFile fold_norms(TensorFile file, const TowerShape& shape);

class Tower : public Network {
 public:
  static constexpr int kResults = 3;  // win, draw, loss for the player to move
  static constexpr float kNormEpsilon = 1e-5F;

  // Errors name what is missing or has another shape.
  static Result<Tower> read(const TensorFile& file);

  const TowerShape& shape() const { return shape_; }

  int feature_count() const override { return shape_.feature_count(); }
  int policy_count() const override { return shape_.policy_count(); }
  int value_count() const override { return kResults; }
  ValueKind value_kind() const override { return ValueKind::kResults; }
  // Features and policy are plane-major; the values are the logits of the results.
  void evaluate(int boards, const float* features, float* policy, float* results) override;

 private:
  struct Block {
    Convolution first;
    Convolution second;
    Linear pool;
  };

  void evaluate_chunk(int boards, const float* features, float* policy, float* results);
  // Means and maxima of the first `channels` rows over each board.
  void pool(int boards, int channels, const float* in, float* out) const;

  TowerShape shape_;
  Convolution stem_;
  std::vector<Block> blocks_;
  Linear policy_;
  Linear policy_out_;
  Linear value_;
  Linear value_hidden_;
  Linear value_out_;

  // Working memory: a column a square, padded(rows) long; of small_ and pooled_ a column a board.
  Numbers now_;
  Numbers inner_;
  Numbers wide_;
  Numbers pooled_;
  Numbers small_;
  Convolution::Memory memory_;
};

}  // namespace clanhouse
