// The properties that every game has, checked on random games. A new game calls
// check_random_play() with a GameHooks of its own (docs/add-a-game.md).
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <unordered_map>
#include <vector>

#include "core/game.h"
#include "core/playthrough.h"

namespace clanhouse::test {

// What the suite cannot know of a game. The defaults fit a game without the property.
template <Game G>
struct GameHooks {
  // Writes the game so far as a record and reads it back; the state that the record ends in.
  virtual typename G::State record_round_trip(const Playthrough<G>& play) = 0;
  // Changes at random what `seat` cannot see of the state.
  virtual typename G::State permute_hidden(const G&, const typename G::State& state, int /*seat*/,
                                           RandomStream&) {
    return state;
  }
  // The same state with seats exchanged: what seat i was is now seat order[i]. False where the
  // game has no such exchange.
  virtual bool permute_seats(const G&, const typename G::State&, const std::vector<int>& /*order*/,
                             typename G::State& /*out*/) {
    return false;
  }
  virtual ~GameHooks() = default;
};

template <Game G>
void check_state(const G& game, const typename G::State& state, GameHooks<G>& hooks,
                 RandomStream& random) {
  using State = typename G::State;
  const State clone = state;
  EXPECT_EQ(clone, state);
  EXPECT_EQ(game.hash(clone), game.hash(state));

  const auto actor = game.actor(state);
  for (int seat = 0; seat < game.seats(); ++seat) {
    std::vector<float> features(game.feature_count());
    game.encode(game.view(state, seat), features);
    for (const float f : features) ASSERT_TRUE(std::isfinite(f));

    const State permuted = hooks.permute_hidden(game, state, seat, random);
    EXPECT_EQ(game.view(permuted, seat), game.view(state, seat)) << "seat " << seat;
    const State sampled = game.sample(game.view(state, seat), random);
    EXPECT_EQ(game.view(sampled, seat), game.view(state, seat)) << "seat " << seat;
    EXPECT_EQ(game.actor(sampled), actor);
  }
  if (actor.is_seat()) {
    typename G::ActionList actions;
    typename G::ActionList in_sample;
    game.legal(state, actions);
    ASSERT_FALSE(actions.empty());
    for (std::size_t i = 1; i < actions.size(); ++i) ASSERT_LT(actions[i - 1], actions[i]);
    game.legal(game.sample(game.view(state, actor.seat()), random), in_sample);
    EXPECT_TRUE(std::equal(actions.begin(), actions.end(), in_sample.begin(), in_sample.end()));
    std::vector<bool> slots(game.policy_count());
    for (const auto action : actions) {
      const int slot = game.policy_index(state, action);
      ASSERT_TRUE(slot >= 0 && slot < game.policy_count());
      ASSERT_FALSE(slots[slot]) << "two actions share slot " << slot;
      slots[slot] = true;
      const auto text = game.action_text(state, action);
      const auto parsed = game.parse_action(state, text);
      ASSERT_TRUE(parsed) << text << ": " << parsed.error().reason;
      ASSERT_EQ(*parsed, action) << text;
    }
  } else if (actor.chance()) {
    typename G::OutcomeList outcomes;
    game.outcomes(state, outcomes);
    float sum = 0;
    for (const auto& [outcome, probability] : outcomes) {
      EXPECT_GT(probability, 0);
      sum += probability;
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

template <Game G>
void check_end(const G& game, const typename G::State& state, GameHooks<G>& hooks) {
  const auto utility = game.utility(state);
  for (int seat = 0; seat < game.seats(); ++seat) {
    EXPECT_GE(utility[seat], G::kMinUtility);
    EXPECT_LE(utility[seat], G::kMaxUtility);
  }
  std::vector<int> order(game.seats());
  std::iota(order.begin(), order.end(), 0);
  do {
    typename G::State exchanged;
    if (!hooks.permute_seats(game, state, order, exchanged)) break;
    const auto other = game.utility(exchanged);
    for (int seat = 0; seat < game.seats(); ++seat) {
      EXPECT_EQ(other[order[seat]], utility[seat]);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

template <Game G>
void check_random_play(const G& game, GameHooks<G>& hooks, int games, std::uint64_t seed = 1) {
  for (int id = 0; id < games; ++id) {
    RandomStream random(seed, "random play suite", id);
    Playthrough<G> play(game);
    while (!play.over()) {
      ASSERT_LT(static_cast<int>(play.steps().size()), G::kMaxPlayoutSteps);
      check_state(game, play.state(), hooks, random);
      if (testing::Test::HasFatalFailure()) return;
      if (game.actor(play.state()).chance()) {
        play.play(draw_outcome(game, play.state(), random));
      } else {
        play.play(draw_action(game, play.state(), random));
      }
    }
    check_state(game, play.state(), hooks, random);
    check_end(game, play.state(), hooks);
    EXPECT_EQ(hooks.record_round_trip(play), play.state());
  }
}

}  // namespace clanhouse::test
