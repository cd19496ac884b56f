// What search adds to greedy play in Ssansh, with any number of players.
#include "tests/agents/matches.h"

namespace clanhouse::ssansh {
namespace {

class SsanshAgentsSlow : public testing::TestWithParam<int> {};

TEST_P(SsanshAgentsSlow, SearchBeatsGreedyAndRandom) {
  Config config;
  config.players = GetParam();
  for (const char* others : {"greedy", "random"}) {
    const test::Mean mean = test::one_against(Ssansh(config), "mcts:visits=2000", others, 24);
    EXPECT_GT(mean.value - 2 * mean.error, 0)
        << mean.value << " +- " << mean.error << " against " << others;
  }
}

INSTANTIATE_TEST_SUITE_P(Players, SsanshAgentsSlow, testing::Values(2, 3, 4, 5));

}  // namespace
}  // namespace clanhouse::ssansh
