// What a training run keeps on disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <set>
#include <thread>

#include "core/files.h"
#include "tests/core/dashigaikh/positions.h"
#include "tests/temporary_folder.h"
#include "tests/training/rows.h"
#include "training/games_shard.h"
#include "training/replay.h"
#include "training/run_directory.h"

namespace clanhouse::training {
namespace {

using Dash3 = dashigaikh::Dashigaikh<3>;
using clanhouse::test::some_rows;
using nlohmann::ordered_json;
using testing::HasSubstr;

const Dash3 kGame(clanhouse::test::sized(3));

GamesShard some_shard(std::size_t games, std::uint64_t seed = 1) {
  GamesShard shard;
  shard.net = 4;
  shard.games = static_cast<long>(games);
  shard.actions = 77;
  shard.resigned = 3;
  shard.rows = some_rows(kGame, games, seed);
  return shard;
}

// ---- files of games ----

TEST(GamesShard, IsReadAsItWasWritten) {
  const GamesShard shard = some_shard(5);
  const auto read = parse_games(format_games(shard), net_shape_for(kGame));
  ASSERT_TRUE(read) << read.error().reason;
  EXPECT_EQ(read->net, 4);
  EXPECT_EQ(read->games, 5);
  EXPECT_EQ(read->actions, 77);
  EXPECT_EQ(read->resigned, 3);
  ASSERT_EQ(read->rows.size(), shard.rows.size());
  for (std::size_t i = 0; i < shard.rows.size(); ++i) {
    EXPECT_EQ(read->rows[i].features, shard.rows[i].features);
    EXPECT_EQ(read->rows[i].policy, shard.rows[i].policy);
    EXPECT_EQ(read->rows[i].outcome, shard.rows[i].outcome);
    EXPECT_EQ(read->rows[i].root_value, shard.rows[i].root_value);
    EXPECT_EQ(read->rows[i].owners, shard.rows[i].owners);
    EXPECT_EQ(read->rows[i].game, shard.rows[i].game);
  }
  EXPECT_TRUE(parse_games(format_games({}), net_shape_for(kGame))->rows.empty());
}

TEST(GamesShard, RefusesWhatIsDamagedOrOfAnotherGame) {
  const std::string content = format_games(some_shard(2));
  for (std::size_t length = 0; length < content.size(); length += 7) {
    EXPECT_FALSE(parse_games(content.substr(0, length), net_shape_for(kGame))) << length;
  }
  const dashigaikh::Dashigaikh<4> other(clanhouse::test::sized(4));
  EXPECT_EQ(parse_games(content, net_shape_for(other)).error().reason,
            "the tensors do not fit together, or are those of another game");
  EXPECT_EQ(parse_games("no games", net_shape_for(kGame)).error().reason,
            "this is no file of games");
}

// ---- the folder ----

class RunFolder : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(run_.create()); }
  void write(const std::string& actor, int number, std::size_t games) {
    GamesShard shard = some_shard(games, static_cast<std::uint64_t>(number));
    shard.net = number;
    const ShardName name{{}, actor, number, shard.games, static_cast<long>(shard.rows.size())};
    ASSERT_TRUE(write_file(run_.games(name), format_games(shard)));
    // Files are told apart by their time.
    std::filesystem::last_write_time(
        run_.games(name),
        std::filesystem::file_time_type(std::chrono::seconds(1'000'000 + number)));
  }
  clanhouse::test::TemporaryFolder folder_;
  RunDirectory run_{folder_.path() / "run"};
};

TEST_F(RunFolder, ListsNetsAndGames) {
  EXPECT_EQ(run_.newest_net(), -1);
  EXPECT_TRUE(run_.shards().empty());
  for (const int g : {0, 2, 12}) ASSERT_TRUE(write_file(run_.net(g), "net"));
  std::ofstream(run_.path() / "nets" / "000099.safetensors.tmp") << "half a net";
  std::ofstream(run_.path() / "nets" / "notes.txt") << "of somebody";
  EXPECT_EQ(run_.newest_net(), 12);
  write("a1", 2, 2);
  write("host2t0", 1, 3);
  std::ofstream(run_.path() / "games" / "a1-000003-g1-r1.zst.tmp") << "half a file";
  const auto shards = run_.shards();
  ASSERT_EQ(shards.size(), 2U);
  EXPECT_EQ(shards[0].actor, "host2t0");
  EXPECT_EQ(shards[0].number, 1);
  EXPECT_EQ(shards[0].games, 3);
  EXPECT_GT(shards[0].rows, 10);
  EXPECT_EQ(shards[1].actor, "a1");
}

TEST_F(RunFolder, RefusesOtherSettingsUnlessTheyAreAccepted) {
  const ordered_json first = {
      {"game", "dashigaikh"}, {"train", {{"visits", "16"}, {"generations", "3"}}}, {"build", "x"}};
  ASSERT_TRUE(run_.keep_settings(first, false));
  ASSERT_TRUE(run_.keep_settings(first, false));
  ordered_json longer = first;
  longer["train"]["generations"] = "9";
  longer["build"] = "y";
  EXPECT_TRUE(run_.keep_settings(longer, false));
  ordered_json other = longer;
  other["train"]["visits"] = "17";
  other["game"] = "ssansh";
  const auto refused = run_.keep_settings(other, false);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().reason,
              HasSubstr("game was \"dashigaikh\", now \"ssansh\", visits was \"16\", now \"17\""));
  EXPECT_EQ((*run_.read_settings())["train"]["visits"], "16");
  EXPECT_TRUE(run_.keep_settings(other, true));
  const auto kept = *run_.read_settings();
  EXPECT_EQ(kept["train"]["visits"], "17");
  // What the run began with is not forgotten.
  ASSERT_EQ(kept["earlier"].size(), 2U);
  EXPECT_EQ(kept["earlier"][0]["build"], "x");
  EXPECT_EQ(kept["earlier"][1]["train"]["generations"], "9");
}

