// The verbs as scripts use them: output, exit codes, one clear line for bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using nlohmann::json;
using test::expect_refused;
using test::make_file;
using test::run;
using testing::HasSubstr;

TEST(Perft, PrintsJson) {
  const auto finished = run({"perft", "--size", "5", "--depth", "4", "--json"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(
      json::parse(finished.out),
      json({{"size", 5}, {"depth", 4}, {"counts", {25, 600, 43320, 2999784}}, {"nodes", 2999784}}));
  const auto divided = run(
      {"perft", "--tps", "x3/x3/x3 1 1", "--depth", "2", "--divide", "--threads", "2", "--json"});
  EXPECT_EQ(json::parse(divided.out)["divide"]["b2"], 8);
}

TEST(Usage, IsRefusedInOneLine) {
  expect_refused({"fly"}, 2, "clanhouse: unknown verb 'fly'");
  expect_refused({}, 2, "which verb?");
  expect_refused({"perft", "--depth", "zero"}, 2,
                 "--depth: expected a whole number 1..100, not 'zero'");
  expect_refused({"analyze", "--seed", "-1"}, 2, "--seed: expected a whole number 0..");
  expect_refused({"perft", "--size", "9"}, 2, "--size: expected a whole number 3..8, not '9'");
  expect_refused({"perft", "--size", "4", "--tps", "x3/x3/x3 1 1"}, 2, "--size: the TPS is 3x3");
  expect_refused({"state", "--tps", "x3/x3/x4 1 1"}, 2,
                 "--tps: 1:7: this row has 4 squares instead of 3");
  expect_refused({"state", "--game", "chess"}, 2, "--game: unknown game 'chess'");
  expect_refused({"state", "--moves", "a1", "a1"}, 2, "--moves: a1 is not legal");
  expect_refused({"analyze", "--agent", "mcts:visits=many"}, 2,
                 "--agent: agent 'mcts:visits=many'");
  expect_refused({"analyze", "--tps", "1,1,1/x3/2,2,x 2 4"}, 2, "the game is over");
  expect_refused({"play", "--agent", "random", "--agent", "random", "--agent", "random"}, 2,
                 "--agent: the game has 2 seats");
  expect_refused({"replay", "/no/such/file.ptn"}, 3, "cannot read /no/such/file.ptn");
}

TEST(State, PrintsTheStateOfTheRules) {
  const auto finished = run(
      {"state", "--game", "dashigaikh", "--tps", "1,x2/x3/x,2,x 1 2", "--moves", "a3-", "--json"});
  const json state = json::parse(finished.out);
  EXPECT_EQ(state["tps"], "x3/1,x2/x,2,x 2 2");
  EXPECT_EQ(state["to_move"], 2);
  EXPECT_EQ(state["over"], false);
  EXPECT_EQ(state["result"], nullptr);
  EXPECT_TRUE(std::is_sorted(state["legal"].begin(), state["legal"].end()));
  EXPECT_EQ(state["legal"].size(), 14U + 3U);
  EXPECT_EQ(json::parse(run({"state", "--tps", "1,1,1/x3/2,2,x 2 4", "--json"}).out)["result"],
            "R-0");
}

TEST(Replay, NamesTheFirstErrorOfEachFile) {
  const test::TemporaryFolder folder;
  const auto good = make_file(folder, "good.ptn", "[Size \"3\"]\n1. a3 c1 2. b1 c3 3. a1 R-0\n");
  const auto bad =
      make_file(folder, "bad.ptn", "[Size \"3\"]\n\n1. a3 c1\n[Size \"3\"]\n1. a3 b9\n");
  const auto both = run({"replay", good, bad});
  EXPECT_EQ(both.code, 1);
  EXPECT_EQ(both.out, good + ": 5 turns, R-0 (road), 2,x,2/x3/1,1,1 2 3\n" + bad +
                          ": 2 turns, unfinished, 2,x2/x3/x2,1 1 2\n");
  EXPECT_EQ(both.err, bad + ":5:7: 'b9' is not a turn: the square is off the 3x3 board\n");
  const json game = json::parse(run({"replay", good, "--json"}).out);
  EXPECT_EQ(game["turns"], 5);
  EXPECT_EQ(game["result"], "R-0");
  EXPECT_EQ(game["state"]["tps"], "2,x,2/x3/1,1,1 2 3");
  EXPECT_EQ(run({"replay", "--turn-limit", "3", good}).code, 1);
}

TEST(Games, ListsAllThatAgentsCanBeTold) {
  const json agents = json::parse(run({"games", "--agents", "--json"}).out);
  ASSERT_EQ(agents.size(), 5U);
  EXPECT_EQ(agents[2]["name"], "mcts");
  EXPECT_EQ(agents[2]["options"][0]["key"], "visits");
  EXPECT_EQ(agents[2]["options"][0]["default"], "1000");
  EXPECT_THAT(run({"games"}).out, HasSubstr("half_komi"));
  EXPECT_EQ(agents[3]["name"], "net");
}

TEST(Analyze, PrintsLines) {
  const auto finished =
      run({"analyze", "--tps", "x3/1,1,x/2,2,x 1 3", "--agent", "mcts:visits=100", "--json"});
  const json analysis = json::parse(finished.out);
  EXPECT_EQ(analysis["best"], "c2");
  EXPECT_EQ(analysis["lines"][0]["moves"][0], "c2");
  EXPECT_EQ(analysis["lines"][0]["proven"], true);
  EXPECT_EQ(analysis["lines"][0]["values"], json({1.0, -1.0}));
  EXPECT_THAT(run({"analyze", "--agent", "greedy"}).out, HasSubstr("does not look ahead"));
}

TEST(ConfigFiles, SetWhatFlagsCanAndFlagsWin) {
  const test::TemporaryFolder folder;
  const auto config = make_file(folder, "perft.toml", "size = 4 # board\ndepth = 2\njson = true\n");
  EXPECT_EQ(json::parse(run({"perft", "--config", config}).out)["nodes"], 240);
  EXPECT_EQ(json::parse(run({"perft", "--config", config, "--depth", "1"}).out)["nodes"], 16);
}

TEST(ConfigFiles, ErrorsNameFileLineAndKey) {
  const test::TemporaryFolder folder;
  const auto refused = [&](const std::string& content, const std::string& part) {
    const auto config = make_file(folder, "bad.toml", content);
    expect_refused({"perft", "--config", config}, 2, config + part);
  };
  refused("size = 5\nsise = 4\n", ":2:1: unknown key 'sise'");
  refused("size = 5\n\nflats = 1\n", ":3:1: flats: expected a whole number 2..64, not '1'");
  refused("size = \n", ":1:");
  refused("depth = \"deep\"\n", ":1:1: depth: expected a whole number");
  refused("[rules]\nsize = 5\n", ":1:2: unknown key 'rules'");
  refused("size = {n = 5}\n", ":1:1: size: expected a plain value");
  expect_refused({"perft", "--config", "/no/such.toml"}, 3, "cannot read /no/such.toml");
}

// One number per game; a change of behaviour changes it and says so in its commit.
TEST(Bench, SignatureIsPinned) {
  const auto finished = run({"bench", "--signature"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_EQ(finished.out,
            "dashigaikh 16362082579435830894\n"
            "changakarnikh 4600642056372175743\n"
            "ssansh 8794838123365874087\n");
}

}  // namespace
}  // namespace clanhouse
