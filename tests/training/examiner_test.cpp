// Matches and ratings of nets while they train.
#include "training/examiner.h"

#include <gtest/gtest.h>

#include "core/dashigaikh/family.h"
#include "core/files.h"
#include "core/ssansh/game.h"
#include "tests/agents/random_net.h"
#include "tests/core/dashigaikh/positions.h"
#include "tests/temporary_folder.h"

namespace clanhouse::training {
namespace {

using Dash3 = dashigaikh::Dashigaikh<3>;
// Games end by themselves, as those of a run.
const Dash3 kGame(dashigaikh::Family::for_tournaments(clanhouse::test::sized(3)));
const auto kNever = [] { return false; };

ssansh::Ssansh ssansh_with(int players) {
  ssansh::Config config;
  config.players = players;
  return ssansh::Ssansh(config);
}

TEST(Match, GivesEverySeatToEveryAgent) {
  const auto match = match_maker(kGame, 1)("greedy", "random");
  ASSERT_TRUE(match);
  BlockResult sum;
  for (int block = 0; block < 10; ++block) {
    const auto result = (*match)->play(block, kNever);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->games, 2);
    sum.score += result->score;
  }
  EXPECT_GT(sum.score, 14);
  // Three seats: each of three games has two opponents.
  const ssansh::Ssansh ssansh = ssansh_with(3);
  const auto three = match_maker(ssansh, 1)("greedy", "random");
  const auto result = (*three)->play(0, kNever);
  EXPECT_EQ(result->games, 6);
  EXPECT_FALSE((*three)->play(0, [] { return true; }));
  EXPECT_FALSE(match_maker(kGame, 1)("greedy", "nobody"));
}

TEST(Examiner, RatesAllNetsOfARunOnOneScale) {
  const clanhouse::test::TemporaryFolder folder;
  const RunDirectory run(folder.path() / "run");
  ASSERT_TRUE(run.create());
  for (const int generation : {1, 5}) {
    ASSERT_TRUE(
        write_file(run.net(generation), format_safetensors(clanhouse::test::untrained_net(
                                            kGame, static_cast<std::uint64_t>(generation)))));
  }
  TrainSettings settings;
  settings.rating_games = 4;
  settings.rating_visits = 10;
  const MakeMatch make = match_maker(kGame, 1);
  Examiner first(run, settings, make, {});
  const auto line = first.examine(1, kNever);
  ASSERT_TRUE(line && *line);
  EXPECT_EQ((**line)["rating"]["against"].size(), rating_anchors().size());
  for (const auto& [name, blocks] : (**line)["blocks"].items())
    EXPECT_EQ(blocks.size(), 2U) << name;
  // An untrained net is weaker than the anchors; whether it won a game or not decides what is said.
  const auto& rating = (**line)["rating"];
  EXPECT_FALSE(rating["high"].is_null());
  EXPECT_LT(rating["high"].get<double>(), 1000);

  // The next net is compared with it, also by an examiner that only knows the log.
  nlohmann::ordered_json logged = {{"generation", 1}};
  logged.update(**line);
  Examiner second(run, settings, make, {{{"generation", 1}, {"policy_loss", 1}}, logged});
  const auto next = second.examine(5, kNever);
  ASSERT_TRUE(next && *next);
  EXPECT_TRUE((**next)["rating"]["against"].contains("net 1"));
  EXPECT_EQ((**first.examine(5, kNever))["rating"], (**next)["rating"]);

  EXPECT_FALSE(*second.examine(5, [] { return true; }));
  const auto missing = second.examine(7, kNever);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::kIo);
  // A net against itself, with the same games for both.
  EXPECT_NEAR(**second.compare(run.net(5), run.net(5), 20, kNever), 0.5, 0.26);
}

}  // namespace
}  // namespace clanhouse::training
