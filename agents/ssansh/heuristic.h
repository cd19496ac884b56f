// A quick judgement of positions of Ssansh, of a state with all hands in sight (search and `greedy`
// look at sampled ones).
//
// Each colour's chance to win follows from the spaces that it holds: a space counts for a colour by
// the odds exp(kSpace * figurines there), and the colours' sums compete by exp(k * sum), where k
// grows as the end comes nearer (hands run out, players parley). Given the colour, the seats'
// chances follow from their figurines of it, less a little for the others; without a colour from
// the smallness of their hands. With four and five players a figurine of any colour is worth
// something too, since who still has some decides when the others have none. A game that ends with
// the Parley that is under way is judged exactly.
#pragma once

#include "agents/heuristic.h"
#include "core/ssansh/game.h"

namespace clanhouse {

template <>
struct Heuristic<ssansh::Ssansh> {
  static Utilities<ssansh::kMaxPlayers> value(const ssansh::Ssansh& game,
                                              const ssansh::State& state);
  // The values for the seat to act of the positions after each action of the list: those of
  // value() up to rounding, at a fraction of the time.
  static void judge_actions(const ssansh::Ssansh& game, const ssansh::State& state,
                            const ssansh::ActionList& actions, float* values);
};

// One round of turns, each by the judgement of the position after it.
template <>
struct PlayoutPolicy<ssansh::Ssansh> {
  static constexpr bool kPlaysOutByDefault = true;
  static ssansh::Action choose(const ssansh::Ssansh& game, const ssansh::State& state);
  static bool far_enough(const ssansh::State& start, const ssansh::State& now) {
    return now.turns - start.turns >= start.players;
  }
};

}  // namespace clanhouse
