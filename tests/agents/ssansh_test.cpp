// Agents of Ssansh: what they play is legal, and who beats whom.
#include "tests/agents/matches.h"

namespace clanhouse::ssansh {
namespace {

TEST(SsanshAgents, GreedyBeatsRandomWithAnyNumberOfPlayers) {
  for (const int players : {2, 3, 4, 5}) {
    Config config;
    config.players = players;
    const test::Mean mean = test::one_against(Ssansh(config), "greedy", "random", 40);
    EXPECT_GT(mean.value - 4 * mean.error, 0) << players << " players: " << mean.value;
  }
}

TEST(SsanshAgents, SearchBeatsRandom) {
  for (const int players : {2, 3}) {
    Config config;
    config.players = players;
    const test::Mean mean = test::one_against(Ssansh(config), "mcts:visits=200", "random", 15);
    EXPECT_GT(mean.value - 2 * mean.error, 0) << players << " players: " << mean.value;
  }
}

// Pitfall 7: a seat's choice does not change when what it cannot see is dealt anew.
TEST(SsanshAgents, NobodySeesWhatIsHidden) {
  const Ssansh game({});
  RandomStream random(3, "hidden");
  State state = game.initial();
  while (state.turns < 6) apply_random_step(game, state, random);
  while (!game.actor(state).is_seat()) apply_random_step(game, state, random);
  const int seat = game.actor(state).seat();
  for (const char* spec : {"greedy", "mcts:visits=300"}) {
    auto agent = *make_agent(game, spec);
    std::optional<Action> first;
    for (int deal = 0; deal < 5; ++deal) {
      const State other = game.sample(game.view(state, seat), random);
      agent->begin_game(RandomStream(4, "agent"));
      const Action choice = agent->choose(game.view(other, seat));
      if (!first) first = choice;
      EXPECT_EQ(choice, *first) << spec;
    }
  }
}

}  // namespace
}  // namespace clanhouse::ssansh
