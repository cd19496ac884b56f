// Trained nets that come with the program: models/<game>-<size or players>.safetensors.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "agents/net/net_file.h"

namespace clanhouse {

// The file of that name in $CLANHOUSE_MODELS, or else in the folder `models` beside the program, or
// else in that of the source tree which it was built from; nothing if there is none.
std::optional<std::filesystem::path> find_model(const std::string& name);

// The net that is shipped for this game.
template <Game G>
std::optional<std::filesystem::path> shipped_net(const G& game) {
  int number = game.seats();
  if constexpr (BoardGame<G>) number = G::kSize;
  return find_model(std::string(G::kName) + "-" + std::to_string(number) + ".safetensors");
}

}  // namespace clanhouse
