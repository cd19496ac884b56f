// clanhouse rate: what it reads, what it answers, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using nlohmann::json;
using test::expect_refused;
using test::run;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kOrders =
    "# three who play each other\n"
    "30: A > B\n20: B > A\n10: A = B\n"
    "25: B > C   # a comment\n15: C > B\n"
    "\n"
    "28: A > C\n12: C > A\n";

class Rate : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& content) const {
    const auto path = folder_.path() / name;
    EXPECT_TRUE(write_file(path, content));
    return path.string();
  }
  static json rate(std::vector<std::string> arguments, int code = 0) {
    arguments.insert(arguments.begin(), "rate");
    arguments.emplace_back("--json");
    const auto finished = run(arguments);
    EXPECT_EQ(finished.code, code) << finished.err;
    return json::parse(finished.out);
  }

  const test::TemporaryFolder folder_;
};

std::string game(int id, const std::string& a, const std::string& b, double utility,
                 const std::string& more = "") {
  return json{{"game", id},       {"block", (id - 1) / 2},
              {"agents", {a, b}}, {"utilities", {utility, -utility}},
              {"result", ""},     {"ending", ""}}
             .dump()
             .insert(1, more) +
         "\n";
}

std::string journal() {
  std::string text = R"({"clanhouse":"tournament","build":"x","settings":{"seed":1}})"
                     "\n";
  for (int i = 0; i < 6; ++i) {
    text += game(4 * i + 1, "strong", "weak", 1) + game(4 * i + 2, "weak", "strong", -1) +
            game(4 * i + 3, "strong", "weak", i < 2 ? -1 : 1) +
            game(4 * i + 4, "weak", "strong", 0);
  }
  return text + R"({"resumed_by":"y"})"
                "\n";
}

TEST_F(Rate, ReadsOrders) {
  const auto table = run({"rate", file("orders", kOrders), "--los"});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("Bradley-Terry"));
  EXPECT_THAT(table.out, HasSubstr("140 games, 140 blocks"));
  EXPECT_THAT(table.out, HasSubstr("stronger than the column"));
  const json result = rate({file("orders", kOrders)});
  EXPECT_EQ(result["model"], "bt");
  EXPECT_EQ(result["agents"][0]["name"], "A");
  EXPECT_EQ(result["agents"][0]["games"], 100);
  EXPECT_EQ(result["agents"][0]["points"], 63);
  EXPECT_EQ(result["agents"][0]["rating"], "estimate");
}

TEST_F(Rate, ReadsOrdersOfMoreThanTwo) {
  const std::string path =
      file("races", "3: A > B > C > D\nB > A = C > D\n2: D > C > A > B\nC > D = B > A\n");
  const json result = rate({path});
  EXPECT_EQ(result["model"], "pl");
  EXPECT_EQ(result["games"], 7);
  EXPECT_EQ(result["tie"].size(), 1U);
  EXPECT_EQ(rate({path, "--top", "1"})["model"], "pl");
  EXPECT_EQ(rate({path, "--model", "davidson"})["agents"].size(), 4U);
}

