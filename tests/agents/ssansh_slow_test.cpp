// What search adds to greedy play in Ssansh, with any number of players.
#include "tests/agents/matches.h"

namespace clanhouse::ssansh {
namespace {

class SsanshSearchSlow : public testing::TestWithParam<int> {};

TEST_P(SsanshSearchSlow, SearchBeatsGreedyAndRandom) {
  Config config;
  config.players = GetParam();
  for (const char* others : {"greedy", "random"}) {
    const test::Mean mean = test::one_against(Ssansh(config), "mcts:visits=2000", others, 24);
    EXPECT_GT(mean.value - 2 * mean.error, 0)
        << mean.value << " +- " << mean.error << " against " << others;
  }
}

// The shipped net, at a tenth of those visits.
TEST(SsanshAgentsSlow, NetBeatsGreedyWithThreePlayers) {
  Config config;
  config.players = 3;
  const test::Mean mean = test::one_against(Ssansh(config), "net:visits=200", "greedy", 120);
  EXPECT_GT(mean.value - 2 * mean.error, 0) << mean.value << " +- " << mean.error;
}

INSTANTIATE_TEST_SUITE_P(Players, SsanshSearchSlow, testing::Values(2, 3, 4, 5));

}  // namespace
}  // namespace clanhouse::ssansh
