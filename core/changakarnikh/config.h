// Settings of a game of Changakárnikh (rules/changakarnikh.md §1 and the switches).
#pragma once

#include "core/changakarnikh/race.h"
#include "core/options.h"

namespace clanhouse::changakarnikh {

inline constexpr int kMaxTeam = 8;

struct Config {
  int players = 4;
  // Pieces per team, which is the number of races; 0: the table of the rules.
  int team = 0;
  int shares = 8;
  Rules rules;

  int team_size() const { return team != 0 ? team : players == 6 ? 4 : 5; }
  bool operator==(const Config&) const = default;
};

// "players", "team", "shares" and one key for each switch.
const OptionTable<Config>& config_options();
// The switches alone, as in the "rules" of setups and the Rules tag of records.
const OptionTable<Rules>& rules_options();
// players x team must not be more than the pieces of the set.
Result<void> check_config(const Config& config);

}  // namespace clanhouse::changakarnikh
