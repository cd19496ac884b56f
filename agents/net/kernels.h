// The loops in which nets spend their time. They are compiled twice: for the processor that the
// whole build is for, and for AVX-512; a program takes the widest registers that its machine has.
// All sums are made in the same order at every width, so that results agree in every bit.
//
// Numbers lie in columns (of a square, of a position); outputs are summed and stored in blocks.
#pragma once

#include <cstddef>

#include "agents/net/filtering.h"

namespace clanhouse::kernels {

inline constexpr int kBlock = 16;    // outputs: one register of 512 bits, two of 256
inline constexpr int kColumns = 6;   // the most columns of a tile (most_packets says why)
inline constexpr int kMostTaps = 3;  // the rows of a 3×3 filter

// Storage that holds whole blocks.
constexpr int padded(int numbers) { return (numbers + kBlock - 1) / kBlock * kBlock; }

struct Layer {
  const float* weights;       // [block][tap][input][output of the block]
  std::ptrdiff_t block_size;  // numbers
  const float* bias;
  int inputs;
  int blocks;
};

// Where sums go: out[i] = ReLU(sum + added[i]).
struct Target {
  float* out;
  const float* added;  // null: nothing is added
  bool relu;
};

// A few columns, and where each of their taps begins to read; taps that read zeros in all columns
// are left out.
struct Tile {
  int columns = 0;
  std::ptrdiff_t out[kColumns] = {};  // where each column is written
  int taps = 0;
  int tap[kMostTaps] = {};
  const float* sources[kMostTaps][kColumns] = {};
};

// A column of which only some inputs count.
struct Listed {
  const float* column;
  const int* which;
  int count;
  std::ptrdiff_t out;
};

// Rows of boards, each cut into segments (filtering.h).
struct Rows {
  int rows;      // of all boards
  int size;      // squares a row
  int segments;  // a row; the last one may hang over
  int stride;    // numbers a column
};

struct Kernels {
  int register_bits;
  // All outputs of a tile, from all its taps.
  void (*sum_tile)(const Layer&, const Tile&, const Target&);
  // All outputs of a column of a layer with one tap, from the listed inputs.
  void (*sum_listed)(const Layer&, const Listed&, const Target&);
  // From squares to points: [point][row][segment] of columns. [segment - 1] of these functions.
  void (*spread[Filtering::kLongest])(const Rows&, const float* squares, float* points);
  // And back, with a bias for each number of a column.
  void (*gather[Filtering::kLongest])(const Rows&, const float* points, const float* bias,
                                      const Target&);
};

// The widest that this machine has.
const Kernels& widest();
// Those for the processor that the whole build is for.
const Kernels& baseline();

}  // namespace clanhouse::kernels
