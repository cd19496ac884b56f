// clanhouse survey: its files, the same results at any number of threads and after any
// interruption, clear refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include <nlohmann/json.hpp>

#include "core/random.h"
#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using nlohmann::json;
using test::expect_refused;
using test::make_file;
using test::run;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

using Arguments = std::vector<std::string>;

// A survey that takes milliseconds, unless `more` says otherwise.
Arguments survey(const std::filesystem::path& out, const Arguments& more = {}) {
  Arguments arguments = {"survey", "--game", "changakarnikh", "--players", "3", "--games", "60",
                         "--seed", "7",      "--out",         out.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::map<std::string, std::string> files_in(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[std::filesystem::relative(entry.path(), folder)] = *read_file(entry.path());
  }
  return files;
}

// All that must not depend on how the run went: the order of the journal's lines may.
std::map<std::string, std::string> results_in(const std::filesystem::path& folder) {
  auto files = files_in(folder);
  EXPECT_EQ(files.erase("journal.jsonl"), 1U);
  return files;
}

TEST(SurveyVerb, IsTheSameAtAnyNumberOfThreads) {
  for (const Arguments& about :
       {Arguments{"--agents", "greedy"},
        {"--vary", "entry=then_move,only", "--vary", "players=3,5"},
        {"--agents", "greedy", "--agents", "random", "--agents", "mcts:visits=2", "--games", "6"},
        {"--game", "dashigaikh", "--size", "4", "--agents", "random", "--vary", "half-komi=0,2"}}) {
    const test::TemporaryFolder folder;
    const auto with_threads = [&](const char* threads) {
      Arguments more = about;
      more.insert(more.end(), {"--threads", threads, "--quiet"});
      Arguments arguments = survey(folder.path() / threads, more);
      // Changakárnikh's own setting.
      if (about[0] == "--game") arguments.erase(arguments.begin() + 3, arguments.begin() + 5);
      return run(arguments);
    };
    const auto one = with_threads("1");
    const auto two = with_threads("2");
    ASSERT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(one.err, "");
    EXPECT_EQ(one.out, two.out);
    EXPECT_THAT(one.out, StartsWith("given: "));
    const auto results = results_in(folder.path() / "1");
    EXPECT_EQ(results, results_in(folder.path() / "2"));
    EXPECT_THAT(results, ElementsAre(testing::Key("report.html"), testing::Key("summary.json"),
                                     testing::Key("survey.csv")));
  }
}

TEST(SurveyVerb, WritesWhatItFound) {
  const test::TemporaryFolder folder;
  const Arguments more = {"--vary", "entry=only", "--vary", "shares=8,4,12", "--json"};
  const auto finished = run(survey(folder.path(), more));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("Results are in " + folder.path().string()));
  const json summary = json::parse(finished.out);
  EXPECT_EQ(summary, json::parse(*read_file(folder.path() / "summary.json")));
  EXPECT_EQ(summary["blocks"], 60);
  EXPECT_EQ(summary["run"]["command"],
            "clanhouse survey --game changakarnikh --players 3 --agents greedy --vary entry=only "
            "--vary shares=8,4,12 --games 60 --seed 7 --out DIR");
  // The given value is not another variant.
  ASSERT_EQ(summary["variants"].size(), 4U);
  EXPECT_EQ(summary["variants"][0]["name"], "given");
  EXPECT_EQ(summary["variants"][1]["name"], "entry=only");
  EXPECT_EQ(summary["variants"][1]["config"]["entry"], "only");
  EXPECT_EQ(summary["variants"][3]["config"]["shares"], "12");
  double wins = 0;
  for (const auto& [seat, estimate] : summary["variants"][0]["measured"]["wins"].items()) {
    wins += estimate["value"].get<double>();
  }
  EXPECT_NEAR(wins, 1, 1e-9);
  const auto value = [&](int variant, const char* category) {
    return summary["variants"][variant]["measured"]["length"][category]["value"].get<double>();
  };
  const json& difference = summary["variants"][1]["minus_given"]["measured"]["length"]["steps"];
  EXPECT_NEAR(difference["value"].get<double>(), value(1, "steps") - value(0, "steps"), 1e-9);
  EXPECT_FALSE(summary["variants"][0].contains("minus_given"));

  const std::string csv = *read_file(folder.path() / "survey.csv");
  EXPECT_THAT(csv, StartsWith("variant,quantity,category,value,error,low,high,n\n"
                              "given,games,,60,,,,60\n"));
  EXPECT_THAT(csv, HasSubstr("\ngiven,length,steps,"));
  EXPECT_THAT(csv, HasSubstr("\nentry=only,wins,seat 3,"));
  EXPECT_THAT(csv, HasSubstr("\nentry=only - given,taken,buy,"));
  EXPECT_THAT(csv, HasSubstr("\ngiven,fact: winner of the race,lover,"));
  EXPECT_THAT(csv, HasSubstr("\ngiven,steps quantile,0.5,"));
  const std::string html = *read_file(folder.path() / "report.html");
  for (const char* part : {"<h1>Survey of Changakárnikh</h1>", "The effect of each setting",
                           "Endings", "Seats", "Winner of the race"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  // What is finished is not played again, and comes out the same.
  const auto before = files_in(folder.path());
  EXPECT_EQ(run(survey(folder.path(), more)).out, finished.out);
  EXPECT_EQ(files_in(folder.path()), before);
}

TEST(SurveyVerb, AgentsPlayEverySeat) {
  const test::TemporaryFolder folder;
  const auto finished = run(survey(folder.path(), {"--agents", "random", "--agents", "greedy",
                                                   "--agents", "random", "--games", "100"}));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("100 games become 102."));
  EXPECT_THAT(finished.out, StartsWith("given: 102 games\n"));
  EXPECT_THAT(finished.out, HasSubstr("wins of greedy"));
  EXPECT_THAT(finished.out, HasSubstr("wins of random #2"));
  EXPECT_THAT(*read_file(folder.path() / "report.html"), HasSubstr("<h2>Agents</h2>"));
}

TEST(SurveyVerb, SaysSoWhereGamesRepeat) {
  const test::TemporaryFolder folder;
  // The first turns of 3x3 are soon used up by an agent that hardly varies.
  const auto finished = run({"survey", "--game", "dashigaikh", "--size", "3", "--agents", "greedy",
                             "--games", "5000", "--quiet", "--out", folder.path().string()});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("of 5000 games differ from each other."));
  EXPECT_THAT(*read_file(folder.path() / "report.html"), HasSubstr("games differ from each other"));
}

