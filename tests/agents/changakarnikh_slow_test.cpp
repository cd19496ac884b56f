// What search adds to greedy play, which is little in a game of dice: many games are needed.
#include "tests/agents/changakarnikh_matches.h"

namespace clanhouse::changakarnikh {
namespace {

TEST(ChangakarnikhAgentsSlow, SearchBeatsGreedyInRaces) {
  const test::Mean mean = test::one_against_in_races("mcts:visits=1000", "greedy", 1500);
  EXPECT_GT(mean.value - 2 * mean.error, 0) << mean.value << " +- " << mean.error;
}

TEST(ChangakarnikhAgentsSlow, SearchBeatsGreedyInGames) {
  const test::Mean mean = test::one_against({}, "mcts:visits=1000,exploration=0.5", "greedy", 200);
  EXPECT_GT(mean.value - 2 * mean.error, 0) << mean.value << " +- " << mean.error;
}

}  // namespace
}  // namespace clanhouse::changakarnikh
