#include "agents/net/convolution.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "agents/net/packet.h"

namespace clanhouse {
namespace {

constexpr int kLongest = 6;  // segment; longer ones would lose precision
constexpr int kMostPoints = kLongest + 2;

// The points but infinity; segments take as many as they need. These lose little precision.
constexpr std::array kPoints = {0.0, 1.0, -1.0, 0.5, -2.0, -0.5, 2.0};

// The three matrices of minimal filtering for a segment. At the finite points a_j the filter's
// values are divided by Π (a_j - a_l), l ≠ j, and the inputs are combined by the coefficients of
// Π (x - a_l), l ≠ j. At infinity it is the filter's highest coefficient, and the product over all.
struct Filtering {
  constexpr explicit Filtering(int segment) {
    const int finite = segment + 1;
    for (int j = 0; j <= finite; ++j) {
      std::array<double, kMostPoints> product{1};
      double divisor = 1;
      for (int l = 0; l < finite; ++l) {
        if (l == j) continue;
        if (j < finite) divisor *= kPoints[j] - kPoints[l];
        for (int k = finite; k >= 0; --k) {
          product[k] = (k > 0 ? product[k - 1] : 0) - kPoints[l] * product[k];
        }
      }
      for (int i = 0; i <= finite; ++i) inputs[j][i] = static_cast<float>(product[i]);
      if (j == finite) continue;
      double power = 1;
      for (int k = 0; k < segment || k < 3; ++k, power *= kPoints[j]) {
        if (k < 3) filter[j][k] = power / divisor;
        if (k < segment) outputs[k][j] = static_cast<float>(power);
      }
    }
    filter[finite][2] = 1;
    outputs[segment - 1][finite] = 1;
  }

