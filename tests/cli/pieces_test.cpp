// clanhouse pieces and odds, and what other verbs do with Changakárnikh: the same results at any
// number of threads and after any interruption, clear refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

#include "core/random.h"
#include "tests/cli/process.h"
#include "tests/test_data.h"

namespace clanhouse {
namespace {

using nlohmann::json;
using test::expect_refused;
using test::make_file;
using test::run;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Arguments = std::vector<std::string>;

// A measurement that takes milliseconds, unless `more` says otherwise.
Arguments pieces(const std::filesystem::path& out, const Arguments& more = {}) {
  Arguments arguments = {"pieces", "--players", "3", "--dice", "1",         "--fields",
                         "50",     "--seed",    "7", "--out",  out.string()};
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

json summary_in(const std::filesystem::path& folder) {
  return json::parse(*read_file(folder / "summary.json"));
}

TEST(Pieces, AreTheSameAtAnyNumberOfThreads) {
  for (const Arguments& design :
       {Arguments{"--design", "exhaustive"},
        {"--design", "exhaustive", "--agent", "random", "--players", "6"},
        {"--design", "exhaustive", "--agent", "mcts:visits=5", "--rotations"},
        {"--design", "field", "--field", "lover,general,ahoggya,plain", "--players", "4"},
        {"--design", "replacement", "--fields", "30"},
        {"--design", "ablation", "--entry", "only"},
        {"--design", "draft", "--team", "2"}}) {
    SCOPED_TRACE(design[1]);
    const test::TemporaryFolder folder;
    const auto with_threads = [&](const char* threads) {
      Arguments more = design;
      more.insert(more.end(), {"--threads", threads, "--quiet"});
      return run(pieces(folder.path() / threads, more));
    };
    const auto one = with_threads("1");
    const auto two = with_threads("2");
    ASSERT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(one.out, two.out);
    EXPECT_THAT(one.out, StartsWith("rank  piece"));
    const auto results = results_in(folder.path() / "1");
    EXPECT_EQ(results, results_in(folder.path() / "2"));
    EXPECT_TRUE(results.contains("summary.json"));
    EXPECT_TRUE(results.contains("report.html"));
    EXPECT_GE(results.size(), 3U);  // and a table
  }
}

TEST(Pieces, TheSummaryIsPrintedAsJson) {
  const test::TemporaryFolder folder;
  const auto first = run(pieces(folder.path(), {"--json"}));
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_THAT(first.err, HasSubstr("300 races. Results are in " + folder.path().string()));
  const json summary = json::parse(first.out);
  EXPECT_EQ(summary, summary_in(folder.path()));
  EXPECT_EQ(summary["run"]["settings"]["seed"], 7);
  EXPECT_EQ(summary["list"]["values"].size(), 25U);
  // What is finished is not run again, and comes out the same.
  const auto before = files_in(folder.path());
  EXPECT_EQ(run(pieces(folder.path(), {"--json"})).out, first.out);
  EXPECT_EQ(files_in(folder.path()), before);
}

TEST(Pieces, StoppedAtAnyMomentTheyGoOnToTheSameResults) {
  const test::TemporaryFolder folder;
  const auto whole = folder.path() / "whole";
  const auto stopped = folder.path() / "stopped";
  const Arguments longer = {"--threads", "2", "--quiet", "--fields", "12000", "--dice", "2"};
  ASSERT_EQ(run(pieces(whole, longer)).code, 0);
  EXPECT_GE(test::stop_at_random_moments(pieces(stopped, longer)), 3);
  ASSERT_EQ(run(pieces(stopped, longer)).code, 0);
  EXPECT_EQ(results_in(stopped), results_in(whole));
  // No field is in the journal twice.
  EXPECT_EQ(test::lines_in(stopped / "journal.jsonl"), 1 + 12'000);
}

TEST(Pieces, AnInterruptEndsThemTidily) {
  for (const auto& [signal, code] : {std::pair{SIGINT, 130}, {SIGTERM, 143}}) {
    const test::TemporaryFolder folder;
    const auto journal = folder.path() / "journal.jsonl";
    const auto finished = test::signal_at_lines(
        pieces(folder.path(), {"--dice", "200", "--fields", "100000"}), journal, 10, signal);
    EXPECT_EQ(finished.code, code);
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err,
                HasSubstr("Stopped after " + std::to_string(test::lines_in(journal) - 1) +
                          " of 100000; the same command goes on from here.\n"));
    EXPECT_THAT(files_in(folder.path()), ElementsAre(testing::Key("journal.jsonl")));
  }
}

TEST(Pieces, ForeignJournalsAreRefused) {
  const test::TemporaryFolder folder;
  const auto own = folder.path() / "pieces";
  const auto tournament = folder.path() / "tournament";
  const Arguments play = {"tournament", "--size",  "3", "--agent", "random",           "--agent",
                          "greedy",     "--games", "2", "--out",   tournament.string()};
  ASSERT_EQ(run(pieces(own)).code, 0);
  ASSERT_EQ(run(play).code, 0);
  const auto before = files_in(folder.path());
  expect_refused(pieces(own, {"--seed", "8"}), 3,
                 "holds results of other settings: seed (7 there, 8 now); give another folder");
  expect_refused(pieces(own, {"--agent", "random"}), 3, "agent");
  expect_refused(pieces(own, {"--dice", "2"}), 3, "dice");
  expect_refused(pieces(own, {"--race", "1"}), 3, "race");
  expect_refused(pieces(own, {"--design", "draft"}), 3, "design");
  expect_refused(pieces(own, {"--companion-follows", "any_move"}), 3, "rules");
  expect_refused(pieces(tournament), 3, "holds results of other settings");
  Arguments there = play;
  there.back() = own.string();
  expect_refused(there, 3, "holds results of other settings");
  EXPECT_EQ(files_in(folder.path()), before);
}

TEST(Pieces, DamagedJournalsAreRefused) {
  const test::TemporaryFolder folder;
  const auto journal = folder.path() / "journal.jsonl";
  ASSERT_EQ(run(pieces(folder.path())).code, 0);
  const std::string good = *read_file(journal);
  const auto with_line = [&](const std::string& line) {
    std::ofstream(journal) << good.substr(0, good.rfind('\n', good.size() - 2) + 1) << line << '\n';
  };
  with_line(R"({"block": 50})");
  expect_refused(pieces(folder.path(), {"--quiet"}), 3,
                 journal.string() + ":51: not a block of this measurement");
  with_line(R"({"block": 49})");
  expect_refused(pieces(folder.path(), {"--quiet"}), 3,
                 journal.string() + ": a line does not hold what this design counts");
  with_line("{\"block\"");
  expect_refused(pieces(folder.path(), {"--quiet"}), 3, journal.string() + ":51: ");
}

TEST(Pieces, TwoAtATimeInOneFolderAreRefused) {
  const test::TemporaryFolder folder;
  const Arguments longer = {"--dice", "200", "--fields", "100000"};
  test::Process process(pieces(folder.path(), longer));
  while (!std::filesystem::exists(folder.path() / "journal.jsonl")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  expect_refused(pieces(folder.path(), longer), 3, "is in use by another process");
  process.signal(SIGKILL);
  process.wait();
}

TEST(Pieces, BadInputIsRefusedBeforeAnythingIsWritten) {
  const test::TemporaryFolder folder;
  const auto out = folder.path() / "new";
  const auto refused = [&](const Arguments& more, int code, const char* part) {
    expect_refused(pieces(out, more), code, part);
    EXPECT_FALSE(std::filesystem::exists(out));
  };
  const auto field = [&](const char* list, const char* part) {
    refused({"--design", "field", "--field", list}, 2, part);
  };
  field("lover,queen,plain", "--field: unknown piece 'queen'");
  field("lover,plain,lover", "--field: 'lover' stands there twice");
  field("lover,plain", "--field: a race has 3 to 6 pieces, not 2");
  field("lover,plain,general,pechoi", "--field: 4 pieces for 3 players");
  field("", "--field: unknown piece ''");
  refused({"--design", "field"}, 2, "--field: a race has 3 to 6 pieces, not 0");
  refused({"--field", "lover,plain,general"}, 2, "--field: only the design 'field' has one");
  refused({"--design", "draft", "--players", "5", "--team", "6"}, 2,
          "--team: 5 teams of 6 are 30 pieces, but there are 25");
  refused({"--agent", "clever"}, 2, "--agent: unknown agent 'clever'");
  refused({"--agent", "mcts:visits=0"}, 2, "--agent: ");
  refused({"--design", "draft", "--agent", "clever"}, 2, "--agent: unknown agent 'clever'");
  refused({"--design", "swiss"}, 2, "--design: expected exhaustive, field, replacement");
  refused({"--players", "7"}, 2, "--players: expected a whole number 3..6, not '7'");
  refused({"--race", "0"}, 2, "--race: expected a whole number 1..8, not '0'");
  refused({"--entry", "never"}, 2, "--entry: expected then_move|only, not 'never'");
  refused({"--compare", "/no/such"}, 3, "cannot read /no/such/summary.json");
  expect_refused({"pieces", "--fields", "50"}, 2, "--out: a measurement needs a folder");
  const auto config = make_file(folder, "pieces.toml", "seed = 1\n\ndesign = \"swiss\"\n");
  expect_refused({"pieces", "--config", config, "--out", out.string()}, 2,
                 config + ":3:1: design: expected exhaustive");
  expect_refused(pieces("/proc/no-such-folder"), 3, "/proc/no-such-folder");
}

TEST(Pieces, CompareWithOtherRuns) {
  const test::TemporaryFolder folder;
  const auto three = (folder.path() / "3").string();
  const auto four = (folder.path() / "4").string();
  ASSERT_EQ(run(pieces(three)).code, 0);
  ASSERT_EQ(run(pieces(four, {"--players", "4"})).code, 0);
  EXPECT_FALSE(summary_in(four).contains("comparison"));
  const auto before = results_in(three);
  // Comparing is no part of what is measured, so the journal is good for it.
  ASSERT_EQ(run(pieces(four, {"--players", "4", "--compare", three})).code, 0);
  const json comparison = summary_in(four)["comparison"];
  ASSERT_EQ(comparison.size(), 1U);
  EXPECT_EQ(comparison[0]["with"], "fields, greedy, 3 players");
  EXPECT_GT(comparison[0]["rank_correlation"], 0.5);
  EXPECT_THAT(*read_file(folder.path() / "4" / "report.html"), HasSubstr("3 players"));
  EXPECT_EQ(results_in(three), before);
  ASSERT_EQ(run(pieces(four, {"--players", "4", "--compare", three, "--compare", three})).code, 0);
  EXPECT_EQ(summary_in(four)["comparison"].size(), 2U);
}

// ---- odds ----

TEST(Odds, PrintChancesAndFairOdds) {
  const Arguments arguments = {"odds",    "--field", "aridani,plain,general,plain",
                               "--start", "1",       "--races",
                               "3000",    "--quiet"};
  const auto finished = run(arguments);
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  EXPECT_THAT(finished.out, StartsWith("3000 races, greedy; 95 % intervals"));
  EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '\n'), 3 + 4);
  const auto with = [&](const Arguments& more) {
    Arguments all = arguments;
    all.insert(all.end(), more.begin(), more.end());
    return run(all).out;
  };
  EXPECT_EQ(with({"--threads", "1"}), with({"--threads", "3"}));
  EXPECT_NE(with({"--seed", "2"}), finished.out);
  EXPECT_NE(with({"--entry", "only"}), finished.out);

  const json odds = json::parse(with({"--json"}));
  EXPECT_EQ(odds["races"], 3000);
  ASSERT_EQ(odds["pieces"].size(), 4U);
  // In turn order, from seat 1 on.
  EXPECT_EQ(odds["pieces"][0]["piece"], "plain");
  EXPECT_EQ(odds["pieces"][3]["piece"], "aridani");
  double win = 0;
  double place = 0;
  for (const json& piece : odds["pieces"]) {
    win += piece["win"]["p"].get<double>();
    place += piece["place"]["p"].get<double>();
    EXPECT_LE(piece["win"]["low"], piece["win"]["p"]);
    EXPECT_GE(piece["win"]["high"], piece["win"]["p"]);
  }
  EXPECT_NEAR(win, 1, 1e-9);
  EXPECT_NEAR(place, 2, 1e-9);
  EXPECT_NEAR(
      odds["pieces"][3]["win"]["odds"].get<double>() * odds["pieces"][3]["win"]["p"].get<double>(),
      1, 1e-9);
}

TEST(Odds, OfASetup) {
  const test::TemporaryFolder folder;
  // Before the first turn a setup is what --field makes.
  const auto start = make_file(folder, "start.json",
                               R"({"game": "changakarnikh", "race": 3, "scores": [1, 1, 1],
      "pieces": ["lover", "plain", "pechoi"], "positions": [0, 0, 0]})");
  const Arguments few = {"--races", "2000", "--quiet", "--json"};
  const auto odds = [&](Arguments arguments) {
    arguments.insert(arguments.begin(), "odds");
    arguments.insert(arguments.end(), few.begin(), few.end());
    return run(arguments);
  };
  EXPECT_EQ(odds({"--setup", start}).out, odds({"--field", "lover,plain,pechoi"}).out);
  // The rest of a race, with a decision still to be made.
  const auto late = make_file(folder, "late.json",
                              R"({"game": "changakarnikh", "rules": {"entry": "only"},
      "pieces": ["plain", "healthy", "plain"], "positions": [31, 29, 5], "finished": ["plain"],
      "to_move": 1, "steps": ["die 1"]})");
  const auto finished = odds({"--setup", late});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const json found = json::parse(finished.out);
  EXPECT_EQ(found["pieces"][0]["win"]["p"], 1);
  EXPECT_EQ(found["pieces"][1]["win"]["p"], 0);
  EXPECT_EQ(found["pieces"][1]["win"]["odds"], nullptr);
  EXPECT_GT(found["pieces"][1]["place"]["p"], 0.9);
}

