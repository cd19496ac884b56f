// Reading and writing PTN files, beyond the scenarios.
#include "core/dashigaikh/record.h"

#include <gtest/gtest.h>

#include "tests/core/dashigaikh/positions.h"

namespace clanhouse::dashigaikh {
namespace {

// The position of the error of a text that must be refused, "line:column: reason".
std::string error_of(const std::string& text, const Config& config = {}) {
  const RecordFile file = read_records(text, config);
  EXPECT_TRUE(file.error) << text;
  return file.error ? file.error->describe() : "";
}

TEST(ReadRecords, SeveralGamesInAFile) {
  const RecordFile file = read_records(
      "[Size \"3\"]\n1. a3 c1 1-0 {good} {game}\n[Size \"4\"]\n1. a1 d4\n[Size \"5\"]\n", Config());
  ASSERT_FALSE(file.error) << file.error->describe();
  ASSERT_EQ(file.records.size(), 3U);
  EXPECT_EQ(write_record(file.records[0]),
            "[Size \"3\"]\n[Komi \"0\"]\n[Opening \"swap\"]\n[Result \"1-0\"]\n\n1. a3 c1\n"
            "1-0 {good} {game}\n");
  EXPECT_EQ(file.records[1].turns.size(), 2U);
  EXPECT_EQ(file.records[1].config.size, 4);
  EXPECT_TRUE(file.records[2].turns.empty());
}

TEST(ReadRecords, GamesBeforeAnErrorAreKept) {
  const RecordFile file =
      read_records("[Size \"3\"]\n1. a3 c1\n\n[Size \"3\"]\n1. a3 a3\n", Config());
  EXPECT_EQ(file.records.size(), 1U);
  ASSERT_TRUE(file.error);
  EXPECT_EQ(file.error->describe("game.ptn"), "game.ptn:5:7: a3 is not legal: a3 is not empty");
  EXPECT_EQ(file.error_turn, 2);
}

TEST(ReadRecords, ColumnsCountCharacters) {
  EXPECT_EQ(error_of("[Size \"3\"] {Dashigáikh} zz"),
            "1:25: 'zz' is not a turn: expected a square such as c3");
}

TEST(ReadRecords, TagsBeatTheConfig) {
  Config config;
  config.size = 6;
  config.flats = 40;
  config.half_komi = 3;
  config.turn_limit = 7;
  const Record plain = read_records("[Size \"5\"]", config).records.at(0);
  EXPECT_EQ(plain.config.flats_each(), 21);
  EXPECT_EQ(plain.config.half_komi, 3);
  EXPECT_EQ(plain.config.turn_limit, 7);
  const Record tagged =
      read_records("[Size \"5\"][Komi \"-0.5\"][Flats \"30\"][Caps \"0\"]", config).records.at(0);
  EXPECT_EQ(tagged.config.half_komi, -1);
  EXPECT_EQ(tagged.config.flats_each(), 30);
  EXPECT_EQ(tagged.config.overseers_each(), 0);
  EXPECT_EQ(write_record(tagged),
            "[Size \"5\"]\n[Komi \"-0.5\"]\n[Flats \"30\"]\n[Caps \"0\"]\n[Opening \"swap\"]\n"
            "[Result \"*\"]\n\n*\n");
}

TEST(ReadRecords, RefusalsNameTheirPlace) {
  EXPECT_EQ(error_of(""), "1:1: there is no game in this file");
  EXPECT_EQ(error_of("{only}\n"), "2:1: there is no game in this file");
  EXPECT_EQ(error_of("[Size \"3\""), "1:10: expected ']' after the tag");
  EXPECT_EQ(error_of("[Size 3]"), "1:7: the value of tag Size must stand in quotes");
  EXPECT_EQ(error_of("[Size \"3]\n\""), "1:1: the value of this tag is not closed");
  EXPECT_EQ(error_of("[\"3\"]"), "1:2: the name of a tag is missing");
  EXPECT_EQ(error_of("[Size \"3\"] {never"), "1:12: this comment is not closed");
  EXPECT_EQ(error_of("[Size \"3\"] }"), "1:12: '}' is out of place");
  EXPECT_EQ(error_of("[Size \"3\"] ]"), "1:12: ']' is out of place");
  EXPECT_EQ(error_of("[Size \"3\"]\n[TPS \"x4/x4/x4/x4 1 1\"]"),
            "2:7: the TPS is 4x4, tag Size says 3");
  EXPECT_EQ(error_of("[Size \"3\"]\n[Size \"3\"]"), "2:2: tag Size stands here a second time");
  EXPECT_EQ(error_of("[Size \"3\"]\n1. a1 b1 F-0"),
            "2:10: F-0 stands here, but the board is not at an end");
  EXPECT_EQ(error_of("[Size \"3\"]\n1... a1"),
            "2:1: 1... says that player 2 is to move, but it is player 1's turn");
  EXPECT_EQ(error_of("[Size \"3\"]\n1. a3 c1 2. b1 c3 3. a1 F-0"),
            "2:25: the board says R-0 (road), not F-0");
  EXPECT_EQ(error_of("[Size \"5\"]\n[Opening \"double black stack\"]"),
            "2:11: opening 'double black stack' is not played here, only swap");
}

TEST(WriteRecord, CommentsStayWithTheirTurns) {
  const std::string text =
      "[Size \"3\"]\n[Komi \"0\"]\n[TPS \"x3/x,2,x/1,x2 2 2\"]\n[Opening \"swap\"]\n"
      "[Player1 \"A\"]\n[Player2 \"B\"]\n[Date \"2024.01.01\"]\n[Result \"0-1\"]\n\n"
      "{before} \n";
  const Record record =
      read_records(text + "{too} 2. -- c3 {x} {y}\n3. a2 {z}\n0-1 {end}", Config()).records.at(0);
  EXPECT_EQ(write_record(record),
            "[Size \"3\"]\n[Komi \"0\"]\n[TPS \"x3/x,2,x/1,x2 2 2\"]\n[Opening \"swap\"]\n"
            "[Player1 \"A\"]\n[Player2 \"B\"]\n[Date \"2024.01.01\"]\n[Result \"0-1\"]\n\n"
            "{before}\n{too}\n2. -- c3 {x} {y}\n3. a2 {z}\n0-1 {end}\n");
}

TEST(WriteRecord, DeclaredResults) {
  Playthrough<Dashigaikh<3>> play{Dashigaikh<3>(test::sized(3))};
  play.play(*play.game().parse_action(play.state(), "a1"));
  const Record record = make_record(play, {{"Player1", "a \"b\" \\"}}, Winner::kBlack);
  EXPECT_EQ(write_record(record),
            "[Size \"3\"]\n[Komi \"0\"]\n[Opening \"swap\"]\n[Player1 \"a \\\"b\\\" \\\\\"]\n"
            "[Result \"0-1\"]\n\n1. a1\n0-1\n");
}

}  // namespace
}  // namespace clanhouse::dashigaikh
