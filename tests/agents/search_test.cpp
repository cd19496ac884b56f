// Tree search: exact results on small games, conservation, determinism, hidden information.
#include "agents/search/search.h"

#include <gtest/gtest.h>

#include <map>

#include "agents/search/mcts_agent.h"
#include "tests/core/dashigaikh/positions.h"
#include "tests/toy_game.h"

namespace clanhouse {
namespace {

using test::ToyGame;

// The value of a toy position to every seat when each plays for itself (max^n), as one seat sees
// it: what is averaged over the states that the observer holds possible.
struct Solution {
  Utilities<3> value{};
  ToyGame::Action best{};
  // The least by which a best action anywhere below is better than the second best. Where that is
  // tiny a search needs very long to tell them apart, and the other seats' values hang on it.
  float margin = 2;
};

Solution solve(const ToyGame& game, const std::vector<ToyGame::State>& worlds) {
  const Actor actor = game.actor(worlds[0]);
  Solution solution;
  const auto after = [&](auto step) {
    std::vector<ToyGame::State> next = worlds;
    for (auto& world : next) game.apply(world, step);
    const Solution below = solve(game, next);
    solution.margin = std::min(solution.margin, below.margin);
    return below.value;
  };
  if (actor.over()) {
    for (const auto& world : worlds) {
      const auto u = game.utility(world);
      for (int i = 0; i < 3; ++i) solution.value[i] += u[i] / static_cast<float>(worlds.size());
    }
  } else if (actor.chance()) {
    ToyGame::OutcomeList outcomes;
    game.outcomes(worlds[0], outcomes);
    for (const auto& [outcome, probability] : outcomes) {
      const auto u = after(outcome);
      for (int i = 0; i < 3; ++i) solution.value[i] += probability * u[i];
    }
  } else {
    ToyGame::ActionList actions;
    game.legal(worlds[0], actions);
    solution.value.fill(-4);
    float second = -4;
    for (const auto action : actions) {
      const auto u = after(action);
      const float own = u[actor.seat()];
      if (own > solution.value[actor.seat()]) {
        second = solution.value[actor.seat()];
        solution.value = u;
        solution.best = action;
      } else {
        second = std::max(second, own);
      }
    }
    solution.margin = std::min(solution.margin, solution.value[actor.seat()] - second);
  }
  return solution;
}

std::vector<ToyGame::State> possible_worlds(const ToyGame::View& view) {
  if (view.state.taken[0] != ToyGame::kUnknown) return {view.state};
  std::vector<ToyGame::State> worlds(2, view.state);
  worlds[0].taken[0] = 0;
  worlds[1].taken[0] = 1;
  return worlds;
}

// Pitfalls 1, 2 and 8: the right seat's value, a seat that moves twice, fair dice.
TEST(Search, FindsTheExactMaxNSolutionOfTheToyGame) {
  int compared = 0;
  for (std::uint64_t payoffs = 1; payoffs <= 200; ++payoffs) {
    const ToyGame game({payoffs});
    SearchOptions options;
    options.visits = 40000;
    options.exploration = 1.5F;
    Search<ToyGame> search(game, options);
    PlayoutEvaluator<ToyGame> evaluator(game, 0);
    RandomStream random(payoffs, "toy");
    ToyGame::State state = game.initial();
    while (!game.actor(state).over()) {
      const Actor actor = game.actor(state);
      if (actor.chance()) {
        game.apply(state, draw_outcome(game, state, random));
        continue;
      }
      const auto view = game.view(state, actor.seat());
      const Solution exact = solve(game, possible_worlds(view));
      if (exact.margin > 0.1) {
        ++compared;
        search.start(view, random);
        run_search(search, evaluator);
        const auto line = search.analysis().lines[0];
        EXPECT_EQ(line.actions[0], exact.best) << "payoffs " << payoffs;
        for (int seat = 0; seat < 3; ++seat) {
          EXPECT_NEAR(line.value[seat], exact.value[seat], 0.06)
              << "payoffs " << payoffs << " step " << int{state.steps} << " seat " << seat;
        }
      }
      game.apply(state, exact.best);
    }
  }
  EXPECT_GT(compared, 100);
}

// Pitfall 7.
TEST(Search, DoesNotSeeWhatIsHidden) {
  const ToyGame game({3});
  SearchOptions options;
  options.visits = 500;
  const auto visits = [&](std::uint8_t card) {
    ToyGame::State state;
    game.apply(state, static_cast<ToyGame::Outcome>(card));
    Search<ToyGame> search(game, options);
    PlayoutEvaluator<ToyGame> evaluator(game, 0);
    search.start(game.view(state, 1), RandomStream(1, "hidden"));
    run_search(search, evaluator);
    std::vector<std::uint64_t> counts;
    for (const auto& line : search.analysis().lines) counts.push_back(line.visits);
    return counts;
  };
  EXPECT_EQ(visits(0), visits(1));
}

using Dash5 = dashigaikh::Dashigaikh<5>;

// Pitfall 3: visits are conserved, at the root and in every line.
TEST(Search, VisitsAddUp) {
  const Dash5 game(test::sized(5));
  SearchOptions options;
  options.visits = 3000;
  Search<Dash5> search(game, options);
  const auto evaluator = make_evaluator(game, options);
  search.start(game.initial(), RandomStream(1, "sum"));
  run_search(search, *evaluator);
  std::uint64_t sum = 1;
  for (const auto& line : search.analysis().lines) sum += line.visits;
  EXPECT_EQ(sum, 3000U);
  EXPECT_EQ(search.visits(), 3000U);
}

// The same under hidden information, and with a tree that is soon full: lines are sorted by visits.
TEST(Search, VisitsAddUpUnderHiddenInformation) {
  const ssansh::Ssansh game({});
  RandomStream random(6, "hidden visits");
  auto state = game.initial();
  while (state.turns < 4 || !game.actor(state).is_seat()) apply_random_step(game, state, random);
  for (const std::uint32_t max_nodes : {1'000'000U, 1000U, 50U}) {
    SearchOptions options;
    options.visits = 5000;
    options.max_nodes = max_nodes;
    Search<ssansh::Ssansh> search(game, options);
    const auto evaluator = make_evaluator(game, options);
    search.start(game.view(state, state.to_move), RandomStream(1, "sum"));
    run_search(search, *evaluator);
    EXPECT_EQ(search.visits(), 5000U);
    EXPECT_LE(search.nodes(), max_nodes);
    const auto lines = search.analysis().lines;
    std::uint64_t sum = 1;
    for (const auto& line : lines) sum += line.visits;
    EXPECT_EQ(sum, 5000U);
    EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end(),
                               [](const auto& a, const auto& b) { return a.visits > b.visits; }));
    EXPECT_EQ(search.best_action(), lines[0].actions[0]);
  }
}