TEST(Odds, BadInputIsRefused) {
  const test::TemporaryFolder folder;
  expect_refused({"odds"}, 2, "field: give the pieces with --field, or a position with --setup");
  expect_refused({"odds", "--field", "lover,plain,plain", "--setup", "x"}, 2, "field: give");
  expect_refused({"odds", "--field", "lover,queen,plain"}, 2, "--field: unknown piece 'queen'");
  expect_refused({"odds", "--field", "lover,lover,plain"}, 2, "--field: 'lover' stands there");
  expect_refused({"odds", "--field", "lover,plain"}, 2, "--field: a race has 3 to 6 pieces, not 2");
  expect_refused({"odds", "--field", "lover,plain,plain", "--start", "3"}, 2,
                 "--start: the seats are 0..2");
  expect_refused({"odds", "--field", "lover,plain,plain", "--agent", "clever"}, 2,
                 "--agent: unknown agent 'clever'");
  expect_refused({"odds", "--field", "lover,plain,plain", "--races", "0"}, 2, "--races: expected");
  expect_refused({"odds", "--setup", "/no/such.json"}, 3, "cannot read /no/such.json");
  const auto setup = [&](const std::string& keys) {
    return make_file(folder, "setup.json",
                     R"({"game": "changakarnikh", "positions": [3, 4, 5], )" + keys + "}");
  };
  const auto unknown = setup(R"("pieces": ["lover", "queen", "plain"])");
  expect_refused({"odds", "--setup", unknown}, 2, unknown + ": pieces: unknown piece 'queen'");
  const auto good = setup(R"("pieces": ["lover", "general", "plain"])");
  expect_refused({"odds", "--setup", good, "--start", "1"}, 2, "--start: a setup says this");
  expect_refused({"odds", "--setup", good, "--entry", "only"}, 2, "--entry: a setup says this");
  expect_refused({"odds", "--setup", good, "--cancelled-move", "roll"}, 2,
                 "--cancelled-move: a setup says this");
}

