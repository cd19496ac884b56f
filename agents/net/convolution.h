// 3×3 convolutions on square boards with fewer products than their definition has.
//
// Each row of a board is cut into segments of m squares, whose m outputs need m + 2 products in
// place of 3 m (filtering.h). On 5×5 squares a board needs 7 · 13 products of each input and output
// in place of 13 · 13, the squares outside of the board left out in both.
//
// At one point, the sum over inputs and over the three rows of the filter is a Linear. What a board
// gets does not depend on the others.
#pragma once

#include <span>
#include <vector>

#include "agents/net/linear.h"
#include "agents/net/numbers.h"

namespace clanhouse {

class Convolution {
 public:
  struct Use {
    int boards = 0;
    const float* in = nullptr;     // a column of padded(inputs()) numbers for each square
    float* out = nullptr;          // of padded(outputs()) numbers; the padding becomes zero
    const float* added = nullptr;  // as `out`, which it may be; null: nothing is added
    bool relu = false;
  };
  // Working memory, which convolutions may share.
  struct Memory {
    Numbers inputs;
    Numbers products;
  };

  Convolution() = default;
  // On size × size squares; `weights` are [output][input][3][3].
  Convolution(int size, int outputs, int inputs, std::span<const float> weights,
              std::span<const float> bias);

  int outputs() const { return outputs_; }
  int inputs() const { return inputs_; }
  void apply(const Use& use, Memory& memory) const;

 private:
  int size_ = 0;
  int outputs_ = 0;
  int inputs_ = 0;
  int segment_ = 1;   // squares
  int segments_ = 0;  // a row; the last one may hang over the board
  Taps taps_;
  std::vector<Linear> points_;
  Numbers bias_;
};

}  // namespace clanhouse
