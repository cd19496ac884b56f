#include "agents/net/linear.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "agents/net/kernels.h"

namespace clanhouse {
namespace {

using kernels::kBlock;
using kernels::kColumns;

// A column's inputs that are not zero.
struct Inputs {
  std::vector<int> which;
  int count = 0;

  void find(const float* column, int size) {
    which.resize(static_cast<std::size_t>(size));
    count = 0;
    // Without a branch, since it could not be predicted; by bits, which is the shorter comparison:
    // −0 may be listed.
    for (int i = 0; i < size; ++i) {
      which[count] = i;
      count += std::bit_cast<std::uint32_t>(column[i]) != 0 ? 1 : 0;
    }
  }
};

}  // namespace

Linear::Linear(int outputs, int inputs, int taps, std::span<const float> weights,
               std::span<const float> bias)
    : outputs_(outputs), inputs_(inputs), taps_(taps) {
  assert(taps <= kernels::kMostTaps);
  const auto columns = static_cast<std::size_t>(inputs) * static_cast<std::size_t>(taps);
  const auto rows = static_cast<std::size_t>(padded(outputs));
  weights_.resize(rows * columns);
  bias_.assign(bias.begin(), bias.end());
  bias_.resize(rows);
  for (std::size_t out = 0; out < static_cast<std::size_t>(outputs); ++out) {
    float* block = weights_.data() + out / kBlock * kBlock * columns + out % kBlock;
    for (std::size_t in = 0; in < static_cast<std::size_t>(inputs); ++in) {
      for (std::size_t tap = 0; tap < static_cast<std::size_t>(taps); ++tap) {
        block[(tap * static_cast<std::size_t>(inputs) + in) * kBlock] =
            weights[out * columns + in * static_cast<std::size_t>(taps) + tap];
      }
    }
  }
}

kernels::Layer Linear::layer() const {
  return {weights_.data(), static_cast<std::ptrdiff_t>(kBlock) * inputs_ * taps_, bias_.data(),
          inputs_, static_cast<int>(bias_.size()) / kBlock};
}

void Linear::apply_sparse(const Use& use) const {
  const auto sum_listed = kernels::widest().sum_listed;
  const kernels::Layer layer = this->layer();
  const kernels::Target target = {use.out, use.added, use.relu};
  thread_local Inputs in;
  for (std::ptrdiff_t column = 0; column < use.columns; ++column) {
    const float* numbers = use.in + column * use.in_stride;
    in.find(numbers, inputs_);
    sum_listed(layer, {numbers, in.which.data(), in.count, column * padded(outputs_)}, target);
  }
}

void Linear::apply(const Taps& taps, const Use& use) const {
  static const std::vector<float> kZeros(1 << 14);
  const auto sum_tile = kernels::widest().sum_tile;
  const kernels::Layer layer = this->layer();
  const kernels::Target target = {use.out, use.added, use.relu};
  const std::ptrdiff_t out_stride = padded(outputs_);
  kernels::Tile tile;
  // The columns first, first + step, ...
  const auto sum = [&](int first, int step, int count) {
    std::array<const std::int16_t*, kColumns> taps_of{};
    std::array<const float*, kColumns> board{};
    int square = first % taps.squares;
    for (int c = 0; c < count; ++c, square += step) {
      const int column = first + c * step;
      if (square >= taps.squares) square -= taps.squares;
      taps_of[c] = taps.sources.data() + static_cast<std::ptrdiff_t>(square) * taps_;
      board[c] = use.in + static_cast<std::ptrdiff_t>(column - square) * use.in_stride;
      tile.out[c] = out_stride * column;
    }
    tile.columns = count;
    tile.taps = 0;
    for (int tap = 0; tap < taps_; ++tap) {
      bool reads = false;
      for (int c = 0; c < count; ++c) {
        const std::ptrdiff_t source = taps_of[c][tap];
        reads |= source >= 0;
        tile.sources[tile.taps][c] = source < 0 ? kZeros.data() : board[c] + source * use.in_stride;
      }
      tile.tap[tile.taps] = tap;
      tile.taps += reads ? 1 : 0;
    }
    sum_tile(layer, tile, target);
  };
  // Tiles of one square on several boards read nothing outside of the boards, which saves a quarter
  // of the work on 5 × 5 squares.
  int boards = 0;
  for (; boards + kColumns <= use.columns / taps.squares; boards += kColumns) {
    for (int square = 0; square < taps.squares; ++square) {
      sum(boards * taps.squares + square, taps.squares, kColumns);
    }
  }
  // The rest in tiles of the same size: 25 = 5 × 5.
  int column = boards * taps.squares;
  for (int tiles = (use.columns - column + kColumns - 1) / kColumns; tiles > 0; --tiles) {
    const int count = (use.columns - column + tiles - 1) / tiles;
    sum(column, 1, count);
    column += count;
  }
}

}  // namespace clanhouse
