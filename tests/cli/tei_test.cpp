// `clanhouse tei` as a process, and our engines against each other through the other verbs.
#include "agents/tei/process.h"
#include "tests/cli/process.h"

namespace clanhouse::test {
namespace {

using std::chrono::seconds;
using tei::Clock;
using testing::HasSubstr;

// The program `clanhouse tei`, spoken to through pipes.
class EngineProcess {
 public:
  explicit EngineProcess(std::vector<std::string> flags = {"--agent", "mcts"}) {
    flags.insert(flags.begin(), {CLANHOUSE_PROGRAM, "tei"});
    process_ = *tei::Process::start(flags, "", 100);
  }
  void say(const std::string& text) {
    EXPECT_EQ(process_->send(text, Clock::now() + seconds(20)), tei::Process::Sending::kSent);
  }
  // The next line that begins like this; empty if the program ends, or takes too long.
  std::string hears(const std::string& begin) {
    const auto deadline = Clock::now() + seconds(20);
    tei::Line line;
    while (process_->read_line(line, deadline) == tei::Process::Reading::kLine) {
      if (line.text.starts_with(begin)) return line.text;
    }
    return {};
  }
  // Closes its input; how it ended.
  std::string end() {
    process_->end(seconds(20));
    return process_->fate();
  }
  std::string errors() const {
    std::string all;
    for (const auto& line : process_->last_errors()) all += line + "\n";
    return all;
  }

 private:
  std::unique_ptr<tei::Process> process_;
};

TEST(TeiVerb, PlaysAsAnEngine) {
  EngineProcess engine;
  engine.say("tei\r\nisready\r\n");
  EXPECT_EQ(engine.hears("teiok"), "teiok");
  EXPECT_EQ(engine.hears("readyok"), "readyok");
  // As a match runner speaks, and all in one write.
  engine.say(
      "setoption name HalfKomi value 4\nteinewgame 6\nposition startpos moves \n"
      "go infinite\nstop\n");
  EXPECT_THAT(engine.hears("info depth"), HasSubstr(" pv "));
  EXPECT_NE(engine.hears("bestmove "), "");
  engine.say("position tps x,x,x/x,x,x/x,x,x 1 1 moves a1\ngo wtime 100 btime 100\n");
  EXPECT_THAT(engine.hears("info string"), HasSubstr("position refused: tps:"));
  EXPECT_NE(engine.hears("bestmove "), "");
  engine.say("quit\n");
  EXPECT_EQ(engine.hears("x"), "");
  EXPECT_EQ(engine.end(), "exit code 0");
  EXPECT_THAT(engine.errors(), HasSubstr("clanhouse: position refused"));
}

TEST(TeiVerb, EndsWithItsInput) {
  EngineProcess engine;
  engine.say("go infinite\n");
  const auto begin = Clock::now();
  EXPECT_EQ(engine.end(), "exit code 0");
  EXPECT_LT(Clock::now() - begin, seconds(10));
}

TEST(TeiVerb, SurvivesALineOfAnyLength) {
  EngineProcess engine;
  engine.say("position startpos moves " + std::string(3'000'000, 'x') + "\nisready\n");
  EXPECT_THAT(engine.hears("info string"), HasSubstr("too long"));
  EXPECT_EQ(engine.hears("readyok"), "readyok");
}

TEST(TeiVerb, RefusesAgentsThatItDoesNotHave) {
  expect_refused({"tei", "--agent", "deep:blue"}, 2, "--agent");
  expect_refused({"tei", "--probe", "mcts"}, 2, "tei:cmd=");
  expect_refused({"tei", "--probe", "tei:cmd=./not-there"}, 4, "cannot run");
}

TEST(TeiVerb, ShowsWhatAnEngineSaysOfItself) {
  const auto finished = run({"tei", "--probe", "tei:cmd='" CLANHOUSE_PROGRAM "' tei"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("name    Clanhouse\n"));
  EXPECT_THAT(finished.out, HasSubstr("option  HalfKomi  spin  -20..20  [0]\n"));
  EXPECT_THAT(finished.out, HasSubstr(" us to it and back\n"));
}

TEST(TeiVerb, IsAnAgentOfTheOtherVerbs) {
  const std::string engine = "tei:cmd=\"'" CLANHOUSE_PROGRAM "' tei --agent mcts\",nodes=200";
  auto finished = run(
      {"analyze", "--size", "3", "--tps", "x,2,2/1,1,x/x,2,x 1 4", "--agent", engine, "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("\"best\":\"c2\""));

  const TemporaryFolder folder;
  finished = run({"tournament", "--size", "4", "--half-komi", "4", "--games", "4", "--threads", "2",
                  "--agent", engine, "--agent", "random", "--out", (folder.path() / "t").string(),
                  "--quiet"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("random"));
}

}  // namespace
}  // namespace clanhouse::test
