// A survey: what happens in many games between agents, under one setting or several, block by block
// (measurement.h).
//
// A block is one round or several in a row (surveyor.h): never more than kMostBlocks, so that
// journals stay small however many games there are. All variants of a survey play a block with the
// same chance; blocks are what errors come from.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "selfplay/survey/sums.h"

namespace clanhouse::survey {

inline constexpr int kMostBlocks = 500;

// Plays rounds first … last - 1 and counts; null when interrupted. Used by one thread.
using RoundPlayer = std::function<std::optional<Sums>(int first, int last)>;

// The game under one setting.
struct Variant {
  std::string name;  // "given", or what is set otherwise: "entry=only"
  nlohmann::ordered_json config;
  std::function<Result<RoundPlayer>()> make_player;  // called once for each thread
};

struct SurveySettings {
  std::string game;
  int players = 0;                  // under the given settings
  std::vector<std::string> agents;  // one for all seats, or one for each
  int games = 10'000;               // of each variant
  std::uint64_t seed = 1;
  std::string title;    // of the game, in prose
  std::string command;  // that makes the same survey, for the report
  // Not part of what is measured:
  int threads = 1;
  bool quiet = false;
  std::filesystem::path out;
};

struct SurveyRun {
  bool complete = false;
  int blocks = 0;
  int planned = 0;
  nlohmann::ordered_json summary;  // as in summary.json
};

// Agents by the names that results give them: as they are written, numbered where they are alike.
// Agents that are all alike are one.
std::vector<std::string> line_up(std::vector<std::string> agents);
std::vector<std::string> line_up_names(const std::vector<std::string>& agents);

// Runs what is missing; writes the results when all is done. The first variant is that of the given
// settings, with which the others are compared.
Result<SurveyRun> run_survey(const SurveySettings& settings, const std::vector<Variant>& variants);

}  // namespace clanhouse::survey
