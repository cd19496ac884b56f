// Looks one action ahead: wins when it can, avoids actions after which the next seat wins at once,
// and otherwise takes the action whose position the game's Heuristic likes best.
#pragma once

#include <limits>

#include "agents/agent.h"
#include "agents/one_ply.h"

namespace clanhouse {

template <Game G>
requires HasHeuristic<G>
class GreedyAgent : public Agent<G> {
 public:
  explicit GreedyAgent(const G& game) : game_(game), random_(0, "") {}

  void begin_game(const RandomStream& random) override { random_ = random; }
  typename G::Action choose(const typename G::View& view) override {
    const typename G::State state = game_.sample(view, random_);
    const int seat = game_.actor(state).seat();
    typename G::ActionList actions;
    game_.legal(state, actions);
    float best = -std::numeric_limits<float>::infinity();
    std::uint32_t ties = 0;
    typename G::Action choice = actions[0];
    for (const auto action : actions) {
      typename G::State next = state;
      game_.apply(next, action);
      const float value = one_ply_value(game_, next, seat);
      if (value > best) {
        best = value;
        ties = 1;
        choice = action;
      } else if (value == best && random_.below(++ties) == 0) {
        choice = action;  // each of the equals is as likely as the others
      }
    }
    return choice;
  }

 private:
  G game_;
  RandomStream random_;
};

}  // namespace clanhouse
