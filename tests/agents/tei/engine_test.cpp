// Our engine as others see it, without a process.
#include "agents/tei/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>

#include "core/random.h"
#include "tests/core/dashigaikh/positions.h"

namespace clanhouse::tei {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// An engine, and all that it has said.
class Talk {
 public:
  explicit Talk(const std::string& agent = "mcts", int size = 5)
      : engine_(
            {.agent = agent, .size = size, .overhead_ms = 0},
            [this](const std::string& line) { hear(line); },
            [this](const std::string&) { ++complaints_; }) {}

  Talk& say(const std::string& line) {
    EXPECT_TRUE(engine_.handle(line)) << line;
    return *this;
  }
  // The next line that begins like this, which must come soon.
  std::string hears(const std::string& begin) {
    std::unique_lock lock(mutex_);
    std::string found;
    const bool heard = heard_.wait_for(lock, std::chrono::seconds(20), [&] {
      while (next_ < lines_.size()) {
        if (lines_[next_++].starts_with(begin)) return found = lines_[next_ - 1], true;
      }
      return false;
    });
    EXPECT_TRUE(heard) << "no " << begin;
    return found;
  }
  int count(const std::string& begin) {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(std::count_if(
        lines_.begin(), lines_.end(), [&](const auto& line) { return line.starts_with(begin); }));
  }
  int complaints() const { return complaints_; }
  Engine& engine() { return engine_; }

