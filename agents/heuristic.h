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

}  // namespace clanhouse
