// Nets that know nothing.
#pragma once

#include <cmath>

#include "agents/net/tower.h"
#include "core/random.h"

namespace clanhouse::test {

// Random weights that keep numbers in a sensible range.
inline TensorFile random_net(const TowerShape& shape, std::uint64_t seed) {
  TensorFile file;
  file.metadata = tower_metadata(shape);
  RandomStream random(seed, "random net");
  for (const auto& [name, dimensions] : tower_tensors(shape)) {
    Tensor tensor;
    tensor.shape = dimensions;
    std::size_t count = 1;
    for (const auto n : dimensions) count *= static_cast<std::size_t>(n);
    const float inputs = static_cast<float>(count) / static_cast<float>(dimensions[0]);
    const bool variance = name.ends_with("running_var");
    for (std::size_t i = 0; i < count; ++i) {
      const float u = random.uniform();
      tensor.values.push_back(variance ? 0.5F + u : (2 * u - 1) * 2 / std::sqrt(inputs));
    }
    file.tensors[name] = std::move(tensor);
  }
  return file;
}

}  // namespace clanhouse::test
