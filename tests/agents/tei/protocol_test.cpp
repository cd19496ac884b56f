// What the two sides of TEI read.
#include <gtest/gtest.h>

#include "agents/tei/commands.h"
#include "agents/tei/line_buffer.h"
#include "agents/tei/protocol.h"

namespace clanhouse::tei {
namespace {

TEST(LineBuffers, CutLinesAndForgetWhatIsTooMuch) {
  LineBuffer buffer(4);
  buffer.add("ab");
  EXPECT_FALSE(buffer.has_line());
  buffer.add("c\r\n\ndefgh\r\nij");
  EXPECT_EQ(buffer.take()->text, "abc");
  EXPECT_EQ(buffer.take()->text, "");
  const auto cut = buffer.take();
  EXPECT_EQ(cut->text, "defg");
  EXPECT_TRUE(cut->cut);
  EXPECT_FALSE(buffer.take());
  buffer.end();
  const auto last = buffer.take();
  EXPECT_EQ(last->text, "ij");
  EXPECT_FALSE(last->cut);
  buffer.end();
  EXPECT_FALSE(buffer.take());
}

TEST(EngineOptions, AreRead) {
  const auto spin = parse_option("option name Hash  Size type spin default 64 min 1 max 4096");
  ASSERT_TRUE(spin);
  EXPECT_EQ(spin->name, "Hash Size");
  EXPECT_EQ(spin->preset, "64");
  EXPECT_EQ(spin->max, 4096);
  const auto combo = parse_option("option name HalfKomi type combo default 0 var 0 var 4 or so");
  ASSERT_TRUE(combo);
  EXPECT_EQ(combo->choices, (std::vector<std::string>{"0", "4 or so"}));
  EXPECT_TRUE(parse_option("option name File type string default a b"));
  EXPECT_EQ(parse_option("option name File type string default a b")->preset, "a b");
  for (const char* bad : {"option", "option name", "option name x", "option name x type",
                          "option name type spin", "info string option name x type spin", ""}) {
    EXPECT_FALSE(parse_option(bad)) << bad;
  }
  // A range that is no number is none.
  EXPECT_FALSE(parse_option("option name x type spin min a max")->min);
}

TEST(SearchInfos, AreRead) {
  const auto info = parse_info(
      "info depth 5 seldepth 9 multipv 2 nodes 800 score cp -400 lowerbound pv a1 2b2+ wdl 1 2");
  ASSERT_TRUE(info);
  EXPECT_EQ(info->depth, 5);
  EXPECT_EQ(info->variation, 2);
  EXPECT_EQ(info->nodes, 800U);
  EXPECT_NEAR(*info->value, -9.0 / 11, 1e-5);
  EXPECT_EQ(info->line, (std::vector<std::string>{"a1", "2b2+"}));
  EXPECT_EQ(parse_info("info depth 1 score mate -3")->value, -1.F);
  EXPECT_EQ(parse_info("info score solved win 3")->value, 1.F);
  EXPECT_FLOAT_EQ(*parse_info("info score cp 5 wdl 700 100 200")->value, 0.5F);
  EXPECT_FALSE(parse_info("info string depth 5"));
  EXPECT_FALSE(parse_info("info"));
  for (const char* odd : {"info depth", "info depth x", "info nodes -5 pv", "info score cp",
                          "info wdl 1", "info depth 99999999999999999999 nodes 1"}) {
    parse_info(odd);  // whatever it makes of it
  }
}

TEST(Scores, AreValues) {
  for (const int score : {-1200, -35, 0, 1, 400}) {
    EXPECT_EQ(score_of_value(value_of_score(score)), score);
  }
  EXPECT_NEAR(value_of_score(400), 9.0 / 11, 1e-6);
  EXPECT_LT(score_of_value(1), 10'000 - 500);
}

TEST(Commands, PositionsHaveManyForms) {
  const auto turns = [](const char* line) { return parse_position(words_of(line))->turns.size(); };
  EXPECT_EQ(turns("position startpos"), 0U);
  EXPECT_EQ(turns("position startpos moves "), 0U);
  EXPECT_EQ(turns("position  startpos\tmoves a1 b1 "), 2U);
  EXPECT_EQ(turns("position startpos a1 b1"), 2U);
  const auto tps = parse_position(words_of("position tps x3/x3/x3 1 1 moves a1"));
  EXPECT_EQ(tps->tps, "x3/x3/x3 1 1");
  EXPECT_EQ(tps->turns.size(), 1U);
  EXPECT_EQ(parse_position(words_of("position tps x3/x3/x3 moves a1"))->tps, "x3/x3/x3");
  for (const char* bad : {"position", "position tps", "position fen 8/8", "position moves a1"}) {
    EXPECT_FALSE(parse_position(words_of(bad))) << bad;
  }
}

TEST(Commands, OptionsAndGames) {
  const auto option = parse_set_option(words_of("setoption name Move Overhead value 5 ms"));
  EXPECT_EQ(option->name, "Move Overhead");
  EXPECT_EQ(option->value, "5 ms");
  EXPECT_FALSE(parse_set_option(words_of("setoption Hash 5")));
  EXPECT_FALSE(parse_set_option(words_of("setoption name value 5")));
  EXPECT_EQ(parse_new_game(words_of("teinewgame 6"))->size, 6);
  const auto named = parse_new_game(words_of("teinewgame size 7 opening swap halfkomi -4"));
  EXPECT_EQ(named->size, 7);
  EXPECT_EQ(named->half_komi, -4);
  EXPECT_FALSE(parse_new_game(words_of("teinewgame"))->size);
  EXPECT_FALSE(parse_new_game(words_of("teinewgame size")));
  EXPECT_FALSE(parse_new_game(words_of("teinewgame 6x")));
}

TEST(Commands, TimeIsDivided) {
  const auto time = [](const char* line, int side) {
    const auto budget = parse_go(words_of(line)).thinking_time(side, 20);
    return budget ? budget->count() : -1;
  };
  EXPECT_EQ(time("go", 0), -1);
  EXPECT_EQ(time("go infinite movetime 5", 0), -1);
  EXPECT_EQ(time("go nodes 800", 0), -1);
  EXPECT_EQ(time("go movetime 1000", 1), 980);
  EXPECT_EQ(time("go movetime 5", 1), 1);
  EXPECT_EQ(time("go wtime 20020 btime 40020 winc 400 binc 800", 0), 1300);
  EXPECT_EQ(time("go wtime 20020 btime 40020 winc 400 binc 800", 1), 2600);
  EXPECT_EQ(time("go wtime 100 btime 100 winc 5000 binc 5000", 0), 80);
  EXPECT_EQ(time("go wtime 0 btime -50", 1), 1);
  EXPECT_EQ(time("go btime 2020", 0), 100);
  EXPECT_EQ(time("go wtime 1020 movestogo 2", 0), 500);
  EXPECT_EQ(parse_go(words_of("go nodes x depth")).complaints.size(), 2U);
  EXPECT_EQ(time("go searchmoves a1 movetime 1000 ponder", 0), 980);
}

}  // namespace
}  // namespace clanhouse::tei