// Scores worked out by hand: value + exploration * sqrt(log(available) / visits), and for an action
// without visits the parent's value - fpu + exploration * sqrt(log(visits of the parent + 1)).
TEST(SampledChoice, IsTheHighestScore) {
  const ToyGame game({1});
  ToyGame::State state = game.initial();
  game.apply(state, ToyGame::Outcome{});
  const int seat = game.actor(state).seat();
  const auto chosen = [&](std::uint32_t first_visits, float first_value,
                          std::uint32_t second_visits, float second_value, float fpu) {
    SearchTree<ToyGame> tree;
    tree.reset(100);
    const auto add = [&](int action, std::uint32_t place, std::uint32_t visits, float value) {
      auto& child = tree[tree.add_child_at(SearchTree<ToyGame>::kRoot, place)];
      child.step.action = static_cast<ToyGame::Action>(action);
      child.visits = visits;
      child.value[static_cast<std::size_t>(seat)] = value;
      child.available = 13;  // the 14th time comes now
    };
    add(1, 0, second_visits, second_value);
    add(0, 0, first_visits, first_value);  // comes before the other
    auto& root = tree[SearchTree<ToyGame>::kRoot];
    root.visits = 14;
    root.value[static_cast<std::size_t>(seat)] = 0.25F;
    SearchOptions options;
    options.exploration = 1;
    options.fpu_reduction = fpu;
    SampledChoice<ToyGame> choice(game, options);
    RandomStream random(1, "choice");
    return static_cast<int>(*choice.choose(tree, SearchTree<ToyGame>::kRoot, state, seat, random));
  };
  EXPECT_EQ(chosen(10, 0.2F, 3, 0.3F, 0), 2);      // 0.714, 1.238, 1.896
  EXPECT_EQ(chosen(10, 0.2F, 3, 0.3F, 1), 1);      // 0.714, 1.238, 0.896
  EXPECT_EQ(chosen(10, 0.2F, 12, 0.3F, 1), 2);     // 0.714, 0.769, 0.896
  EXPECT_EQ(chosen(10, 0.2F, 12, 0.3F, 1.5F), 1);  // 0.714, 0.769, 0.396
  EXPECT_EQ(chosen(3, 0.2F, 10, 0.3F, 1.5F), 0);   // 1.138, 0.814, 0.396
}

