// A residual tower for games on a square board, evaluated on a CPU without libtorch.
//
//   stem      3×3 convolution, ReLU
//   blocks    x + conv2(t) with t = ReLU(conv1(x)), then ReLU; in pooled blocks a linear function
//             of the means and maxima of t over the board is added to t
//   policy    1×1 convolution, ReLU, 1×1 convolution with bias: `policy_planes` logits a square
//   value     1×1 convolution, ReLU, means and maxima over the board, a hidden layer with ReLU, and
//             the logits of win, draw and loss for the player to move
//
// All convolutions but the last of the policy are without bias and followed by a batch norm, which
// is folded into them when the weights are read. Means and maxima make of `channels` numbers a
// square 2 · `channels` a board.
//
// A net file also has the weights of what is only trained with (final owners of squares); they are
// not read here.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "agents/net/safetensors.h"
#include "core/error.h"
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
  bool operator==(const TowerShape&) const = default;
};

// The keys under which a net file has its shape.
const OptionTable<TowerShape>& tower_options();
// The shape as a net file says it.
std::map<std::string, std::string> tower_metadata(const TowerShape& shape);

// The names and shapes of all weights, those of batch norms included.
std::vector<std::pair<std::string, std::vector<std::int64_t>>> tower_tensors(
    const TowerShape& shape);

class Tower {
 public:
  static constexpr int kResults = 3;  // win, draw, loss
  static constexpr float kNormEpsilon = 1e-5F;

  // Errors name what is missing or has another shape.
  static Result<Tower> read(const TensorFile& file);

  const TowerShape& shape() const { return shape_; }

  // `boards` positions, each with feature_count() inputs (plane-major). Fills in policy_count()
  // logits each, plane-major too, and kResults logits each. Not to be called by two threads at
  // once: it keeps its working memory.
  void evaluate(int boards, const float* features, float* policy, float* results);

 private:
  // A convolution with its batch norm: rows are outputs, columns inputs (for 3×3 offset-major), and
  // what is added to each output.
  struct Layer {
    int outputs = 0;
    int inputs = 0;
    std::vector<float> weights;  // column-major
    std::vector<float> bias;
  };
  struct Block {
    Layer first;
    Layer second;
    Layer pool;
  };

  void evaluate_chunk(int boards, const float* features, float* policy, float* results);
  void convolve(const Layer& layer, int boards, const float* in, float* out);
  // out = weights · in + bias, for columns side by side; a 1×1 convolution too.
  static void multiply(const Layer& layer, int columns, const float* in, float* out);
  void pool(int boards, int channels, const float* in, float* out) const;

  TowerShape shape_;
  Layer stem_;
  std::vector<Block> blocks_;
  Layer policy_;
  Layer policy_out_;
  Layer value_;
  Layer value_hidden_;
  Layer value_out_;

  // Working memory: columns are squares, rows channels.
  std::vector<float> now_;
  std::vector<float> inner_;
  std::vector<float> next_;
  std::vector<float> patches_;
  std::vector<float> pooled_;
  std::vector<float> small_;
};

}  // namespace clanhouse
