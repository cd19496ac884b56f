// The root of a search with a policy: sequential halving, forced playouts, tree reuse, and what a
// net is to learn from them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "agents/search/mcts_agent.h"
#include "core/playthrough.h"
#include "tests/core/dashigaikh/positions.h"

namespace clanhouse {
namespace {

using Dash3 = dashigaikh::Dashigaikh<3>;
using Dash5 = dashigaikh::Dashigaikh<5>;

// ---- sequential halving ----

std::map<std::size_t, int> visits_of_halving(std::size_t actions, std::size_t considered,
                                             std::uint64_t visits,
                                             const std::vector<float>& scores) {
  SequentialHalving halving;
  halving.start(actions, considered, visits);
  std::map<std::size_t, int> count;
  for (std::uint64_t v = 0; v < visits; ++v) {
    const std::size_t action = halving.next([&](std::size_t i) { return scores[i]; });
    if (action != SequentialHalving::kNone) ++count[action];
  }
  return count;
}

// Sixteen visits on four actions are two phases of eight: two for each, then four for the best two.
TEST(SequentialHalving, GivesEachPhaseTheSameVisits) {
  EXPECT_EQ(visits_of_halving(10, 4, 16, {1, 4, 2, 3, 9, 9, 9, 9, 9, 9}),
            (std::map<std::size_t, int>{{0, 2}, {1, 6}, {2, 2}, {3, 6}}));
  // Fewer actions than are considered, fewer visits than actions, one action.
  EXPECT_EQ(visits_of_halving(2, 16, 6, {1, 2}), (std::map<std::size_t, int>{{0, 3}, {1, 3}}));
  EXPECT_EQ(visits_of_halving(10, 16, 3, std::vector<float>(10)).size(), 3U);
  EXPECT_EQ(visits_of_halving(1, 16, 5, {0}), (std::map<std::size_t, int>{{0, 5}}));
}

TEST(SequentialHalving, PassesOverWhatIsLost) {
  const float lost = -std::numeric_limits<float>::infinity();
  const auto count = visits_of_halving(4, 4, 16, {lost, 4, lost, 3});
  EXPECT_EQ(count.count(0) + count.count(2), 0U);
  EXPECT_EQ(count.at(1) + count.at(3), 16);
  EXPECT_TRUE(visits_of_halving(2, 2, 4, {lost, lost}).empty());
}

TEST(Gumbel, HasItsMeanAndVariance) {
  RandomStream random(1, "gumbel");
  double sum = 0, squares = 0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double g = draw_gumbel(random);
    sum += g;
    squares += g * g;
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, 0.5772, 0.02);
  EXPECT_NEAR(squares / kDraws - mean * mean, 1.6449, 0.05);
}

// ---- in the search ----

// An even policy; the value of a position is a fixed number for each.
template <class G>
class HashEvaluator : public Evaluator<G> {
 public:
  explicit HashEvaluator(const G& game) : game_(game) {}
  void evaluate(std::span<LeafRequest<G>* const> batch) override {
    evaluations_ += batch.size();
    for (LeafRequest<G>* leaf : batch) {
      typename G::ActionList actions;
      game_.legal(leaf->state, actions);
      leaf->policy.assign(actions.size(), 1.F / static_cast<float>(actions.size()));
      const float value = static_cast<float>(mix64(game_.hash(leaf->state)) % 1000) / 1000 - 0.5F;
      leaf->value = {value, -value};
    }
  }
  std::size_t evaluations() const { return evaluations_; }

 private:
  G game_;
  std::size_t evaluations_ = 0;
};

template <class G>
Search<G> searched(const G& game, const typename G::State& state, const SearchOptions& options,
                   std::uint64_t seed = 1) {
  Search<G> search(game, options);
  HashEvaluator<G> evaluator(game);
  search.start(state, RandomStream(seed, "policy search"));
  run_search<G>(search, evaluator);
  return search;
}

SearchOptions gumbel(std::uint64_t visits, float noise = 0) {
  SearchOptions options;
  options.root = RootKind::kGumbel;
  options.visits = visits;
  options.considered = 8;
  options.noise = noise;
  return options;
}

float sum_of(const std::vector<ActionShare<Dash5>>& shares) {
  float sum = 0;
  for (const auto& entry : shares) sum += entry.share;
  return sum;
}

TEST(GumbelRoot, ConservesVisitsAndConsidersAsManyActionsAsItIsTold) {
  const Dash5 game(test::sized(5));
  for (const std::uint64_t visits : {2, 3, 8, 17, 64, 200}) {
    const auto search = searched(game, game.initial(), gumbel(visits));
    std::uint64_t sum = 1;
    const auto lines = search.root_actions();
    for (const auto& line : lines) sum += line.visits;
    EXPECT_EQ(sum, search.visits());
    EXPECT_LE(lines.size(), 8U);
    EXPECT_EQ(lines.front().visits,
              std::max_element(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
                return a.visits < b.visits;
              })->visits);
  }
}

