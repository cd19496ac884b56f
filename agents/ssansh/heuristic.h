// A quick judgement of positions of Ssansh, of a state with all hands in sight (search and `greedy`
// look at sampled ones).
//
// Each colour's chance to win follows from the spaces that it holds: a space counts for a colour by
// the odds exp(kSpace * figurines there), and the colours' sums compete by exp(k * sum), where k
// grows as the end comes nearer (hands run out, players parley). Given the colour, the seats'
// chances follow from their figurines of it, less a little for the others; without a colour from
// the smallness of their hands.
#pragma once

#include "agents/heuristic.h"
#include "core/ssansh/game.h"

namespace clanhouse {

template <>
struct Heuristic<ssansh::Ssansh> {
  static Utilities<ssansh::kMaxPlayers> value(const ssansh::Ssansh& game,
                                              const ssansh::State& state);
};

}  // namespace clanhouse
