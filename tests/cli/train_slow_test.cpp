// That a net learns: the configuration for the smallest board, as it is shipped.
#include <sstream>

#include <fmt/format.h>

#include "core/json_input.h"
#include "tests/cli/process.h"

namespace clanhouse {
namespace {

// Two random plies leave the first player a win that nobody misses; after three there is most to
// be won and lost.
TEST(TrainSlow, TheSmokeConfigurationLearnsToPlay) {
#ifndef CLANHOUSE_TORCH
  GTEST_SKIP() << "training needs libtorch";
#endif
  const test::TemporaryFolder folder;
  const auto trained = test::run({"train", "--config", TRAIN_SMOKE_CONFIG, "--quiet", "--out",
                                  (folder.path() / "run").string()});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const std::string net = trained.out.substr(0, trained.out.size() - 1);
  const std::string agent = "net:" + net + ",visits=50,root=gumbel,value_scale=1";
  const auto share_against = [&](const std::string& opponent, int games) {
    const auto played =
        test::run({"tournament", "--size", "3", "--opening-plies", "3", "--agent", agent, "--agent",
                   opponent, "--games", std::to_string(games), "--json", "--quiet", "--out",
                   (folder.path() / opponent).string()});
    EXPECT_EQ(played.code, 0) << played.err;
    const auto summary = nlohmann::json::parse(played.out);
    // They are listed by rank.
    const auto& first = summary["agents"][0];
    const double points = first["points"];
    return (first["name"] == agent ? points : games - points) / games;
  };
  EXPECT_GE(share_against("random", 400), 0.99);
  EXPECT_GE(share_against("mcts:visits=200", 4000), 0.60);
}

// Pitfall 21: killed at fifty moments, a run always goes on, loses nothing but games in progress,
// and ends complete.
TEST(TrainSlow, GoesOnAfterFiftyKills) {
#ifndef CLANHOUSE_TORCH
  GTEST_SKIP() << "training needs libtorch";
#endif
  const test::TemporaryFolder folder;
  const auto out = folder.path() / "run";
  const auto train = [&](int generations) {
    return std::vector<std::string>{"train",
                                    "--size",
                                    "3",
                                    "--games",
                                    "30",
                                    "--visits",
                                    "16",
                                    "--channels",
                                    "8",
                                    "--blocks",
                                    "1",
                                    "--quiet",
                                    "--out",
                                    out.string(),
                                    "--threads",
                                    "2",
                                    "--generations",
                                    std::to_string(generations)};
  };
  const auto count = [&](const char* part) {
    std::error_code ignored;
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(out / part, ignored)) {
      files += entry.path().extension() == ".tmp" ? 0 : 1;
    }
    return files;
  };
  RandomStream random(1, "kill");
  int nets = 0, games = 0;
  for (int kill = 0; kill < 50; ++kill) {
    test::Process process(train(100'000));
    std::this_thread::sleep_for(std::chrono::milliseconds(random.below(2000)));
    process.signal(SIGKILL);
    EXPECT_EQ(process.wait().code, 128 + SIGKILL);
    EXPECT_GE(count("nets"), nets);
    EXPECT_GE(count("games"), games);
    nets = count("nets");
    games = count("games");
  }
  EXPECT_GT(nets, 20);
  const auto finished = test::run(train(nets + 2));
  ASSERT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, testing::Not(testing::HasSubstr("passed over")));
  // Every generation has its net and its line.
  int generation = 0;
  std::istringstream log(*read_file(out / "log.jsonl"));
  for (std::string text; std::getline(log, text);) {
    EXPECT_EQ(nlohmann::json::parse(text)["generation"], ++generation);
    EXPECT_TRUE(
        std::filesystem::exists(out / "nets" / fmt::format("{:06}.safetensors", generation)));
  }
  EXPECT_EQ(generation, nets + 2);
}

}  // namespace
}  // namespace clanhouse
