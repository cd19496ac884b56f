// Nets that know nothing.
#pragma once

#include <cmath>

#include "agents/net/net_file.h"
#include "core/random.h"

namespace clanhouse::test {

// Random weights that keep numbers in a sensible range.
inline TensorFile random_net(const NetShape& shape, std::uint64_t seed,
                             std::string_view game = "dashigaikh") {
  TensorFile file;
  write_net_metadata(file, game, shape);
  RandomStream random(seed, "random net");
  for (const auto& [name, dimensions] : net_tensors(shape)) {
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

// A small one for a game.
template <Game G>
TensorFile untrained_net(const G& game, std::uint64_t seed = 7) {
  NetShape shape = net_shape_for(game);
  if (auto* tower = std::get_if<TowerShape>(&shape)) {
    tower->channels = 8;
    tower->blocks = 1;
  } else {
    std::get<MlpShape>(shape).width = 16;
    std::get<MlpShape>(shape).blocks = 1;
  }
  return random_net(shape, seed, G::kName);
}

}  // namespace clanhouse::test
