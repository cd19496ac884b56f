// The worth of an action by looking at the position after it: the judgement of `greedy`, and the
// order in which a search tries actions for the first time.
#pragma once

#include <algorithm>

#include "agents/heuristics.h"
#include "core/game.h"

namespace clanhouse {

// From kMinUtility to kMaxUtility for the seat, whose action has led to `after`. A win of the next
// seat in one step is a loss; the heuristic still tells the losses apart, in the lowest tenth of
// the range.
template <Game G>
requires HasHeuristic<G>
float one_ply_value(const G& game, const typename G::State& after, int seat) {
  const Actor next = game.actor(after);
  if (next.over()) return game.utility(after)[seat];
  const float judged = Heuristic<G>::value(game, after)[seat];
  if constexpr (FindsWins<G> && G::kMaxSeats == 2) {
    typename G::Action reply;
    if (next.is_seat() && game.find_win(after, reply)) {
      if (next.seat() == seat) return G::kMaxUtility;
      const float share = (judged - G::kMinUtility) / (G::kMaxUtility - G::kMinUtility);
      return G::kMinUtility + 0.1F * share * (G::kMaxUtility - G::kMinUtility) / 2;
    }
  }
  return judged;
}

// The same for every legal action of a state; `actions` are those, and `values` has room for each.
template <Game G>
requires HasHeuristic<G>
void judge_actions(const G& game, const typename G::State& state,
                   const typename G::ActionList& actions, float* values) {
  if constexpr (JudgesActions<G>) {
    Heuristic<G>::judge_actions(game, state, actions, values);
  } else {
    const int seat = game.actor(state).seat();
    for (std::size_t i = 0; i < actions.size(); ++i) {
      typename G::State after = state;
      game.apply(after, actions[i]);
      values[i] = one_ply_value(game, after, seat);
    }
  }
}

}  // namespace clanhouse
