// Speed of the rules of Dashigáikh.
#include <benchmark/benchmark.h>

#include "bench/positions.h"
#include "core/dashigaikh/perft.h"
#include "core/dashigaikh/undo.h"
#include "core/playthrough.h"

namespace clanhouse::dashigaikh {
namespace {

using bench::standard_game;
using bench::typical_positions;

template <int N>
void BM_LegalMoves(benchmark::State& bench) {
  const auto& positions = typical_positions<N>();
  ActionList<N> list;
  std::int64_t moves = 0;
  std::size_t i = 0;
  for (auto _ : bench) {
    list_legal(positions[i++ % positions.size()], list);
    moves += static_cast<std::int64_t>(list.size());
    benchmark::DoNotOptimize(list);
  }
  bench.counters["moves/s"] = benchmark::Counter(moves, benchmark::Counter::kIsRate);
}
BENCHMARK(BM_LegalMoves<5>);
BENCHMARK(BM_LegalMoves<6>);
BENCHMARK(BM_LegalMoves<8>);

template <int N>
void BM_CountLegal(benchmark::State& bench) {
  const auto& positions = typical_positions<N>();
  std::size_t i = 0;
  for (auto _ : bench) benchmark::DoNotOptimize(count_legal(positions[i++ % positions.size()]));
}
BENCHMARK(BM_CountLegal<5>);
BENCHMARK(BM_CountLegal<6>);

// One legal turn of each position.
template <int N>
std::vector<Action> one_turn_each(const std::vector<State<N>>& positions) {
  std::vector<Action> actions;
  for (const auto& state : positions) {
    ActionList<N> list;
    list_legal(state, list);
    actions.push_back(list[list.size() / 2]);
  }
  return actions;
}

// A copy of the state and one turn.
template <int N>
void BM_CopyAndApply(benchmark::State& bench) {
  const auto game = standard_game<N>();
  const auto& positions = typical_positions<N>();
  const auto actions = one_turn_each(positions);
  std::size_t i = 0;
  for (auto _ : bench) {
    State<N> next = positions[i];
    game.apply(next, actions[i]);
    benchmark::DoNotOptimize(next);
    if (++i == positions.size()) i = 0;
  }
}
BENCHMARK(BM_CopyAndApply<5>);
BENCHMARK(BM_CopyAndApply<6>);
BENCHMARK(BM_CopyAndApply<8>);

// One turn played and taken back.
template <int N>
void BM_ApplyAndUndo(benchmark::State& bench) {
  const auto game = standard_game<N>();
  auto positions = typical_positions<N>();
  const auto actions = one_turn_each(positions);
  std::size_t i = 0;
  for (auto _ : bench) {
    const Undo<N> undo(positions[i], actions[i]);
    game.apply(positions[i], actions[i]);
    benchmark::DoNotOptimize(positions[i]);
    undo.restore(positions[i]);
    if (++i == positions.size()) i = 0;
  }
}
BENCHMARK(BM_ApplyAndUndo<5>);
BENCHMARK(BM_ApplyAndUndo<6>);
BENCHMARK(BM_ApplyAndUndo<8>);

template <int N>
void BM_FindWin(benchmark::State& bench) {
  const auto game = standard_game<N>();
  const auto& positions = typical_positions<N>();
  std::size_t i = 0;
  Action action;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(game.find_win(positions[i++ % positions.size()], action));
  }
}
BENCHMARK(BM_FindWin<5>);
BENCHMARK(BM_FindWin<6>);

template <int N>
void BM_RandomPlayout(benchmark::State& bench) {
  const auto game = standard_game<N>();
  RandomStream random(1, "playouts");
  ActionList<N> list;
  std::int64_t turns = 0;
  for (auto _ : bench) {
    auto state = game.initial();
    while (!state.over()) {
      list_legal(state, list);
      game.apply(state, list[random.below(static_cast<std::uint32_t>(list.size()))]);
    }
    turns += state.turns;
  }
  bench.SetItemsProcessed(bench.iterations());
  bench.counters["turns/s"] = benchmark::Counter(turns, benchmark::Counter::kIsRate);
}
BENCHMARK(BM_RandomPlayout<5>);
BENCHMARK(BM_RandomPlayout<6>);
BENCHMARK(BM_RandomPlayout<8>);

// The three ways of counting perft that peers report: by formula at the last ply (our perft), the
// last ply listed and counted, and every leaf visited.
enum class Counting { kFormula, kList, kVisit };

template <int N, Counting kWay>
std::uint64_t count(const Dashigaikh<N>& game, const State<N>& state, int depth) {
  if (kWay == Counting::kFormula) return perft(game, state, depth);
  if (depth == 0) return 1;
  if (state.over()) return 0;
  ActionList<N> list;
  list_legal(state, list);
  if (kWay == Counting::kList && depth == 1) return list.size();
  std::uint64_t nodes = 0;
  for (const Action action : list) {
    State<N> next = state;
    game.apply(next, action);
    nodes += count<N, kWay>(game, next, depth - 1);
  }
  return nodes;
}

template <int N, Counting kWay>
void BM_Perft(benchmark::State& bench) {
  const auto game = standard_game<N>();
  std::uint64_t nodes = 0;
  for (auto _ : bench) {
    nodes += count<N, kWay>(game, game.initial(), static_cast<int>(bench.range(0)));
  }
  bench.counters["nodes/s"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_Perft<5, Counting::kFormula>)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Perft<6, Counting::kFormula>)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Perft<8, Counting::kFormula>)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Perft<5, Counting::kList>)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Perft<6, Counting::kList>)->Arg(5)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Perft<8, Counting::kList>)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Perft<5, Counting::kVisit>)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Perft<6, Counting::kVisit>)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_Perft<8, Counting::kVisit>)->Arg(3)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clanhouse::dashigaikh
