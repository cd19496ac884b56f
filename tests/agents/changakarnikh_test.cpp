// Agents of Changakárnikh: what they play is legal, and who beats whom.
#include "tests/agents/matches.h"

namespace clanhouse::changakarnikh {
namespace {

TEST(ChangakarnikhAgents, GreedyBeatsRandomWithAnyNumberOfPlayers) {
  for (const int players : {3, 4, 5, 6}) {
    Config config;
    config.players = players;
    const test::Mean mean = test::one_against(Changakarnikh(config), "greedy", "random", 40);
    EXPECT_GT(mean.value - 4 * mean.error, 0) << players << " players: " << mean.value;
  }
}

TEST(ChangakarnikhAgents, SearchBeatsRandomInGames) {
  for (const char* search : {"mcts:visits=50", "mcts:visits=20,eval=greedy"}) {
    const test::Mean mean = test::one_against(Changakarnikh({}), search, "random", 40);
    EXPECT_GT(mean.value - 3 * mean.error, 0) << search << ": " << mean.value;
  }
}

}  // namespace
}  // namespace clanhouse::changakarnikh