TEST(Odds, AnInterruptShowsWhatWasFound) {
  test::Process process(
      {"odds", "--field", "lover,plain,plain", "--races", "1000000000", "--quiet"});
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  process.signal(SIGINT);
  const auto finished = process.wait();
  EXPECT_EQ(finished.code, 130);
  EXPECT_THAT(finished.out, HasSubstr(" races, greedy; 95 % intervals"));
  EXPECT_THAT(finished.out, Not(StartsWith("1000000000")));
}

// ---- Setups and records ----

TEST(ChangakarnikhState, PrintsTheRaceAfterTheSteps) {
  const test::TemporaryFolder folder;
  const auto path = make_file(folder, "race.json",
                              R"({"game": "changakarnikh", "race": 2,
      "pieces": ["lover", "plain", "healthy"], "positions": [4, 9, 20], "to_move": 1,
      "steps": ["die 3"]})");
  const auto finished = run({"state", path});
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  const json state = json::parse(finished.out);
  EXPECT_EQ(state["positions"], json({4, 12, 20}));
  EXPECT_EQ(state["to_move"], 2);
  EXPECT_EQ(state["decision"]["who"], "chance");
  EXPECT_EQ(state["decision"]["steps"].size(), 6U);
  EXPECT_EQ(state["over"], false);
  EXPECT_EQ(run({"state", path, "--json"}).out, finished.out);
  // At the beginning of a turn what is printed is a setup again.
  const auto again = make_file(folder, "again.json", finished.out);
  EXPECT_EQ(run({"state", again}).out, finished.out);
}

