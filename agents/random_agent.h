// Any legal action, each as likely as the others.
#pragma once

#include "agents/agent.h"

namespace clanhouse {

template <Game G>
class RandomAgent : public Agent<G> {
 public:
  explicit RandomAgent(const G& game) : game_(game), random_(0, "") {}

  void begin_game(const RandomStream& random) override { random_ = random; }
  typename G::Action choose(const typename G::View& view) override {
    typename G::ActionList actions;
    game_.legal(game_.sample(view, random_), actions);
    return actions[random_.below(static_cast<std::uint32_t>(actions.size()))];
  }

 private:
  G game_;
  RandomStream random_;
};

}  // namespace clanhouse
