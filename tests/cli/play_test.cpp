// clanhouse play at a pseudo-terminal.
#include <gtest/gtest.h>

#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using test::Terminal;

TEST(Play, AWholeGameOfTwoPeople) {
  const test::TemporaryFolder folder;
  const auto path = (folder.path() / "game.ptn").string();
  Terminal terminal(
      {"play", "--size", "3", "--agent", "human", "--agent", "human", "--save", path});
  ASSERT_TRUE(terminal.expect("Move 1, player 1 ○ to move: a flat of the opponent's"));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("Sb2");
  ASSERT_TRUE(terminal.expect("Sb2 is not legal: the first turn of each player"));
  for (const char* turn : {"a3", "c1", "b1", "c3"}) {
    ASSERT_TRUE(terminal.expect("human> "));
    terminal.type(turn);
  }
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("moves b1");
  ASSERT_TRUE(terminal.expect("of 15 legal moves"));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("undo");
  ASSERT_TRUE(terminal.expect("Move 2, player 2 ● to move"));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("b3");
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("a1");
  ASSERT_TRUE(terminal.expect("The game is over: R-0 (road)."));
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(*read_file(path),
            "[Size \"3\"]\n[Komi \"0\"]\n[Opening \"swap\"]\n[Player1 \"human\"]\n"
            "[Player2 \"human\"]\n[Result \"R-0\"]\n\n1. a3 c1\n2. b1 b3\n3. a1\nR-0\n");
}

TEST(Play, AgainstAnAgent) {
  const test::TemporaryFolder folder;
  const auto path = (folder.path() / "game.ptn").string();
  Terminal terminal({"play", "dashigaikh", "--agent", "human", "--agent", "mcts:visits=50"});
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("a1");
  ASSERT_TRUE(terminal.expect("mcts:visits=50 plays "));
  ASSERT_TRUE(terminal.expect("Move 2, player 1 ○ to move"));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("hint");
  ASSERT_TRUE(terminal.expect("Perhaps "));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("save " + path);
  ASSERT_TRUE(terminal.expect("Saved as "));
  terminal.type("undo");
  ASSERT_TRUE(terminal.expect("Move 1, player 1"));
  terminal.type("undo");
  ASSERT_TRUE(terminal.expect("There is no turn of yours to take back."));
  terminal.type("help");
  ASSERT_TRUE(terminal.expect("resign"));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("resign");
  ASSERT_TRUE(terminal.expect("human resigns."));
  EXPECT_EQ(terminal.wait(), 0);
  EXPECT_EQ(test::run({"replay", path}).code, 0);
}

TEST(Play, EndOfInputLeaves) {
  const auto finished = test::run({"play", "--agent", "human", "--agent", "random"});
  EXPECT_EQ(finished.code, 0);
}

TEST(Play, TwoAgentsAreWatched) {
  const auto finished = test::run({"play", "--agent", "greedy", "--agent", "random"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_NE(finished.out.find("The game is over: "), std::string::npos);
  EXPECT_EQ(finished.out, test::run({"play", "--agent", "greedy", "--agent", "random"}).out);
}

// Only what the person may know is on the screen: its own hand, and not what others draw.
TEST(Play, SsanshHidesTheOthersHands) {
  Terminal terminal({"play", "ssansh", "--players", "2", "--agent", "human", "--agent", "random"});
  ASSERT_TRUE(terminal.expect("> seat 0: 8 figurines R"));
  ASSERT_TRUE(terminal.expect("seat 1: 8 figurines\r\n"));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("parley");
  ASSERT_TRUE(terminal.expect("bag "));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("quit");
  EXPECT_EQ(terminal.wait(), 0);
}

TEST(Play, ChangakarnikhPutsAScreenBetweenPeople) {
  Terminal terminal(
      {"play", "changakarnikh", "--players", "3", "--agent", "human", "--agent", "human"});
  ASSERT_TRUE(terminal.expect("It is the turn of seat 0 (human). Press Enter"));
  terminal.type("");
  ASSERT_TRUE(terminal.expect("The parade:"));
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("pass");
  ASSERT_TRUE(terminal.expect("It is the turn of seat 1 (human). Press Enter"));
  terminal.type("");
  ASSERT_TRUE(terminal.expect("human> "));
  terminal.type("quit");
  EXPECT_EQ(terminal.wait(), 0);
}

}  // namespace
}  // namespace clanhouse
