#include "selfplay/pieces/results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

#include "core/files.h"
#include "selfplay/report/report.h"
#include "tests/selfplay/pieces/synthetic.h"
#include "tests/temporary_folder.h"

namespace clanhouse::pieces {
namespace {

using clanhouse::test::TemporaryFolder;
using test::World;
using testing::HasSubstr;
using testing::Not;

RunInfo info_of(const std::string& design, int players = 4) {
  return {"clanhouse pieces --agent 'a<b>&\"c\"'",
          "1.0-test",
          7,
          "greedy",
          players,
          design,
          {{"entry", "then_move"}}};
}

World small_world(int players = 4) {
  World world;
  world.pieces = 8;
  world.players = players;
  world.seats.assign(players, 0);
  world.theta = {0.9, 0.6, 0.3, 0.1, 0, -0.3, -0.5, -0.8};
  world.effects.assign(64, 0);
  return world;
}

Result<void> write_fields(const std::filesystem::path& out, int players = 4,
                          const std::vector<ListOfRun>& compare = {}) {
  const World world = small_world(players);
  const auto fields = world.run_all(12, 1);
  return write_results(out, info_of("fields", players), fields,
                       analyse_fields(fields, world.names(), 1), world.names(), compare);
}

std::string content(const std::filesystem::path& path) {
  const auto text = read_file(path);
  EXPECT_TRUE(text) << path;
  return text ? *text : "";
}

// Every element is closed where it should be, and no two have one id.
void expect_well_formed(const std::string& html) {
  std::vector<std::string> open;
  std::set<std::string> ids;
  std::size_t at = html.find("<html");
  while ((at = html.find('<', at)) != std::string::npos) {
    const std::size_t end = html.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = html.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag.starts_with("!--")) continue;
    const std::string name = tag.substr(0, tag.find_first_of(" \n\t/", 1));
    if (tag[0] == '/') {
      ASSERT_FALSE(open.empty()) << tag;
      ASSERT_EQ("/" + open.back(), name);
      open.pop_back();
      continue;
    }
    for (const char quote : {'"', '\''}) {
      const std::string start = std::string(" id=") + quote;
      const std::size_t from = (" " + tag).find(start);
      if (from == std::string::npos) continue;
      const std::size_t first = from + start.size() - 1;
      EXPECT_TRUE(ids.insert(tag.substr(first, tag.find(quote, first) - first)).second) << tag;
    }
    if (name == "script" || name == "style") {
      at = html.find("</" + name, at);
      ASSERT_NE(at, std::string::npos);
    }
    if (name != "meta" && tag.back() != '/') open.push_back(name);
  }
  EXPECT_TRUE(open.empty());
}

// Every row has as many cells as the heading.
int rows_of_csv(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  const auto commas = std::count(line.begin(), line.end(), ',');
  int rows = 0;
  for (; std::getline(lines, line); ++rows) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas) << line;
  }
  return rows;
}

TEST(PiecesResults, OfFields) {
  const TemporaryFolder out;
  ASSERT_TRUE(write_fields(out.path()));
  EXPECT_EQ(rows_of_csv(content(out.path() / "pieces.csv")), 8);
  EXPECT_EQ(rows_of_csv(content(out.path() / "pairs.csv")), 56);
  EXPECT_EQ(rows_of_csv(content(out.path() / "fields.csv")), 70);
  EXPECT_THAT(content(out.path() / "pieces.csv"),
              HasSubstr("rank,rank_low,rank_high,tier,piece,races,first,second,p_first,p_first_low,"
                        "p_first_high,"));

  const auto summary = nlohmann::json::parse(content(out.path() / "summary.json"));
  EXPECT_EQ(summary["run"]["seed"], 7);
  EXPECT_EQ(summary["run"]["settings"]["entry"], "then_move");
  EXPECT_EQ(summary["pieces"].size(), 8U);
  EXPECT_EQ(summary["pieces"][0]["piece"], "piece0");
  EXPECT_EQ(summary["interactions"]["tested"], 56);
  EXPECT_EQ(summary["ladder"]["rungs"].size(), 4U);

  const std::string html = content(out.path() / "report.html");
  expect_well_formed(html);
  EXPECT_THAT(html, HasSubstr("a&lt;b&gt;&amp;&quot;c&quot;"));
  for (const char* id : {"pieces", "uses", "seats", "ladder"}) {
    EXPECT_THAT(html, HasSubstr(std::string("<table id=\"") + id + "\""));
  }
  EXPECT_THAT(html, Not(HasSubstr("http://www.w3.org/1999/xhtml")));
  EXPECT_THAT(html, Not(HasSubstr("<link")));
}

