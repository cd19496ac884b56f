// Elo ratings from one fit of all results (Bradley and Terry, 1952), a draw counting as half a win.
//
// Intervals come from the sandwich estimator over blocks: games of one block share an opening and
// are not independent, so each block counts as one observation. An agent that won or lost
// everything has no finite rating; it gets the bound at which so clean a record has probability
// 0.05.
#pragma once

#include <string>
#include <vector>

namespace clanhouse {

// The games of one block between two agents.
struct BlockScore {
  int a = 0;
  int b = 0;
  double score_a = 0;  // wins of a plus half the draws
  double games = 0;
};

enum class RatingKind {
  kNone,      // no games, or the results do not connect the agent with the others
  kEstimate,  // elo with a 95 % interval
  kAtLeast,   // elo is a lower bound: the agent won everything
  kAtMost,    // elo is an upper bound: the agent lost everything
};

struct Rating {
  RatingKind kind = RatingKind::kNone;
  double elo = 0;
  double low = 0;  // the 95 % interval of an estimate
  double high = 0;
};

// The mean of the estimated ratings is 0, or, with an anchor, that agent's rating is; intervals are
// those of the difference from there. An anchor without an estimate is passed over.
std::vector<Rating> rate(int agents, const std::vector<BlockScore>& blocks, int anchor = -1);

}  // namespace clanhouse
