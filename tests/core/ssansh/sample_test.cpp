// Deals that a seat thinks possible, and what holds in every game.
#include <gtest/gtest.h>

#include <map>

#include "core/playthrough.h"
#include "core/ssansh/position.h"
#include "tests/core/ssansh/invariants.h"

namespace clanhouse::ssansh {
namespace {

State position(const std::string& json, Ssansh* game) {
  const auto read = read_position(json);
  EXPECT_TRUE(read) << read.error().reason;
  *game = read->game;
  return *run_position(*read);
}

// Everything on one space but what is said.
std::string crowded(const std::string& space0, const std::string& rest) {
  return R"({"game":"ssansh","layout":"jakalla","spaces":[)" + space0 +
         R"(,[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]],)"
         R"("king":[0,0,0],"weather":[0,0,0],)" +
         rest + "}";
}

// The share of each deal (bag, hand of seat 1) among all deals of single figurines that a seat 0
// with this knowledge of the bag thinks possible, by enumeration.
std::map<std::pair<Counts, Counts>, double> enumerate(const State& s, const BagKnowledge& known) {
  std::vector<int> unseen;
  for (int c = 0; c < kColours; ++c) {
    unseen.insert(unseen.end(), s.bag[c] + s.hands[1][c], c);
  }
  const int bag_size = total(s.bag);
  std::map<std::pair<Counts, Counts>, double> ways;
  double sum = 0;
  for (unsigned chosen = 0; chosen < 1U << unseen.size(); ++chosen) {
    if (std::popcount(chosen) != bag_size) continue;
    Counts bag{};
    Counts hand{};
    for (std::size_t i = 0; i < unseen.size(); ++i)
      ++((chosen >> i & 1) != 0 ? bag : hand)[unseen[i]];
    int missing = 0;
    bool fits = true;
    for (int c = 0; c < kColours; ++c) {
      fits = fits && bag[c] >= known.fresh[c];
      missing += std::max(0, known.fresh[c] + known.old[c] - bag[c]);
    }
    if (!fits || missing > known.leaks) continue;
    ++ways[{bag, hand}];
    ++sum;
  }
  for (auto& [deal, share] : ways) share /= sum;
  return ways;
}

// Chi-squared of 20,000 samples against the enumeration; and nothing else is ever dealt.
void check_samples(const Ssansh& game, const State& s) {
  const auto shares = enumerate(s, s.knowledge[0]);
  ASSERT_GT(shares.size(), 1U);
  std::map<std::pair<Counts, Counts>, int> counts;
  RandomStream random(5, "sample test");
  constexpr int kSamples = 20'000;
  const auto view = game.view(s, 0);
  for (int i = 0; i < kSamples; ++i) {
    const State sampled = game.sample(view, random);
    ++counts[{sampled.bag, sampled.hands[1]}];
  }
  double chi_squared = 0;
  int cells = 0;
  for (const auto& [deal, share] : shares) {
    const double expected = share * kSamples;
    if (expected < 5) continue;
    const double difference = counts[deal] - expected;
    chi_squared += difference * difference / expected;
    ++cells;
  }
  for (const auto& [deal, count] : counts) EXPECT_TRUE(shares.contains(deal));
  // Mean cells - 1, variance twice that.
  EXPECT_LT(chi_squared, cells + 4 * std::sqrt(2.0 * cells));
}

TEST(SsanshSample, DealsInProportionToTheWays) {
  Ssansh game({});
  check_samples(
      game, position(crowded("[17,18,18]", R"("hands":[[1,1,0],[2,1,1]],"bag":[1,1,2])"), &game));
  check_samples(
      game, position(crowded("[14,20,19]", R"("hands":[[1,0,1],[3,1,0]],"bag":[3,0,1])"), &game));
}

TEST(SsanshSample, KnowsWhatWasShownAtParleys) {
  Ssansh game({});
  // Seat 1 draws and shows green: it is in the bag. Then seat 0 draws what it sees.
  const std::string start = R"("hands":[[1,1,0],[2,1,1]],"bag":[1,1,2],"to_move":1,)";
  const State shown =
      position(crowded("[17,18,18]", start + R"("steps":["parley","bag B","return G"])"), &game);
  EXPECT_EQ(shown.knowledge[0].fresh, (Counts{0, 1, 0}));
  check_samples(game, shown);
  const State drawn = position(
      crowded("[17,18,18]", start + R"("steps":["parley","bag B","return G","act R king 0 GB"])"),
      &game);
  EXPECT_EQ(drawn.knowledge[0].fresh, (Counts{0, 2, 1}));
  check_samples(game, drawn);
  // Of three known figurines one may have left with seat 1's draw, but not the one it shows then.
  const State leaked = position(
      crowded("[17,18,18]",
              start + R"("steps":["parley","bag B","return G","act R king 0 GB","parley","bag G",)"
                      R"("return R"])"),
      &game);
  EXPECT_EQ(leaked.knowledge[0].old, (Counts{0, 2, 1}));
  EXPECT_EQ(leaked.knowledge[0].leaks, 1);
  EXPECT_EQ(leaked.knowledge[0].fresh, (Counts{1, 0, 0}));
  check_samples(game, leaked);
}

TEST(SsanshGames, KeepTheInvariants) { test::check_random_games(4000); }

}  // namespace
}  // namespace clanhouse::ssansh