TEST(ChangakarnikhState, ErrorsNameFileAndKey) {
  const test::TemporaryFolder folder;
  const auto refused = [&](const std::string& content, const std::string& part) {
    const auto path = make_file(folder, "bad.json", content);
    expect_refused({"state", path}, 2, path + part);
  };
  const auto race = [](const std::string& keys) {
    return R"({"game": "changakarnikh", "pieces": ["lover", "plain", "general"], )" + keys + "}";
  };
  refused(race(R"("positions": [4, 9])"), ": positions: expected one for each piece");
  refused(race(R"("positions": [4, 9, 40])"), ": positions: expected a whole number 0..31");
  refused(race(R"("positions": [4, 9, 9], "to_move": 3)"), ": to_move: ");
  refused(race(R"("positions": [4, 9, 9], "colour": 1)"), ": 'colour': unknown key");
  refused(race(R"("positions": [4, 9, 9], "rules": {"entry": "never"})"), ": rules: ");
  refused(race(R"("positions": [4, 9, 9], "to_move": 1, "steps": ["die 2", "die 7"])"),
          ": steps[1]: ");
  refused(race(R"("scores": [1, 2, 3])"), ": positions: this key is missing");
  refused("{\"game\": \"changakarnikh\",\n \"pieces\": }", ":2:12: this is not JSON");
  refused(R"({"game": "halma"})", ": game: unknown game 'halma' (known: ");
  refused(R"({"game": "dashigaikh"})", ": positions of dashigaikh are given with --tps");
  expect_refused({"state", "/no/such.json"}, 3, "cannot read /no/such.json");
}

