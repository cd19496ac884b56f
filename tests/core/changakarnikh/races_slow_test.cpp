// As races_test.cpp, with the numbers that the project promises: minutes.
#include "tests/core/changakarnikh/invariants.h"
#include "tests/core/changakarnikh/oracle.h"

namespace clanhouse::changakarnikh {
namespace {

TEST(ChangakarnikhRacesSlow, HaveTheExactProbabilities) { test::check_oracles(200'000); }

TEST(ChangakarnikhRacesSlow, KeepTheInvariantsInAHundredThousandGames) {
  test::check_random_games(100'000, 2);
}

}  // namespace
}  // namespace clanhouse::changakarnikh