TEST(GumbelRoot, DependsOnChanceOnlyWithNoise) {
  const Dash5 game(test::sized(5));
  const auto tried = [&](float noise, std::uint64_t seed) {
    std::vector<dashigaikh::Action> actions;
    for (const auto& line :
         searched(game, game.initial(), gumbel(32, noise), seed).root_actions()) {
      actions.push_back(line.actions.front());
    }
    return actions;
  };
  EXPECT_EQ(tried(0, 1), tried(0, 2));
  EXPECT_NE(tried(1, 1), tried(1, 2));
  EXPECT_EQ(tried(1, 1), tried(1, 1));
}

// The theorem of the paper: by the search's own values the improved policy expects no less than the
// policy that it started from.
TEST(GumbelRoot, ImprovesThePolicy) {
  const Dash5 game(test::sized(5));
  RandomStream random(3, "positions");
  auto state = game.initial();
  for (int i = 0; i < 30 && !game.actor(state).over(); ++i) {
    const auto search = searched(game, state, gumbel(33, 1), static_cast<std::uint64_t>(i));
    const auto shares = search.improved_policy();
    Dash5::ActionList actions;
    game.legal(state, actions);
    ASSERT_EQ(shares.size(), actions.size());
    EXPECT_NEAR(sum_of(shares), 1, 1e-4);
    const int seat = game.actor(state).seat();
    double before = 0, after = 0, visited = 0;
    for (const auto& line : search.root_actions()) {
      for (const auto& entry : shares) {
        if (!(entry.action == line.actions.front())) continue;
        before += line.value[seat] / static_cast<double>(actions.size());
        after += line.value[seat] * entry.share;
        visited += entry.share;
      }
    }
    const double share_of_visited =
        static_cast<double>(search.root_actions().size()) / static_cast<double>(actions.size());
    if (visited > 1e-6) {
      EXPECT_GE(after / visited, before / share_of_visited - 1e-6);
    }
    apply_random_step(game, state, random);
  }
}

// Pitfall 10: one legal action, and no visits beyond the first.
TEST(GumbelRoot, ManagesWithNextToNothing) {
  const Dash3 game(test::sized(3));
  auto state = game.initial();
  RandomStream random(2, "positions");
  for (int i = 0; i < 200; ++i) {
    if (game.actor(state).over()) state = game.initial();
    for (const std::uint64_t visits : {2, 3}) {
      const auto search = searched(game, state, gumbel(visits));
      float sum = 0;
      for (const auto& entry : search.improved_policy()) {
        EXPECT_TRUE(std::isfinite(entry.share));
        sum += entry.share;
      }
      EXPECT_NEAR(sum, 1, 1e-4);
    }
    apply_random_step(game, state, random);
  }
}

TEST(GumbelRoot, PlaysAWinAtOnce) {
  const Dash5 game(test::sized(5));
  RandomStream random(4, "positions");
  int wins = 0;
  while (wins < 40) {
    auto state = game.initial();
    while (!game.actor(state).over()) {
      dashigaikh::Action win;
      if (game.find_win(state, win)) {
        const auto search = searched(game, state, gumbel(8, 1));
        auto after = state;
        game.apply(after, search.best_action());
        EXPECT_TRUE(game.actor(after).over());
        float highest = 0;
        for (const auto& entry : search.improved_policy()) highest = std::max(highest, entry.share);
        EXPECT_EQ(highest, 1);
        ++wins;
        break;
      }
      apply_random_step(game, state, random);
    }
  }
}

TEST(ForcedPlayouts, AreVisitedAndNotLearnedFrom) {
  const Dash5 game(test::sized(5));
  SearchOptions options;
  options.visits = 400;
  options.noise = 0.25F;
  const auto plain = searched(game, game.initial(), options);
  options.forced = 2;
  const auto forced = searched(game, game.initial(), options);
  const auto shares = forced.improved_policy();
  EXPECT_NEAR(sum_of(shares), 1, 1e-5);
  std::uint64_t visits = 0;
  for (const auto& line : forced.root_actions()) visits += line.visits;
  int pruned = 0, visited = 0;
  for (const auto& line : forced.root_actions()) {
    for (const auto& entry : shares) {
      if (!(entry.action == line.actions.front())) continue;
      ++visited;
      const float plain_share = static_cast<float>(line.visits) / static_cast<float>(visits);
      if (entry.share < plain_share - 1e-6F) ++pruned;
    }
  }
  EXPECT_GT(pruned, 0);
  EXPECT_LT(pruned, visited);
  // The best action keeps all its visits, so its share only grows.
  const auto best = forced.root_actions().front();
  for (const auto& entry : shares) {
    if (entry.action == best.actions.front()) {
      EXPECT_GE(entry.share + 1e-6, static_cast<float>(best.visits) / static_cast<float>(visits));
    }
  }
  // Without the option nothing is taken off.
  for (const auto& entry : plain.improved_policy()) {
    for (const auto& line : plain.root_actions()) {
      if (entry.action == line.actions.front()) {
        EXPECT_NEAR(entry.share, static_cast<float>(line.visits) / 399, 1e-6);
      }
    }
  }
}