// Two searches whose leaves are evaluated in one batch find what each finds alone.
TEST(Search, BatchedSearchesEqualSerialOnes) {
  const Dash5 game(test::sized(5));
  SearchOptions options;
  options.visits = 300;
  options.evaluation = EvaluationKind::kPlayout;
  const auto evaluator = make_evaluator(game, options);
  const auto state = test::position(game, "x5/x2,2,x2/x,1,1,2,x/x2,2,x2/x5 1 4");
  const auto alone = [&](int id) {
    Search<Dash5> search(game, options);
    search.start(state, RandomStream(5, "batch", id));
    run_search(search, *evaluator);
    return search.root_value();
  };
  std::vector<Search<Dash5>> searches(3, Search<Dash5>(game, options));
  for (int id = 0; id < 3; ++id) searches[id].start(state, RandomStream(5, "batch", id));
  for (;;) {
    std::vector<LeafRequest<Dash5>*> batch;
    std::vector<Search<Dash5>*> waiting;
    for (auto& search : searches) {
      if (auto* leaf = search.next_leaf()) {
        batch.push_back(leaf);
        waiting.push_back(&search);
      }
    }
    if (batch.empty()) break;
    evaluator->evaluate(batch);
    for (auto* search : waiting) search->receive();
  }
  for (int id = 0; id < 3; ++id) EXPECT_EQ(searches[id].root_value(), alone(id));
  EXPECT_NE(alone(0), alone(1));
}

TEST(Search, ANodeBudgetBoundsTheTree) {
  const Dash5 game(test::sized(5));
  SearchOptions options;
  options.visits = 20000;
  options.max_nodes = 1000;
  Search<Dash5> search(game, options);
  const auto evaluator = make_evaluator(game, options);
  search.start(game.initial(), RandomStream(1, "budget"));
  run_search(search, *evaluator);
  EXPECT_EQ(search.visits(), 20000U);
  EXPECT_LE(search.nodes(), 1000U);
}

TEST(Search, TheSameSeedGivesTheSameChoices) {
  const Dash5 game(test::sized(5));
  SearchOptions options;
  options.visits = 200;
  options.evaluation = EvaluationKind::kPlayout;
  MctsAgent<Dash5> agent(game, options);
  const auto play = [&](int seed) {
    agent.begin_game(RandomStream(seed, "game"));
    auto state = game.initial();
    for (int turn = 0; turn < 12; ++turn) game.apply(state, agent.choose(state));
    return state;
  };
  EXPECT_EQ(play(1), play(1));
  EXPECT_NE(play(1), play(2));
}

TEST(Search, MovetimeEndsTheSearch) {
  const Dash5 game(test::sized(5));
  SearchOptions options;
  options.visits = 1'000'000'000;
  options.movetime_ms = 20;
  MctsAgent<Dash5> agent(game, options);
  agent.begin_game(RandomStream(1, "clock"));
  EXPECT_TRUE(agent.choose(game.initial()).is_placement());
  EXPECT_LT(agent.analysis().visits, 1'000'000'000U);
}

// The value of positions on a small board by exhaustive search.
class SmallBoard {
 public:
  using G = dashigaikh::Dashigaikh<3>;
  // The inactivity rule is part of the state's value, so the state with its counters is the key.
  int value(const G& game, const G::State& s) {
    if (s.over()) return static_cast<int>(game.utility(s)[s.to_move]);
    const auto key = std::make_tuple(s.hash, s.quiet_turns);
    if (const auto known = values_.find(key); known != values_.end()) return known->second;
    G::ActionList actions;
    game.legal(s, actions);
    int best = -1;
    for (const auto action : actions) {
      G::State next = s;
      game.apply(next, action);
      best = std::max(best, -value(game, next));
    }
    return values_[key] = best;
  }
  std::size_t size() const { return values_.size(); }

 private:
  std::map<std::tuple<std::uint64_t, std::uint32_t>, int> values_;
};

// Pitfalls 1 and 11: proven results against minimax, and the right player's value.
TEST(Search, ProofsAgreeWithMinimaxOnASmallBoard) {
  dashigaikh::Config config = test::sized(3);
  config.flats = 3;
  config.inactivity = dashigaikh::InactivityRule::kPlies;
  config.inactivity_plies = 3;
  const SmallBoard::G game(config);
  SmallBoard minimax;
  SearchOptions options;
  options.visits = 3000;
  Search<SmallBoard::G> search(game, options);
  const auto evaluator = make_evaluator(game, options);
  int proven = 0;
  for (int id = 0; id < 150; ++id) {
    RandomStream random(2, "small board", id);
    auto state = game.initial();
    while (!state.over()) {
      if (state.turns >= 3) {
        const int exact = minimax.value(game, state);
        search.start(state, random);
        run_search(search, *evaluator);
        const auto best = search.analysis().lines.front();
        if (best.proven) {
          ++proven;
          EXPECT_EQ(best.value[state.to_move], exact) << write_tps(state);
          EXPECT_EQ(best.value[1 - state.to_move], -exact);
        }
        if (exact == 1) {
          EXPECT_GT(best.value[state.to_move], 0) << write_tps(state);
        }
      }
      game.apply(state, draw_action(game, state, random));
    }
  }
  EXPECT_GT(proven, 200);
  EXPECT_GT(minimax.size(), 1000U);
}

}  // namespace
}  // namespace clanhouse