  std::array<std::array<float, kMostPoints>, kMostPoints> inputs{};  // [point][input]
  std::array<std::array<double, 3>, kMostPoints> filter{};           // [point][tap]
  std::array<std::array<float, kMostPoints>, kLongest> outputs{};    // [output][point]
};
template <int Segment>
constexpr Filtering kFiltering(Segment);

}  // namespace

Convolution::Convolution(int size, int outputs, int inputs, std::span<const float> weights,
                         std::span<const float> bias)
    : size_(size),
      outputs_(outputs),
      inputs_(inputs),
      segment_((size + (size - 1) / kLongest) / ((size - 1) / kLongest + 1)),
      segments_((size - 1) / kLongest + 1),
      taps_{size * segments_, 3, {}},
      bias_(bias.begin(), bias.end()) {
  bias_.resize(static_cast<std::size_t>(padded(outputs)));
  for (int row = 0; row < size; ++row) {
    for (int s = 0; s < segments_; ++s) {
      for (int r = row - 1; r <= row + 1; ++r) {
        const bool inside = r >= 0 && r < size;
        taps_.sources.push_back(static_cast<std::int16_t>(inside ? r * segments_ + s : -1));
      }
    }
  }
  const Filtering filtering(segment_);
  const std::vector<float> no_bias(static_cast<std::size_t>(outputs));
  std::vector<float> at_point(weights.size() / 3);
  for (int point = 0; point < segment_ + 2; ++point) {
    const auto& filter = filtering.filter[point];
    for (std::size_t i = 0; i < at_point.size(); ++i) {
      const float* row = weights.data() + 3 * i;
      at_point[i] =
          static_cast<float>(filter[0] * row[0] + filter[1] * row[1] + filter[2] * row[2]);
    }
    points_.emplace_back(outputs, inputs, 3, at_point, no_bias);
  }
}

// From squares to points: [point][board][row][segment] of columns. Where a row is one segment, the
// first and the last input lie outside of the board and are zero.
template <int Segment, bool Whole>
void Convolution::spread_inputs(const Use& use, float* to) const {
  constexpr const auto& kMatrix = kFiltering<Segment>.inputs;
  constexpr int kFirst = Whole ? 1 : 0;
  constexpr int kEnd = Segment + (Whole ? 1 : 2);
  const std::ptrdiff_t stride = padded(inputs_);
  const std::ptrdiff_t point_size = stride * use.boards * size_ * segments_;
  for (int row = 0; row < use.boards * size_; ++row) {
    for (int s = 0; s < segments_; ++s, to += stride) {
      const int before = s * Segment - 1;
      const float* from = use.in + static_cast<std::ptrdiff_t>(row) * size_ * stride;
      for (std::ptrdiff_t c = 0; c < stride; c += kPacket) {
        Packet in[Segment + 2];
        for (int i = kFirst; i < kEnd; ++i) {
          const bool inside = Whole || (before + i >= 0 && before + i < size_);
          in[i] = inside ? load(from + (before + i) * stride + c) : broadcast(0);
        }
        for (int point = 0; point < Segment + 2; ++point) {
          Packet sum = broadcast(0);
          for (int i = kFirst; i < kEnd; ++i) {
            if (kMatrix[point][i] == 0) continue;
            sum = multiply_add(broadcast(kMatrix[point][i]), in[i], sum);
          }
          store(to + point * point_size + c, sum);
        }
      }
    }
  }
}

// And back.
template <int Segment>
void Convolution::gather_outputs(const Use& use, const float* from) const {
  constexpr const auto& kMatrix = kFiltering<Segment>.outputs;
  const std::ptrdiff_t stride = padded(outputs_);
  const std::ptrdiff_t point_size = stride * use.boards * size_ * segments_;
  for (int row = 0; row < use.boards * size_; ++row) {
    for (int s = 0; s < segments_; ++s, from += stride) {
      const std::ptrdiff_t at = (static_cast<std::ptrdiff_t>(row) * size_ + s * Segment) * stride;
      const int squares = std::min(Segment, size_ - s * Segment);
      for (std::ptrdiff_t c = 0; c < stride; c += kPacket) {
        Packet products[Segment + 2];
        for (int p = 0; p < Segment + 2; ++p) products[p] = load(from + p * point_size + c);
        const Packet bias = load(bias_.data() + c);
        for (int k = 0; k < Segment; ++k) {
          if (k >= squares) break;
          Packet sum = bias;
          for (int p = 0; p < Segment + 2; ++p) {
            if (kMatrix[k][p] == 0) continue;
            sum = multiply_add(broadcast(kMatrix[k][p]), products[p], sum);
          }
          const std::ptrdiff_t square = at + k * stride + c;
          if (use.added != nullptr) sum = add(sum, load(use.added + square));
          if (use.relu) sum = larger(sum, broadcast(0));
          store(use.out + square, sum);
        }
      }
    }
  }
}

template <int Segment>
void Convolution::apply_segments(const Use& use, Memory& memory) const {
  const int columns = use.boards * size_ * segments_;
  const auto room = [&](std::vector<float>& numbers, int stride) {
    const auto size = static_cast<std::size_t>(columns) * static_cast<std::size_t>(stride) *
                      static_cast<std::size_t>(Segment + 2);
    if (numbers.size() < size) numbers.resize(size);
    return numbers.data();
  };
  float* inputs = room(memory.inputs, padded(inputs_));
  float* products = room(memory.products, padded(outputs_));
  if (segments_ == 1) {
    spread_inputs<Segment, true>(use, inputs);
  } else {
    spread_inputs<Segment, false>(use, inputs);
  }
  for (std::size_t point = 0; point < points_.size(); ++point) {
    const std::size_t at = point * static_cast<std::size_t>(columns);
    points_[point].apply(
        taps_, {columns, inputs + at * static_cast<std::size_t>(padded(inputs_)), padded(inputs_),
                products + at * static_cast<std::size_t>(padded(outputs_)), nullptr, false});
  }
  gather_outputs<Segment>(use, products);
}

void Convolution::apply(const Use& use, Memory& memory) const {
  switch (segment_) {
    case 1: return apply_segments<1>(use, memory);
    case 2: return apply_segments<2>(use, memory);
    case 3: return apply_segments<3>(use, memory);
    case 4: return apply_segments<4>(use, memory);
    case 5: return apply_segments<5>(use, memory);
    default: return apply_segments<kLongest>(use, memory);
  }
}

}  // namespace clanhouse
