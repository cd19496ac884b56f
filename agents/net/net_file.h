// Net files: which net is for which game.
//
// A file is for one game and its size: its metadata say "format", "game" (G::kName) and "kind"
// beside the shape of the net. Features are those of G::encode(), and the logits of a policy lie
// where G::policy_index() says.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "agents/net/mlp.h"
#include "agents/net/tower.h"
#include "core/game.h"

namespace clanhouse {

inline constexpr std::string_view kNetFormat = "1";

using NetShape = std::variant<TowerShape, MlpShape>;

// "tower" or "mlp".
std::string net_kind(const NetShape& shape);
TensorShapes net_tensors(const NetShape& shape);
// Numbers a position.
inline int net_features(const NetShape& shape) {
  return std::visit([](const auto& s) { return s.feature_count(); }, shape);
}
inline int net_policies(const NetShape& shape) {
  return std::visit([](const auto& s) { return s.policy_count(); }, shape);
}
inline int net_values(const NetShape& shape) {
  return std::visit([](const auto& s) { return s.value_count(); }, shape);
}
// Writes format, game, kind and shape.
void write_net_metadata(TensorFile& file, std::string_view game, const NetShape& shape);

// The shape of a file's net, which is for this game and as large as `wanted` where the game says
// so, and has all its tensors; errors name all keys that differ.
Result<NetShape> read_net_shape(const TensorFile& file, std::string_view game,
                                const NetShape& wanted);
// The net of such a file.
Result<std::unique_ptr<Network>> read_net(const TensorFile& file, std::string_view game,
                                          const NetShape& wanted);

// Games that a tower is for: on a square board, for two seats, with nothing hidden.
template <class G>
concept BoardGame = Game<G> && G::kPerfectInformation && G::kMaxSeats == 2 && requires {
  { G::kSize } -> std::convertible_to<int>;
};

// A net for the game; its depth and width are as they are by default.
template <Game G>
NetShape net_shape_for(const G& game) {
  if constexpr (BoardGame<G>) {
    TowerShape shape;
    shape.size = G::kSize;
    shape.feature_planes = game.feature_count() / shape.squares();
    shape.policy_planes = game.policy_count() / shape.squares();
    return shape;
  } else {
    MlpShape shape;
    shape.features = game.feature_count();
    shape.seats = G::kMaxSeats;
    shape.players = game.seats();
    return shape;
  }
}

template <Game G>
Result<std::unique_ptr<Network>> read_net_for(const G& game, const TensorFile& file) {
  return read_net(file, G::kName, net_shape_for(game));
}

}  // namespace clanhouse
