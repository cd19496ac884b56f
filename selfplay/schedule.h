// Which games a tournament plays. The schedule is a pure function of its arguments: a game's
// number says who plays it, in which seats and from which opening, now and after any restart.
//
// The unit is a block: one line-up of agents, one opening, and every rotation of the seats, so that
// no agent gains by its seat or by a lucky opening. All pairings of a round share its opening.
#pragma once

#include <string>
#include <vector>

namespace clanhouse {

enum class Format {
  kRoundRobin,  // every agent against every other
  kGauntlet,    // the first agent against every other
};

struct ScheduledGame {
  int id = 0;               // from 1
  int block = 0;            // from 0
  int round = 0;            // from 0: which opening
  std::vector<int> agents;  // by seat
};

// Games of `rounds` rounds, round by round; each round has one block per pairing.
std::vector<ScheduledGame> make_schedule(Format format, int agents, int rounds);

}  // namespace clanhouse
