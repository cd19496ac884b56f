#include "agents/net/tensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace clanhouse {

void add_linear(TensorShapes& list, const std::string& name, std::int64_t outputs,
                std::int64_t inputs) {
  list.push_back({name + ".weight", {outputs, inputs}});
  list.push_back({name + ".bias", {outputs}});
}

Linear read_linear(const TensorFile& file, const std::string& name) {
  const Tensor& weights = file.tensors.at(name + ".weight");
  const auto taps = weights.shape.size() < 4 ? 1 : weights.shape[2] * weights.shape[3];
  return Linear(static_cast<int>(weights.shape[0]), static_cast<int>(weights.shape[1]),
                static_cast<int>(taps), weights.values, file.tensors.at(name + ".bias").values);
}

Result<void> check_tensors(const TensorFile& file, const TensorShapes& tensors) {
  for (const auto& [name, shape] : tensors) {
    const auto tensor = file.tensors.find(name);
    if (tensor == file.tensors.end()) return invalid("the net has no tensor '" + name + "'");
    if (tensor->second.shape != shape) {
      return invalid(fmt::format("tensor '{}' has the shape [{}], not [{}]", name,
                                 fmt::join(tensor->second.shape, ", "), fmt::join(shape, ", ")));
    }
  }
  return {};
}

}  // namespace clanhouse
