#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace clanhouse::pieces {

// What made the results.
struct RunInfo {
  std::string command;
  std::string build;
  std::uint64_t seed = 0;
  std::string agents;
  int players = 0;
  std::string design;               // "fields", "replacement", "ablation", "draft"
  nlohmann::ordered_json settings;  // rules and options of the run
};

}  // namespace clanhouse::pieces
