// Engines that misbehave in every way that engines do.
#include <sys/resource.h>

#include <thread>

#include "tests/agents/tei/script_engine.h"
#include "tests/temporary_folder.h"

namespace clanhouse {
namespace {

using test::first_move;
using test::script_spec;
using testing::HasSubstr;

// Whatever an engine does, nothing of it is left.
class Faults : public testing::Test {
 protected:
  void TearDown() override {
    EXPECT_TRUE(test::no_children());
    EXPECT_EQ(test::open_descriptors(), descriptors_);
  }

  // A failure of some kind, in good time, that says some things.
  static void expect_failure(const std::string& mode, const std::string& kind,
                             std::initializer_list<const char*> parts,
                             const std::string& settings = "movetime=100") {
    const auto outcome = first_move(script_spec(mode, settings));
    EXPECT_EQ(outcome.kind, kind) << mode << ": " << outcome.message;
    for (const char* part : parts) EXPECT_THAT(outcome.message, HasSubstr(part)) << mode;
    EXPECT_THAT(outcome.message, testing::Not(HasSubstr("\n")));
    EXPECT_LT(outcome.ms, 4000) << mode;
  }
  static void expect_move(const std::string& mode, const std::string& settings = "movetime=3000") {
    const auto outcome = first_move(script_spec(mode, settings));
    EXPECT_EQ(outcome.move, "a1") << mode << ": " << outcome.message;
  }

 private:
  // Of the whole test program; leaks would be seen.
  int descriptors_ = test::open_descriptors();
};

TEST_F(Faults, NoneIsFine) { expect_move("good"); }

TEST_F(Faults, AtTheStart) {
  expect_failure("crash-at-start", "start", {"exit code 3", "the board is missing"});
  expect_failure("hang-at-start", "start", {"no teiok"}, "start=300");
  expect_failure("deaf-at-start", "start", {}, "start=300");
  expect_failure("never-ready", "start", {"no readyok"}, "ready=300");
  expect_failure("crash-at-game", "start", {"exit code 6", "teinewgame 5"});
  expect_move("garbage-at-start");
}

TEST_F(Faults, ProgramsThatAreNotThere) {
  auto outcome = first_move("tei:cmd=./no-such-engine");
  EXPECT_EQ(outcome.kind, "start");
  EXPECT_THAT(outcome.message, HasSubstr("cannot run './no-such-engine': No such file"));
  outcome = first_move("tei:cmd=true,dir=/no/such/folder");
  EXPECT_EQ(outcome.kind, "start");
  // Somebody else's program that knows nothing of TEI.
  outcome = first_move("tei:cmd=true");
  EXPECT_EQ(outcome.kind, "start");
  EXPECT_THAT(outcome.message, HasSubstr("exit code 0"));
}

TEST_F(Faults, Crashes) {
  expect_failure("crash-in-move", "crash", {"exit code 4", "out of | luck", "position x5/x5"});
  expect_failure("signal-in-move", "crash", {"signal 11"});
  expect_failure("closed-output", "crash", {"closed its output"}, "movetime=3000");
}

TEST_F(Faults, Lateness) {
  expect_failure("hang-in-move", "timeout", {"no bestmove within 200 ms"});
  expect_failure("late", "timeout", {"no bestmove within 200 ms"});
  expect_failure("flood", "timeout", {"its last line: info depth 1"});
  expect_failure("endless-line", "timeout", {"no bestmove"});
  expect_failure("hang-in-move", "timeout", {"no bestmove within 300 ms"}, "nodes=5,deadline=300");
  expect_failure("hang-in-move", "timeout", {"no bestmove within 300 ms"}, "tc=0.25,margin=50");
}

TEST_F(Faults, AnswersThatAreNoMoves) {
  expect_failure("illegal", "illegal", {"'bestmove Ca1'", "position x5/x5/x5/x5/x5 1 1"});
  expect_failure("off-board", "illegal", {"'bestmove z9'"});
  expect_failure("empty-answer", "illegal", {"'bestmove'"});
  expect_failure("none", "illegal", {"'bestmove --'"});
  expect_failure("binary", "illegal", {"'bestmove ?"});
  expect_failure("long-bestmove", "illegal", {"'bestmove xxxxx"}, "movetime=30000");
}

TEST_F(Faults, OddButGoodAnswers) {
  expect_move("crlf");
  expect_move("no-newline");
  expect_move("marks");
  expect_move("noise");
}

TEST_F(Faults, ALineOfFiftyMegabytesTakesNoMemory) {
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  expect_move("long-line", "movetime=30000");
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 20'000);  // KiB
}

TEST_F(Faults, WhoIgnoresQuitIsKilled) {
  const auto begin = std::chrono::steady_clock::now();
  expect_move("stubborn", "quit=100");
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(took, std::chrono::milliseconds(200));
  EXPECT_LT(took, std::chrono::seconds(5));
}

TEST_F(Faults, ChildrenOfEnginesEndWithThem) {
  for (const char* mode : {"leaves-child", "leaves-child-and-crashes"}) {
    const test::TemporaryFolder folder;
    const std::string notes = (folder.path() / "notes").string();
    const auto outcome = first_move(script_spec(mode, "movetime=3000", notes));
    EXPECT_EQ(outcome.kind, mode == std::string("leaves-child") ? "" : "crash") << outcome.message;
    EXPECT_LT(outcome.ms, 2500) << mode;
    const auto left = read_file(notes);
    ASSERT_TRUE(left) << mode;
    std::string id = *left;
    id.pop_back();
    // The signal may take a moment.
    for (int i = 0; i < 200 && test::lives(id); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_FALSE(test::lives(id)) << mode;
  }
}

TEST_F(Faults, EnginesAreStartedAgain) {
  const test::Board5 game(test::sized(5));
  for (const char* mode : {"crash-in-move", "hang-in-move", "illegal", "no-newline"}) {
    auto agent = *make_agent(game, script_spec(mode));
    const auto first = test::outcome_of(*agent, game, game.initial());
    const auto second = test::outcome_of(*agent, game, game.initial());
    EXPECT_EQ(first.kind, second.kind) << second.message;
    EXPECT_EQ(first.move, second.move);
    const bool ended = mode != std::string("illegal");
    EXPECT_THAT(agent->remarks(), HasSubstr(ended ? "started 2 times" : "started 1 times")) << mode;
  }
}

TEST_F(Faults, AnAnswerTooManyIsNotTakenForTheNext) {
  const test::Board5 game(test::sized(5));
  auto agent = *make_agent(game, script_spec("twice"));
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(test::outcome_of(*agent, game, game.initial()).move, "a1");
  }
}

// Engines do not hold each other's pipes open, so each sees the end of its input.
TEST_F(Faults, ManyEnginesAtOnce) {
  const test::Board5 game(test::sized(5));
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&game, i] {
      for (int round = 0; round < 3; ++round) {
        auto agent = *make_agent(game, script_spec(i == 0 ? "crash-in-move" : "good"));
        const auto outcome = test::outcome_of(*agent, game, game.initial());
        EXPECT_EQ(outcome.kind, i == 0 ? "crash" : "") << outcome.message;
      }
    });
  }
  threads.clear();
}

}  // namespace
}  // namespace clanhouse
