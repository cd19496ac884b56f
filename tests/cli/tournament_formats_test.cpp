// clanhouse tournament: every format and every game, resumed exactly; the test of strength; what is
// written and printed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <nlohmann/json.hpp>

#include "core/random.h"
#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using nlohmann::json;
using test::run;
using testing::ContainsRegex;
using testing::HasSubstr;

struct Case {
  std::string name;
  std::vector<std::string> arguments;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const std::vector<std::string> kDuel = {
    "--size",         "3",       "--agent",       "random",  "--agent",       "greedy", "--agent",
    "mcts:visits=20", "--agent", "mcts:visits=5", "--agent", "mcts:visits=10"};
const std::vector<std::string> kTable = {
    "--game", "ssansh",  "--players", "3",       "--agent", "random",  "--agent",
    "greedy", "--agent", "random",    "--agent", "greedy",  "--agent", "mcts:visits=5"};

std::vector<std::string> join(std::vector<std::string> first,
                              const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<Case> cases() {
  return {
      {"gauntlet", join(kDuel, {"--format", "gauntlet", "--games", "100"})},
      {"random", join(kDuel, {"--format", "random", "--games", "2", "--rounds", "100"})},
      {"swiss", join(kDuel, {"--format", "swiss", "--games", "20", "--rounds", "8"})},
      {"knockout", join(kDuel, {"--format", "knockout", "--games", "60"})},
      {"ladder", join(kDuel, {"--format", "ladder", "--games", "20", "--rounds", "4"})},
      {"sprt",
       {"--size", "3", "--agent", "greedy", "--agent", "random", "--sprt", "--sprt-elo1", "30",
        "--games", "2000"}},
      {"threes", join(kTable, {"--games", "60"})},
      {"random_threes", join(kTable, {"--format", "random", "--games", "3", "--rounds", "200"})},
      {"swiss_threes", join(kTable, {"--format", "swiss", "--games", "30", "--rounds", "20"})},
      {"fours",
       {"--game", "changakarnikh", "--players", "4", "--agent", "random", "--agent", "greedy",
        "--games", "80"}},
      {"book_test", join(kDuel, {"--format", "book-test", "--games", "60"})},
  };
}

std::vector<std::string> tournament(const Case& c, const std::filesystem::path& out,
                                    const std::vector<std::string>& more = {}) {
  return join(
      join(join({"tournament", "--seed", "3", "--quiet"}, c.arguments), {"--out", out.string()}),
      more);
}

// What must not depend on how the run went; of a test that was decided the records of its last
// games may be more.
std::map<std::string, std::string> results_in(const std::filesystem::path& folder, bool records) {
  std::map<std::string, std::string> files;
  if (records) {
    for (const auto& entry : std::filesystem::directory_iterator(folder / "records")) {
      files[entry.path().filename()] = *read_file(entry.path());
    }
  }
  for (const char* name : {"summary.json", "crosstable.csv"}) {
    files[name] = *read_file(folder / name);
  }
  return files;
}

class TournamentFormat : public testing::TestWithParam<Case> {};

// Pitfalls 21 and 30.
TEST_P(TournamentFormat, KilledAtRandomMomentsItEndsAsAnUninterruptedRun) {
  const test::TemporaryFolder folder;
  const auto whole = folder.path() / "whole";
  const auto killed = folder.path() / "killed";
  const bool decides = GetParam().name == "sprt";
  const auto first = run(tournament(GetParam(), whole, {"--threads", "1"}));
  ASSERT_EQ(first.code, 0) << first.err;
  RandomStream random(1, "kill");
  int kills = 0;
  for (; kills < 20; ++kills) {
    test::Process process(tournament(GetParam(), killed, {"--threads", "3"}));
    std::this_thread::sleep_for(std::chrono::milliseconds(2 + random.below(14)));
    process.signal(SIGKILL);
    if (process.wait().code == 0) break;
  }
  // However fast the machine: a run that is decided after some fifty games is soon over.
  EXPECT_GE(kills, decides ? 1 : 5);
  const auto last = run(tournament(GetParam(), killed, {"--threads", "2"}));
  ASSERT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(last.out, first.out);
  EXPECT_EQ(results_in(killed, !decides), results_in(whole, !decides));
  std::set<int> ids;
  std::istringstream journal(*read_file(killed / "journal.jsonl"));
  std::string line;
  std::getline(journal, line);
  while (std::getline(journal, line)) {
    EXPECT_TRUE(ids.insert(json::parse(line)["game"].get<int>()).second) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, TournamentFormat, testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

TEST(TournamentFormats, EveryAgentSitsInEverySeatOfATableOfMany) {
  const test::TemporaryFolder folder;
  const Case c{"", join(kTable, {"--games", "3"})};
  ASSERT_EQ(run(tournament(c, folder.path())).code, 0);
  const json summary = json::parse(*read_file(folder.path() / "summary.json"));
  EXPECT_EQ(summary["games"], 10 * 3);
  for (const json& agent : summary["agents"]) EXPECT_EQ(agent["games"], 6 * 3);
  double wins = 0;
  for (const json& agent : summary["agents"]) wins += agent["wins"].get<double>();
  EXPECT_NEAR(wins, 30, 1e-9);
  // Records are those of the game.
  std::vector<std::string> arguments = {"replay"};
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "records")) {
    arguments.push_back(entry.path().string());
  }
  EXPECT_EQ(run(arguments).code, 0);
}

TEST(TournamentFormats, ATestThatIsNotDecidedIsInconclusive) {
  const test::TemporaryFolder folder;
  const Case c{
      "", {"--size", "3", "--agent", "random", "--agent", "random", "--sprt", "--games", "20"}};
  const auto finished = run(tournament(c, folder.path()));
  EXPECT_EQ(finished.code, 5);
  EXPECT_THAT(finished.err, HasSubstr("inconclusive"));
  EXPECT_THAT(finished.err, HasSubstr("0 forfeits"));
  const json summary = json::parse(*read_file(folder.path() / "summary.json"));
  EXPECT_EQ(summary["sprt"]["decision"], "inconclusive");
  EXPECT_EQ(summary["sprt"]["blocks"], 10);
}

TEST(TournamentFormats, ATestOfMoreSeatsIsOneAmongCopiesOfTheOther) {
  const test::TemporaryFolder folder;
  const Case c{"",
               {"--game", "ssansh", "--players", "3", "--agent", "greedy", "--agent", "random",
                "--sprt", "--sprt-elo1", "100", "--games", "3000"}};
  const auto finished = run(tournament(c, folder.path()));
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("H1 is accepted"));
  const json summary = json::parse(*read_file(folder.path() / "summary.json"));
  EXPECT_EQ(summary["sprt"]["decision"], "H1");
  EXPECT_LT(summary["games"], 3000);
}

TEST(TournamentFormats, AnyGameIsPlayedAgainByItsNumber) {
  const test::TemporaryFolder folder;
  for (const Case& c : {cases()[2], cases()[6]}) {
    const auto out = folder.path() / c.name;
    ASSERT_EQ(run(tournament(c, out)).code, 0);
    for (const auto& entry : std::filesystem::directory_iterator(out / "records")) {
      if (entry.path().stem() != "000077") continue;
      const auto again = run(tournament(c, out, {"--only", "77"}));
      EXPECT_EQ(again.code, 0) << again.err;
      EXPECT_EQ(again.out, *read_file(entry.path()));
    }
    EXPECT_EQ(run(tournament(c, out, {"--only", "100000"})).code, 2);
  }
  // What a format that looks at results has not come to is not known.
  const auto unknown = run(tournament(cases()[2], folder.path() / "new", {"--only", "77"}));
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("depends on game 1"));
}

