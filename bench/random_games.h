// Whole games of random decisions: the speed of a game's rules.
#pragma once

#include <benchmark/benchmark.h>

#include "core/playthrough.h"

namespace clanhouse::bench {

template <Game G>
void play_random_games(benchmark::State& bench, const G& game, std::uint64_t seed) {
  using benchmark::Counter;
  std::uint64_t steps = 0;
  std::uint64_t games = 0;
  for (auto _ : bench) {
    RandomStream random(seed, "bench games", games++);
    typename G::State state = game.initial();
    for (; !game.actor(state).over(); ++steps) apply_random_step(game, state, random);
  }
  bench.counters["steps/s"] = Counter(static_cast<double>(steps), Counter::kIsRate);
  bench.counters["games/s"] = Counter(static_cast<double>(games), Counter::kIsRate);
}

}  // namespace clanhouse::bench
