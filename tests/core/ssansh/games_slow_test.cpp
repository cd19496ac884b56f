// As sample_test.cpp, with the number of games that the project promises.
#include "tests/core/ssansh/invariants.h"

namespace clanhouse::ssansh {
namespace {

TEST(SsanshGamesSlow, KeepTheInvariantsInAHundredThousandGames) {
  test::check_random_games(100'000);
}

}  // namespace
}  // namespace clanhouse::ssansh
