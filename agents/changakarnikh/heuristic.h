// A quick judgement of positions of Changakárnikh.
//
// Of a race: a piece needs (31 - position) / pace turns, where the pace follows from its measured
// strength; places are drawn from those turns as in a Plackett–Luce race with weights
// exp(-kDecay * turns). Of a game: the scores, what the race is expected to add, and what the
// pieces that have not raced make on average; the pot is shared by a Plackett–Luce order of these
// sums that is the sharper, the fewer races are left.
#pragma once

#include "agents/heuristic.h"
#include "core/changakarnikh/game.h"

namespace clanhouse {

namespace changakarnikh {

// Expected points that each seat still makes in a race; what has been scored does not count.
std::array<float, kMaxSeats> expected_race_points(const Race& race);

}  // namespace changakarnikh

template <>
struct Heuristic<changakarnikh::RaceGame> {
  static Utilities<changakarnikh::kMaxSeats> value(const changakarnikh::RaceGame& game,
                                                   const changakarnikh::Race& race);
};

template <>
struct Heuristic<changakarnikh::Changakarnikh> {
  static Utilities<changakarnikh::kMaxSeats> value(const changakarnikh::Changakarnikh& game,
                                                   const changakarnikh::State& state);
};

}  // namespace clanhouse
