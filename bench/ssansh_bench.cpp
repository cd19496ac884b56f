// Speed of Ssansh: rules, whole games, what judges a position, search.
#include <benchmark/benchmark.h>

#include <vector>

#include "agents/registry.h"
#include "bench/random_games.h"
#include "core/playthrough.h"

namespace clanhouse {
namespace {

using namespace ssansh;
using benchmark::Counter;

Ssansh game_of(int players) {
  Config config;
  config.players = players;
  return Ssansh(config);
}

// Positions of three-player games of random decisions in which a turn is due.
const std::vector<State>& turn_positions() {
  static const auto positions = [] {
    const Ssansh game = game_of(3);
    std::vector<State> list;
    for (std::uint64_t n = 0; list.size() < 1024; ++n) {
      RandomStream random(1, "bench positions", n);
      State state = game.initial();
      for (; !game.actor(state).over(); apply_random_step(game, state, random)) {
        if (state.phase == Phase::kTurn) list.push_back(state);
      }
    }
    return list;
  }();
  return positions;
}

// Calls work(position) for one position after another.
template <class Work>
void for_positions(benchmark::State& bench, Work&& work) {
  const auto& positions = turn_positions();
  std::size_t i = 0;
  for (auto _ : bench) {
    work(positions[i]);
    if (++i == positions.size()) i = 0;
  }
}

void BM_SsanshLegal(benchmark::State& bench) {
  const Ssansh game = game_of(3);
  ActionList actions;
  std::uint64_t listed = 0;
  for_positions(bench, [&](const State& state) {
    game.legal(state, actions);
    listed += actions.size();
  });
  bench.counters["actions"] = Counter(static_cast<double>(listed), Counter::kAvgIterations);
}
BENCHMARK(BM_SsanshLegal);

void BM_SsanshApply(benchmark::State& bench) {
  const Ssansh game = game_of(3);
  std::vector<Action> choices;
  RandomStream random(2, "bench choices");
  for (const State& state : turn_positions()) choices.push_back(draw_action(game, state, random));
  const State* first = turn_positions().data();
  for_positions(bench, [&](const State& state) {
    State after = state;
    game.apply(after, choices[static_cast<std::size_t>(&state - first)]);
    benchmark::DoNotOptimize(after);
  });
}
BENCHMARK(BM_SsanshApply);

void BM_SsanshHeuristic(benchmark::State& bench) {
  const Ssansh game = game_of(3);
  for_positions(bench, [&](const State& state) {
    benchmark::DoNotOptimize(Heuristic<Ssansh>::value(game, state));
  });
}
BENCHMARK(BM_SsanshHeuristic);

void BM_SsanshSample(benchmark::State& bench) {
  const Ssansh game = game_of(3);
  RandomStream random(3, "bench samples");
  for_positions(bench, [&](const State& state) {
    benchmark::DoNotOptimize(game.sample(game.view(state, state.to_move), random));
  });
}
BENCHMARK(BM_SsanshSample);

void BM_SsanshGreedy(benchmark::State& bench) {
  const Ssansh game = game_of(3);
  const auto agent = *make_agent(game, "greedy");
  agent->begin_game(RandomStream(4, "bench greedy"));
  for_positions(bench, [&](const State& state) {
    benchmark::DoNotOptimize(agent->choose(game.view(state, state.to_move)));
  });
}
BENCHMARK(BM_SsanshGreedy);

void BM_SsanshRandomGames(benchmark::State& bench) {
  clanhouse::bench::play_random_games(bench, game_of(static_cast<int>(bench.range(0))), 5);
}
BENCHMARK(BM_SsanshRandomGames)->ArgName("players")->DenseRange(2, 5);

void BM_SsanshSearch(benchmark::State& bench) {
  const Ssansh game = game_of(3);
  SearchOptions options;
  options.visits = static_cast<std::uint64_t>(bench.range(0));
  Search<Ssansh> search(game, options);
  const auto evaluator = make_evaluator(game, options);
  std::uint64_t visits = 0;
  std::uint64_t seed = 0;
  for_positions(bench, [&](const State& state) {
    search.start(game.view(state, state.to_move), RandomStream(++seed, "bench search"));
    run_search(search, *evaluator);
    visits += search.visits();
  });
  bench.counters["iterations/s"] = Counter(static_cast<double>(visits), Counter::kIsRate);
}
BENCHMARK(BM_SsanshSearch)->ArgName("visits")->Arg(2000)->Arg(20000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clanhouse
