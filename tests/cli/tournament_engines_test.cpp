// clanhouse tournament with engines that misbehave: forfeits are recorded, never silent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using nlohmann::json;
using test::run;
using testing::HasSubstr;

std::string engine(const std::string& mode) {
  return "tei:cmd=\"sh " TEST_DATA_DIR "/engines/engine.sh " + mode + "\",nodes=1,quit=200";
}

test::Finished tournament(const std::filesystem::path& out, const std::string& mode,
                          const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {
      "tournament", "--size", "3",       "--agent",   engine(mode), "--agent", "random",
      "--games",    "12",     "--quiet", "--threads", "2",          "--out",   out.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments);
}

TEST(TournamentEngines, AnEngineThatDoesNotStartEndsItBeforeAnythingIsWritten) {
  const test::TemporaryFolder folder;
  const auto finished = tournament(folder.path() / "new", "crash-at-start");
  EXPECT_EQ(finished.code, 4);
  EXPECT_THAT(finished.err, HasSubstr("the board is missing"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "new"));
}

TEST(TournamentEngines, ForfeitsAreRecordedAndTheEngineIsWithdrawn) {
  const test::TemporaryFolder folder;
  const auto finished =
      tournament(folder.path(), "crash-in-move", {"--withdraw-after", "4", "--threads", "1"});
  EXPECT_EQ(finished.code, 1) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("4 games were forfeited; 8 were not played"));
  const json summary = json::parse(*read_file(folder.path() / "summary.json"));
  EXPECT_EQ(summary["forfeits"][engine("crash-in-move")], 4);
  EXPECT_EQ(summary["withdrawn"][0], engine("crash-in-move"));
  EXPECT_EQ(summary["not_played"], 8);
  std::istringstream journal(*read_file(folder.path() / "journal.jsonl"));
  std::string line;
  std::getline(journal, line);
  std::getline(journal, line);
  const json game = json::parse(line);
  EXPECT_EQ(game["forfeit"]["kind"], "crash");
  EXPECT_THAT(game["forfeit"]["text"].get<std::string>(), HasSubstr("luck"));
  EXPECT_THAT(game["forfeit"]["position"].get<std::string>(), HasSubstr("/"));
  EXPECT_EQ(game["ending"], "forfeit: crash");
  EXPECT_THAT(*read_file(folder.path() / "records" / "000001.ptn"),
              HasSubstr("[Termination \"forfeit: crash\"]"));
  // The same command tries again what was not played.
  EXPECT_EQ(
      tournament(folder.path(), "crash-in-move", {"--withdraw-after", "100", "--threads", "1"})
          .code,
      1);
  EXPECT_EQ(json::parse(*read_file(folder.path() / "summary.json"))["games"], 12);
}

TEST(TournamentEngines, AVerdictNamesItsForfeits) {
  const test::TemporaryFolder folder;
  const auto finished =
      tournament(folder.path(), "illegal",
                 {"--sprt", "--sprt-elo1", "100", "--games", "200", "--withdraw-after", "1000"});
  EXPECT_THAT(finished.err, HasSubstr("H0 is accepted"));
  EXPECT_THAT(finished.err, HasSubstr(" forfeits (tei:"));
  EXPECT_EQ(finished.code, 1);
}

// The game that it fails in is not lost.
TEST(TournamentEngines, AtTheTerminalAFailureEndsTheGame) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "game.ptn";
  const auto play = [&](const std::string& mode) {
    return run({"play", "--size", "3", "--agent", "greedy", "--agent", engine(mode), "--save",
                path.string()});
  };
  EXPECT_EQ(play("crash-at-start").code, 4);
  EXPECT_FALSE(std::filesystem::exists(path));
  const auto finished = play("crash-in-move");
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err, HasSubstr("luck"));
  EXPECT_EQ(run({"replay", path.string()}).code, 0);
  EXPECT_EQ(run({"analyze", "--size", "3", "--agent", engine("crash-in-move")}).code, 1);
}

// Left-out games must not change what comes after them when the run is resumed.
TEST(TournamentEngines, AFormatThatLooksAtResultsGoesOnWithoutAWithdrawnEngine) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> swiss = {
      "--agent", "greedy",  "--agent", "random",           "--format", "swiss",     "--rounds",
      "3",       "--games", "4",       "--withdraw-after", "2",        "--threads", "1"};
  EXPECT_EQ(tournament(folder.path(), "illegal", swiss).code, 1);
  const auto summary = *read_file(folder.path() / "summary.json");
  EXPECT_EQ(json::parse(summary)["complete"], true);
  EXPECT_GT(json::parse(summary)["not_played"], 0);
  EXPECT_EQ(tournament(folder.path(), "illegal", swiss).code, 1);
  const json again = json::parse(*read_file(folder.path() / "summary.json"));
  EXPECT_EQ(again["order"], json::parse(summary)["order"]);
  EXPECT_EQ(again["games"], json::parse(summary)["games"]);
}

}  // namespace
}  // namespace clanhouse
