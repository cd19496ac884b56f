// Settings of a game of Dashigáikh (rules/dashigaikh.md, "Board and pieces", "End of the game").
#pragma once

#include <array>
#include <string>

#include "core/error.h"
#include "core/options.h"

namespace clanhouse::dashigaikh {

inline constexpr int kMinSize = 3;
inline constexpr int kMaxSize = 8;
inline constexpr int kMaxFlats = 64;
inline constexpr int kMaxOverseers = 4;

enum class InactivityRule { kNone, kPlies, kRepetition };

struct Config {
  int size = 5;
  // Pieces per player; -1 is the number in the table of the rules for this size.
  int flats = -1;
  int overseers = -1;
  // Added to player 2's flat count, in half flats, -20..20.
  int half_komi = 0;
  InactivityRule inactivity = InactivityRule::kNone;
  // With kPlies: turns in a row without a placement or a flattening that make a draw.
  int inactivity_plies = 0;
  // Turns from the start of the record after which the game is a draw; 0 is no limit.
  int turn_limit = 0;

  int flats_each() const;
  int overseers_each() const;
  bool operator==(const Config&) const = default;
};

// What the table of the rules gives each player on a board of this size.
int standard_flats(int size);
int standard_overseers(int size);

const OptionTable<Config>& config_options();

}  // namespace clanhouse::dashigaikh