// The game is the one that the record names, so that no --game is needed.
TEST(ChangakarnikhReplay, OfTheRecordsDerivedByHand) {
  const test::TemporaryFolder folder;
  int whole_games = 0;
  int with_line = 0;
  const json file = test::read_json("changakarnikh_records.json");
  for (const json& record : file["records"]) {
    SCOPED_TRACE(record["name"].get<std::string>());
    const auto path = make_file(folder, "game.chk", record["record"]);
    // One of them is a record of another game, which is an error only where this one is asked for.
    std::vector<std::string> arguments = {"replay", path, "--json"};
    if (record["record"].get<std::string>().find("\"ssansh\"") != std::string::npos) {
      arguments.insert(arguments.end(), {"--game", "changakarnikh"});
    }
    const auto finished = run(arguments);
    const json& expect = record["expect"];
    if (expect.contains("error") || expect.contains("error_line")) {
      EXPECT_EQ(finished.code, 1);
      EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
      const std::string line =
          expect.contains("error_line") ? ":" + expect["error_line"].dump() + ":" : ":";
      if (expect.contains("error_line")) ++with_line;
      EXPECT_THAT(finished.err, StartsWith(path + line));
      continue;
    }
    ASSERT_EQ(finished.code, 0) << finished.err;
    const json game = json::parse(finished.out);
    EXPECT_EQ(game["state"]["game"], "changakarnikh");
    EXPECT_EQ(game["state"]["over"], expect.contains("scores"));
    if (!expect.contains("scores")) continue;
    ++whole_games;
    EXPECT_EQ(game["state"]["scores"], expect["scores"]);
    EXPECT_EQ(game["result"], game["state"]["result"]);
  }
  EXPECT_GE(whole_games, 4);
  EXPECT_GE(with_line, 20);
}

TEST(ChangakarnikhReplay, OneBadFileDoesNotHideTheOthers) {
  const test::TemporaryFolder folder;
  const std::string tags = "[Game \"changakarnikh\"]\n[Players \"3\"]\n";
  const auto good = make_file(folder, "good.chk", tags + "draw elder\npass\n");
  const auto bad = make_file(folder, "bad.chk", tags + "draw elder\nbuy general\n");
  const auto unknown = make_file(folder, "unknown.chk", "[Game \"halma\"]\n");
  const auto ptn = make_file(folder, "game.ptn", "[Size \"3\"]\n1. a3 c1\n");
  const auto all = run({"replay", bad, unknown, good, ptn});
  EXPECT_EQ(all.code, 1);
  EXPECT_THAT(all.err, StartsWith(bad + ":4:1: 'buy general' is not possible here"));
  EXPECT_THAT(all.err, HasSubstr("\n" + unknown + ": game: unknown game 'halma'"));
  EXPECT_THAT(all.out, StartsWith(good + ": 2 turns, unfinished, "));
  EXPECT_THAT(all.out, HasSubstr("\n" + ptn + ": 2 turns, unfinished, "));
  EXPECT_EQ(run({"replay", good, ptn}).code, 0);
  // Tournaments once numbered their games by this tag.
  const auto old = make_file(folder, "old.ptn", "[Size \"3\"]\n[Game \"12\"]\n1. a3 c1\n");
  EXPECT_EQ(run({"replay", old}).code, 0);
  // Who says which game it is wins over the record.
  EXPECT_EQ(run({"replay", "--game", "dashigaikh", good}).code, 1);
}

}  // namespace
}  // namespace clanhouse
