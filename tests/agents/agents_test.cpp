// The agents by their names: what they are given, and what they must see.
#include <gtest/gtest.h>

#include "agents/registry.h"
#include "tests/core/dashigaikh/positions.h"

namespace clanhouse {
namespace {

TEST(AgentSpecs, AreReadWhole) {
  const auto spec = parse_agent_spec("mcts:visits=800,eval=playout");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->name, "mcts");
  EXPECT_EQ(spec->settings.size(), 2U);
  for (const char* bad : {"", ":a=1", "mcts:", "mcts:visits", "mcts:=5", "mcts:visits=1,",
                          "mcts:visits=1,visits=2"}) {
    EXPECT_FALSE(parse_agent_spec(bad)) << bad;
  }
}

TEST(AgentSpecs, ErrorsNameTheAgentAndTheKey) {
  const dashigaikh::Dashigaikh<5> game(test::sized(5));
  const auto reason = [&](const char* text) { return make_agent(game, text).error().reason; };
  EXPECT_EQ(reason("mtcs"), "unknown agent 'mtcs' (known: random, greedy, mcts, net, tei)");
  EXPECT_EQ(reason("mcts:visits=0"),
            "agent 'mcts:visits=0': visits: expected a whole number 1..1000000000, not '0'");
  EXPECT_NE(reason("greedy:x=1").find("unknown key 'x' (there are no keys)"), std::string::npos);
  EXPECT_NE(reason("mcts:eval=deep")
                .find("expected default|playout|heuristic|greedy|uniform, not 'deep'"),
            std::string::npos);
}

// Positions from games in which moves are random half of the time, so that threats arise.
template <int N, class Visit>
void for_positions(int games, Visit&& visit) {
  const dashigaikh::Dashigaikh<N> game(test::sized(N));
  auto greedy = *make_agent(game, "greedy");
  for (int id = 0; id < games; ++id) {
    RandomStream random(4, "positions", id);
    greedy->begin_game(random);
    auto state = game.initial();
    while (!state.over() && state.turns < 120) {
      visit(game, state);
      auto action = draw_action(game, state, random);
      if (random.below(2) == 0) action = greedy->choose(state);
      game.apply(state, action);
    }
  }
}

// Checks what an agent plays where it can win at once, and where it must answer a threat.
template <int N>
void check_forced(const std::string& spec, int games, int* wins, int* answers) {
  const dashigaikh::Dashigaikh<N> board(test::sized(N));
  auto agent = *make_agent(board, spec);
  agent->begin_game(RandomStream(1, "forced"));
  for_positions<N>(games, [&](const auto& game, const auto& state) {
    dashigaikh::Action win;
    if (game.find_win(state, win)) {
      auto next = state;
      game.apply(next, agent->choose(state));
      EXPECT_EQ(next.winner, dashigaikh::winner_of(state.to_move)) << write_tps(state);
      ++*wins;
      return;
    }
    // Turns after which the opponent cannot win at once.
    typename dashigaikh::Dashigaikh<N>::ActionList actions;
    game.legal(state, actions);
    int safe = 0;
    for (const auto action : actions) {
      auto next = state;
      game.apply(next, action);
      safe += !game.find_win(next, win) && next.winner != winner_of(opponent(state.to_move));
    }
    if (safe == 0 || 3 * safe > static_cast<int>(actions.size())) return;
    auto next = state;
    game.apply(next, agent->choose(state));
    EXPECT_FALSE(game.find_win(next, win)) << write_tps(state);
    ++*answers;
  });
}

void check_forced_everywhere(const std::string& spec, int games) {
  int wins = 0;
  int answers = 0;
  check_forced<4>(spec, games, &wins, &answers);
  check_forced<5>(spec, games, &wins, &answers);
  check_forced<6>(spec, games, &wins, &answers);
  EXPECT_GT(wins, 2 * games);
  EXPECT_GT(answers, games);
}

TEST(Greedy, WinsAtOnceAndAnswersThreats) { check_forced_everywhere("greedy", 60); }
TEST(Mcts, WinsAtOnceAndAnswersThreats) { check_forced_everywhere("mcts:visits=2000", 12); }
TEST(Mcts, WinsAtOnceAndAnswersThreatsByPlayouts) {
  check_forced_everywhere("mcts:visits=2000,eval=playout,prior=false", 6);
}

// Pitfall 12.
TEST(Mcts, FindsAWinInOneAtFiftyVisits) {
  const dashigaikh::Dashigaikh<5> board(test::sized(5));
  auto agent = *make_agent(board, "mcts:visits=50,eval=uniform,prior=false");
  agent->begin_game(RandomStream(1, "fifty"));
  int wins = 0;
  for_positions<5>(60, [&](const auto& game, const auto& state) {
    dashigaikh::Action win;
    if (!game.find_win(state, win)) return;
    auto next = state;
    game.apply(next, agent->choose(state));
    EXPECT_EQ(next.winner, dashigaikh::winner_of(state.to_move)) << write_tps(state);
    ++wins;
  });
  EXPECT_GT(wins, 50);
}

// The judgement knows no colours and no directions.
TEST(Heuristic, IsSymmetric) {
  using G = dashigaikh::Dashigaikh<5>;
  for_positions<5>(10, [&](const G& game, const G::State& state) {
    const auto value = Heuristic<G>::value(game, state);
    EXPECT_EQ(value[0], -value[1]);
    EXPECT_LE(std::abs(value[0]), 1);
    for (int symmetry = 1; symmetry < G::kSymmetries; ++symmetry) {
      EXPECT_EQ(Heuristic<G>::value(game, game.transform(state, symmetry)), value);
    }
  });
}

}  // namespace
}  // namespace clanhouse
