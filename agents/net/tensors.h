// What the kinds of nets have in common: which tensors a file must have, and reading them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "agents/net/linear.h"
#include "agents/net/safetensors.h"
#include "core/options.h"

namespace clanhouse {

// Names and shapes, in the order of the layers.
using TensorShapes = std::vector<std::pair<std::string, std::vector<std::int64_t>>>;

// A linear function with a bias: weights [outputs, inputs] and bias [outputs].
void add_linear(TensorShapes& list, const std::string& name, std::int64_t outputs,
                std::int64_t inputs);
// One of these, or a convolution with a bias: weights [outputs, inputs, width, width].
Linear read_linear(const TensorFile& file, const std::string& name);

// Errors name what is missing or has another shape.
Result<void> check_tensors(const TensorFile& file, const TensorShapes& tensors);

// The shape of a net as its file says it, by a table of its keys.
template <class Shape>
Result<void> read_shape(const TensorFile& file, const OptionTable<Shape>& table, Shape& shape) {
  for (const auto& option : table.options()) {
    const auto given = file.metadata.find(option.key);
    if (given == file.metadata.end()) return invalid("the net does not say its " + option.key);
    const auto set = option.parse(shape, given->second);
    if (!set) return invalid(option.key + ": " + set.error().reason);
  }
  return {};
}
template <class Shape>
void write_shape(TensorFile& file, const OptionTable<Shape>& table, const Shape& shape) {
  for (const auto& option : table.options()) file.metadata[option.key] = option.print(shape);
}

}  // namespace clanhouse
