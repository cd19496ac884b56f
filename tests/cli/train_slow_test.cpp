// That a net learns: the configuration for the smallest board, as it is shipped.
#include "core/json_input.h"
#include "tests/cli/process.h"

namespace clanhouse {
namespace {

TEST(TrainSlow, TheSmokeConfigurationLearnsToBeatRandomPlay) {
#ifndef CLANHOUSE_TORCH
  GTEST_SKIP() << "training needs libtorch";
#endif
  const test::TemporaryFolder folder;
  const auto out = folder.path() / "run";
  const auto trained =
      test::run({"train", "--config", TRAIN_SMOKE_CONFIG, "--quiet", "--out", out.string()});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const std::string net = trained.out.substr(0, trained.out.size() - 1);
  const auto played = test::run({"tournament", "--size", "3", "--agent",
                                 "net:" + net + ",visits=50", "--agent", "random", "--games", "200",
                                 "--json", "--quiet", "--out", (folder.path() / "games").string()});
  ASSERT_EQ(played.code, 0) << played.err;
  const auto summary = nlohmann::json::parse(played.out);
  EXPECT_GE(summary["agents"][0]["points"], 194) << summary.dump(2);
}

}  // namespace
}  // namespace clanhouse
