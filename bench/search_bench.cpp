// Speed of the tree search and of what judges its leaves.
#include <benchmark/benchmark.h>

#include "bench/positions.h"

namespace clanhouse {
namespace {

using bench::standard_game;
using bench::typical_positions;

template <int N>
void BM_Heuristic(benchmark::State& bench) {
  using G = dashigaikh::Dashigaikh<N>;
  const G game = standard_game<N>();
  const auto& positions = typical_positions<N>();
  std::size_t i = 0;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(Heuristic<G>::value(game, positions[i++ % positions.size()]));
  }
}
BENCHMARK(BM_Heuristic<5>);
BENCHMARK(BM_Heuristic<6>);

// Searches from the start and from a crowded position; simulations a second.
template <int N>
void search(benchmark::State& bench, SearchOptions options, bool crowded) {
  using G = dashigaikh::Dashigaikh<N>;
  const G game = standard_game<N>();
  const auto& positions = typical_positions<N>();
  const auto state = crowded ? positions[positions.size() / 2] : game.initial();
  Search<G> tree(game, options);
  const auto evaluator = make_evaluator(game, options);
  std::uint64_t visits = 0;
  std::uint64_t seed = 0;
  for (auto _ : bench) {
    tree.start(state, RandomStream(++seed, "search bench"));
    run_search(tree, *evaluator);
    visits += tree.visits();
  }
  bench.counters["simulations/s"] =
      benchmark::Counter(static_cast<double>(visits), benchmark::Counter::kIsRate);
}

SearchOptions with(EvaluationKind evaluation, bool prior, std::uint64_t visits) {
  SearchOptions options;
  options.evaluation = evaluation;
  options.prior = prior;
  options.visits = visits;
  return options;
}

template <int N>
void BM_SearchFreeEvaluator(benchmark::State& bench) {
  search<N>(bench, with(EvaluationKind::kUniform, false, 100'000), bench.range(0) != 0);
}
BENCHMARK(BM_SearchFreeEvaluator<5>)
    ->ArgName("crowded")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SearchFreeEvaluator<6>)
    ->ArgName("crowded")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);

template <int N>
void BM_SearchDefault(benchmark::State& bench) {
  search<N>(bench, with(EvaluationKind::kHeuristic, true, 10'000), bench.range(0) != 0);
}
BENCHMARK(BM_SearchDefault<5>)->ArgName("crowded")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_SearchDefault<6>)->ArgName("crowded")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

template <int N>
void BM_SearchPlayouts(benchmark::State& bench) {
  SearchOptions options = with(EvaluationKind::kPlayout, false, 2'000);
  options.playout_plies = 0;
  search<N>(bench, options, bench.range(0) != 0);
}
BENCHMARK(BM_SearchPlayouts<5>)->ArgName("crowded")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clanhouse