TEST(SurveyVerb, StoppedAtAnyMomentItGoesOnToTheSameResults) {
  const test::TemporaryFolder folder;
  const auto whole = folder.path() / "whole";
  const auto stopped = folder.path() / "stopped";
  const Arguments longer = {"--threads", "2",      "--quiet",   "--games",
                            "20000",     "--vary", "entry=only"};
  ASSERT_EQ(run(survey(whole, longer)).code, 0);
  EXPECT_GE(test::stop_at_random_moments(survey(stopped, longer)), 3);
  ASSERT_EQ(run(survey(stopped, longer)).code, 0);
  EXPECT_EQ(results_in(stopped), results_in(whole));
  // No block is in the journal twice.
  EXPECT_EQ(test::lines_in(stopped / "journal.jsonl"), 1 + 500);
}

TEST(SurveyVerb, AnInterruptEndsItTidily) {
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
    const test::TemporaryFolder folder;
    const auto journal = folder.path() / "journal.jsonl";
    const auto finished =
        test::signal_at_lines(survey(folder.path(), {"--games", "5000000"}), journal, 2, signal);
    EXPECT_EQ(finished.code, code);
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err,
                HasSubstr("Stopped after " + std::to_string(test::lines_in(journal) - 1) +
                          " of 500 blocks; the same command goes on from here.\n"));
    EXPECT_THAT(files_in(folder.path()), ElementsAre(testing::Key("journal.jsonl")));
  }
}

