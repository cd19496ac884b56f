// One thread that plays games to learn from. Actors and the learner meet in the run's folder alone.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "selfplay/net_games.h"
#include "training/networks.h"
#include "training/run_directory.h"
#include "training/settings.h"

namespace clanhouse::training {

// NetGames of any game.
class Player {
 public:
  virtual ~Player() = default;
  virtual Result<void> set_net(const TensorFile& net) = 0;
  virtual void step() = 0;
  virtual std::vector<NetGame> take_finished() = 0;
  virtual NetCounts counts() const = 0;
};
using MakePlayer = std::function<Result<std::unique_ptr<Player>>(
    const TensorFile& net, std::uint64_t seed, std::uint64_t first_game)>;

template <Game G>
class GamePlayer : public Player {
 public:
  static Result<std::unique_ptr<Player>> make(const G& game, const NetGamesOptions& options,
                                              const MakeNetwork& networks, const TensorFile& net,
                                              std::uint64_t seed, std::uint64_t first_game) {
    return networks(net).map([&](auto&& network) -> std::unique_ptr<Player> {
      return std::make_unique<GamePlayer>(game, networks, std::move(network), options, seed,
                                          first_game);
    });
  }
  GamePlayer(const G& game, MakeNetwork networks, std::unique_ptr<Network> net,
             const NetGamesOptions& options, std::uint64_t seed, std::uint64_t first_game)
      : networks_(std::move(networks)), games_(game, std::move(net), options, seed, first_game) {}

  Result<void> set_net(const TensorFile& net) override {
    return networks_(net).map([&](auto&& network) { games_.set_net(std::move(network)); });
  }
  void step() override { games_.step(); }
  std::vector<NetGame> take_finished() override { return games_.take_finished(); }
  NetCounts counts() const override { return games_.counts(); }

 private:
  MakeNetwork networks_;
  NetGames<G> games_;
};

// Players whose nets are evaluated on the device (networks.h).
template <Game G>
MakePlayer player_maker(const G& game, const NetGamesOptions& options,
                        const std::string& device = "cpu") {
  const MakeNetwork networks = network_maker(G::kName, net_shape_for(game), device);
  return [=](const TensorFile& net, std::uint64_t seed, std::uint64_t first_game) {
    return GamePlayer<G>::make(game, options, networks, net, seed, first_game);
  };
}

// Plays with the newest net until the run has all its generations, or stop() says so. Actors of a
// run have different names, of letters and digits. The games of a name go on where they stopped,
// but for those in progress.
Result<void> play_games(const RunDirectory& run, const TrainSettings& settings,
                        const std::string& actor, std::uint64_t seed, const MakePlayer& make,
                        const std::function<bool()>& stop);

}  // namespace clanhouse::training
