// One game between agents in one process.
#pragma once

#include <span>

#include "agents/agent.h"
#include "core/playthrough.h"

namespace clanhouse {

// Plays on from where `play` stands until the game is over. Each seat's agent has begun the game;
// `chance` decides what no agent does. False when `stop()` became true before the end.
template <Game G, class Stop>
bool play_on(Playthrough<G>& play, std::span<Agent<G>* const> agents, RandomStream& chance,
             Stop&& stop) {
  const G& game = play.game();
  while (!play.over()) {
    if (stop()) return false;
    const Actor actor = game.actor(play.state());
    if (actor.chance()) {
      play.play(draw_outcome(game, play.state(), chance));
    } else {
      play.play(agents[actor.seat()]->choose(game.view(play.state(), actor.seat())));
    }
  }
  return true;
}

}  // namespace clanhouse
