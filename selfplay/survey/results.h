// Writes what a survey found: survey.csv, summary.json and report.html, each complete or not at
// all, in one folder. They are functions of their arguments: equal sums give equal bytes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "selfplay/survey/analysis.h"

namespace clanhouse::survey {

struct SurveyInfo {
  std::string command;
  std::string build;
  std::uint64_t seed = 0;
  std::string game;
  std::string title;  // of the game, in prose
  int players = 0;
  std::vector<std::string> agents;
  nlohmann::ordered_json settings;
  // By variant.
  std::vector<std::string> variants;
  std::vector<nlohmann::ordered_json> configs;
};

// The content of summary.json.
Result<nlohmann::ordered_json> write_results(const std::filesystem::path& out,
                                             const SurveyInfo& info,
                                             const SurveyAnalysis& analysis);

}  // namespace clanhouse::survey
