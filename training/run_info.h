// What is to be told of a training run, read from its folder (run_directory.h) for those who only
// look at it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/report/curves.h"
#include "training/run_directory.h"

namespace clanhouse::training {

struct Setting {
  std::string key, value, usual, help;
};

struct RunInfo {
  std::string game;           // "Dashigáikh"
  std::string game_settings;  // all of them
  std::string net;            // of the newest file
  std::string seed;
  std::string build;        // that began it
  std::string generations;  // it is to have
  bool validates = true;
  bool resigns = true;
  std::vector<Setting> unusual;      // those of the game and of training that differ from defaults
  std::vector<std::string> changes;  // of settings, made while it went on
};
// Errors name the file. Settings that this build does not know are no errors.
Result<RunInfo> read_run_info(const RunDirectory& folder);

struct Rating {
  int generation = 0;
  TimedEstimate elo;  // over CPU hours
  std::optional<double> games;
  std::map<std::string, double> scores;  // by opponent
};
struct RunLog {
  std::vector<nlohmann::json> generations;  // the lines that are no ratings
  std::vector<Rating> ratings;
  double cpu_hours = 0;
};
Result<RunLog> read_run_log(const RunDirectory& folder);

// Nothing where there is no such key, or no number under it.
std::optional<double> number_at(const nlohmann::json& object, const std::string& key);

}  // namespace clanhouse::training
