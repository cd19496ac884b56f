// Positions as people see them on a terminal.
#pragma once

#include <string>

#include "core/dashigaikh/game.h"

namespace clanhouse::cli {

// A Dashigáikh board with its stacks, reserves and whose turn it is.
template <int N>
std::string draw(const dashigaikh::Dashigaikh<N>& game, const dashigaikh::State<N>& state);

}  // namespace clanhouse::cli
