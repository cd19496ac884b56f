// Perft: the number of positions after exactly `depth` turns, counting each line of play once. A
// finished game has no turns after it. The standard check of a move generator.
//
// The last ply is counted by formula (moves.h: count_legal) and not listed: every position one
// turn before the leaves is reached and judged, the turns that follow are only counted. Of the
// positions two turns before the leaves, placements are tried without copying the whole state,
// since they change no stack.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/dashigaikh/game.h"

namespace clanhouse::dashigaikh {

template <int N>
std::uint64_t perft(const Dashigaikh<N>& game, const State<N>& state, int depth);

// The same, by first turn, in the order of legal(); the first turns are shared out to threads.
template <int N>
std::vector<std::pair<Action, std::uint64_t>> perft_divide(const Dashigaikh<N>& game,
                                                           const State<N>& state, int depth,
                                                           int threads);

}  // namespace clanhouse::dashigaikh
