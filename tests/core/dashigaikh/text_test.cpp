// Reading and writing turns and positions, beyond the scenarios: nothing crashes, nothing that is
// read changes when it is written and read again.
#include "core/dashigaikh/text.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/core/dashigaikh/positions.h"
#include "tests/fuzz/fuzz_dashigaikh.h"
#include "tests/test_data.h"

namespace clanhouse::dashigaikh {
namespace {

TEST(Turns, EveryActionIsReadAsItIsWritten) {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (int square = 0; square < size * size; ++square) {
      for (const Piece piece : {kFlat, kStanding, kOverseer}) {
        const Action action = Action::place(piece, square);
        EXPECT_EQ(parse_turn(size, turn_text(size, action)), action);
      }
      for (int direction = 0; direction < kDirections; ++direction) {
        for (int pattern = 1; pattern < (1 << size); ++pattern) {
          const Action action = Action::slide(square, direction, pattern);
          ASSERT_EQ(parse_turn(size, turn_text(size, action)), action) << turn_text(size, action);
        }
      }
    }
  }
}

TEST(Turns, OptionalCountsAreRead) {
  EXPECT_EQ(parse_turn(5, "1c3>1"), parse_turn(5, "c3>"));
  EXPECT_EQ(parse_turn(5, "3c3>3"), parse_turn(5, "3c3>"));
  EXPECT_EQ(turn_text(5, *parse_turn(5, "3c3>3")), "3c3>");
  EXPECT_EQ(parse_turn(5, "Fa1''!?"), parse_turn(5, "a1"));
}

TEST(Turns, ErrorsSayWhatIsWrong) {
  const auto reason = [](const char* text) {
    const auto turn = parse_turn(5, text);
    EXPECT_FALSE(turn) << text;
    return turn ? std::string() : turn.error().reason;
  };
  EXPECT_EQ(reason("f1"), "'f1' is not a turn: the square is off the 5x5 board");
  EXPECT_EQ(reason("6c3>"), "'6c3>' is not a turn: the carry limit is 5");
  EXPECT_EQ(reason("3c3>11"),
            "'3c3>11' is not a turn: the drops do not add up to the pieces taken");
  EXPECT_EQ(reason("3c3>13"),
            "'3c3>13' is not a turn: the drops do not add up to the pieces taken");
  EXPECT_EQ(reason("3c3>120"),
            "'3c3>120' is not a turn: the drops do not add up to the pieces taken");
  EXPECT_EQ(reason("3c3"), "'3c3' is not a turn: a direction must follow");
  EXPECT_EQ(reason("Sa1+"), "'Sa1+' is not a turn: a stack move has no piece letter");
  for (const char* bad : {"", "a", "a10", "A1", "sa1", "3C3>", "a1>>", "0a1>", "9a1>", "a1>0", "--",
                          "!", "\xff\xfe", "i1", "a0", "3c3>12C"}) {
    reason(bad);
  }
}

TEST(IllegalTurns, AreExplained) {
  const Dashigaikh<5> game(test::sized(5));
  const auto s = test::position(game, "x5/x5/x2,12,2S,x/x5/1,x4 2 5");
  const auto reason = [&](const char* text) {
    const auto turn = game.parse_action(s, text);
    EXPECT_FALSE(turn) << text;
    return turn ? std::string() : turn.error().reason;
  };
  EXPECT_EQ(reason("c3"), "c3 is not legal: c3 is not empty");
  EXPECT_EQ(reason("a1+"), "a1+ is not legal: the stack on a1 is the opponent's");
  EXPECT_EQ(reason("b1+"), "b1+ is not legal: b1 is empty");
  EXPECT_EQ(reason("3c3+"), "3c3+ is not legal: the stack on c3 has only 2 piece(s)");
  EXPECT_EQ(reason("c3>"), "c3> is not legal: a standing piece on d3 is in the way");
}

TEST(Tps, OddButReadablePositions) {
  const Dashigaikh<3> game(test::sized(3));
  EXPECT_EQ(write_tps(test::position(game, "  x,x,x/x1,x2/x3   1\t1 ")), "x3/x3/x3 1 1");
}

TEST(Tps, TrailingAndMissingWordsAreRefused) {
  const Dashigaikh<3> game(test::sized(3));
  for (const char* bad : {"", " ", "x3/x3/x3", "x3/x3/x3 1", "x3/x3/x3 1 1 1", "x3/x3/x3 1 01",
                          "x3/x3/x3 1 0", "x3/x3/x3 1 10000", "x3/x3/x3 3 1", "x3/x3/x3/ 1 1",
                          "x3/x3/,x3 1 1", "x3/x3/x3, 1 1", "x3/x3/x0,x3 1 1", "x3/x3/x4 1 1",
                          "x3//x3 1 1", "1,x2/x3/x3 1 1", "1,x2/x3/x3 2 1", "2S,x2/x3/x3 2 1"}) {
    const auto read = read_tps(game, bad);
    ASSERT_FALSE(read) << bad;
    EXPECT_GE(read.error().column, 1) << bad;
  }
}

std::vector<std::string> fuzz_corpus() {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(TEST_DATA_DIR "/fuzz_dashigaikh")) {
    texts.push_back(test::read_text(entry.path().string()));
  }
  return texts;
}

// The corpus and random changes of it; the fuzzer proper is in tests/fuzz.
TEST(Fuzz, CorpusAndMutationsNeverCrash) {
  const auto corpus = fuzz_corpus();
  ASSERT_GE(corpus.size(), 50U);
  RandomStream random(11, "mutations");
  constexpr std::string_view kBytes = "123456789xSCFabcde+-<>/,. []{}\"\\\n-0R1/2*'!\xc3\xa1";
  for (const std::string& seed : corpus) {
    test::fuzz_dashigaikh(seed);
    for (int round = 0; round < 40; ++round) {
      std::string text = seed;
      for (int i = 0; i < 3 && !text.empty(); ++i) {
        const auto at = random.below(static_cast<std::uint32_t>(text.size()));
        const char c = kBytes[random.below(static_cast<std::uint32_t>(kBytes.size()))];
        switch (random.below(3)) {
          case 0: text[at] = c; break;
          case 1: text.insert(at, 1, c); break;
          default: text.erase(at, 1 + random.below(4)); break;
        }
      }
      test::fuzz_dashigaikh(text);
    }
  }
}

}  // namespace
}  // namespace clanhouse::dashigaikh
