// Positions as people see them on a terminal: for the seat `viewer`, or for kOnlooker or
// kNobodyLooks (secrecy.h).
#pragma once

#include <string>

#include "cli/secrecy.h"
#include "core/changakarnikh/game.h"
#include "core/dashigaikh/game.h"
#include "core/ssansh/game.h"

namespace clanhouse::cli {

// A Dashigáikh board with its stacks, reserves and whose turn it is.
template <int N>
std::string draw(const dashigaikh::Dashigaikh<N>& game, const dashigaikh::State<N>& state,
                 int viewer);

// The parade with its prices and the teams, or the race on its spiral track (race_view.cpp).
std::string draw(const changakarnikh::Changakarnikh& game, const changakarnikh::State& state,
                 int viewer);

// The spaces in their arrangement, the discs, the hand that may be seen (ssansh_view.cpp).
std::string draw(const ssansh::Ssansh& game, const ssansh::State& state, int viewer);

}  // namespace clanhouse::cli
