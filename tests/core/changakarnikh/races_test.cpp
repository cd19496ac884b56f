// Games in numbers: exact probabilities, invariants of random play.
#include "tests/core/changakarnikh/invariants.h"
#include "tests/core/changakarnikh/oracle.h"

namespace clanhouse::changakarnikh {
namespace {

TEST(ChangakarnikhRaces, HaveTheExactProbabilities) { test::check_oracles(10'000); }

TEST(ChangakarnikhRaces, KeepTheInvariants) { test::check_random_games(2'000, 1); }

TEST(ChangakarnikhRaces, ThePotIsShared) {
  const auto shares = [](std::initializer_list<std::uint16_t> scores) {
    const std::vector<std::uint16_t> list(scores);
    return pot_shares(list);
  };
  EXPECT_DOUBLE_EQ(shares({5, 15, 10, 0})[0], 1.0 / 6);
  EXPECT_DOUBLE_EQ(shares({5, 15, 10, 0})[1], 1.0 / 2);
  EXPECT_DOUBLE_EQ(shares({5, 15, 10, 0})[3], 0);
  // Tied players share the prizes of the places they occupy.
  EXPECT_DOUBLE_EQ(shares({9, 9, 1, 0})[1], (1.0 / 2 + 1.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(shares({9, 3, 3, 3})[2], (1.0 / 3 + 1.0 / 6) / 3);
  EXPECT_DOUBLE_EQ(shares({4, 4, 4, 4})[0], 1.0 / 4);
}

// A turn of a piece that finishes at its first word ends there; nothing reacts to it later.
TEST(ChangakarnikhRaces, ThePowerlessPieceUsesNothing) {
  Rules rules;
  rules.powers_off = kWholeSet;
  for (int id = 0; id < 500; ++id) {
    RandomStream random(3, "powerless", id);
    std::vector<int> kinds(kSetSize);
    std::iota(kinds.begin(), kinds.end(), 0);
    random.shuffle(kinds);
    std::vector<Piece> pieces;
    for (int i = 0; i < 4; ++i) pieces.push_back(static_cast<Piece>(kinds[i]));
    Race race = make_race(pieces, 0, 1);
    Engine(race, rules).start();
    test::run_race(race, rules, random, [](const Race&, const ActionList& steps) {
      ADD_FAILURE() << "a decision without powers";
      return steps[0];
    });
    for (const auto uses : race.uses) EXPECT_EQ(uses, 0);
  }
}

}  // namespace
}  // namespace clanhouse::changakarnikh