TEST(SurveyVerb, ForeignAndDamagedJournalsAreRefused) {
  const test::TemporaryFolder folder;
  const auto own = folder.path() / "survey";
  const auto other = folder.path() / "pieces";
  ASSERT_EQ(run(survey(own)).code, 0);
  ASSERT_EQ(
      run({"pieces", "--players", "3", "--fields", "5", "--dice", "1", "--out", other.string()})
          .code,
      0);
  const auto before = files_in(folder.path());
  expect_refused(survey(own, {"--seed", "8"}), 3,
                 "holds results of other settings: seed (7 there, 8 now); give another folder");
  expect_refused(survey(own, {"--agents", "random"}), 3, "agents");
  expect_refused(survey(own, {"--games", "61"}), 3, "games (60 there, 61 now)");
  expect_refused(survey(own, {"--entry", "only"}), 3, "config");
  expect_refused(survey(own, {"--vary", "entry=only"}), 3, "vary");
  expect_refused(survey(other), 3, "holds results of other settings");
  EXPECT_EQ(files_in(folder.path()), before);
  const auto journal = own / "journal.jsonl";
  const std::string good = *read_file(journal);
  const auto with_line = [&](const std::string& line) {
    std::ofstream(journal) << good.substr(0, good.rfind('\n', good.size() - 2) + 1) << line << '\n';
  };
  with_line(R"({"block": 60})");
  expect_refused(survey(own, {"--quiet"}), 3,
                 journal.string() + ":61: not a block of this measurement");
  // With one thread the last line is the last block.
  std::filesystem::remove_all(own);
  ASSERT_EQ(run(survey(own, {"--threads", "1"})).code, 0);
  with_line(R"({"block": 59})");
  expect_refused(survey(own, {"--quiet"}), 3,
                 journal.string() + ": a line does not hold what a survey counts");
}

TEST(SurveyVerb, BadInputIsRefusedBeforeAnythingIsWritten) {
  const test::TemporaryFolder folder;
  const auto out = folder.path() / "new";
  const auto refused = [&](const Arguments& more, const char* part) {
    expect_refused(survey(out, more), 2, part);
    EXPECT_FALSE(std::filesystem::exists(out));
  };
  refused({"--agents", "clever"}, "--agents: unknown agent 'clever'");
  refused({"--agents", "mcts:visits=0"}, "--agents: ");
  refused({"--agents", "random", "--agents", "greedy"},
          "--agents: 2 agents for 3 seats; give one, or one for each seat");
  refused({"--agents", "random", "--agents", "greedy", "--agents", "greedy", "--vary", "players=4"},
          "--vary: players=4: there are 3 agents for 4 seats");
  refused({"--vary", "entry"}, "--vary: expected KEY=VALUE,VALUE,…, not 'entry'");
  refused({"--vary", "entry=never"}, "--vary: entry: expected then_move|only, not 'never'");
  refused({"--vary", "colour=red"}, "--vary: unknown key 'colour' (known: players, team");
  refused({"--vary", "shares=4,"}, "--vary: shares: expected a whole number 0..100, not ''");
  refused({"--vary", "shares=4,5,4"}, "--vary: shares=4 stands there twice");
  refused({"--team", "8", "--vary", "players=6"}, "--vary: players=6: team: 6 teams of 8 are 48");
  refused({"--games", "0"}, "--games: expected a whole number 1..10000000, not '0'");
  refused({"--players", "7"}, "--players: expected a whole number 3..6, not '7'");
  refused({"--size", "5"}, "--size: ");
  refused({"--game", "chess"}, "--game: unknown game 'chess'");
  expect_refused({"survey", "--games", "5"}, 2, "--out: a survey needs a folder");
  const auto config = make_file(folder, "s.toml", "seed = 1\n\nvary = [\"size=4\", \"size=9\"]\n");
  expect_refused({"survey", "--config", config, "--out", out.string()}, 2,
                 config + ":3:1: vary: size: expected");
  expect_refused(survey("/proc/no-such-folder"), 3, "/proc/no-such-folder");
}

}  // namespace
}  // namespace clanhouse
