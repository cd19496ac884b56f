// Speed of Changakárnikh: races, whole games, the blocks of `clanhouse pieces`, search.
#include <benchmark/benchmark.h>

#include "agents/registry.h"
#include "bench/random_games.h"
#include "core/playthrough.h"
#include "selfplay/pieces/counting.h"
#include "selfplay/pieces/racer.h"

namespace clanhouse {
namespace {

using namespace changakarnikh;
using benchmark::Counter;

// Random fields of four, the same in every run.
const std::vector<std::array<Piece, 4>>& random_fields() {
  static const auto fields = [] {
    std::vector<std::array<Piece, 4>> list;
    RandomStream random(1, "bench fields");
    std::array<int, kSetSize> kinds{};
    for (int i = 0; i < kSetSize; ++i) kinds[i] = i;
    for (int n = 0; n < 4096; ++n) {
      random.shuffle(kinds);
      std::array<Piece, 4> field;
      for (std::size_t i = 0; i < 4; ++i) field[i] = static_cast<Piece>(kinds[i]);
      list.push_back(field);
    }
    return list;
  }();
  return fields;
}

void BM_Races(benchmark::State& bench, const char* agent) {
  pieces::Racer racer = *pieces::Racer::make({agent, {}, 3});
  const auto& fields = random_fields();
  std::uint64_t i = 0;
  for (auto _ : bench) {
    const auto& field = fields[i % fields.size()];
    benchmark::DoNotOptimize(racer.run(field, pieces::DiceSet(mix64(i)), i).places);
    ++i;
  }
  bench.counters["races/s"] = Counter(static_cast<double>(i), Counter::kIsRate);
}
BENCHMARK_CAPTURE(BM_Races, random, "random");
BENCHMARK_CAPTURE(BM_Races, greedy, "greedy");

// Whole games of random decisions.
void BM_RandomGames(benchmark::State& bench) {
  Config config;
  config.players = static_cast<int>(bench.range(0));
  clanhouse::bench::play_random_games(bench, Changakarnikh(config), 2);
}
BENCHMARK(BM_RandomGames)->ArgName("players")->DenseRange(3, 6);

void BM_Heuristic(benchmark::State& bench) {
  const Changakarnikh game({});
  RandomStream random(3, "bench heuristic");
  State state = game.initial();
  while (state.races_run < 2) apply_random_step(game, state, random);
  while (state.phase != Phase::kRace) apply_random_step(game, state, random);
  for (auto _ : bench) {
    benchmark::DoNotOptimize(Heuristic<Changakarnikh>::value(game, state));
  }
}
BENCHMARK(BM_Heuristic);

// Searches at the first decision of random races.
void BM_RaceSearch(benchmark::State& bench, EvaluationKind evaluation) {
  SearchOptions options;
  options.visits = 1000;
  options.evaluation = evaluation;
  const auto& fields = random_fields();
  std::uint64_t visits = 0;
  std::uint64_t i = 0;
  for (auto _ : bench) {
    RandomStream random(4, "bench search", i);
    const RaceGame game({make_race(fields[i++ % fields.size()], 0, 3), {}});
    Race race = game.initial();
    while (game.actor(race).chance()) apply_random_step(game, race, random);
    if (game.actor(race).over()) continue;
    Search<RaceGame> search(game, options);
    const auto evaluator = make_evaluator(game, options);
    search.start(game.view(race, game.actor(race).seat()), random);
    run_search(search, *evaluator);
    visits += search.visits();
  }
  bench.counters["iterations/s"] = Counter(static_cast<double>(visits), Counter::kIsRate);
}
BENCHMARK_CAPTURE(BM_RaceSearch, heuristic, EvaluationKind::kHeuristic);
BENCHMARK_CAPTURE(BM_RaceSearch, greedy_playouts, EvaluationKind::kGreedy);

}  // namespace
}  // namespace clanhouse
