// Deals that a seat thinks possible, and what holds in every game.
#include <gtest/gtest.h>

#include <map>

#include "core/playthrough.h"
#include "core/ssansh/position.h"

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

void check_invariants(const Ssansh& game, const State& s, const State& before) {
  Counts sum{};
  const auto add = [&](const Counts& counts) {
    for (int c = 0; c < kColours; ++c) sum[c] = static_cast<std::uint8_t>(sum[c] + counts[c]);
  };
  for (const Counts& space : s.spaces) add(space);
  for (const Counts& hand : s.hands) add(hand);
  add(s.king);
  add(s.weather);
  add(s.bag);
  ASSERT_EQ(sum, (Counts{kFigurinesOfColour, kFigurinesOfColour, kFigurinesOfColour}));
  for (int c = 0; c < kColours; ++c) {
    ASSERT_GE(s.king[c], before.king[c]);
    ASSERT_GE(s.weather[c], before.weather[c]);
  }
  // What seats know of the bag is true.
  for (int seat = 0; seat < s.players; ++seat) {
    const BagKnowledge& known = s.knowledge[seat];
    int missing = 0;
    for (int c = 0; c < kColours; ++c) {
      ASSERT_GE(s.bag[c], known.fresh[c]);
      missing += std::max(0, known.fresh[c] + known.old[c] - s.bag[c]);
    }
    ASSERT_LE(missing, known.leaks);
  }
  ASSERT_LE(s.parleys, s.players);
  ASSERT_LE(s.turns, 8 * game.seats() * game.seats() + game.seats());
}

TEST(SsanshGames, KeepTheInvariants) {
  int colourless = 0;
  for (int id = 0; id < 100'000; ++id) {
    RandomStream random(6, "ssansh invariants", id);
    Config config;
    config.players = kMinPlayers + id % 4;
    if (config.players < 5 && random.below(2) == 0) config.layout = "filled";
    config.rules.tie_break = static_cast<Rules::TieBreak>(random.below(2));
    config.rules.level_colours = static_cast<Rules::LevelColours>(random.below(2));
    config.rules.no_colour = static_cast<Rules::NoColour>(random.below(2));
    const Ssansh game(config);
    State state = game.initial();
    std::array<int, kMaxPlayers> acts{};
    while (!game.actor(state).over()) {
      const State before = state;
      apply_random_step(game, state, random);
      check_invariants(game, state, before);
      if (testing::Test::HasFatalFailure()) return;
      // An Act takes a figurine out of the hand, for good.
      if (before.phase == Phase::kTurn &&
          total(state.hands[before.to_move]) < total(before.hands[before.to_move])) {
        ++acts[before.to_move];
      }
    }
    for (int seat = 0; seat < state.players; ++seat) {
      EXPECT_EQ(total(state.hands[seat]), kHandSize - acts[seat]);
    }
    colourless += winning_colour(game.layout(), state, config.rules) ? 0 : 1;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(colourless, 0);
}

}  // namespace
}  // namespace clanhouse::ssansh