TEST_F(RunFolder, CutsTornAndUnfinishedLinesOffTheLog) {
  EXPECT_TRUE(run_.open_log(5)->empty());
  for (int g = 1; g <= 3; ++g) ASSERT_TRUE(run_.log({{"generation", g}}));
  const auto path = run_.path() / "log.jsonl";
  std::ofstream(path, std::ios::app) << R"({"generation": 4, "los)";
  EXPECT_EQ(run_.open_log(2)->size(), 2U);
  ASSERT_TRUE(run_.log({{"generation", 3}}));
  EXPECT_EQ(*read_file(path), "{\"generation\":1}\n{\"generation\":2}\n{\"generation\":3}\n");
}

TEST_F(RunFolder, IsLearnedInByOneProcess) {
  ASSERT_TRUE(run_.lock());
  RunDirectory other(run_.path());
  const auto refused = other.lock();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().reason, HasSubstr("another process learns in this run"));
}

// Pitfall 22: whoever reads the newest net while others are written never reads half of one.
TEST_F(RunFolder, NetsAreReadWhole) {
  const std::string content = format_safetensors(clanhouse::test::untrained_net(kGame));
  std::atomic<bool> over = false;
  int read = 0;
  std::thread reader([&] {
    while (!over) {
      const int newest = run_.newest_net();
      if (newest < 0) continue;
      const auto file = read_safetensors(run_.net(newest));
      EXPECT_TRUE(file) << file.error().reason;
      ++read;
    }
  });
  for (int publication = 0; publication < 1000; ++publication) {
    // New ones and old ones written again.
    ASSERT_TRUE(write_file(run_.net(publication % 10), content));
  }
  over = true;
  reader.join();
  EXPECT_GT(read, 10);
}

// ---- what is learned from ----

// Pitfall 23.
TEST(Window, GrowsWithAllPositionsButMoreSlowly) {
  TrainSettings settings;
  settings.window = 1000;
  EXPECT_EQ(window_rows(settings, 0), 1000);
  EXPECT_EQ(window_rows(settings, 1000), 1000);
  long before = 1000;
  for (long all = 2000; all < 10'000'000; all *= 2) {
    const long window = window_rows(settings, all);
    EXPECT_GT(window, before);
    EXPECT_LT(window, before * 2);
    before = window;
  }
  // By hand: 1000 (1 + 0.4 (16^0.75 - 1) / 0.75).
  EXPECT_EQ(window_rows(settings, 16'000), 4733);
}

TEST(RateShare, IsHalfACosine) {
  TrainSettings settings;
  settings.rate_end = 0.2F;
  EXPECT_FLOAT_EQ(rate_share(settings, 0), 1);
  EXPECT_FLOAT_EQ(rate_share(settings, 0.5), 0.6F);
  EXPECT_FLOAT_EQ(rate_share(settings, 1), 0.2F);
  for (double done = 0; done < 1; done += 0.01) {
    EXPECT_GE(rate_share(settings, done), rate_share(settings, done + 0.01));
  }
}

TEST_F(RunFolder, ReplaysTheNewestGamesAndKeepsSomeApart) {
  TrainSettings settings;
  settings.window = 300;
  settings.window_growth = 0;
  settings.validation = 5;
  Replay replay(settings, net_shape_for(kGame));
  for (int n = 0; n < 6; ++n) write("a", n, 10);
  ASSERT_TRUE(replay.update(run_));
  EXPECT_GE(replay.all_games(), 60);
  const auto rows = [&] {
    return static_cast<long>(replay.training_rows().size() + replay.validation_rows().size());
  };
  // As many files as it takes, and no more.
  long largest = 0;
  for (const ShardName& shard : run_.shards()) largest = std::max(largest, shard.rows);
  EXPECT_GE(rows(), 300);
  EXPECT_LT(rows(), 300 + largest);
  EXPECT_LT(rows(), replay.all_rows());
  // No game is on both sides.
  std::set<std::uint64_t> learned;
  for (const TrainingRow* row : replay.training_rows()) learned.insert(row->game);
  EXPECT_FALSE(replay.validation_rows().empty());
  for (const TrainingRow* row : replay.validation_rows()) EXPECT_FALSE(learned.contains(row->game));
  // New games push old ones out.
  const double age = replay.mean_age(10);
  for (int n = 6; n < 9; ++n) write("a", n, 10);
  ASSERT_TRUE(replay.update(run_));
  EXPECT_LT(replay.mean_age(10), age);
  EXPECT_LT(rows(), replay.all_rows() / 2);
  EXPECT_EQ(replay.take_counts().resigned % 3, 0);
}

TEST_F(RunFolder, PassesOverDamagedGamesAndSaysSo) {
  Replay replay({}, net_shape_for(kGame));
  write("a", 1, 3);
  std::ofstream(run_.path() / "games" / "a-000002-g3-r40.zst") << "damaged";
  ASSERT_TRUE(replay.update(run_));
  const auto complaints = replay.take_complaints();
  ASSERT_EQ(complaints.size(), 1U);
  EXPECT_THAT(complaints[0], HasSubstr("a-000002-g3-r40.zst: this is no file of games"));
  ASSERT_TRUE(replay.update(run_));
  EXPECT_TRUE(replay.take_complaints().empty());
  EXPECT_FALSE(replay.training_rows().empty());
}

}  // namespace
}  // namespace clanhouse::training
