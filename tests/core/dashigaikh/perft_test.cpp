#include "core/dashigaikh/perft.h"

#include <gtest/gtest.h>

#include "core/playthrough.h"
#include "tests/core/dashigaikh/perft_cases.h"

namespace clanhouse::dashigaikh {
namespace {

TEST(Perft, CountsUpToTwoMillion) { test::check_perft_counts(0, 2'000'000, 1); }

// The plain definition, without counting anything by formula.
template <int N>
std::uint64_t visit_all(const Dashigaikh<N>& game, const State<N>& state, int depth) {
  if (depth == 0) return 1;
  if (state.over()) return 0;
  ActionList<N> list;
  list_legal(state, list);
  std::uint64_t nodes = 0;
  for (const Action action : list) {
    State<N> next = state;
    game.apply(next, action);
    nodes += visit_all(game, next, depth - 1);
  }
  return nodes;
}

template <int N>
void compare_with_visiting(Config config, int games) {
  config.size = N;
  const Dashigaikh<N> game(config);
  RandomStream random(7, "perft test", N);
  for (int i = 0; i < games; ++i) {
    State<N> state = game.initial();
    for (int turn = 0; !state.over(); ++turn) {
      if (turn % 7 == 0) {
        for (int depth = 0; depth <= 2; ++depth) {
          ASSERT_EQ(perft(game, state, depth), visit_all(game, state, depth))
              << write_tps(state) << " depth " << depth;
        }
      }
      game.apply(state, draw_action(game, state, random));
    }
  }
}

TEST(Perft, FormulasAgreeWithVisitingEveryLeaf) {
  compare_with_visiting<3>({}, 20);
  compare_with_visiting<5>({}, 3);
  compare_with_visiting<6>({}, 1);
}

TEST(Perft, FormulasAgreeUnderEverySwitch) {
  compare_with_visiting<4>({.flats = 3, .overseers = 1}, 20);
  compare_with_visiting<4>({.flats = 2, .overseers = 4}, 20);
  compare_with_visiting<4>({.turn_limit = 12}, 20);
  compare_with_visiting<4>({.inactivity = InactivityRule::kPlies, .inactivity_plies = 2}, 20);
}

TEST(Perft, DivideAddsUpAtAnyNumberOfThreads) {
  const Dashigaikh<5> game(test::sized(5));
  const auto one = perft_divide(game, game.initial(), 4, 1);
  EXPECT_EQ(one, perft_divide(game, game.initial(), 4, 3));
  std::uint64_t sum = 0;
  for (const auto& [action, nodes] : one) sum += nodes;
  EXPECT_EQ(sum, 2999784U);
}

}  // namespace
}  // namespace clanhouse::dashigaikh
