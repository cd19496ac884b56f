// Settings of a game of Ssansh: players, layout and the switches of rules/ssansh.md.
#pragma once

#include <string>

#include "core/options.h"
#include "core/ssansh/layout.h"

namespace clanhouse::ssansh {

struct Rules {
  enum class TieBreak : std::uint8_t { kTiedCounts, kLeader };
  enum class LevelColours : std::uint8_t { kKingWeather, kNone };
  enum class NoColour : std::uint8_t { kFewest, kNobody };
  TieBreak tie_break = TieBreak::kTiedCounts;
  LevelColours level_colours = LevelColours::kKingWeather;
  NoColour no_colour = NoColour::kFewest;
  bool operator==(const Rules&) const = default;
};

struct Config {
  int players = 3;
  std::string layout = "jakalla";  // a name, or the path of a file
  Rules rules;
  bool operator==(const Config&) const = default;
};

const OptionTable<Config>& config_options();
// The switches alone, as in the "rules" of positions and the Rules tag of records.
const OptionTable<Rules>& rules_options();
// The layout must be there and have room for the players.
Result<void> check_config(const Config& config);

}  // namespace clanhouse::ssansh