// A game of a tournament that another process is playing.
TEST(TournamentFormats, AnyGameIsPlayedAgainWhileTheOthersGoOn) {
  const test::TemporaryFolder folder;
  const Case c{
      "", {"--size", "4", "--agent", "greedy", "--agent", "mcts:visits=50", "--games", "100000"}};
  test::Process process(tournament(c, folder.path()));
  while (!std::filesystem::exists(folder.path() / "records" / "000002.ptn")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const auto again = run(tournament(c, folder.path(), {"--only", "2"}));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, *read_file(folder.path() / "records" / "000002.ptn"));
  process.signal(SIGINT);
  EXPECT_EQ(process.wait().code, 128 + SIGINT);
}

TEST(TournamentFormats, LinesOfOtherMatchRunners) {
  const test::TemporaryFolder folder;
  const Case c{
      "",
      {"--size", "3", "--agent", "greedy", "--agent", "random", "--games", "40", "--threads", "1"}};
  const auto fast = run(tournament(c, folder.path() / "f", {"--style", "fastchess"}));
  EXPECT_EQ(fast.code, 0);
  EXPECT_THAT(fast.out, HasSubstr("Started game 1 of 40 (greedy vs random)\n"));
  EXPECT_THAT(fast.out, ContainsRegex("Finished game 2 \\(random vs greedy\\): [01]-[01] \\{"));
  EXPECT_THAT(fast.out, ContainsRegex("Elo: -?[0-9.]+ \\+/- -?[0-9.]+, nElo: -?[0-9.]+ \\+/- "));
  EXPECT_THAT(fast.out, ContainsRegex("LOS: [0-9.]+ %, DrawRatio: [0-9.]+ %, PairsRatio: [0-9.]+"));
  EXPECT_THAT(fast.out, ContainsRegex("Games: 40, Wins: [0-9]+, Losses: [0-9]+, Draws: [0-9]+, "
                                      "Points: [0-9.]+ \\([0-9.]+ %\\)"));
  EXPECT_THAT(fast.out, ContainsRegex("Ptnml\\(0-2\\): \\[[0-9]+, [0-9]+, [0-9]+, [0-9]+, "
                                      "[0-9]+\\], WL/DD Ratio: [0-9.]+"));
  const auto cute = run(tournament(c, folder.path() / "c", {"--style", "cutechess"}));
  EXPECT_THAT(cute.out, ContainsRegex("Score of greedy vs random: [0-9]+ - [0-9]+ - [0-9]+  "
                                      "\\[[0-9.]+\\] 40\n"));
  EXPECT_THAT(cute.out, ContainsRegex("Elo difference: -?[0-9.]+ \\+/- [0-9.]+, LOS: "));
  EXPECT_THAT(cute.out, HasSubstr("Finished match"));
}

