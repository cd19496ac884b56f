#include "agents/net/linear.h"

#include <algorithm>
#include <array>
#include <bit>

#include "agents/net/packet.h"

namespace clanhouse {
namespace {

constexpr int kBlock = 2 * kPacket;

// Columns that are summed at once: 6 × 2 sums, 2 weights and an input are what 16 registers hold.
constexpr int kColumns = 6;

constexpr int kMostTaps = 9;

// A few columns, and where each of their taps begins to read; taps that read zeros in all columns
// are left out.
struct Tile {
  int columns = 0;
  std::array<std::ptrdiff_t, kColumns> out{};  // where each column is written
  int taps = 0;
  std::array<int, kMostTaps> tap{};
  std::array<std::array<const float*, kColumns>, kMostTaps> sources{};
};

struct Layer {
  const float* weights;  // of the first block
  std::ptrdiff_t block_size;
  const float* bias;
  int inputs;
  int blocks;
};

Layer layer_of(std::span<const float> weights, std::span<const float> bias, int inputs, int taps) {
  return {weights.data(), static_cast<std::ptrdiff_t>(kBlock) * inputs * taps, bias.data(), inputs,
          static_cast<int>(bias.size()) / kBlock};
}

// What is done with sums of outputs that are to be written there.
void finish(const Linear::Use& use, std::ptrdiff_t at, Packet sum) {
  if (use.added != nullptr) sum = add(sum, load(use.added + at));
  if (use.relu) sum = larger(sum, broadcast(0));
  store(use.out + at, sum);
}

template <int Columns, int Blocks>
void sum_blocks(const Layer& layer, const Linear::Use& use, const Tile& tile, int block) {
  constexpr int kPackets = 2 * Blocks;
  Packet sums[Columns][kPackets];
  const float* bias = layer.bias + block * kBlock;
  for (int c = 0; c < Columns; ++c) {
    for (int p = 0; p < kPackets; ++p) sums[c][p] = load(bias + p * kPacket);
  }
  for (int t = 0; t < tile.taps; ++t) {
    const float* weights = layer.weights + block * layer.block_size +
                           static_cast<std::ptrdiff_t>(tile.tap[t]) * layer.inputs * kBlock;
    std::array<const float*, Columns> in;
    for (int c = 0; c < Columns; ++c) in[c] = tile.sources[t][c];
    for (int i = 0; i < layer.inputs; ++i, weights += kBlock) {
      Packet w[kPackets];
      for (int p = 0; p < kPackets; ++p) {
        w[p] = load(weights + p / 2 * layer.block_size + p % 2 * kPacket);
      }
      for (int c = 0; c < Columns; ++c) {
        const Packet x = broadcast(in[c][i]);
        for (int p = 0; p < kPackets; ++p) {
          sums[c][p] = multiply_add(x, w[p], sums[c][p]);
        }
      }
    }
  }
  for (int c = 0; c < Columns; ++c) {
    for (int p = 0; p < kPackets; ++p) {
      finish(use, tile.out[c] + block * kBlock + p * kPacket, sums[c][p]);
    }
  }
}

// All outputs of a tile. Fewer columns leave registers for more outputs at once.
template <int Columns>
void sum_tile(const Layer& layer, const Linear::Use& use, const Tile& tile) {
  constexpr int kBlocks = Columns == 1 ? 4 : Columns == 2 ? 2 : 1;
  int block = 0;
  for (; block + kBlocks <= layer.blocks; block += kBlocks) {
    sum_blocks<Columns, kBlocks>(layer, use, tile, block);
  }
  for (; block < layer.blocks; ++block) sum_blocks<Columns, 1>(layer, use, tile, block);
}

void sum_tile(const Layer& layer, const Linear::Use& use, const Tile& tile) {
  switch (tile.columns) {
    case 1: return sum_tile<1>(layer, use, tile);
    case 2: return sum_tile<2>(layer, use, tile);
    case 3: return sum_tile<3>(layer, use, tile);
    case 4: return sum_tile<4>(layer, use, tile);
    case 5: return sum_tile<5>(layer, use, tile);
    default: return sum_tile<kColumns>(layer, use, tile);
  }
}

// A column's inputs that are not zero.
struct Inputs {
  const float* column = nullptr;
  std::vector<int> which;
  int count = 0;

  void find(const float* from, int size) {
    column = from;
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

template <int Blocks>
void sum_listed(const Layer& layer, const Linear::Use& use, const Inputs& in, std::ptrdiff_t out,
                int block) {
  constexpr int kPackets = 2 * Blocks;
  Packet sums[kPackets];
  for (int p = 0; p < kPackets; ++p) sums[p] = load(layer.bias + block * kBlock + p * kPacket);
  const float* weights = layer.weights + block * layer.block_size;
  for (int n = 0; n < in.count; ++n) {
    const std::ptrdiff_t i = in.which[n];
    const Packet x = broadcast(in.column[i]);
    for (int p = 0; p < kPackets; ++p) {
      const float* w = weights + i * kBlock + p / 2 * layer.block_size + p % 2 * kPacket;
      sums[p] = multiply_add(x, load(w), sums[p]);
    }
  }
  for (int p = 0; p < kPackets; ++p) finish(use, out + block * kBlock + p * kPacket, sums[p]);
}

}  // namespace

int padded(int numbers) { return (numbers + kBlock - 1) / kBlock * kBlock; }

Linear::Linear(int outputs, int inputs, int taps, std::span<const float> weights,
               std::span<const float> bias)
    : outputs_(outputs), inputs_(inputs), taps_(taps) {
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

void Linear::apply_sparse(const Use& use) const {
  constexpr int kBlocks = 4;
  const Layer layer = layer_of(weights_, bias_, inputs_, taps_);
  thread_local Inputs in;
  for (std::ptrdiff_t column = 0; column < use.columns; ++column) {
    in.find(use.in + column * use.in_stride, inputs_);
    const std::ptrdiff_t out = column * padded(outputs_);
    int block = 0;
    for (; block + kBlocks <= layer.blocks; block += kBlocks) {
      sum_listed<kBlocks>(layer, use, in, out, block);
    }
    for (; block < layer.blocks; ++block) sum_listed<1>(layer, use, in, out, block);
  }
}

void Linear::apply(const Taps& taps, const Use& use) const {
  static const std::vector<float> kZeros(1 << 14);
  const Layer layer = layer_of(weights_, bias_, inputs_, taps_);
  const std::ptrdiff_t out_stride = padded(outputs_);
  Tile tile;
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
    sum_tile(layer, use, tile);
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