TEST_F(Rate, ReadsJournals) {
  const std::string path = file("journal.jsonl", journal());
  const json result = rate({path, "--first-seat", "--los"});
  EXPECT_EQ(result["games"], 24);
  EXPECT_EQ(result["blocks"], 12);
  EXPECT_EQ(result["agents"][0]["name"], "strong");
  EXPECT_TRUE(result["first_seat"]["elo"].is_number());
  EXPECT_GT(result["superiority"][0][1], 0.5);
  EXPECT_TRUE(result["superiority"][0][0].is_null());
  // A torn last line is what a kill leaves.
  EXPECT_EQ(rate({file("torn", journal() + R"({"game":25,"agen)")})["games"], 24);
  // Both files are in one fit.
  EXPECT_EQ(rate({path, file("more", "weak > new\nnew > weak\n")})["agents"].size(), 3U);
}

TEST_F(Rate, CountsForfeitsAndAlwaysTellsOfThem) {
  const std::string forfeit =
      R"("forfeit":{"agent":"weak","seat":1,"kind":"time","text":"too slow"},)";
  const std::string path = file("journal", journal() + game(25, "strong", "weak", 1, forfeit));
  EXPECT_EQ(rate({path})["games"], 25);
  EXPECT_EQ(rate({path})["forfeits"], 1);
  EXPECT_EQ(rate({path, "--no-forfeits"})["games"], 24);
  EXPECT_EQ(rate({path, "--no-forfeits"})["forfeits"], 1);
  EXPECT_THAT(run({"rate", path}).out, HasSubstr("1 forfeit."));
}

TEST_F(Rate, ReadsPtn) {
  const auto ptn = [](const std::string& a, const std::string& b, const std::string& result) {
    return "[Player1 \"" + a + "\"]\n[Player2 \"" + b + "\"]\n[Size \"5\"]\n[Result \"" + result +
           "\"]\n\n1. a1 e5 2. b2 " + result + "\n\n";
  };
  const std::string path =
      file("games.ptn", ptn("A", "B", "1-0") + ptn("B", "A", "0-1") + ptn("B", "A", "1-0") +
                            ptn("A", "B", "1/2-1/2") + ptn("A", "B", "*"));
  const json result = rate({path});
  EXPECT_EQ(result["games"], 4);
  EXPECT_EQ(result["unfinished"], 1);
  EXPECT_EQ(result["agents"][0]["name"], "A");
  EXPECT_EQ(result["agents"][0]["points"], 2.5);
  expect_refused({"rate", file("bad.ptn", "[Player1 \"A\"]\n[Size \"5\"]\n\n1. a1 e5 1-0\n")}, 2,
                 "game 1: tag Player2 is missing");
  expect_refused({"rate", file("worse.ptn", ptn("A", "B", "1-0") + "[Size \"5\"]\n1. z9\n")}, 2,
                 "worse.ptn:9:4");
}

TEST_F(Rate, AnchorsPriorsAndErrors) {
  const std::string path = file("orders", kOrders);
  const json anchored = rate(
      {path, "--anchor", "B=1500", "--errors", "bootstrap", "--bootstrap", "50", "--seed", "3"});
  for (const json& agent : anchored["agents"]) {
    if (agent["name"] != "B") continue;
    EXPECT_EQ(agent["elo"], 1500);
  }
  EXPECT_EQ(anchored, rate({path, "--anchor", "B=1500", "--errors", "bootstrap", "--bootstrap",
                            "50", "--seed", "3"}));
  // A shut-out has a bound, or with a prior an estimate.
  const std::string shut_out = file("shut", std::string(kOrders) + "5: A > Z\n");
  const auto last = [](const json& result) {
    for (const json& agent : result["agents"]) {
      if (agent["name"] == "Z") return agent;
    }
    return json();
  };
  const json bound = last(rate({shut_out}));
  EXPECT_EQ(bound["rating"], "at_most");
  EXPECT_TRUE(bound["elo_low"].is_null());
  EXPECT_TRUE(bound["elo_high"].is_number());
  EXPECT_EQ(last(rate({shut_out, "--prior", "2"}))["rating"], "estimate");
  EXPECT_THAT(run({"rate", shut_out}).out, HasSubstr("≤ "));
}

TEST_F(Rate, LaddersAndTheMetaGame) {
  const std::string path = file("orders", kOrders);
  for (const char* system : {"elo", "weng-lin", "trueskill", "glicko2"}) {
    const json result = rate({path, "--online", system});
    EXPECT_EQ(result["online"], system);
    EXPECT_TRUE(result["agents"][0]["rating"].is_number());
  }
  const json nash = rate({path, "--meta", "nash"});
  EXPECT_NEAR(nash["agents"][0]["meta_share"], 1, 1e-6);
  const json cycle = rate({file("cycle", "2: R > S\n2: S > P\n2: P > R\nS > R\nP > S\nR > P\n"),
                           "--meta", "alpha-rank", "--alpha", "1000"});
  for (const json& agent : cycle["agents"]) EXPECT_NEAR(agent["meta_share"], 1.0 / 3, 1e-9);
  EXPECT_THAT(run({"rate", path, "--meta", "nash"}).out, HasSubstr("Nash average"));
}

TEST_F(Rate, PoorlyConnectedPoolsAreInconclusive) {
  const std::string path = file("apart", "A > B\nB > A\nC > D\nD > C\nB > C2\nC2 > B\n");
  const auto finished = run({"rate", path});
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, HasSubstr("2 groups"));
  EXPECT_THAT(finished.err, HasSubstr("{A, B, C2}"));
  EXPECT_THAT(finished.err, HasSubstr("{C, D}"));
  EXPECT_THAT(finished.out, Not(HasSubstr("nan")));
  const json result = rate({path}, 5);
  EXPECT_EQ(result["connected"], false);
  EXPECT_EQ(result["agents"][0]["rating"], "estimate");
  EXPECT_EQ(result["agents"][4]["rating"], "none");
  // One group that never lost to the other.
  EXPECT_THAT(run({"rate", file("above", "A > B\nB > A\nC > D\nD > C\nA > C\n")}).err,
              HasSubstr("2 groups"));
}

TEST_F(Rate, WritesCsv) {
  const std::string csv = (folder_.path() / "ratings.csv").string();
  ASSERT_EQ(run({"rate", file("orders", kOrders), "--csv", csv}).code, 0);
  EXPECT_THAT(*read_file(csv), testing::StartsWith("rank,agent,kind,rating,interval_low,"));
}

TEST_F(Rate, RefusesBadInputInOneLine) {
  const std::string good = file("orders", kOrders);
  expect_refused({"rate"}, 2, "which files?");
  expect_refused({"rate", (folder_.path() / "none").string()}, 3, "none");
  expect_refused({"rate", file("empty", "# nothing\n")}, 2, "no finished game");
  expect_refused({"rate", file("one", "A > B\nA\n")}, 2, "one:2: expected names in order");
  expect_refused({"rate", file("twice", "A > B > A\n")}, 2, "twice:1: 'A' plays twice");
  expect_refused({"rate", file("gap", "A > > B\n")}, 2, "gap:1: a name is missing");
  expect_refused({"rate", file("count", "0: A > B\n")}, 2, "count:1: a count is 1 to");
  expect_refused({"rate", file("pieces", "{\"clanhouse\":\"pieces\"}\n")}, 2, "not of \"pieces\"");
  expect_refused({"rate", file("torn", journal() + "{\"ga\n" + journal())}, 2, "torn:27:");
  expect_refused({"rate", file("bad", journal() + "{\"utilities\":[1]}\n")}, 2,
                 "bad:27: not a game");
  expect_refused({"rate", good, "--model", "elo"}, 2, "--model");
  expect_refused({"rate", good, "--online", "go"}, 2, "--online");
  expect_refused({"rate", good, "--online", "elo", "--los"}, 2, "--online does without");
  expect_refused({"rate", good, "--online", "elo", "--prior", "1"}, 2, "--online does without");
  expect_refused({"rate", good, "--anchor", "Q=5"}, 2, "'Q' plays in no game");
  expect_refused({"rate", good, "--top", "1"}, 2, "only for --model pl");
  expect_refused({"rate", good, "--first-seat"}, 2, "orders do not tell seats");
  expect_refused({"rate", good, "--meta", "x"}, 2, "--meta");
  expect_refused({"rate", good, "--errors", "x"}, 2, "--errors");
  expect_refused({"rate", good, "--prior", "-1"}, 2, "--prior");
}

}  // namespace
}  // namespace clanhouse
