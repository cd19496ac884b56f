// What search adds to greedy play, which is little in a game of dice: many games are needed.
#include "tests/agents/matches.h"

namespace clanhouse::changakarnikh {
namespace {

// What one player gains in single races of random pieces; all seats of one field are a block.
test::Mean one_against_in_races(const std::string& one, const std::string& others, int blocks) {
  std::vector<double> sums;
  for (int block = 0; block < blocks; ++block) {
    RandomStream random(2, "field", block);
    std::vector<int> kinds(kSetSize);
    std::iota(kinds.begin(), kinds.end(), 0);
    random.shuffle(kinds);
    std::vector<Piece> pieces;
    for (int i = 0; i < 4; ++i) pieces.push_back(static_cast<Piece>(kinds[i]));
    Race start = make_race(pieces, 0, 3);
    start.score = {1, 1, 1, 1, 0, 0};
    const RaceGame game({start, {}});
    double sum = 0;
    for (std::size_t seat = 0; seat < 4; ++seat) {
      std::vector<std::string> specs(4, others);
      specs[seat] = one;
      // Against what the same pieces make when all are of the other kind.
      sum += test::play(game, specs, static_cast<std::uint64_t>(block))[seat] -
             test::play(game, std::vector<std::string>(4, others),
                        static_cast<std::uint64_t>(block))[seat];
    }
    sums.push_back(sum / 4);
  }
  return test::mean_of(sums);
}

TEST(ChangakarnikhAgentsSlow, SearchBeatsGreedyInRaces) {
  const test::Mean mean = one_against_in_races("mcts:visits=1000", "greedy", 1500);
  EXPECT_GT(mean.value - 2 * mean.error, 0) << mean.value << " +- " << mean.error;
}

// The net that is shipped.
TEST(ChangakarnikhAgentsSlow, NetBeatsGreedyInRaces) {
  const test::Mean mean = one_against_in_races("net:visits=64", "greedy", 1500);
  EXPECT_GT(mean.value - 2 * mean.error, 0) << mean.value << " +- " << mean.error;
}

TEST(ChangakarnikhAgentsSlow, SearchBeatsGreedyInGames) {
  const Changakarnikh game({});
  const test::Mean mean =
      test::one_against(game, "mcts:visits=1000,exploration=0.5", "greedy", 250);
  EXPECT_GT(mean.value - 2 * mean.error, 0) << mean.value << " +- " << mean.error;
}

}  // namespace
}  // namespace clanhouse::changakarnikh
