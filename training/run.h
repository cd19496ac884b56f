// A training run: generations of games and learning, in a directory that can be left at any moment.
//
//   run.json        settings, seed, and the build that began the run
//   nets/G.safetensors    the net after generation G; 0 has random weights
//   games/G.safetensors   the rows of generation G, played by net G - 1 against itself
//   log.jsonl       one line a generation
//
// Every file is written whole or not at all, and a file that is there is done: the same command
// goes on where it was stopped, but for the games in progress. The optimiser starts anew then.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/options.h"
#include "selfplay/net_games.h"
#include "training/learner.h"

namespace clanhouse::training {

struct TrainSettings {
  // The net.
  int channels = 32;
  int blocks = 3;
  int pool_every = 3;

  NetGamesOptions play;
  LearnerOptions learner;

  int generations = 20;
  int games = 200;  // a generation
  int window = 8;   // generations that are learned from
  float reuse = 4;  // how often a new row is drawn, in the mean

  // The net's shape for a game that wants this one.
  TowerShape shape(TowerShape of_game) const;
};
const OptionTable<TrainSettings>& train_options();

struct TrainRun {
  std::string game;  // name and settings, for run.json
  nlohmann::ordered_json config;
  TowerShape shape;  // as the game wants it
  std::uint64_t seed = 1;
  int threads = 1;
  bool quiet = false;
  std::filesystem::path out;
};

// Rows of games first … last - 1, played by a net. Used by one thread.
using PlayGames = std::function<Result<std::vector<TrainingRow>>(const TensorFile& net, int first,
                                                                 int last, std::uint64_t seed)>;

struct TrainResult {
  bool complete = false;
  int generation = 0;  // the last one that is done
};

// Trains until all generations are done or somebody interrupts.
Result<TrainResult> train(const TrainRun& run, const TrainSettings& settings,
                          const PlayGames& play);

std::filesystem::path net_path(const std::filesystem::path& run, int generation);

}  // namespace clanhouse::training
