#include "agents/net/tower.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace clanhouse {
namespace {

// Boards are evaluated so many at a time that what lies between the layers stays in the second
// cache.
constexpr int kBoardsAtATime = 24;

constexpr std::array kNormParts = {".weight", ".bias", ".running_mean", ".running_var"};

// A convolution and its batch norm.
void add_convolution(TensorShapes& list, const std::string& name, const std::string& norm,
                     std::int64_t outputs, std::int64_t inputs, std::int64_t width) {
  list.push_back({name + ".weight", {outputs, inputs, width, width}});
  for (const char* part : kNormParts) {
    list.push_back({norm + part, {outputs}});
  }
}

std::string block_name(int block) { return fmt::format("blocks.{}", block); }

}  // namespace

const OptionTable<TowerShape>& tower_options() {
  static const OptionTable<TowerShape> table =
      OptionTable<TowerShape>()
          .integer("size", &TowerShape::size, 1, 32, "squares a side")
          .integer("feature_planes", &TowerShape::feature_planes, 1, 10'000, "inputs a square")
          .integer("policy_planes", &TowerShape::policy_planes, 1, 100'000, "actions a square")
          .integer("channels", &TowerShape::channels, 1, 4096, "numbers a square between layers")
          .integer("blocks", &TowerShape::blocks, 0, 1000, "residual blocks")
          .integer("pool_every", &TowerShape::pool_every, 0, 1000,
                   "every so many blocks one looks at the whole board; 0: none")
          .integer("value_channels", &TowerShape::value_channels, 1, 4096,
                   "numbers a square in the head of the value")
          .integer("value_hidden", &TowerShape::value_hidden, 1, 4096,
                   "hidden numbers in the head of the value");
  return table;
}

TensorShapes tower_tensors(const TowerShape& shape) {
  TensorShapes list;
  const int channels = shape.channels;
  add_convolution(list, "stem.conv", "stem.norm", channels, shape.feature_planes, 3);
  for (int b = 0; b < shape.blocks; ++b) {
    const std::string name = block_name(b);
    add_convolution(list, name + ".conv1", name + ".norm1", channels, channels, 3);
    if (shape.pooled(b)) add_linear(list, name + ".pool", channels, 2 * channels);
    add_convolution(list, name + ".conv2", name + ".norm2", channels, channels, 3);
  }
  add_convolution(list, "policy.conv", "policy.norm", channels, channels, 1);
  list.push_back({"policy.out.weight", {shape.policy_planes, channels, 1, 1}});
  list.push_back({"policy.out.bias", {shape.policy_planes}});
  add_convolution(list, "value.conv", "value.norm", shape.value_channels, channels, 1);
  add_linear(list, "value.hidden", shape.value_hidden, 2 * shape.value_channels);
  add_linear(list, "value.out", Tower::kResults, shape.value_hidden);
  list.push_back({"owners.out.weight", {1, channels, 1, 1}});
  list.push_back({"owners.out.bias", {1}});
  return list;
}

TensorFile fold_norms(TensorFile file, const TowerShape& shape) {
  const auto fold = [&](const std::string& name, const std::string& norm) {
    Tensor& weights = file.tensors.at(name + ".weight");
    const auto of_norm = [&](const char* part) -> const std::vector<float>& {
      return file.tensors.at(norm + part).values;
    };
    const auto outputs = static_cast<std::size_t>(weights.shape[0]);
    const std::size_t inputs = weights.values.size() / outputs;
    Tensor bias{{weights.shape[0]}, std::vector<float>(outputs)};
    for (std::size_t out = 0; out < outputs; ++out) {
      const float scale =
          of_norm(".weight")[out] / std::sqrt(of_norm(".running_var")[out] + Tower::kNormEpsilon);
      bias.values[out] = of_norm(".bias")[out] - of_norm(".running_mean")[out] * scale;
      for (std::size_t i = 0; i < inputs; ++i) weights.values[out * inputs + i] *= scale;
    }
    file.tensors[name + ".bias"] = std::move(bias);
    for (const char* part : kNormParts) file.tensors.erase(norm + part);
  };
  fold("stem.conv", "stem.norm");
  for (int b = 0; b < shape.blocks; ++b) {
    fold(block_name(b) + ".conv1", block_name(b) + ".norm1");
    fold(block_name(b) + ".conv2", block_name(b) + ".norm2");
  }
  fold("policy.conv", "policy.norm");
  fold("value.conv", "value.norm");
  file.tensors.erase("owners.out.weight");
  file.tensors.erase("owners.out.bias");
  return file;
}

Result<Tower> Tower::read(const TensorFile& file) {
  Tower tower;
  if (auto read = read_shape(file, tower_options(), tower.shape_); !read) {
    return tl::unexpected(read.error());
  }
  if (auto fits = check_tensors(file, tower_tensors(tower.shape_)); !fits) {
    return tl::unexpected(fits.error());
  }

  const TensorFile folded = fold_norms(file, tower.shape_);
  const auto linear = [&](const std::string& name) { return read_linear(folded, name); };
  const auto convolution = [&](const std::string& name) {
    const Tensor& weights = folded.tensors.at(name + ".weight");
    return Convolution(tower.shape_.size, static_cast<int>(weights.shape[0]),
                       static_cast<int>(weights.shape[1]), weights.values,
                       folded.tensors.at(name + ".bias").values);
  };
  tower.stem_ = convolution("stem.conv");
  for (int b = 0; b < tower.shape_.blocks; ++b) {
    const std::string name = block_name(b);
    Block block;
    block.first = convolution(name + ".conv1");
    block.second = convolution(name + ".conv2");
    if (tower.shape_.pooled(b)) block.pool = linear(name + ".pool");
    tower.blocks_.push_back(std::move(block));
  }
  tower.policy_ = linear("policy.conv");
  tower.policy_out_ = linear("policy.out");
  tower.value_ = linear("value.conv");
  tower.value_hidden_ = linear("value.hidden");
  tower.value_out_ = linear("value.out");
  return tower;
}

void Tower::evaluate(int boards, const float* features, float* policy, float* results) {
  for (int done = 0; done < boards; done += kBoardsAtATime) {
    const int chunk = std::min(kBoardsAtATime, boards - done);
    evaluate_chunk(chunk, features + static_cast<std::ptrdiff_t>(done) * shape_.feature_count(),
                   policy + static_cast<std::ptrdiff_t>(done) * shape_.policy_count(),
                   results + static_cast<std::ptrdiff_t>(done) * kResults);
  }
}

void Tower::pool(int boards, int channels, const float* in, float* out) const {
  const int stride = padded(channels);
  const int squares = shape_.squares();
  const float share = 1.F / static_cast<float>(squares);
  for (int board = 0; board < boards; ++board, out += 2 * channels) {
    float* means = out;
    float* maxima = out + channels;
    std::copy_n(in, channels, means);
    std::copy_n(in, channels, maxima);
    in += stride;
    for (int square = 1; square < squares; ++square, in += stride) {
      for (int c = 0; c < channels; ++c) {
        means[c] += in[c];
        maxima[c] = std::max(maxima[c], in[c]);
      }
    }
    for (int c = 0; c < channels; ++c) means[c] *= share;
  }
}

void Tower::evaluate_chunk(int boards, const float* features, float* policy, float* results) {
  const int squares = shape_.squares();
  const int columns = boards * squares;
  const int channels = shape_.channels;
  const int stride = padded(channels);
  const auto room = [](Numbers& memory, int rows, int columns_of) {
    const std::size_t size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns_of);
    if (memory.size() < size) memory.resize(size);
    return memory.data();
  };
  // From planes to squares and back.
  const auto transpose = [&](const float* in, int in_stride, int rows, float* out, int out_stride,
                             int columns_of) {
    for (int c = 0; c < columns_of; ++c) {
      for (int r = 0; r < rows; ++r) out[r * out_stride + c] = in[c * in_stride + r];
    }
  };
  const Taps here = Taps::none();

  const int planes = shape_.feature_planes;
  float* input = room(wide_, padded(planes), columns);
  for (int column = 0; column < columns; ++column) {
    std::fill(input + column * padded(planes) + planes, input + (column + 1) * padded(planes), 0.F);
  }
  for (int board = 0; board < boards; ++board) {
    transpose(features + static_cast<std::ptrdiff_t>(board) * shape_.feature_count(), squares,
              squares, input + static_cast<std::ptrdiff_t>(board) * squares * padded(planes),
              padded(planes), planes);
  }
  float* now = room(now_, stride, columns);
  float* inner = room(inner_, stride, columns);
  stem_.apply({boards, input, now, nullptr, true}, memory_);

  for (int b = 0; b < shape_.blocks; ++b) {
    const Block& block = blocks_[static_cast<std::size_t>(b)];
    block.first.apply({boards, now, inner, nullptr, true}, memory_);
    if (shape_.pooled(b)) {
      float* pooled = room(pooled_, 2 * channels, boards);
      float* added = room(small_, stride, boards);
      pool(boards, channels, inner, pooled);
      block.pool.apply(here, {boards, pooled, 2 * channels, added, nullptr, false});
      for (int column = 0; column < columns; ++column) {
        float* to = inner + static_cast<std::ptrdiff_t>(column) * stride;
        const float* from = added + static_cast<std::ptrdiff_t>(column / squares) * stride;
        for (int c = 0; c < channels; ++c) to[c] += from[c];
      }
    }
    block.second.apply({boards, inner, now, now, true}, memory_);
  }

  const int moves = shape_.policy_planes;
  float* logits = room(wide_, padded(moves), columns);
  policy_.apply(here, {columns, now, stride, inner, nullptr, true});
  policy_out_.apply(here, {columns, inner, stride, logits, nullptr, false});
  for (int board = 0; board < boards; ++board) {
    transpose(logits + static_cast<std::ptrdiff_t>(board) * squares * padded(moves), padded(moves),
              moves, policy + static_cast<std::ptrdiff_t>(board) * shape_.policy_count(), squares,
              squares);
  }

  const int value_channels = shape_.value_channels;
  float* value = room(wide_, padded(value_channels), columns);
  value_.apply(here, {columns, now, stride, value, nullptr, true});
  float* pooled = room(pooled_, 2 * value_channels, boards);
  pool(boards, value_channels, value, pooled);
  float* hidden = room(small_, padded(shape_.value_hidden), boards);
  value_hidden_.apply(here, {boards, pooled, 2 * value_channels, hidden, nullptr, true});
  float* out = room(wide_, padded(kResults), boards);
  value_out_.apply(here, {boards, hidden, padded(shape_.value_hidden), out, nullptr, false});
  for (int board = 0; board < boards; ++board) {
    std::copy_n(out + static_cast<std::ptrdiff_t>(board) * padded(kResults), kResults,
                results + static_cast<std::ptrdiff_t>(board) * kResults);
  }
}

}  // namespace clanhouse
