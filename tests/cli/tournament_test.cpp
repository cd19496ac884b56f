// clanhouse tournament: the same results at any number of threads and after any interruption.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

#include "core/random.h"
#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using nlohmann::json;
using test::run;
using testing::HasSubstr;

std::vector<std::string> tournament(const std::filesystem::path& out,
                                    const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {
      "tournament",     "--size",  "4", "--agent", "random", "--agent", "greedy",    "--agent",
      "mcts:visits=30", "--games", "8", "--seed",  "5",      "--out",   out.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

// All that must not depend on how the run went: records and the summary.
std::map<std::string, std::string> results_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "records")) {
    files[entry.path().filename()] = *read_file(entry.path());
  }
  files["summary.json"] = *read_file(folder / "summary.json");
  return files;
}

TEST(Tournament, IsTheSameAtAnyNumberOfThreads) {
  const test::TemporaryFolder folder;
  const auto one = run(tournament(folder.path() / "1", {"--threads", "1"}));
  const auto two = run(tournament(folder.path() / "2", {"--threads", "2"}));
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_EQ(one.out, two.out);
  EXPECT_EQ(results_in(folder.path() / "1"), results_in(folder.path() / "2"));
  EXPECT_EQ(results_in(folder.path() / "1").size(), 3U * 8 + 1);
  EXPECT_THAT(one.out, HasSubstr("mcts:visits=30"));
  const json summary = json::parse(*read_file(folder.path() / "1" / "summary.json"));
  EXPECT_EQ(summary["complete"], true);
  EXPECT_EQ(summary["games"], 24);
  EXPECT_GT(summary["distinct_games"], 20);
  EXPECT_EQ(summary["settings"]["seed"], 5);
}

TEST(Tournament, RecordsAreReadable) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(run(tournament(folder.path())).code, 0);
  std::vector<std::string> arguments = {"replay"};
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "records")) {
    arguments.push_back(entry.path().string());
  }
  EXPECT_EQ(run(arguments).code, 0);
}

// Pitfalls 21 and 30.
TEST(Tournament, KilledAtAnyMomentItGoesOnToTheSameResults) {
  const test::TemporaryFolder folder;
  const auto whole = folder.path() / "whole";
  const auto killed = folder.path() / "killed";
  const std::vector<std::string> longer = {"--threads", "2", "--quiet", "--games", "160"};
  ASSERT_EQ(run(tournament(whole, longer)).code, 0);
  RandomStream random(1, "kill");
  int kills = 0;
  for (; kills < 60; ++kills) {
    test::Process process(tournament(killed, longer));
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + random.below(60)));
    process.signal(SIGKILL);
    if (process.wait().code == 0) break;
  }
  EXPECT_GE(kills, 3);
  ASSERT_EQ(run(tournament(killed, longer)).code, 0);
  EXPECT_EQ(results_in(killed), results_in(whole));
  // No game is in the journal twice.
  const std::string journal = *read_file(killed / "journal.jsonl");
  EXPECT_EQ(std::count(journal.begin(), journal.end(), '\n'), 1 + 480);
}

TEST(Tournament, AnInterruptEndsItTidily) {
  const test::TemporaryFolder folder;
  test::Process process(tournament(folder.path(), {"--games", "100000"}));
  const auto tenth = folder.path() / "records" / "000010.ptn";
  for (int i = 0; i < 10000 && !std::filesystem::exists(tenth); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  process.signal(SIGINT);
  const auto finished = process.wait();
  EXPECT_EQ(finished.code, 130);
  EXPECT_THAT(finished.err, HasSubstr("the same command goes on from here"));
  EXPECT_EQ(json::parse(*read_file(folder.path() / "summary.json"))["complete"], false);
}

TEST(Tournament, OtherSettingsInTheSameFolderAreRefused) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(run(tournament(folder.path())).code, 0);
  const auto before = results_in(folder.path());
  const auto other = run(tournament(folder.path(), {"--half-komi", "4"}));
  EXPECT_EQ(other.code, 3);
  EXPECT_THAT(other.err, HasSubstr("holds results of other settings: config"));
  EXPECT_EQ(results_in(folder.path()), before);
}

TEST(Tournament, BadSettingsAreRefusedBeforeAnythingIsWritten) {
  const test::TemporaryFolder folder;
  const auto out = folder.path() / "new";
  const auto refused = [&](const std::vector<std::string>& more, int code, const char* part) {
    const auto finished = run(tournament(out, more));
    EXPECT_EQ(finished.code, code) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(part));
    EXPECT_FALSE(std::filesystem::exists(out));
  };
  refused({"--agent", "rendom"}, 2, "--agent: unknown agent 'rendom'");
  refused({"--anchor", "nobody"}, 2, "anchor: 'nobody' is none of the agents");
  refused({"--format", "chess"}, 2, "--format");
  refused({"--book", "/no/such/book"}, 3, "/no/such/book");
  const auto book = (folder.path() / "book.txt").string();
  std::ofstream(book) << "# openings\na1 d4\na1 a1\n";
  refused({"--book", book}, 2, (book + ":3: a1 is not legal").c_str());
  EXPECT_EQ(run({"tournament", "--agent", "random", "--out", out.string()}).code, 2);
  EXPECT_EQ(run({"tournament", "--agent", "random", "--agent", "greedy"}).code, 2);
}

TEST(Tournament, PlaysABook) {
  const test::TemporaryFolder folder;
  const auto book = (folder.path() / "book.txt").string();
  std::ofstream(book) << "2,x3/x4/x4/x3,1 1 2\n1. a1 b1 2. c1\n";
  const auto finished = run(tournament(folder.path() / "out", {"--book", book, "--games", "4"}));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(*read_file(folder.path() / "out" / "records" / "000001.ptn"),
              HasSubstr("[TPS \"2,x3/x4/x4/x3,1 1 2\"]"));
  EXPECT_THAT(*read_file(folder.path() / "out" / "records" / "000007.ptn"),
              HasSubstr("1. a1 b1\n2. c1 "));
  // An edited book is another tournament.
  std::ofstream(book) << "1. a1 b1 2. c1\n";
  EXPECT_EQ(run(tournament(folder.path() / "out", {"--book", book, "--games", "4"})).code, 3);
}

// Pitfall 31; a full disk is in selfplay/journal_test.cpp.
TEST(Tournament, AFolderThatCannotBeMadeIsAnInputOutputError) {
  EXPECT_EQ(run(tournament("/proc/no-such-folder")).code, 3);
}

TEST(Tournament, GauntletLeavesOutTheOthersGames) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(run(tournament(folder.path(), {"--format", "gauntlet", "--anchor", "greedy"})).code, 0);
  const json summary = json::parse(*read_file(folder.path() / "summary.json"));
  EXPECT_EQ(summary["games"], 16);
  EXPECT_EQ(summary["pairs"].size(), 2U);
}

}  // namespace
}  // namespace clanhouse
