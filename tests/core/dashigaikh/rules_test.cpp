// Properties of the rules of Dashigáikh that hold in every position.
#include <gtest/gtest.h>

#include "core/dashigaikh/text.h"
#include "core/dashigaikh/undo.h"
#include "core/playthrough.h"
#include "tests/core/dashigaikh/positions.h"

namespace clanhouse::dashigaikh {
namespace {

// Calls visit(state) for the positions of random games.
template <int N, class Visit>
void for_random_positions(const Dashigaikh<N>& game, int games, Visit&& visit) {
  for (int id = 0; id < games; ++id) {
    RandomStream random(3, "rules test", id);
    State<N> state = game.initial();
    while (!state.over()) {
      visit(state);
      game.apply(state, draw_action(game, state, random));
    }
    visit(state);
  }
}

template <int N>
void check_positions(int games) {
  const Dashigaikh<N> game(test::sized(N));
  const State<N> start = game.initial();
  for_random_positions<N>(game, games, [&](const State<N>& s) {
    // The incremental hash and masks are those of the position set up from its text.
    const State<N> read = test::position(game, write_tps(s));
    EXPECT_EQ(read.hash, s.hash);
    EXPECT_EQ(read.tall, s.tall);
    EXPECT_EQ(read.winner, s.winner);
    EXPECT_TRUE(game.same_position(read, s));
    // No piece leaves the game.
    int pieces = s.reserve(kWhite) + s.reserve(kBlack);
    for (const int height : s.height) pieces += height;
    EXPECT_EQ(pieces, start.reserve(kWhite) + start.reserve(kBlack));
    ActionList<N> list;
    if (s.over()) return;
    list_legal(s, list);
    EXPECT_EQ(static_cast<int>(list.size()), count_legal(s));

    // A turn that is taken back leaves no trace.
    for (const Action turn : list) {
      State<N> there_and_back = s;
      const Undo<N> undo(s, turn);
      game.apply(there_and_back, turn);
      undo.restore(there_and_back);
      ASSERT_EQ(there_and_back, s) << write_tps(s);
    }

    // find_win() finds a winning turn exactly when there is one.
    bool exists = false;
    for (const Action action : list) {
      State<N> next = s;
      game.apply(next, action);
      exists = exists || next.winner == winner_of(s.to_move);
    }
    Action found;
    ASSERT_EQ(game.find_win(s, found), exists) << write_tps(s);
    if (exists) {
      State<N> next = s;
      game.apply(next, found);
      EXPECT_EQ(next.winner, winner_of(s.to_move)) << write_tps(s);
    }

    // Symmetric turns lead to symmetric positions.
    const Action action = list[list.size() / 2];
    for (int symmetry = 0; symmetry < game.kSymmetries; ++symmetry) {
      State<N> one = s;
      game.apply(one, action);
      State<N> other = game.transform(s, symmetry);
      game.apply(other, game.transform(action, symmetry));
      ASSERT_EQ(game.transform(one, symmetry), other) << write_tps(s) << " " << symmetry;
    }
  });
}

TEST(Rules, HoldInRandomPositions) {
  check_positions<3>(60);
  check_positions<4>(20);
  check_positions<5>(10);
  check_positions<6>(5);
  check_positions<7>(2);
  check_positions<8>(2);
}

TEST(Rules, SymmetriesAreEightDifferentOnes) {
  const Dashigaikh<5> game(test::sized(5));
  const auto s = test::position(game, "x5/x,2S,x3/x2,21,x2/x5/x3,1,x 1 3");
  std::set<std::string> images;
  for (int i = 0; i < game.kSymmetries; ++i) images.insert(write_tps(game.transform(s, i)));
  EXPECT_EQ(images.size(), 8U);
}

// Slides in one direction with d free squares and hand limit h: the sum of C(h, k), k = 1..d; with
// an overseer on top and a standing piece behind those squares C(h - 1, d) more.
TEST(Rules, DropTableFollowsTheClosedForm) {
  const auto choose = [](int n, int k) {
    long result = 1;
    for (int i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
    return k > n ? 0 : result;
  };
  for (int d = 0; d < 8; ++d) {
    for (int h = 1; h <= 8; ++h) {
      long sum = 0;
      for (int k = 1; k <= d; ++k) sum += choose(h, k);
      EXPECT_EQ(kDrops<8>.counts[0][d][h], sum);
      EXPECT_EQ(kDrops<8>.counts[1][d][h], sum + choose(h - 1, d));
    }
  }
}

// A stack of everything: 64 flats of each colour under an overseer.
TEST(Rules, TheTallestStackFits) {
  Config config = test::sized(5);
  config.flats = 64;
  config.overseers = 2;
  const Dashigaikh<5> game(config);
  std::string stack;
  for (int i = 0; i < 64; ++i) stack += "12";
  const std::string tps = "x5/x5/x2," + stack + "1C,x2/x5/x4,2C 1 60";
  const auto s = test::position(game, tps);
  EXPECT_EQ(s.height[12], 129);
  EXPECT_EQ(write_tps(s), tps);
  EXPECT_FALSE(s.over());
}

TEST(Rules, RepetitionIsKeptByWhoeverRunsTheGame) {
  Config config = test::sized(4);
  config.inactivity = InactivityRule::kRepetition;
  Playthrough<Dashigaikh<4>> play{Dashigaikh<4>(config)};
  for (const char* turn : {"a1", "d4", "d4-", "a1+", "d3+", "a2-", "d4-", "a1+", "d3+"}) {
    play.play(*play.game().parse_action(play.state(), turn));
    EXPECT_FALSE(play.over());
  }
  play.play(*play.game().parse_action(play.state(), "a2-"));
  EXPECT_EQ(play.state().ending, Ending::kRepetition);
  EXPECT_TRUE(play.undo());
  EXPECT_FALSE(play.over());
}

}  // namespace
}  // namespace clanhouse::dashigaikh