// ---- reuse ----

TEST(TreeReuse, GoesOnWhereTheLastSearchStopped) {
  const Dash5 game(test::sized(5));
  SearchOptions options;
  options.visits = 500;
  options.reuse = true;
  Search<Dash5> search(game, options);
  HashEvaluator<Dash5> evaluator(game);
  auto state = game.initial();
  int reused = 0;
  for (std::uint64_t move = 0; move < 12 && !game.actor(state).over(); ++move) {
    search.start(state, RandomStream(move, "reuse"));
    if (search.visits() > 0) {
      ++reused;
      EXPECT_GT(search.nodes(), 1U);
    }
    run_search<Dash5>(search, evaluator);
    // Visits are conserved, and all lines are legal in this position.
    std::uint64_t sum = 1;
    Dash5::ActionList actions;
    game.legal(state, actions);
    for (const auto& line : search.root_actions()) {
      sum += line.visits;
      EXPECT_NE(std::find(actions.begin(), actions.end(), line.actions.front()), actions.end());
    }
    EXPECT_EQ(sum, search.visits());
    for (const auto& line : search.analysis().lines) {
      auto after = state;
      for (const auto& action : line.actions) {
        game.legal(after, actions);
        ASSERT_NE(std::find(actions.begin(), actions.end(), action), actions.end());
        game.apply(after, action);
      }
    }
    // Both players' moves are taken from the same tree, as in a game against oneself, or two at a
    // time, as in one against another.
    const auto lines = search.analysis().lines;
    game.apply(state, lines.front().actions[0]);
    if (move % 2 == 1 && lines.front().actions.size() > 1 && !game.actor(state).over()) {
      game.apply(state, lines.front().actions[1]);
    }
  }
  EXPECT_GE(reused, 6);
}

// A game depends on its own seed alone, not on what an agent found in the game before.
TEST(TreeReuse, EndsWithTheGame) {
  const Dash5 game(test::sized(5));
  SearchOptions options;
  options.visits = 500;
  options.reuse = true;
  // Evaluations for the second position of a game, which may be the first of another.
  const auto evaluations = [&](bool new_game) {
    auto evaluator = std::make_unique<HashEvaluator<Dash5>>(game);
    const auto& counter = *evaluator;
    MctsAgent<Dash5> agent(game, options, std::move(evaluator));
    agent.begin_game(RandomStream(1, "reuse"));
    auto state = game.initial();
    game.apply(state, agent.choose(state));
    if (new_game) agent.begin_game(RandomStream(1, "reuse"));
    const std::size_t before = counter.evaluations();
    agent.choose(state);
    return counter.evaluations() - before;
  };
  EXPECT_LT(evaluations(false), 500U);
  EXPECT_EQ(evaluations(true), 500U);
}

// Pitfall 5.
TEST(TreeReuse, DrawsNoiseForTheNewRoot) {
  const Dash5 game(test::sized(5));
  const auto second = [&](float noise, std::uint64_t seed) {
    SearchOptions options;
    options.visits = 300;
    options.reuse = true;
    options.noise = noise;
    Search<Dash5> search(game, options);
    HashEvaluator<Dash5> evaluator(game);
    auto state = game.initial();
    search.start(state, RandomStream(1, "first"));
    run_search<Dash5>(search, evaluator);
    game.apply(state, search.best_action());
    search.set_visits(600);
    search.start(state, RandomStream(seed, "second"));
    EXPECT_GT(search.visits(), 0U);
    run_search<Dash5>(search, evaluator);
    std::vector<std::uint64_t> visits;
    for (const auto& line : search.root_actions()) visits.push_back(line.visits);
    return visits;
  };
  EXPECT_EQ(second(0, 1), second(0, 2));
  EXPECT_NE(second(0.25F, 1), second(0.25F, 2));
}

}  // namespace
}  // namespace clanhouse
