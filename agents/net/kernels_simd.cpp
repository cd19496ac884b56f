// Compiled twice, for different registers; CMakeLists.txt says which, and with CLANHOUSE_KERNELS
// the name of the table.
//
// No inline function of the standard library, nor of our other headers, may be called here at run
// time: compiled for AVX-512, it might be the one that the linker keeps for the whole program, and
// end it on a processor without. Eigen's functions of packets are of one width's type alone.
#include <Eigen/Core>

#include "agents/net/kernels.h"

namespace clanhouse::kernels {
namespace {

using Packet = Eigen::internal::packet_traits<float>::type;
constexpr int kPacket = Eigen::internal::packet_traits<float>::size;
constexpr int kPackets = kBlock / kPacket;
static_assert(kPackets * kPacket == kBlock);
// AVX-512 has 32 vector registers, those before it 16.
constexpr int kRegisters = kPacket == 16 ? 32 : 16;

Packet load(const float* from) { return Eigen::internal::ploadu<Packet>(from); }
void store(float* to, const Packet& packet) { Eigen::internal::pstoreu(to, packet); }
Packet broadcast(float value) { return Eigen::internal::pset1<Packet>(value); }
// a · b + c
Packet multiply_add(const Packet& a, const Packet& b, const Packet& c) {
  return Eigen::internal::pmadd(a, b, c);
}

void finish(const Target& target, std::ptrdiff_t at, Packet sum) {
  if (target.added != nullptr) sum = Eigen::internal::padd(sum, load(target.added + at));
  if (target.relu) sum = Eigen::internal::pmax(sum, broadcast(0));
  store(target.out + at, sum);
}

// Packets of outputs that are summed at once in so many columns. Sums, weights and an input must
// fit in the registers: 6 × 2 + 2 + 1 in 16, 6 × 4 + 4 + 1 in 32. In a single column weights are
// used once and need none; eight sums hide the time that a multiply-add takes.
constexpr int most_packets(int columns) {
  const int fitting = (kRegisters - 1) / (columns == 1 ? 1 : columns + 1);
  return fitting < 8 ? fitting : 8;
}

// Where the weights of a layer's packet of outputs lie in each row of weights.
std::ptrdiff_t weights_of(const Layer& layer, int packet) {
  return packet / kPackets * layer.block_size + packet % kPackets * kPacket;
}

// Loops over columns and packets are unrolled, or what they keep would lie in memory.
template <int Count, class Do>
void unrolled(const Do& step) {
#pragma GCC unroll 8
  for (int i = 0; i < Count; ++i) step(i);
}

template <int Columns, int Packets>
void sum_packets(const Layer& layer, const Tile& tile, const Target& target, int first) {
  Packet sums[Columns][Packets];
  unrolled<Columns>([&](int c) {
    unrolled<Packets>([&](int p) { sums[c][p] = load(layer.bias + (first + p) * kPacket); });
  });
  for (int t = 0; t < tile.taps; ++t) {
    const float* weights[Packets];
    unrolled<Packets>([&](int p) {
      weights[p] = layer.weights + weights_of(layer, first + p) +
                   static_cast<std::ptrdiff_t>(tile.tap[t]) * layer.inputs * kBlock;
    });
    const float* in[Columns];
    unrolled<Columns>([&](int c) { in[c] = tile.sources[t][c]; });
    for (std::ptrdiff_t i = 0; i < layer.inputs; ++i) {
      Packet w[Packets];
      unrolled<Packets>([&](int p) { w[p] = load(weights[p] + i * kBlock); });
      unrolled<Columns>([&](int c) {
        const Packet x = broadcast(in[c][i]);
        unrolled<Packets>([&](int p) { sums[c][p] = multiply_add(x, w[p], sums[c][p]); });
      });
    }
  }
  unrolled<Columns>([&](int c) {
    unrolled<Packets>(
        [&](int p) { finish(target, tile.out[c] + (first + p) * kPacket, sums[c][p]); });
  });
}

template <int Packets>
void sum_packets_listed(const Layer& layer, const Listed& in, const Target& target, int first) {
  Packet sums[Packets];
  const float* weights[Packets];
  unrolled<Packets>([&](int p) {
    sums[p] = load(layer.bias + (first + p) * kPacket);
    weights[p] = layer.weights + weights_of(layer, first + p);
  });
  for (int n = 0; n < in.count; ++n) {
    const std::ptrdiff_t i = in.which[n];
    const Packet x = broadcast(in.column[i]);
    unrolled<Packets>(
        [&](int p) { sums[p] = multiply_add(x, load(weights[p] + i * kBlock), sums[p]); });
  }
  unrolled<Packets>([&](int p) { finish(target, in.out + (first + p) * kPacket, sums[p]); });
}

// Calls sum<count>(first).
template <int Most, class Sum>
void sum_some(int first, int count, const Sum& sum) {
  if constexpr (Most > 1) {
    if (count < Most) return sum_some<Most - 1>(first, count, sum);
  }
  sum.template operator()<Most>(first);
}

// Calls sum<count>(first) for all packets of a layer, in counts as even as can be: a small rest
// would wait for each of its multiply-adds.
template <int Most, class Sum>
void for_packets(const Layer& layer, const Sum& sum) {
  const int packets = layer.blocks * kPackets;
  int first = 0;
  for (int parts = (packets + Most - 1) / Most; parts > 0; --parts) {
    const int count = (packets - first + parts - 1) / parts;
    sum_some<Most>(first, count, sum);
    first += count;
  }
}

template <int Columns>
void sum_columns(const Layer& layer, const Tile& tile, const Target& target) {
  for_packets<most_packets(Columns)>(layer, [&]<int Packets>(int first) {
    sum_packets<Columns, Packets>(layer, tile, target, first);
  });
}

void sum_tile(const Layer& layer, const Tile& tile, const Target& target) {
  switch (tile.columns) {
    case 1: return sum_columns<1>(layer, tile, target);
    case 2: return sum_columns<2>(layer, tile, target);
    case 3: return sum_columns<3>(layer, tile, target);
    case 4: return sum_columns<4>(layer, tile, target);
    case 5: return sum_columns<5>(layer, tile, target);
    default: return sum_columns<kColumns>(layer, tile, target);
  }
}

void sum_listed(const Layer& layer, const Listed& in, const Target& target) {
  for_packets<most_packets(1)>(layer, [&]<int Packets>(int first) {
    sum_packets_listed<Packets>(layer, in, target, first);
  });
}

template <int Segment>
constexpr Filtering kFiltering(Segment);

// Where a row is one whole segment, the first and the last input lie outside of the board and are
// zero.
template <int Segment, bool Whole>
void spread_rows(const Rows& rows, const float* squares, float* points) {
  constexpr int kFirst = Whole ? 1 : 0;
  constexpr int kEnd = Segment + (Whole ? 1 : 2);
  const std::ptrdiff_t stride = rows.stride;
  const std::ptrdiff_t point_size = stride * rows.rows * rows.segments;
  for (int row = 0; row < rows.rows; ++row) {
    for (int s = 0; s < rows.segments; ++s, points += stride) {
      const int before = s * Segment - 1;
      const float* from = squares + static_cast<std::ptrdiff_t>(row) * rows.size * stride;
      for (std::ptrdiff_t c = 0; c < stride; c += kPacket) {
        Packet in[Segment + 2];
        for (int i = kFirst; i < kEnd; ++i) {
          const bool inside = Whole || (before + i >= 0 && before + i < rows.size);
          in[i] = inside ? load(from + (before + i) * stride + c) : broadcast(0);
        }
        for (int point = 0; point < Segment + 2; ++point) {
          Packet sum = broadcast(0);
          for (int i = kFirst; i < kEnd; ++i) {
            const float factor = kFiltering<Segment>.inputs[point][i];
            if (factor != 0) sum = multiply_add(broadcast(factor), in[i], sum);
          }
          store(points + point * point_size + c, sum);
        }
      }
    }
  }
}

template <int Segment>
void spread(const Rows& rows, const float* squares, float* points) {
  if (rows.segments == 1) {
    spread_rows<Segment, true>(rows, squares, points);
  } else {
    spread_rows<Segment, false>(rows, squares, points);
  }
}

template <int Segment>
void gather(const Rows& rows, const float* points, const float* bias, const Target& target) {
  const std::ptrdiff_t stride = rows.stride;
  const std::ptrdiff_t point_size = stride * rows.rows * rows.segments;
  for (int row = 0; row < rows.rows; ++row) {
    for (int s = 0; s < rows.segments; ++s, points += stride) {
      const std::ptrdiff_t at =
          (static_cast<std::ptrdiff_t>(row) * rows.size + s * Segment) * stride;
      const int left = rows.size - s * Segment;
      for (std::ptrdiff_t c = 0; c < stride; c += kPacket) {
        Packet products[Segment + 2];
        for (int p = 0; p < Segment + 2; ++p) products[p] = load(points + p * point_size + c);
        for (int k = 0; k < Segment && k < left; ++k) {
          Packet sum = load(bias + c);
          for (int p = 0; p < Segment + 2; ++p) {
            const float factor = kFiltering<Segment>.outputs[k][p];
            if (factor != 0) sum = multiply_add(broadcast(factor), products[p], sum);
          }
          finish(target, at + k * stride + c, sum);
        }
      }
    }
  }
}

}  // namespace

extern const Kernels CLANHOUSE_KERNELS;
const Kernels CLANHOUSE_KERNELS = {
    8 * static_cast<int>(sizeof(Packet)),
    sum_tile,
    sum_listed,
    {spread<1>, spread<2>, spread<3>, spread<4>, spread<5>, spread<6>},
    {gather<1>, gather<2>, gather<3>, gather<4>, gather<5>, gather<6>},
};

}  // namespace clanhouse::kernels