TEST(PiecesResults, EqualCountsGiveEqualBytes) {
  const TemporaryFolder one;
  const TemporaryFolder two;
  ASSERT_TRUE(write_fields(one.path()));
  ASSERT_TRUE(write_fields(two.path()));
  for (const char* name :
       {"pieces.csv", "pairs.csv", "fields.csv", "summary.json", "report.html"}) {
    EXPECT_EQ(content(one.path() / name), content(two.path() / name)) << name;
  }
}

TEST(PiecesResults, WithoutGnuplotThereAreNoPlotsAndOneWarning) {
  const TemporaryFolder out;
  const std::string path = std::getenv("PATH");
  setenv("PATH", out.path().c_str(), 1);
  testing::internal::CaptureStderr();
  const auto written = write_fields(out.path());
  const std::string warning = testing::internal::GetCapturedStderr();
  setenv("PATH", path.c_str(), 1);
  ASSERT_TRUE(written);
  EXPECT_THAT(warning, HasSubstr("warning: cannot start gnuplot: No such file or directory"));
  EXPECT_EQ(std::count(warning.begin(), warning.end(), '\n'), 1);
  const std::string html = content(out.path() / "report.html");
  expect_well_formed(html);
  EXPECT_THAT(html, Not(HasSubstr("<svg")));
  EXPECT_THAT(html, HasSubstr("<table id=\"pieces\""));
}

TEST(PiecesResults, WithGnuplotThereArePlots) {
  if (std::system("command -v gnuplot > /dev/null") != 0) GTEST_SKIP() << "gnuplot is missing";
  const TemporaryFolder out;
  ASSERT_TRUE(write_fields(out.path()));
  const std::string html = content(out.path() / "report.html");
  for (const char* id : {"plot-pieces", "plot-interactions", "plot-seats"}) {
    EXPECT_THAT(html, HasSubstr(std::string("id=\"") + id + "-gnuplot_canvas\""));
  }
  EXPECT_THAT(html, Not(HasSubstr("Gnuplot</title>")));
}

TEST(PiecesResults, NamesCannotEscapeFromGnuplot) {
  EXPECT_EQ(gnuplot_quote("a'b\\c\nd`e`"), "'a''b\\c d`e`'");
  if (std::system("command -v gnuplot > /dev/null") != 0) GTEST_SKIP() << "gnuplot is missing";
  const TemporaryFolder folder;
  const std::string target = (folder.path() / "made").string();
  const std::vector<Estimate> estimates{
      {"`touch " + target + "`", 0.5, {0.4, 0.6}},
      {"\"; system(\"touch " + target + "\"); \"", 0.5, {0.4, 0.6}},
      {"'; system('touch " + target + "'); '", 0.5, {0.4, 0.6}},
      {"\\'; !touch " + target + "\n!touch " + target, 0.5, {0.4, 0.6}}};
  const Plot plot = estimates_plot("x", estimates, 0.5, "axis", "words");
  EXPECT_TRUE(Plotter().draw(plot.id, plot.width, plot.height, plot.description, plot.script));
  EXPECT_FALSE(std::filesystem::exists(target));
}

TEST(PiecesResults, FailuresOfGnuplotAndOfDisksAreErrors) {
  if (std::system("command -v gnuplot > /dev/null") == 0) {
    const auto plot = run_gnuplot("set terminal svg\nplot nonsense(\n");
    ASSERT_FALSE(plot);
    EXPECT_THAT(plot.error().reason, HasSubstr("gnuplot failed: "));
  }
  const auto written = write_fields("/nowhere/at/all");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::kIo);
}

