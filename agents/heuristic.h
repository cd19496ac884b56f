// Quick judgements of positions, written by hand for each game: used by `greedy` and where search
// cuts a playout short. A game with one specialises Heuristic in agents/<game>/heuristic.h.
#pragma once

#include "core/game.h"

namespace clanhouse {

template <class G>
struct Heuristic;  // static Utilities<G::kMaxSeats> value(const G&, const State&): not over

template <class G>
concept HasHeuristic = requires(const G& game, const typename G::State& state) {
  { Heuristic<G>::value(game, state) } -> std::same_as<Utilities<G::kMaxSeats>>;
};

// A game whose Heuristic judges all legal actions of a position faster than one by one: for each,
// in the order of legal(), the value for the seat to act that one_ply_value() gives the position
// after it.
template <class G>
concept JudgesActions = requires(const G& game, const typename G::State& state,
                                 const typename G::ActionList& actions, float* values) {
  {Heuristic<G>::judge_actions(game, state, actions, values)};
};

// Quick judgements of decisions: plays on from a position as the game's "greedy" would, for search
// whose leaves are played out. A game with them specialises PlayoutPolicy.
template <class G>
struct PlayoutPolicy;

template <class G>
concept HasPlayoutPolicy = requires(const G& game, const typename G::State& state) {
  { PlayoutPolicy<G>::choose(game, state) } -> std::same_as<typename G::Action>;
  // Whether search plays its leaves out like this unless told otherwise.
  { PlayoutPolicy<G>::kPlaysOutByDefault } -> std::convertible_to<bool>;
  // Whether a playout from `state` has come far enough for the Heuristic to judge `now`.
  { PlayoutPolicy<G>::far_enough(state, state) } -> std::same_as<bool>;
};

}  // namespace clanhouse
