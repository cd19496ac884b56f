// Linear maps from columns of numbers to columns of numbers; their loops are those of kernels.h.
//
//   out[column] = bias + Σ over taps t of W_t · in[source(column, t)], + added[column], ReLU
//
// A fully connected layer and a 1×1 convolution have one tap, which is the column itself; a point
// of a 3×3 convolution (convolution.h) has three, the row itself and those beside it, of which
// those outside of the board count as zero. Weights are packed once, and every output is summed in
// the same order wherever its column lies, so that a column's result does not depend on what else
// is in the batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "agents/net/kernels.h"
#include "agents/net/numbers.h"

namespace clanhouse {

// Storage that vector instructions may read from and write to whole.
using kernels::padded;

// Which columns the taps of a column read, for boards side by side: of each square and tap the
// square to read, or -1.
struct Taps {
  int squares = 1;
  int taps = 1;
  std::vector<std::int16_t> sources;  // [square][tap]

  static Taps none() { return {1, 1, {0}}; }
};

class Linear {
 public:
  struct Use {
    int columns = 0;
    const float* in = nullptr;  // columns of in_stride numbers
    int in_stride = 0;
    float* out = nullptr;          // columns of padded(outputs()) numbers; the padding becomes zero
    const float* added = nullptr;  // as `out`, which it may be; null: nothing is added
    bool relu = false;
  };

  Linear() = default;
  // `weights` are [output][input][tap], as libtorch has them.
  Linear(int outputs, int inputs, int taps, std::span<const float> weights,
         std::span<const float> bias);

  int outputs() const { return outputs_; }
  int inputs() const { return inputs_; }
  void apply(const Taps& taps, const Use& use) const;
  // The same, with equal results for finite weights, for one tap and inputs that are mostly zero:
  // these are passed over, since adding nothing leaves a sum as it is.
  void apply_sparse(const Use& use) const;

 private:
  kernels::Layer layer() const;

  int outputs_ = 0;
  int inputs_ = 0;
  int taps_ = 0;
  // Of padded(outputs) outputs, as kernels::Layer has them.
  Numbers weights_;
  Numbers bias_;
};

}  // namespace clanhouse
