// clanhouse train and selfplay: runs, resumption, refusals; clanhouse bench --net.
#include <sstream>

#include "core/json_input.h"
#include "tests/cli/process.h"

namespace clanhouse {
namespace {

using test::run;
using testing::HasSubstr;
using Arguments = std::vector<std::string>;

Arguments train(const std::filesystem::path& out, Arguments more = {}) {
  Arguments all = {"train", "--size",    "3",  "--generations", "6",     "--games",
                   "30",    "--visits",  "16", "--channels",    "8",     "--blocks",
                   "1",     "--threads", "2",  "--quiet",       "--out", out.string()};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

class TrainVerb : public testing::Test {
 protected:
  void SetUp() override {
    const auto first = run(train(folder_.path() / "probe", {"--generations", "1"}));
#ifdef CLANHOUSE_TORCH
    ASSERT_EQ(first.code, 0) << first.err;
#else
    EXPECT_EQ(first.code, 3);
    EXPECT_THAT(first.err, HasSubstr("training needs libtorch"));
    GTEST_SKIP() << first.err;
#endif
  }
  test::TemporaryFolder folder_;
};

TEST_F(TrainVerb, WritesNetsThatPlay) {
  const auto out = folder_.path() / "run";
  const auto finished = run(train(out));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.out, (out / "nets" / "000006.safetensors").string() + "\n");
  EXPECT_EQ(test::lines_in(out / "log.jsonl"), 6);
  const std::filesystem::directory_iterator events(out / "events");
  EXPECT_EQ(std::distance(begin(events), end(events)), 1);
  EXPECT_EQ(run({"report", out.string()}).code, 0);
  EXPECT_THAT(*read_file(out / "report.html"), HasSubstr("tower, blocks 1, channels 8"));
  const std::string net = "net:" + (out / "nets" / "000006.safetensors").string();
  const auto played =
      run({"tournament", "--size", "3", "--agent", net + ",visits=10", "--agent", "random",
           "--games", "4", "--quiet", "--out", (folder_.path() / "games").string()});
  EXPECT_EQ(played.code, 0) << played.err;
  test::expect_refused({"analyze", "--size", "4", "--agent", net}, 2, "size is 3, not 4");
}

// Pitfall 21: whatever moment it is killed at, the run goes on and ends complete.
TEST_F(TrainVerb, GoesOnAfterAnyStop) {
  const auto out = folder_.path() / "run";
  EXPECT_GE(test::stop_at_random_moments(train(out)), 1);
  const auto finished = run(train(out));
  ASSERT_EQ(finished.code, 0) << finished.err;
  for (int generation = 0; generation <= 6; ++generation) {
    const auto name = "00000" + std::to_string(generation) + ".safetensors";
    EXPECT_TRUE(std::filesystem::exists(out / "nets" / name));
  }
  EXPECT_EQ(test::lines_in(out / "log.jsonl"), 6);
  // And it may be made longer.
  EXPECT_EQ(run(train(out, {"--generations", "7"})).code, 0);
}

// Pitfall 27.
TEST_F(TrainVerb, RefusesRunsThatAreNotItsOwn) {
  const auto out = folder_.path() / "probe";
  test::expect_refused(train(out, {"--visits", "17"}), 2, "visits was \"16\", now \"17\"");
  test::expect_refused(train(out, {"--size", "4"}), 2, "size was \"3\", now \"4\"");
  EXPECT_EQ(run(train(out, {"--visits", "17", "--accept-config"})).code, 0);
  test::expect_refused(train(out), 2, "visits was \"17\", now \"16\"");
  std::ofstream(out / "nets" / "000006.safetensors") << "half a n";
  test::expect_refused(train(out, {"--visits", "17"}), 2,
                       "000006.safetensors: this is no safetensors file");
  std::ofstream(out / "run.json") << "{";
  test::expect_refused(train(out), 2, "run.json: this is not JSON");
  test::expect_refused({"train", "--size", "3"}, 2, "a run needs a folder");
}

// No run falls back to the processor in silence.
TEST_F(TrainVerb, RefusesAGpuThatIsNotThere) {
  setenv("CUDA_VISIBLE_DEVICES", "", 1);
  const auto out = folder_.path() / "probe";
  const std::string reason = "device 'cuda': libtorch finds no GPU here";
  test::expect_refused(train(out, {"--device", "cuda"}), 3, reason);
  const Arguments follow = {"selfplay", "--follow", out.string(), "--threads", "2", "--device"};
  Arguments on_gpu = follow;
  on_gpu.emplace_back("cuda");
  test::expect_refused(on_gpu, 3, reason);
  test::expect_refused(train(out, {"--device", "tpu"}), 2, "--device: expected cpu|cuda");
  EXPECT_EQ(run(train(out, {"--device", "cpu"})).code, 0);
}

// Two processes that only share the folder.
TEST_F(TrainVerb, LearnsFromGamesThatAnotherProcessPlays) {
  const auto out = folder_.path() / "run";
  test::Process learner(train(out, {"--learner-only"}));
  for (int i = 0; i < 2000 && !std::filesystem::exists(out / "nets" / "000000.safetensors"); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  test::expect_refused(train(out), 3, "another process learns in this run");
  const auto played =
      run({"selfplay", "--follow", out.string(), "--threads", "2", "--name", "other"});
  EXPECT_EQ(played.code, 0) << played.err;
  const auto learned = learner.wait();
  EXPECT_EQ(learned.code, 0) << learned.err;
  EXPECT_EQ(test::lines_in(out / "log.jsonl"), 6);
  test::expect_refused({"selfplay"}, 2, "which run?");
  test::expect_refused({"selfplay", "--follow", (folder_.path() / "none").string()}, 3, "run.json");
  test::expect_refused({"selfplay", "--follow", out.string(), "--name", "a-b"}, 2,
                       "letters and digits");
}

// Pitfall 25: whoever dies, the run stops with the reason.
TEST_F(TrainVerb, StopsWhenAnActorCannotGoOn) {
  const auto out = folder_.path() / "run";
  test::Process learner(train(out, {"--generations", "10000"}));
  for (int i = 0; i < 2000 && test::lines_in(out / "log.jsonl") < 1; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const auto start = std::chrono::steady_clock::now();
  std::ofstream(out / "nets" / "005000.safetensors") << "no net";
  const auto finished = learner.wait();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("005000.safetensors: this is no safetensors file"));
}

// Pitfall 31, by a limit on the size of files: nothing is damaged, and the run goes on when there
// is room again.
TEST_F(TrainVerb, SaysThatItCannotWrite) {
  const auto out = folder_.path() / "run";
  ASSERT_EQ(run(train(out, {"--generations", "2"})).code, 0);
  const auto more = train(out, {"--generations", "4"});
  std::string command = "trap '' XFSZ; ulimit -f 8; exec " CLANHOUSE_PROGRAM;
  for (const std::string& argument : more) command += " '" + argument + "'";
  command += " 2> " + (folder_.path() / "err").string();
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);
  EXPECT_THAT(*read_file(folder_.path() / "err"), HasSubstr("cannot write"));
  const auto finished = run(more);
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(test::lines_in(out / "log.jsonl"), 4);
}

TEST_F(TrainVerb, RatesItsNetsAndHoldsWeakOnesBack) {
  const auto out = folder_.path() / "run";
  const auto trained =
      run(train(out, {"--generations", "20", "--gate-games", "4", "--gate-score", "0.75",
                      "--rating-minutes", "0.001", "--rating-games", "2", "--rating-visits", "4"}));
  ASSERT_EQ(trained.code, 0) << trained.err;
  int ratings = 0, gates = 0, held_back = 0;
  std::istringstream log(*read_file(out / "log.jsonl"));
  for (std::string text; std::getline(log, text);) {
    const auto line = nlohmann::json::parse(text);
    ratings += line.contains("rating") ? 1 : 0;
    gates += line.contains("gate_score") ? 1 : 0;
    held_back += line.value("gate_score", 1.0) < 0.75 ? 1 : 0;
  }
  EXPECT_GE(ratings, 1);
  EXPECT_EQ(gates, 19);
  EXPECT_GE(held_back, 1);
}

TEST_F(TrainVerb, MakesNetsWhoseSpeedCanBeMeasured) {
  const auto net = folder_.path() / "probe" / "nets" / "000001.safetensors";
  const auto measured = run({"bench", "--net", net.string(), "--seconds", "0", "--json"});
  ASSERT_EQ(measured.code, 0) << measured.err;
  const auto json = nlohmann::json::parse(measured.out);
  std::vector<int> batches;
  for (const auto& row : json.at("positions_per_second")) {
    batches.push_back(row.at("batch"));
    EXPECT_GT(row.at("ours"), 0);
    EXPECT_DOUBLE_EQ(row.at("ratio"),
                     row.at("ours").get<double>() / row.at("libtorch").get<double>());
  }
  EXPECT_EQ(batches, (std::vector<int>{1, 2, 4, 8, 16, 32, 64, 128, 256}));
  const auto& selfplay = json.at("selfplay");
  EXPECT_GT(selfplay.at("leaves_per_second"), 0);
  for (const char* share : {"cache_hits", "net_share"}) {
    EXPECT_GE(selfplay.at(share), 0);
    EXPECT_LE(selfplay.at(share), 1);
  }
  EXPECT_THAT(run({"bench", "--net", net.string(), "--seconds", "0"}).out,
              AllOf(HasSubstr("libtorch"), HasSubstr("Self-play: ")));
  test::expect_refused({"bench", "--net", "/no/such.safetensors"}, 3, "/no/such.safetensors");
  test::expect_refused({"bench", "--net", net.string(), "--size", "4"}, 2, "size is 3, not 4");
}

TEST_F(TrainVerb, TrainsNetsOfTheOtherGames) {
  for (const Arguments& game :
       {Arguments{"--game", "ssansh", "--players", "3"},
        Arguments{"--game", "changakarnikh", "--players", "3"},
        Arguments{"--game", "changakarnikh", "--players", "4", "--races"}}) {
    const auto out = folder_.path() / (game[1] + game.back());
    Arguments all = {"train", "--generations", "2",     "--games",   "4", "--visits",
                     "8",     "--width",       "16",    "--blocks",  "1", "--games-at-once",
                     "4",     "--quiet",       "--out", out.string()};
    all.insert(all.end(), game.begin(), game.end());
    const auto trained = run(all);
    ASSERT_EQ(trained.code, 0) << trained.err;
    const std::string net = "net:" + trained.out.substr(0, trained.out.size() - 1);
    Arguments games = {"survey", "--agents", net + ",visits=8", "--agents",
                       "random", "--agents", "random",          "--games",
                       "3",      "--quiet",  "--out",           (out / "games").string()};
    games.insert(games.end(), game.begin(), game.end());
    if (game.back() == "--races") {
      games = {"odds",    "--field", "consort,lover,general,plain", "--agent", net + ",visits=8",
               "--races", "3"};
    }
    const auto played = run(games);
    EXPECT_EQ(played.code, 0) << played.err;
  }
}

}  // namespace
}  // namespace clanhouse