TEST(TournamentFormats, AdjudicationIsSaidInTheRecord) {
  const test::TemporaryFolder folder;
  const Case c{"",
               {"--size", "3", "--agent", "mcts:visits=30", "--agent", "mcts:visits=30", "--games",
                "4", "--max-turns", "5", "--opening-plies", "2"}};
  ASSERT_EQ(run(tournament(c, folder.path())).code, 0);
  const json summary = json::parse(*read_file(folder.path() / "summary.json"));
  EXPECT_EQ(summary["settings"]["adjudication"]["max_turns"], "5");
  ASSERT_TRUE(summary["endings"].contains("turn limit")) << summary["endings"];
  bool said = false;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "records")) {
    const std::string record = *read_file(entry.path());
    EXPECT_EQ(run({"replay", entry.path().string()}).code, 0) << record;
    said = said || (record.find("[Termination \"turn limit\"]") != std::string::npos &&
                    record.find("1/2-1/2") != std::string::npos);
  }
  EXPECT_TRUE(said);
}

TEST(TournamentFormats, TimeIsUpAndTheSameCommandGoesOn) {
  const test::TemporaryFolder folder;
  const Case c{"",
               {"--size", "4", "--agent", "greedy", "--agent", "mcts:visits=50", "--games", "100"}};
  const auto stopped = run(tournament(c, folder.path(), {"--minutes", "0.002"}));
  EXPECT_EQ(stopped.code, 0);
  EXPECT_THAT(stopped.err, HasSubstr("the same command goes on"));
  const json summary = json::parse(*read_file(folder.path() / "summary.json"));
  EXPECT_EQ(summary["complete"], false);
  // Without time for a game more, what was played still counts.
  const int games = summary["games"];
  EXPECT_GT(games, 0);
  EXPECT_EQ(run(tournament(c, folder.path(), {"--minutes", "1e-9"})).code, 0);
  EXPECT_GE(json::parse(*read_file(folder.path() / "summary.json"))["games"], games);
  EXPECT_EQ(run(tournament(c, folder.path())).code, 0);
  EXPECT_EQ(json::parse(*read_file(folder.path() / "summary.json"))["complete"], true);
}

