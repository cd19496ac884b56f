#include "agents/net/net_file.h"

namespace clanhouse {
namespace {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

// The keys that the game decides, as opposed to how large a net for it is.
bool is_of_game(const std::string& key) {
  return key == "size" || key == "feature_planes" || key == "policy_planes" || key == "features" ||
         key == "seats" || key == "players";
}

}  // namespace

std::string net_kind(const NetShape& shape) {
  return std::holds_alternative<TowerShape>(shape) ? "tower" : "mlp";
}

TensorShapes net_tensors(const NetShape& shape) {
  return std::visit(Overloaded{[](const TowerShape& s) { return tower_tensors(s); },
                               [](const MlpShape& s) { return mlp_tensors(s); }},
                    shape);
}

void write_net_metadata(TensorFile& file, std::string_view game, const NetShape& shape) {
  file.metadata["format"] = kNetFormat;
  file.metadata["game"] = game;
  file.metadata["kind"] = net_kind(shape);
  std::visit(Overloaded{[&](const TowerShape& s) { write_shape(file, tower_options(), s); },
                        [&](const MlpShape& s) { write_shape(file, mlp_options(), s); }},
             shape);
}

Result<NetShape> read_net_shape(const TensorFile& file, std::string_view game,
                                const NetShape& wanted) {
  TensorFile expected;
  write_net_metadata(expected, game, wanted);
  std::string differences;
  for (const auto& [key, value] : expected.metadata) {
    const bool fixed = key == "format" || key == "game" || key == "kind" || is_of_game(key);
    const auto found = file.metadata.find(key);
    const std::string given = found == file.metadata.end() ? "nothing" : found->second;
    if (!fixed || given == value) continue;
    differences += (differences.empty() ? "" : ", ") + key + " is " + given + ", not " + value;
  }
  if (!differences.empty()) return invalid("this net is for something else: " + differences);
  NetShape shape = wanted;
  return std::visit(Overloaded{[&](TowerShape& s) { return read_shape(file, tower_options(), s); },
                               [&](MlpShape& s) { return read_shape(file, mlp_options(), s); }},
                    shape)
      .and_then([&] { return check_tensors(file, net_tensors(shape)); })
      .map([&] { return shape; });
}

Result<std::unique_ptr<Network>> read_net(const TensorFile& file, std::string_view game,
                                          const NetShape& wanted) {
  const auto shape = read_net_shape(file, game, wanted);
  if (!shape) return tl::unexpected(shape.error());
  const auto to_network = [](auto&& net) -> std::unique_ptr<Network> {
    return std::make_unique<std::decay_t<decltype(net)>>(std::forward<decltype(net)>(net));
  };
  if (std::holds_alternative<TowerShape>(wanted)) return Tower::read(file).map(to_network);
  return Mlp::read(file).map(to_network);
}

}  // namespace clanhouse
