// The net that is shipped for Dashigáikh.
#include "core/dashigaikh/family.h"
#include "tests/agents/matches.h"
#include "tests/core/dashigaikh/positions.h"

namespace clanhouse::dashigaikh {
namespace {

// 20 games, 10 openings of its own making: utilities are 1 for a win.
TEST(DashigaikhAgentsSlow, NetBeatsGreedyAndSearch) {
  const Dashigaikh<5> game(Family::for_tournaments(test::sized(5)));
  EXPECT_GT(test::one_against(game, "net:visits=100", "greedy", 10).value, 0.7);
  EXPECT_GT(test::one_against(game, "net:visits=100", "mcts:visits=200", 10).value, 0.3);
}

}  // namespace
}  // namespace clanhouse::dashigaikh
