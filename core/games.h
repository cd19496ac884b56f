// The table of games. A game family is what a user calls a game: one name, one set of settings,
// and the Game types that play it (Dashigáikh has one for each board size).
//
// A family provides
//   kName, kTitle             "dashigaikh", "Dashigáikh"
//   kRecordExtension          of its record files
//   Config, options()         its settings
//   check(config)             whether they go together, where each alone is in range
//   with(config, visit)       calls visit(game) with the Game for that config
//   read_games(text, config)  the games of a record file, as a GameFile
//   fit_to_state(config, …)   makes the config's size that of a position in text form
//   read_state(game, text)    such a position
//   run_state_file(text)      where positions are files: what `clanhouse state FILE` prints
//   (optional) kPartName      a part of it that is a game of its own to nets
//   (optional) signature_configs()       what `clanhouse bench --signature` looks at
//   for_tournaments(config)   the config with whatever keeps tournament games from going on for
//   ever
// Adding a game to the program is adding its family to GameFamilies.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "core/changakarnikh/family.h"
#include "core/dashigaikh/family.h"
#include "core/error.h"
#include "core/ssansh/family.h"

namespace clanhouse {

using GameFamilies = std::tuple<dashigaikh::Family, changakarnikh::Family, ssansh::Family>;

// Calls visit(family) for every family, in order.
template <class Visit>
void for_each_family(Visit&& visit) {
  std::apply([&](auto... family) { (visit(family), ...); }, GameFamilies());
}

// Calls visit(family) for the family that plays games of this name, which is the family's own or,
// as nets and training runs have it, that of one of its games ("changakarnikh-race"). False if
// there is none.
template <class Visit>
bool with_family_of(std::string_view game, Visit&& visit) {
  bool found = false;
  for_each_family([&](auto family) {
    using Family = decltype(family);
    bool plays = Family::kName == game;
    if constexpr (requires { Family::kPartName; }) plays = plays || Family::kPartName == game;
    if (!plays) return;
    found = true;
    visit(family);
  });
  return found;
}

std::string known_games();

// The game that a record's or position's text says it is of ([Game "…"] or "game": "…"); empty
// where it says nothing, an error where it is none of the table.
Result<std::string> game_named_in(std::string_view text);

}  // namespace clanhouse
