// Endings of Ssansh: the judgements near the end, the exact solver, and search against it.
#include <gtest/gtest.h>

#include "agents/registry.h"
#include "agents/ssansh/endings.h"
#include "core/playthrough.h"
#include "core/ssansh/position.h"

namespace clanhouse::ssansh {
namespace {

Ssansh game_of(int players) {
  Config config;
  config.players = players;
  return Ssansh(config);
}

// Any number of players, with and without a winner where no colour wins.
std::vector<Ssansh> games_of_every_kind() {
  std::vector<Ssansh> games;
  for (const int players : {2, 3, 4, 5}) {
    for (const auto no_colour : {Rules::NoColour::kFewest, Rules::NoColour::kNobody}) {
      Config config;
      config.players = players;
      config.rules.no_colour = no_colour;
      games.emplace_back(config);
    }
  }
  return games;
}

// Positions of random games in which `wanted` holds, one a game.
template <class Wanted>
std::vector<State> random_positions(const Ssansh& game, int count, Wanted&& wanted) {
  std::vector<State> positions;
  for (std::uint64_t id = 0; positions.size() < static_cast<std::size_t>(count); ++id) {
    RandomStream random(11, "ssansh endings", id);
    State state = game.initial();
    while (!game.actor(state).over() && !wanted(state)) apply_random_step(game, state, random);
    if (!game.actor(state).over()) positions.push_back(state);
  }
  return positions;
}

int figurines_in_hands(const State& s) {
  int sum = 0;
  for (const Counts& hand : s.hands) sum += total(hand);
  return sum;
}
bool ending(const State& s, int figurines) {
  return s.phase == Phase::kTurn && figurines_in_hands(s) <= figurines;
}

// Expectimax without a table: what everybody gets when each plays for himself.
Utilities<kMaxPlayers> brute_force(const Ssansh& game, const State& state) {
  const Actor actor = game.actor(state);
  if (actor.over()) return game.utility(state);
  if (actor.chance()) {
    OutcomeList outcomes;
    game.outcomes(state, outcomes);
    Utilities<kMaxPlayers> mean{};
    for (const auto& [outcome, probability] : outcomes) {
      State after = state;
      game.apply(after, outcome);
      const auto value = brute_force(game, after);
      for (int seat = 0; seat < kMaxPlayers; ++seat) mean[seat] += probability * value[seat];
    }
    return mean;
  }
  ActionList actions;
  game.legal(state, actions);
  std::optional<Utilities<kMaxPlayers>> best;
  for (const Action action : actions) {
    State after = state;
    game.apply(after, action);
    const auto value = brute_force(game, after);
    if (!best || value[actor.seat()] > (*best)[actor.seat()]) best = value;
  }
  return *best;
}

TEST(SsanshHeuristic, JudgesAllActionsAsOneByOne) {
  for (const Ssansh& game : games_of_every_kind()) {
    for (std::uint64_t id = 0; id < 40; ++id) {
      RandomStream random(12, "ssansh judgements", id);
      State state = game.initial();
      for (; !game.actor(state).over(); apply_random_step(game, state, random)) {
        if (!game.actor(state).is_seat()) continue;
        const int seat = game.actor(state).seat();
        ActionList actions;
        game.legal(state, actions);
        std::vector<float> values(actions.size());
        judge_actions(game, state, actions, values.data());
        for (std::size_t i = 0; i < actions.size(); ++i) {
          State after = state;
          game.apply(after, actions[i]);
          ASSERT_NEAR(values[i], one_ply_value(game, after, seat), 1e-5)
              << game.state_text(state) << " " << game.action_text(state, actions[i]);
        }
      }
    }
  }
}

TEST(SsanshHeuristic, KnowsTheResultOfTheLastParley) {
  for (const Ssansh& game : games_of_every_kind()) {
    const auto last_parley = [](const State& s) {
      return (s.phase == Phase::kBag || s.phase == Phase::kReturn) && s.parleys + 1 == s.players;
    };
    for (const State& state : random_positions(game, 100, last_parley)) {
      const auto exact = brute_force(game, state);
      const auto judged = Heuristic<Ssansh>::value(game, state);
      for (int seat = 0; seat < state.players; ++seat) {
        EXPECT_NEAR(judged[seat], exact[seat], 1e-5) << game.state_text(state);
      }
    }
  }
}

TEST(SsanshEndings, AgreeWithBruteForceWhereNothingIsHidden) {
  const Ssansh game = game_of(2);
  for (const State& state : random_positions(game, 12, [](const State& s) {
         return ending(s, 1) && total(s.hands[s.to_move]) == 1;
       })) {
    const int seat = state.to_move;
    const auto solved = solve_ending(game, game.view(state, seat), 1'000'000);
    ASSERT_TRUE(solved) << solved.error().reason;
    for (const auto& [action, value] : *solved) {
      State after = state;
      game.apply(after, action);
      EXPECT_NEAR(value, brute_force(game, after)[seat], 1e-6) << game.action_text(state, action);
    }
    EXPECT_TRUE(std::is_sorted(solved->begin(), solved->end(),
                               [](const auto& a, const auto& b) { return a.value > b.value; }));
  }
}

// Seat 0 has removed the last blue figurine that it does not see elsewhere: seat 1 cannot hold it.
State blue_is_in_the_bag(const Ssansh& game) {
  const auto position = read_position(
      R"({"game":"ssansh","layout":"jakalla","spaces":[[19,18,21],[0,0,0],[0,0,0],[0,0,0],[0,0,0],)"
      R"([0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]],"king":[0,0,0],"weather":[0,0,0],)"
      R"("hands":[[1,1,0],[0,2,0]],"bag":[1,0,0],"steps":["act R king 0 B","act G 1"]})");
  EXPECT_TRUE(position) << position.error().reason;
  const auto state = run_position(*position);
  EXPECT_TRUE(state) << state.error().reason;
  EXPECT_EQ(position->game.config().layout, game.config().layout);
  return *state;
}

// One figurine each: the other's is not known, but for what was seen going into the bag.
TEST(SsanshEndings, AreTheMeanOverWhatTheOtherMayHold) {
  const Ssansh game = game_of(2);
  int excluded = 0;  // deals that the seat knows to be impossible
  auto endings = random_positions(game, 12, [](const State& s) {
    return ending(s, 2) && total(s.hands[0]) == 1 && total(s.hands[1]) == 1;
  });
  endings.push_back(blue_is_in_the_bag(game));
  for (const State& state : endings) {
    const int seat = state.to_move;
    const auto solved = solve_ending(game, game.view(state, seat), 1'000'000);
    ASSERT_TRUE(solved) << solved.error().reason;
    Counts unseen = state.bag;
    for (int c = 0; c < kColours; ++c) {
      unseen[c] = static_cast<std::uint8_t>(unseen[c] + state.hands[1 - seat][c]);
    }
    std::vector<std::pair<State, double>> deals;
    double ways = 0;
    for (int c = 0; c < kColours; ++c) {
      if (unseen[c] == 0) continue;
      State deal = state;
      deal.bag = unseen;
      deal.hands[1 - seat] = {};
      --deal.bag[c];
      ++deal.hands[1 - seat][c];
      if (!agrees(state.knowledge[seat], deal.bag)) {
        ++excluded;
        continue;
      }
      deals.emplace_back(deal, unseen[c]);
      ways += unseen[c];
    }
    // The best, the worst, and one between.
    for (const std::size_t i : {std::size_t{0}, solved->size() / 2, solved->size() - 1}) {
      double mean = 0;
      for (const auto& [deal, weight] : deals) {
        State after = deal;
        game.apply(after, (*solved)[i].action);
        mean += weight / ways * brute_force(game, after)[seat];
      }
      EXPECT_NEAR((*solved)[i].value, mean, 1e-6);
    }
  }
  EXPECT_EQ(excluded, 1);
}

TEST(SsanshEndings, RefusesWhatItCannotSolve) {
  const auto three = random_positions(game_of(3), 1, [](const State& s) { return ending(s, 2); });
  EXPECT_FALSE(solve_ending(game_of(3), game_of(3).view(three[0], three[0].to_move), 1000));
  const Ssansh game = game_of(2);
  const State state = random_positions(game, 1, [](const State& s) { return ending(s, 4); })[0];
  EXPECT_FALSE(solve_ending(game, game.view(state, 1 - state.to_move), 1000));
  const auto large = solve_ending(game, game.view(state, state.to_move), 1000);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().reason, "the ending is too large to be solved");
}

// What an agent gives away, in the mean over the endings in which actions differ; at least ten.
double mean_loss(const Ssansh& game, const std::vector<State>& endings, const std::string& spec) {
  double loss = 0;
  int count = 0;
  for (const State& state : endings) {
    const auto view = game.view(state, state.to_move);
    const auto solved = solve_ending(game, view, 1'000'000);
    EXPECT_TRUE(solved) << solved.error().reason;
    if (!solved || solved->front().value == solved->back().value) continue;
    const auto agent = *make_agent(game, spec);
    agent->begin_game(RandomStream(13, "endings", static_cast<std::uint64_t>(++count)));
    const Action choice = agent->choose(view);
    for (const auto& [action, value] : *solved) {
      if (action == choice) loss += solved->front().value - value;
    }
  }
  EXPECT_GE(count, 10);
  return loss / count;
}

TEST(SsanshEndings, SearchPlaysPerfectlyWhereNothingIsHidden) {
  const Ssansh game = game_of(2);
  const auto endings = random_positions(game, 40, [](const State& s) { return ending(s, 1); });
  EXPECT_LT(mean_loss(game, endings, "mcts:visits=2000"), 0.002);
}

TEST(SsanshEndings, SearchLosesLittleAgainstAHiddenHand) {
  const Ssansh game = game_of(2);
  const auto endings = random_positions(game, 60, [](const State& s) { return ending(s, 2); });
  const double loss = mean_loss(game, endings, "mcts:visits=2000");
  EXPECT_LT(loss, 0.05);
  EXPECT_LT(loss, mean_loss(game, endings, "greedy") / 2);
  EXPECT_LT(loss, mean_loss(game, endings, "random") / 3);
}

}  // namespace
}  // namespace clanhouse::ssansh
