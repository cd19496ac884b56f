// Who plays together, where results have no say in it.
#pragma once

#include <vector>

#include "core/random.h"

namespace clanhouse {

// Agents that sit down together, by number; an agent may sit in several seats.
using LineUp = std::vector<int>;

// All line-ups of different agents; where there are fewer agents than seats, all in which every
// agent has a seat or more. In ascending order.
std::vector<LineUp> all_line_ups(int agents, int seats);

// Those of all_line_ups, and each agent alone in all seats.
std::vector<LineUp> book_test_line_ups(int agents, int seats);

// The first agent, in one seat, against all line-ups of the others.
std::vector<LineUp> gauntlet_line_ups(int agents, int seats);

// `rounds` rounds of line-ups of different agents. In a round as many line-ups are dealt as the
// agents fill. Appearances of agents differ by at most one after every line-up; pairs appear as
// evenly as a search that looks one line-up ahead makes them. agents ≥ seats.
std::vector<std::vector<LineUp>> balanced_line_ups(int agents, int seats, int rounds,
                                                   RandomStream& random);

}  // namespace clanhouse
