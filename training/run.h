// A training run: actors play (actor.h), a learner makes nets of their games, until all generations
// are done or somebody interrupts. The same command goes on where it was stopped, but for the games
// in progress.
#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "training/actor.h"
#include "training/match.h"
#include "training/settings.h"

namespace clanhouse::training {

struct TrainRun {
  std::string game;  // name and settings, for run.json
  nlohmann::ordered_json config;
  NetShape shape;  // as the game wants it
  std::uint64_t seed = 1;
  int actors = 1;              // threads that play; 0: others do (play_along())
  std::string device = "cpu";  // that learns
  bool quiet = false;
  bool accept_settings = false;
  std::filesystem::path out;
};

struct TrainResult {
  bool complete = false;
  int generation = 0;  // the last one that is done
  std::filesystem::path net;
};

// What training needs to know of its game.
struct TrainGame {
  MakePlayer make_player;
  MakeMatch make_match;
};
template <Game G>
TrainGame train_game(const G& game, const NetGamesOptions& options, std::uint64_t seed,
                     const std::string& device) {
  return {player_maker(game, options, device), match_maker(game, seed)};
}

Result<TrainResult> train(const TrainRun& run, const TrainSettings& settings,
                          const TrainGame& game);

// The settings of a run that others began.
struct FollowedRun {
  std::string game;
  nlohmann::json config;
  TrainSettings settings;
  std::uint64_t seed = 1;
};
Result<FollowedRun> read_run(const std::filesystem::path& out);
// Plays for that run, by so many threads, until it is complete or somebody interrupts. `name` is
// this process's, of letters and digits.
Result<void> play_along(const std::filesystem::path& out, const FollowedRun& run, int threads,
                        const std::string& name, const MakePlayer& make);

}  // namespace clanhouse::training
