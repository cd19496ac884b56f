// Whether results connect a pool: a fit has finite ratings only for agents that have all taken
// points, directly or over others, from each other (Ford, 1957).
#pragma once

#include <vector>

namespace clanhouse {

// [i][j]: i took points from j, by winning or by a draw. What an agent takes from itself is passed
// over.
using Taken = std::vector<std::vector<bool>>;

// One that won everything, or lost everything, against those who were still in.
struct ShutOut {
  int agent = 0;
  bool won = false;
  std::vector<bool> inside;  // who was still in, itself included
};

struct Connectivity {
  // Agents who can be rated together: all that are left without the shut-outs, if these are
  // connected, or the largest group.
  std::vector<int> core;
  // Taken out one after the other; rated by bounds from those who were left.
  std::vector<ShutOut> shut_outs;
  // The groups, if there are several: those that never met, or else those within which everybody
  // took points from everybody. Empty for a well connected pool. The largest comes first.
  std::vector<std::vector<int>> groups;
};

Connectivity connectivity(const Taken& taken);

}  // namespace clanhouse
