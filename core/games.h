// The table of games. A game family is what a user calls a game: one name, one set of settings,
// and the Game types that play it (Dashigáikh has one for each board size).
//
// A family provides
//   kName, kTitle             "dashigaikh", "Dashigáikh"
//   kRecordExtension          of its record files
//   Config, options()         its settings
//   with(config, visit)       calls visit(game) with the Game for that config
//   read_games(text, config)  the games of a record file, as a GameFile
//   read_state(game, text)    a position in the game's own text form
// Adding a game to the program is adding its family to GameFamilies.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "core/dashigaikh/family.h"
#include "core/error.h"

namespace clanhouse {

using GameFamilies = std::tuple<dashigaikh::Family>;

// Calls visit(family) for every family, in order.
template <class Visit>
void for_each_family(Visit&& visit) {
  std::apply([&](auto... family) { (visit(family), ...); }, GameFamilies());
}

std::string known_games();

// Calls visit(family) with the family of that name and returns what it returns, a Result.
template <class R, class Visit>
R with_family(std::string_view name, Visit&& visit) {
  R result = invalid("unknown game '" + std::string(name) + "' (known: " + known_games() + ")");
  for_each_family([&](auto family) {
    if (family.kName == name) result = visit(family);
  });
  return result;
}

}  // namespace clanhouse
