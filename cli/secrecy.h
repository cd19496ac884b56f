// What a person at the terminal may see of a step that somebody else, or chance, has taken.
#pragma once

#include "core/game.h"

namespace clanhouse::cli {

// Positions are drawn for one seat, for an onlooker who may see everything, or for nobody in
// particular: then only what all may know.
inline constexpr int kOnlooker = -1;
inline constexpr int kNobodyLooks = -2;

// A step is secret to a seat if another possible one would have looked the same to it.
template <Game G, class Step>
bool is_secret(const G& game, const typename G::State& before, Step step, int seat) {
  if constexpr (G::kPerfectInformation) return false;
  const auto view_after = [&](auto taken) {
    typename G::State after = before;
    game.apply(after, taken);
    return game.view(after, seat);
  };
  const auto seen = view_after(step);
  if constexpr (std::is_same_v<Step, typename G::Action>) {
    if (game.actor(before).seat() == seat) return false;
    typename G::ActionList actions;
    game.legal(before, actions);
    for (const auto other : actions) {
      if (!(other == step) && view_after(other) == seen) return true;
    }
  } else {
    typename G::OutcomeList outcomes;
    game.outcomes(before, outcomes);
    for (const auto& [other, probability] : outcomes) {
      if (!(other == step) && view_after(other) == seen) return true;
    }
  }
  return false;
}

}  // namespace clanhouse::cli
