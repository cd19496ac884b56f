#include "agents/net/convolution.h"

#include <cstddef>

#include "agents/net/kernels.h"

namespace clanhouse {
namespace {

constexpr int kLongest = Filtering::kLongest;

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

void Convolution::apply(const Use& use, Memory& memory) const {
  const int rows = use.boards * size_;
  const int columns = rows * segments_;
  const auto room = [&](Numbers& numbers, int stride) {
    const std::size_t size =
        points_.size() * static_cast<std::size_t>(columns) * static_cast<std::size_t>(stride);
    if (numbers.size() < size) numbers.resize(size);
    return numbers.data();
  };
  float* inputs = room(memory.inputs, padded(inputs_));
  float* products = room(memory.products, padded(outputs_));
  const auto& kernels = kernels::widest();
  kernels.spread[segment_ - 1]({rows, size_, segments_, padded(inputs_)}, use.in, inputs);
  for (std::size_t point = 0; point < points_.size(); ++point) {
    const std::size_t at = point * static_cast<std::size_t>(columns);
    points_[point].apply(
        taps_, {columns, inputs + at * static_cast<std::size_t>(padded(inputs_)), padded(inputs_),
                products + at * static_cast<std::size_t>(padded(outputs_)), nullptr, false});
  }
  kernels.gather[segment_ - 1]({rows, size_, segments_, padded(outputs_)}, products, bias_.data(),
                               {use.out, use.added, use.relu});
}

}  // namespace clanhouse
