// Positions to measure on: those of games that a weak search plays against random moves, so that
// openings, crowded middles and endings are all there.
#pragma once

#include <vector>

#include "agents/registry.h"
#include "core/dashigaikh/game.h"

namespace clanhouse::bench {

template <int N>
dashigaikh::Dashigaikh<N> standard_game() {
  dashigaikh::Config config;
  config.size = N;
  return dashigaikh::Dashigaikh<N>(config);
}

// Those in which the game goes on.
template <int N>
const std::vector<dashigaikh::State<N>>& typical_positions() {
  static const auto positions = [] {
    using G = dashigaikh::Dashigaikh<N>;
    const G game = standard_game<N>();
    const auto agent = *make_agent(game, "mcts:visits=30");
    std::vector<dashigaikh::State<N>> list;
    for (int id = 0; id < 20; ++id) {
      RandomStream random(1, "bench positions", id);
      agent->begin_game(random);
      auto state = game.initial();
      while (!state.over() && state.turns < 80) {
        list.push_back(state);
        auto action = draw_action(game, state, random);
        if (random.below(4) != 0) action = agent->choose(state);
        game.apply(state, action);
      }
    }
    return list;
  }();
  return positions;
}

}  // namespace clanhouse::bench
