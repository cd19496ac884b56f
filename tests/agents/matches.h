// One player against others of another kind, over blocks of all seats.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "agents/registry.h"
#include "core/playthrough.h"

namespace clanhouse::test {

struct Mean {
  double value = 0;
  double error = 0;  // standard error
};

inline Mean mean_of(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  return {mean, std::sqrt(squares / (n - 1) / n)};
}

template <Game G>
Utilities<G::kMaxSeats> play(const G& game, const std::vector<std::string>& specs,
                             std::uint64_t id) {
  std::vector<std::unique_ptr<Agent<G>>> agents;
  for (std::size_t seat = 0; seat < specs.size(); ++seat) {
    agents.push_back(std::move(*make_agent(game, specs[seat])));
    agents.back()->begin_game(RandomStream(1, "agent", id, seat));
  }
  RandomStream chance(1, "chance", id);
  auto state = game.initial();
  for (Actor actor = game.actor(state); !actor.over(); actor = game.actor(state)) {
    if (actor.chance()) {
      game.apply(state, draw_outcome(game, state, chance));
      continue;
    }
    const auto step = agents[actor.seat()]->choose(game.view(state, actor.seat()));
    typename G::ActionList legal;
    game.legal(state, legal);
    EXPECT_NE(std::find(legal.begin(), legal.end(), step), legal.end());
    game.apply(state, step);
  }
  return game.utility(state);
}

// The mean utility of one player against others of another kind, over blocks of all seats.
template <Game G>
Mean one_against(const G& game, const std::string& one, const std::string& others, int blocks) {
  std::vector<double> sums;
  for (int block = 0; block < blocks; ++block) {
    double sum = 0;
    for (int seat = 0; seat < game.seats(); ++seat) {
      std::vector<std::string> specs(static_cast<std::size_t>(game.seats()), others);
      specs[static_cast<std::size_t>(seat)] = one;
      sum += play(game, specs, static_cast<std::uint64_t>(block))[seat];
    }
    sums.push_back(sum / game.seats());
  }
  return mean_of(sums);
}

}  // namespace clanhouse::test
