// clanhouse report: pages about training runs, whole and damaged.
#include <fmt/format.h>

#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using test::expect_refused;
using test::run;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kRun = R"({
  "game": "dashigaikh",
  "config": {"size": "3", "flats": "standard", "turn_limit": "180"},
  "train": {"channels": "16", "generations": "400", "games": "200", "resign": "0.9",
            "validation": "50", "retired": "7"},
  "seed": 5,
  "build": "0.1.0-abc",
  "earlier": [{"config": {"size": "3"}, "train": {"generations": "300", "games": "200"}}]
})";
constexpr const char* kFirst =
    R"({"generation":1,"games":279,"rows":24305,"window":23095,"age":1.0,"steps":170,)"
    R"("rate":0.002,"policy_loss":3.75,"value_loss":0.97,"owners_loss":1.04,"entropy":3.7,)"
    R"("game_length":87.1,"resigned":0.02,"resigned_wrongly":0.5,"mean_batch":45.2,)"
    R"("cache_hits":0.06,"seconds":72.9,"seconds_waiting":41.0,"cpu_hours":0.04)";
constexpr const char* kValidation =
    R"(,"validation_rows":1210,"validation_policy_loss":3.8,"validation_value_loss":0.9)";

class ReportVerb : public testing::Test {
 protected:
  void SetUp() override { write("run.json", kRun); }
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(folder_.path() / name) << content;
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  // The page of the run with this log. Plots are looked at where there is gnuplot.
  std::string page(const std::string& log) const {
    write("log.jsonl", log);
    const auto finished = run({"report", folder_.path().string()});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_EQ(finished.out, path("report.html") + "\n");
    const std::string html = *read_file(path("report.html"));
    plots_ = finished.err.empty();
    if (!plots_) {
      EXPECT_THAT(finished.err, HasSubstr("warning: cannot start gnuplot"));
    }
    return html;
  }

  test::TemporaryFolder folder_;
  mutable bool plots_ = false;
};

TEST_F(ReportVerb, TellsARun) {
  std::string log;
  for (int g = 1; g <= 30; ++g) {
    std::string line = kFirst;
    line.replace(line.find(":1,"), 3, ":" + std::to_string(g) + ",");
    log += line + kValidation + "}\n";
    if (g % 10 != 0) continue;
    // A rating with both bounds, and ones that are open on either side.
    log += R"({"generation":)" + std::to_string(g) +
           R"(,"cpu_hours":0.4,"rating":{"elo":312.4,"low":)" + (g == 10 ? "null" : "-280.6") +
           R"(,"high":)" + (g == 20 ? "null" : "345.0") +
           R"(,"games":40,"against":{"greedy":0.95,"mcts:visits=200":0.55}}})" + "\n";
  }
  const std::string html = page(log);
  for (const char* part :
       {"Training run", "<dd>Dashigáikh</dd>", "<dd>size 3, flats standard, turn_limit 180</dd>",
        "<dd>none yet</dd>", "<dd>30 of 400</dd>", "<dd>24,305</dd>", "<dd>0.4</dd>",
        "<dd>generations was 300, then 400</dd>", "% against mcts:visits=200", "345 or less",
        "−281 or more", "−281 to 345", "unknown to this build"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  // A turn limit that `train` sets by itself is no setting; size is, and channels.
  EXPECT_THAT(html, Not(HasSubstr("<td class=\"text\">turn_limit</td>")));
  EXPECT_THAT(html, HasSubstr("<td class=\"text\">channels</td><td class=\"text\">16</td>"
                              "<td class=\"text\">32</td>"));
  EXPECT_THAT(html, Not(HasSubstr("Nothing yet.")));
  if (!plots_) return;
  for (const char* plot :
       {"plot-rating", "plot-losses", "plot-games", "plot-learning", "plot-speed"}) {
    EXPECT_THAT(html, HasSubstr(plot));
  }
  for (const char* part : {">validation</text>", ">greedy</text>", "Games given up, % of all"}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
}

TEST_F(ReportVerb, SaysWhatThereIsNotYet) {
  std::string html = page("");
  for (const char* part :
       {"0 of 400", "No generation is complete yet", "rated yet", "Nothing yet."}) {
    EXPECT_THAT(html, HasSubstr(part));
  }
  // No validation, no ratings, one generation, another one that is being written.
  html = page(std::string(kFirst) + "}\n{\"generation\": 2, \"los");
  EXPECT_THAT(html, HasSubstr("1 of 400"));
  if (plots_) {
    EXPECT_THAT(html, HasSubstr("There are no games for validation yet"));
  }
  EXPECT_THAT(html, Not(HasSubstr("Nothing yet.")));
  // Only a rating, without anything known of it.
  html = page(R"({"generation":0,"rating":{"elo":null,"low":null}})"
              "\n");
  EXPECT_THAT(html, HasSubstr("Every rating"));
  // Lines without what is usually there.
  html = page("{\"generation\":1}\n{\"generation\":2,\"new\":1.5}\n");
  EXPECT_THAT(html, HasSubstr("2 of 400"));
  EXPECT_THAT(html, HasSubstr("<td class=\"text\">new</td><td class=\"text\">1.5</td>"));
  // No log.
  std::filesystem::remove(path("log.jsonl"));
  EXPECT_EQ(run({"report", folder_.path().string(), "--out", path("page.html")}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(path("page.html")));
}

TEST_F(ReportVerb, DrawsMeansOfALongRun) {
  std::string log;
  for (int g = 1; g <= 1000; ++g) log += fmt::format("{{\"generation\":{},\"entropy\":2}}\n", g);
  const std::string html = page(log);
  if (plots_) {
    EXPECT_THAT(html, HasSubstr("Each point is the mean of 3 generations."));
  }
}

TEST_F(ReportVerb, RefusesWhatIsDamaged) {
  const std::string folder = folder_.path().string();
  expect_refused({"report"}, 2, "which run?");
  expect_refused({"report", path("none")}, 3, "none/run.json: No such file");
  expect_refused({"report", folder, "--out", path("none/page.html")}, 3, "none/page.html");
  write("log.jsonl", std::string(kFirst) + "}\n{\"generation\":2,,}\n");
  expect_refused({"report", folder}, 2, path("log.jsonl") + ":2:17: this is not JSON");
  write("log.jsonl", "{\"loss\": 1}\n");
  expect_refused({"report", folder}, 2, path("log.jsonl") + ":1: generation: this key is missing");
  write("log.jsonl", "{\"generation\": 1}\n7\n");
  expect_refused({"report", folder}, 2, path("log.jsonl") + ":2: expected an object");
  write("run.json", "{\n\"game\"");
  expect_refused({"report", folder}, 2, path("run.json") + ":2:");
  write("run.json", "{}");
  expect_refused({"report", folder}, 2, path("run.json") + ": game: this key is missing");
  write("run.json", R"({"game": "chess", "config": {}})");
  expect_refused({"report", folder}, 2, "run.json: game: unknown game 'chess'");
  write("run.json", R"({"game": "ssansh", "config": {}, "train": 3})");
  expect_refused({"report", folder}, 2, "run.json: train: expected an object");
  write("run.json", R"({"game": "ssansh", "config": {}, "train": {"generations": "1"}, "seed": 1,
                        "build": "b", "earlier": [2]})");
  expect_refused({"report", folder}, 2, "run.json: config: this key is missing");
}

}  // namespace
}  // namespace clanhouse