 private:
  void hear(const std::string& line) {
    const std::lock_guard lock(mutex_);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    lines_.push_back(line);
    heard_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable heard_;
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  int complaints_ = 0;
  Engine engine_;
};

// White wins at once by c2, and only so.
constexpr const char* kWinInOne = "position tps x,2,2/1,1,x/x,2,x 1 4";

TEST(Engine, IntroducesItself) {
  Talk talk;
  talk.say("tei");
  EXPECT_EQ(talk.hears("id name"), "id name Clanhouse");
  EXPECT_THAT(talk.hears("size"), StartsWith("size 3 4 5 6 7 8 halfkomi -20 -19"));
  for (const char* name : {"HalfKomi", "Agent", "Threads", "Hash", "MoveOverhead", "Seed"}) {
    const auto option = parse_option(talk.hears("option"));
    ASSERT_TRUE(option);
    EXPECT_EQ(option->name, name);
  }
  talk.hears("teiok");
}

TEST(Engine, EveryGoHasOneAnswer) {
  Talk talk;
  talk.say("teinewgame 5").say("isready");
  talk.hears("readyok");
  int answers = 0;
  for (const char* go :
       {"go nodes 100", "go depth 2", "go movetime 20", "go wtime 500 btime 500 winc 5 binc 5",
        "go nodes 50 movetime 5000", "go nodes x movetime 20", "go nodes 0"}) {
    talk.say("position startpos moves a1 e5").say(go);
    EXPECT_THAT(talk.hears("bestmove "), testing::Not(HasSubstr("--"))) << go;
    ++answers;
  }
  for (const char* go : {"go", "go infinite", "go depth x"}) {
    talk.say(go).say("isready");
    talk.hears("readyok");
    EXPECT_EQ(talk.count("bestmove"), answers) << go;
    talk.say("stop");
    talk.hears("bestmove");
    ++answers;
  }
  talk.say("stop").say("stop");
  // A search that is replaced is answered too.
  talk.say("go infinite").say("go nodes 10");
  talk.hears("bestmove");
  talk.hears("bestmove");
  EXPECT_EQ(talk.count("bestmove"), answers + 2);
}

TEST(Engine, SaysWhatItThinks) {
  Talk talk;
  talk.say("position startpos moves a1 e5").say("go nodes 500");
  const std::string line = talk.hears("info depth");
  for (const char* part :
       {" seldepth ", " nodes ", " nps ", " time ", " score cp ", " wdl ", " hashfull ", " pv "}) {
    EXPECT_THAT(line, HasSubstr(part));
  }
  const auto info = parse_info(line);
  EXPECT_EQ(info->nodes, 500U);
  EXPECT_GE(info->depth, 1);
  EXPECT_GE(info->selective_depth, info->depth);
  EXPECT_EQ(talk.hears("bestmove"), "bestmove " + info->line.front());
}

TEST(Engine, ReportsWhileItThinks) {
  Talk talk;
  talk.say("go infinite");
  talk.hears("info depth");
  talk.hears("info depth");
  talk.say("stop");
  talk.hears("bestmove");
}

TEST(Engine, FindsWinsAndEnds) {
  Talk talk;
  talk.say("teinewgame size 3 halfkomi 0").say(kWinInOne).say("go infinite");
  EXPECT_THAT(talk.hears("info depth"), HasSubstr("score cp 9999 wdl 1000 0 0"));
  EXPECT_EQ(talk.hears("bestmove"), "bestmove c2");
  talk.say(std::string(kWinInOne) + " moves c2").say("go movetime 1000");
  EXPECT_EQ(talk.hears("bestmove"), "bestmove --");
}

TEST(Engine, RefusalsLeaveEverythingAsItWas) {
  Talk talk("mcts", 3);
  talk.say(kWinInOne);
  const std::vector<std::string> bad = {"position",
                                        "position tps",
                                        "position tps x3/x3 1 1",
                                        "position tps x5/x5/x5/x5/x5 1 1",
                                        "position startpos moves a1 a1",
                                        "position startpos moves a1 zz",
                                        "teinewgame 9",
                                        "teinewgame size",
                                        "teinewgame 3 halfkomi 99",
                                        "setoption",
                                        "setoption name Nothing value 1",
                                        "setoption name HalfKomi value 99",
                                        "setoption name Threads value 2",
                                        "setoption name Agent value deep:blue=1",
                                        "setoption name Flats value 1",
                                        "castle kingside",
                                        "\x01\xff"};
  for (std::size_t i = 0; i < bad.size(); ++i) {
    talk.say(bad[i]);
    EXPECT_THAT(talk.hears("info string "), HasSubstr("refused")) << bad[i];
    EXPECT_EQ(talk.complaints(), static_cast<int>(i) + 1) << bad[i];
  }
  talk.say("go nodes 100");
  EXPECT_EQ(talk.hears("bestmove"), "bestmove c2");
}

TEST(Engine, TakesOptions) {
  Talk talk;
  talk.say("setoption name halfkomi value 3").say("setoption name AGENT value random").say("tei");
  EXPECT_THAT(talk.hears("option name HalfKomi"), HasSubstr("default 3 "));
  EXPECT_EQ(talk.hears("option name Agent"), "option name Agent type string default random");
  talk.say("setoption name Hash value 1").say("setoption name Seed value 7");
  talk.say("setoption name Caps value 0").say("go movetime 5");
  talk.hears("bestmove");
  // As wide as the line may be, of any agent.
  talk.say("setoption name Agent value mcts:visits=5,eval=playout").say("go nodes 20");
  talk.hears("bestmove");
  EXPECT_EQ(talk.complaints(), 0);
  // Changes during a search end it.
  talk.say("go infinite").say("setoption name HalfKomi value 4");
  talk.hears("bestmove");
  talk.say("go infinite").say("teinewgame 6");
  talk.hears("bestmove");
}

TEST(Engine, KomiAndPiecesCount) {
  // The last square: two flats each on top, then White has three of five.
  Talk talk("mcts", 3);
  const std::string full = "position tps 1,2,1/2,1S,2/x,2S,1 1 5";
  talk.say(full).say("go nodes 50");
  EXPECT_THAT(talk.hears("info depth"), HasSubstr("score cp 9999"));
  talk.hears("bestmove");
  talk.say("setoption name HalfKomi value 6").say("go nodes 500");
  EXPECT_THAT(talk.hears("info depth"), testing::Not(HasSubstr("score cp 9999")));
  talk.hears("bestmove");
}

TEST(Engine, AgentsThatCannotBeHadAreReplaced) {
  Talk talk("net:no-such-file");
  EXPECT_FALSE(talk.engine().make_agent());
  talk.say("isready");
  EXPECT_THAT(talk.hears("info string agent refused"), HasSubstr("no-such-file"));
  talk.hears("readyok");
  talk.say("go nodes 20");
  talk.hears("bestmove ");
}

TEST(Engine, QuitsDuringASearch) {
  Talk talk;
  talk.say("go infinite");
  EXPECT_FALSE(talk.engine().handle("quit"));
  EXPECT_EQ(talk.count("bestmove"), 1);
}

// Any words in any order.
TEST(Engine, SurvivesNonsense) {
  Talk talk("random", 3);
  const std::vector<std::string> words = {"tei",
                                          "isready",
                                          "setoption",
                                          "name",
                                          "value",
                                          "HalfKomi",
                                          "teinewgame",
                                          "size",
                                          "3",
                                          "4",
                                          "-1",
                                          "1e9",
                                          "99999999999999999999",
                                          "position",
                                          "startpos",
                                          "tps",
                                          "x3/x3/x3",
                                          "1",
                                          "moves",
                                          "a1",
                                          "b2",
                                          "c3",
                                          "go",
                                          "nodes",
                                          "depth",
                                          "movetime",
                                          "wtime",
                                          "stop",
                                          "infinite",
                                          "\r",
                                          "\t"};
  RandomStream random(1, "nonsense");
  int gos = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string line;
    for (auto n = random.below(7); n > 0; --n) {
      line += words[random.below(static_cast<std::uint32_t>(words.size()))] + " ";
    }
    const auto spoken = words_of(line);
    gos += !spoken.empty() && spoken[0] == "go" ? 1 : 0;
    talk.say(line);
  }
  talk.engine().stop();
  EXPECT_GT(gos, 50);
  EXPECT_EQ(talk.count("bestmove"), gos);
}

}  // namespace
}  // namespace clanhouse::tei
