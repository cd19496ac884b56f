// Any legal action, each as likely as the others.
#pragma once

#include "agents/agent.h"
#include "core/playthrough.h"

namespace clanhouse {

template <Game G>
class RandomAgent : public Agent<G> {
 public:
  explicit RandomAgent(const G& game) : game_(game), random_(0, "") {}

  void begin_game(const RandomStream& random) override { random_ = random; }
  typename G::Action choose(const typename G::View& view) override {
    return draw_action(game_, game_.sample(view, random_), random_);
  }

 private:
  G game_;
  RandomStream random_;
};

}  // namespace clanhouse
