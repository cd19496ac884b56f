#include "agents/net/tower.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/Core>

namespace clanhouse {
namespace {

using Matrix = Eigen::Map<Eigen::MatrixXf>;
using ConstMatrix = Eigen::Map<const Eigen::MatrixXf>;
using ConstVector = Eigen::Map<const Eigen::VectorXf>;

constexpr int kOffsets = 9;  // of a 3×3 convolution

// Boards are evaluated so many squares at a time that the patches of a layer stay in the second
// cache.
constexpr int kSquaresAtATime = 200;

struct Named {
  std::string name;
  std::vector<std::int64_t> shape;
};

// A convolution and its batch norm.
void add_convolution(std::vector<Named>& list, const std::string& name, const std::string& norm,
                     std::int64_t outputs, std::int64_t inputs, std::int64_t width) {
  list.push_back({name + ".weight", {outputs, inputs, width, width}});
  for (const char* part : {".weight", ".bias", ".running_mean", ".running_var"}) {
    list.push_back({norm + part, {outputs}});
  }
}
void add_linear(std::vector<Named>& list, const std::string& name, std::int64_t outputs,
                std::int64_t inputs) {
  list.push_back({name + ".weight", {outputs, inputs}});
  list.push_back({name + ".bias", {outputs}});
}

std::string block_name(int block) { return fmt::format("blocks.{}", block); }

void relu(Matrix& m) { m = m.cwiseMax(0.F); }

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

std::map<std::string, std::string> tower_metadata(const TowerShape& shape) {
  std::map<std::string, std::string> metadata;
  for (const auto& option : tower_options().options()) {
    metadata[option.key] = option.print(shape);
  }
  return metadata;
}

std::vector<std::pair<std::string, std::vector<std::int64_t>>> tower_tensors(
    const TowerShape& shape) {
  std::vector<Named> list;
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
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> result;
  for (Named& named : list) result.emplace_back(std::move(named.name), std::move(named.shape));
  return result;
}

Result<Tower> Tower::read(const TensorFile& file) {
  Tower tower;
  for (const auto& option : tower_options().options()) {
    const auto given = file.metadata.find(option.key);
    if (given == file.metadata.end()) {
      return invalid("the net does not say its " + option.key);
    }
    const auto set = option.parse(tower.shape_, given->second);
    if (!set) return invalid(option.key + ": " + set.error().reason);
  }
  for (const auto& [name, shape] : tower_tensors(tower.shape_)) {
    const auto tensor = file.tensors.find(name);
    if (tensor == file.tensors.end()) {
      return invalid("the net has no tensor '" + name + "'");
    }
    if (tensor->second.shape != shape) {
      return invalid(fmt::format("tensor '{}' has the shape [{}], not [{}]", name,
                                 fmt::join(tensor->second.shape, ", "), fmt::join(shape, ", ")));
    }
  }

  const auto values = [&](const std::string& name) -> const std::vector<float>& {
    return file.tensors.at(name).values;
  };
  // [outputs, inputs, height, width] becomes columns (offset, input).
  const auto convolution = [&](const std::string& name, const std::string& norm) {
    const Tensor& weights = file.tensors.at(name + ".weight");
    const auto outputs = static_cast<std::size_t>(weights.shape[0]);
    const auto inputs = static_cast<std::size_t>(weights.shape[1]);
    const std::size_t offsets = weights.values.size() / (outputs * inputs);
    Layer layer{static_cast<int>(outputs), static_cast<int>(inputs * offsets), {}, {}};
    layer.weights.resize(weights.values.size());
    layer.bias.resize(outputs);
    for (std::size_t out = 0; out < outputs; ++out) {
      const float scale = values(norm + ".weight")[out] /
                          std::sqrt(values(norm + ".running_var")[out] + kNormEpsilon);
      layer.bias[out] = values(norm + ".bias")[out] - values(norm + ".running_mean")[out] * scale;
      for (std::size_t in = 0; in < inputs; ++in) {
        for (std::size_t k = 0; k < offsets; ++k) {
          layer.weights[(k * inputs + in) * outputs + out] =
              scale * weights.values[(out * inputs + in) * offsets + k];
        }
      }
    }
    return layer;
  };
  const auto linear = [&](const std::string& name) {
    const Tensor& weights = file.tensors.at(name + ".weight");
    const auto outputs = static_cast<std::size_t>(weights.shape[0]);
    const auto inputs = static_cast<std::size_t>(weights.shape[1]);
    Layer layer{static_cast<int>(outputs), static_cast<int>(inputs), {}, values(name + ".bias")};
    layer.weights.resize(weights.values.size());
    for (std::size_t out = 0; out < outputs; ++out) {
      for (std::size_t in = 0; in < inputs; ++in) {
        layer.weights[in * outputs + out] = weights.values[out * inputs + in];
      }
    }
    return layer;
  };
  tower.stem_ = convolution("stem.conv", "stem.norm");
  for (int b = 0; b < tower.shape_.blocks; ++b) {
    const std::string name = block_name(b);
    Block block;
    block.first = convolution(name + ".conv1", name + ".norm1");
    block.second = convolution(name + ".conv2", name + ".norm2");
    if (tower.shape_.pooled(b)) block.pool = linear(name + ".pool");
    tower.blocks_.push_back(std::move(block));
  }
  tower.policy_ = convolution("policy.conv", "policy.norm");
  tower.policy_out_ = linear("policy.out");
  tower.value_ = convolution("value.conv", "value.norm");
  tower.value_hidden_ = linear("value.hidden");
  tower.value_out_ = linear("value.out");
  return tower;
}

void Tower::evaluate(int boards, const float* features, float* policy, float* results) {
  const int at_a_time = std::max(1, kSquaresAtATime / shape_.squares());
  for (int done = 0; done < boards; done += at_a_time) {
    const int chunk = std::min(at_a_time, boards - done);
    evaluate_chunk(chunk, features + static_cast<std::ptrdiff_t>(done) * shape_.feature_count(),
                   policy + static_cast<std::ptrdiff_t>(done) * shape_.policy_count(),
                   results + static_cast<std::ptrdiff_t>(done) * kResults);
  }
}

// A 3×3 convolution: gathers the neighbourhoods of all squares, then multiplies once.
void Tower::convolve(const Layer& layer, int boards, const float* in, float* out) {
  const int n = shape_.size;
  const int columns = boards * shape_.squares();
  const int channels = layer.inputs / kOffsets;
  patches_.resize(static_cast<std::size_t>(layer.inputs) * columns);
  float* patch = patches_.data();
  for (int column = 0; column < columns; ++column) {
    const int square = column % shape_.squares();
    const int row = square / n;
    const int file = square % n;
    for (int dr = -1; dr <= 1; ++dr) {
      for (int df = -1; df <= 1; ++df, patch += channels) {
        const bool inside = row + dr >= 0 && row + dr < n && file + df >= 0 && file + df < n;
        if (inside) {
          std::copy_n(in + static_cast<std::ptrdiff_t>(column + dr * n + df) * channels, channels,
                      patch);
        } else {
          std::fill_n(patch, channels, 0.F);
        }
      }
    }
  }
  multiply(layer, columns, patches_.data(), out);
}

// Of every board the means of all channels, then their maxima.
void Tower::pool(int boards, int channels, const float* in, float* out) const {
  for (int board = 0; board < boards; ++board) {
    const ConstMatrix squares(in + static_cast<std::ptrdiff_t>(board) * channels * shape_.squares(),
                              channels, shape_.squares());
    Matrix both(out + static_cast<std::ptrdiff_t>(board) * 2 * channels, channels, 2);
    both.col(0) = squares.rowwise().mean();
    both.col(1) = squares.rowwise().maxCoeff();
  }
}

void Tower::multiply(const Layer& layer, int columns, const float* in, float* out) {
  Matrix result(out, layer.outputs, columns);
  result.noalias() = ConstMatrix(layer.weights.data(), layer.outputs, layer.inputs) *
                     ConstMatrix(in, layer.inputs, columns);
  result.colwise() += ConstVector(layer.bias.data(), layer.outputs);
}

void Tower::evaluate_chunk(int boards, const float* features, float* policy, float* results) {
  const int squares = shape_.squares();
  const int columns = boards * squares;
  const int channels = shape_.channels;
  const auto room = [](std::vector<float>& memory, int rows, int columns_of) {
    memory.resize(static_cast<std::size_t>(rows) * columns_of);
    return memory.data();
  };

  // Plane-major to channel-fastest.
  const int widest = std::max({channels, shape_.feature_planes, shape_.policy_planes});
  room(inner_, widest, columns);
  for (int board = 0; board < boards; ++board) {
    const ConstMatrix planes(features + static_cast<std::ptrdiff_t>(board) * shape_.feature_count(),
                             squares, shape_.feature_planes);
    Matrix(inner_.data() + static_cast<std::ptrdiff_t>(board) * shape_.feature_count(),
           shape_.feature_planes, squares) = planes.transpose();
  }
  room(now_, channels, columns);
  room(next_, channels, columns);
  Matrix now(now_.data(), channels, columns);
  convolve(stem_, boards, inner_.data(), now_.data());
  relu(now);

  Matrix inner(inner_.data(), channels, columns);
  Matrix next(next_.data(), channels, columns);
  for (int b = 0; b < shape_.blocks; ++b) {
    const Block& block = blocks_[static_cast<std::size_t>(b)];
    convolve(block.first, boards, now_.data(), inner_.data());
    relu(inner);
    if (shape_.pooled(b)) {
      pool(boards, channels, inner_.data(), room(pooled_, 2 * channels, boards));
      multiply(block.pool, boards, pooled_.data(), room(small_, channels, boards));
      for (int board = 0; board < boards; ++board) {
        inner.middleCols(board * squares, squares).colwise() +=
            ConstVector(small_.data() + static_cast<std::ptrdiff_t>(board) * channels, channels);
      }
    }
    convolve(block.second, boards, inner_.data(), next_.data());
    now = (now + next).cwiseMax(0.F);
  }

  multiply(policy_, columns, now_.data(), next_.data());
  relu(next);
  multiply(policy_out_, columns, next_.data(), inner_.data());
  for (int board = 0; board < boards; ++board) {
    const ConstMatrix by_square(
        inner_.data() + static_cast<std::ptrdiff_t>(board) * shape_.policy_count(),
        shape_.policy_planes, squares);
    Matrix(policy + static_cast<std::ptrdiff_t>(board) * shape_.policy_count(), squares,
           shape_.policy_planes) = by_square.transpose();
  }

  multiply(value_, columns, now_.data(), room(inner_, shape_.value_channels, columns));
  Matrix value(inner_.data(), shape_.value_channels, columns);
  relu(value);
  pool(boards, shape_.value_channels, inner_.data(),
       room(pooled_, 2 * shape_.value_channels, boards));
  multiply(value_hidden_, boards, pooled_.data(), room(small_, shape_.value_hidden, boards));
  Matrix hidden(small_.data(), shape_.value_hidden, boards);
  relu(hidden);
  multiply(value_out_, boards, small_.data(), results);
}

}  // namespace clanhouse
