// Positions as people see them on a terminal.
#pragma once

#include <string>

#include "core/changakarnikh/game.h"
#include "core/dashigaikh/game.h"

namespace clanhouse::cli {

// A Dashigáikh board with its stacks, reserves and whose turn it is.
template <int N>
std::string draw(const dashigaikh::Dashigaikh<N>& game, const dashigaikh::State<N>& state);

// The parade with its prices and the teams, or the race with a lane for each piece (race_view.cpp).
std::string draw(const changakarnikh::Changakarnikh& game, const changakarnikh::State& state);

}  // namespace clanhouse::cli