// What an agent makes of itself is no part of its score; seats and endings count all games.
TEST(TournamentFormats, BookTestsAlsoPlayAgentsAgainstThemselves) {
  const test::TemporaryFolder folder;
  const std::string out = (folder.path() / "t").string();
  const auto finished =
      run({"tournament", "--size", "3", "--agent", "random", "--agent", "greedy", "--format",
           "book-test", "--games", "20", "--out", out, "--quiet", "--json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const auto summary = json::parse(finished.out);
  EXPECT_EQ(summary["games"], 20 + 2 * 10);
  EXPECT_EQ(summary["complete"], true);
  for (const auto& agent : summary["agents"]) EXPECT_EQ(agent["games"], 20);
  const auto& pair = summary["pairs"].at(0);
  EXPECT_EQ(pair["wins_a"].get<int>() + pair["draws"].get<int>() + pair["wins_b"].get<int>(), 20);
  int endings = 0;
  for (const auto& [ending, games] : summary["endings"].items()) endings += games.get<int>();
  EXPECT_EQ(endings, 40);
  ASSERT_EQ(summary["seats"].size(), 2U);
  EXPECT_NEAR(summary["seats"][0].get<double>() + summary["seats"][1].get<double>(), 1, 1e-9);
  const auto rated = run({"rate", out + "/journal.jsonl", "--first-seat", "--json"});
  ASSERT_EQ(rated.code, 0) << rated.err;
  const auto ratings = json::parse(rated.out);
  EXPECT_EQ(ratings["against_itself"], 20);
  for (const auto& agent : ratings["agents"]) EXPECT_EQ(agent["games"], 20);
}

TEST(TournamentFormats, OneAgentAloneTestsABook) {
  const test::TemporaryFolder folder;
  const auto command = [&](const std::string& out, const std::vector<std::string>& more) {
    return join({"tournament", "--size", "3", "--agent", "greedy", "--games", "8", "--out",
                 (folder.path() / out).string()},
                more);
  };
  test::expect_refused(command("none", {}), 2, "at least two agents");
  const auto table = run(command("table", {"--format", "book-test"}));
  EXPECT_EQ(table.code, 0);
  EXPECT_THAT(table.out, HasSubstr("Points by seat: "));
  for (const std::string style : {"fastchess", "cutechess"}) {
    const auto lines = run(command(style, {"--format", "book-test", "--style", style}));
    EXPECT_EQ(lines.code, 0) << lines.err;
    EXPECT_THAT(lines.out, HasSubstr("Finished game 1 (greedy vs greedy)"));
  }
  const auto again = run(command("table", {"--format", "book-test", "--only", "4"}));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, *read_file(folder.path() / "table" / "records" / "000004.ptn"));
  const std::string journal = (folder.path() / "table" / "journal.jsonl").string();
  const auto rated = run({"rate", journal});
  EXPECT_EQ(rated.code, 5);
  EXPECT_THAT(rated.out, HasSubstr("4 games, 4 blocks, 0 forfeits, 4 of an agent against itself"));
  const auto seats = run({"rate", journal, "--first-seat"});
  EXPECT_EQ(seats.code, 0) << seats.err;
  EXPECT_THAT(seats.out, HasSubstr("The first seat is worth "));
}

// Copies of an agent at one table, of which there are more seats than agents.
TEST(TournamentFormats, JournalsWithCopiesOfAnAgentCanBeRated) {
  const test::TemporaryFolder folder;
  const auto out = folder.path() / "t";
  ASSERT_EQ(run({"tournament", "--game", "ssansh", "--players", "3", "--agent", "random", "--agent",
                 "greedy", "--games", "60", "--out", out.string(), "--quiet"})
                .code,
            0);
  const auto summary = json::parse(*read_file(out / "summary.json"));
  const std::string journal = (out / "journal.jsonl").string();
  const auto rated = run({"rate", journal, "--json"});
  ASSERT_EQ(rated.code, 0) << rated.err;
  // The same fit as that of the tournament.
  const auto ratings = json::parse(rated.out);
  EXPECT_EQ(ratings["agents"][0]["name"], summary["agents"][0]["name"]);
  EXPECT_NEAR(ratings["agents"][0]["elo"].get<double>(), summary["agents"][0]["elo"].get<double>(),
              1e-6);
  EXPECT_EQ(run({"rate", journal, "--online", "elo"}).code, 0);
  test::expect_refused({"rate", journal, "--online", "trueskill"}, 2, "several seats");
  test::expect_refused({"rate", journal, "--first-seat"}, 2, "several seats");
  EXPECT_EQ(run({"rate", journal, "--first-seat", "--model", "bt"}).code, 0);
}

TEST(TournamentFormats, ImpossibleOnesAreRefused) {
  const test::TemporaryFolder folder;
  const auto refused = [&](const std::vector<std::string>& arguments, const char* part) {
    const auto finished = run(tournament({"", arguments}, folder.path() / "new"));
    EXPECT_EQ(finished.code, 2) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(part));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "new"));
  };
  refused(join(kTable, {"--format", "knockout"}), "format: knockouts and ladders");
  refused(join(kTable, {"--style", "fastchess"}), "style");
  refused(join(kDuel, {"--sprt"}), "sprt: such a test is of two agents");
  refused(join(kTable, {"--resign-score", "0.9"}), "resign_score");
  refused({"--agent", "random", "--agent", "greedy", "--sprt", "--format", "book-test"},
          "format: a test of strength");
  refused({"--agent", "random", "--agent", "greedy", "--sprt", "--sprt-elo1", "-3"}, "sprt_elo1");
  refused(join(kTable, {"--format", "swiss", "--games", "1000000", "--rounds", "100000"}), "games");
}

TEST(TournamentFormats, ReportAndCrosstable) {
  const test::TemporaryFolder folder;
  const Case c{"", join(kTable, {"--games", "6"})};
  ASSERT_EQ(run(tournament(c, folder.path())).code, 0);
  const std::string page = *read_file(folder.path() / "report.html");
  EXPECT_THAT(page, HasSubstr("Tournament of ssansh"));
  EXPECT_THAT(page, HasSubstr("mcts:visits=5"));
  const std::string csv = *read_file(folder.path() / "crosstable.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 6);
}

}  // namespace
}  // namespace clanhouse