TEST(PiecesResults, CompareWithOtherRuns) {
  const TemporaryFolder three;
  const TemporaryFolder four;
  ASSERT_TRUE(write_fields(three.path(), 3));
  const auto others = read_lists({three.path()});
  ASSERT_TRUE(others);
  EXPECT_EQ(others->at(0).label, "fields, greedy, 3 players");
  ASSERT_TRUE(write_fields(four.path(), 4, *others));
  const auto summary = nlohmann::json::parse(content(four.path() / "summary.json"));
  EXPECT_GT(summary["comparison"][0]["rank_correlation"], 0.95);
  EXPECT_EQ(summary["comparison"][0]["with"], "fields, greedy, 3 players");
  const std::string html = content(four.path() / "report.html");
  EXPECT_THAT(html, HasSubstr("<table id=\"correlations\""));
  expect_well_formed(html);

  const TemporaryFolder empty;
  const auto missing = read_lists({empty.path()});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::kIo);
  ASSERT_TRUE(write_file(empty.path() / "summary.json", "{\"agents\": []}"));
  const auto foreign = read_lists({empty.path()});
  ASSERT_FALSE(foreign);
  EXPECT_THAT(foreign.error().reason, HasSubstr("is not the summary of a run of pieces"));
}

TEST(PiecesResults, ListsOfOneSizeAreNoSeries) {
  ListOfRun four{"", "fields", "greedy", "P(first)", 4, {{"a", 0.3}, {"b", 0.2}}};
  ListOfRun random = four;
  random.agents = "random";
  random.players = 3;
  EXPECT_TRUE(by_field_size({four, random, four}).empty());
  ListOfRun three = four;
  three.players = 3;
  const auto sizes = by_field_size({four, random, three});
  ASSERT_EQ(sizes.size(), 2U);
  EXPECT_EQ(sizes[0].players, 3);
}

TEST(PiecesResults, OfTheOtherDesigns) {
  const TemporaryFolder out;
  std::vector<PairedCounts> counts;
  for (int b = 0; b < 10; ++b) {
    for (int piece = 0; piece < 5; ++piece) {
      counts.push_back({b, piece, 24, (b + piece) % 9, b % 9, 2 * piece, b, piece});
    }
  }
  const auto names = small_world().names();
  ASSERT_TRUE(
      write_results(out.path(), info_of("replacement"), analyse_replacement(counts, names)));
  EXPECT_EQ(rows_of_csv(content(out.path() / "replacement.csv")), 5);
  expect_well_formed(content(out.path() / "report.html"));
  ASSERT_TRUE(write_results(out.path(), info_of("ablation"), analyse_ablation(counts, names)));
  EXPECT_EQ(rows_of_csv(content(out.path() / "ablation.csv")), 5);
  expect_well_formed(content(out.path() / "report.html"));

  DraftCounts game;
  game.pieces = {{0, 0, 3, true, 1, 1, 4}, {1, 1, 0, false, 1, 2, 2}};
  game.scores = {4, 2};
  game.pot_shares = {0.75, 0.25};
  for (const int games : {0, 1, 5}) {
    const std::vector<DraftCounts> list(games, game);
    testing::internal::CaptureStderr();
    ASSERT_TRUE(write_results(out.path(), info_of("draft"), analyse_draft(list, names)));
    EXPECT_THAT(testing::internal::GetCapturedStderr(), Not(HasSubstr("gnuplot failed")));
    EXPECT_EQ(rows_of_csv(content(out.path() / "draft.csv")), games > 0 ? 2 : 0);
    expect_well_formed(content(out.path() / "report.html"));
    const auto summary = nlohmann::json::parse(content(out.path() / "summary.json"));
    EXPECT_EQ(summary["games"], games);
  }
}

TEST(Tables, CsvQuotesWhatNeedsIt) {
  const Table table{"t",
                    {{"a", "A"}, {"b", "B"}, {"c", "C"}},
                    {{std::string("x,\"y\""), 0.125, Interval{1, 2}}, {{}, 7LL, {}}}};
  EXPECT_EQ(to_csv(table), "a,b,c_low,c_high\n\"x,\"\"y\"\"\",0.125,1,2\n,7,,\n");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(-1234), "-1,234");
  EXPECT_EQ(grouped(999), "999");
}

}  // namespace
}  // namespace clanhouse::pieces
