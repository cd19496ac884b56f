// Many games between engines of our own leave nothing behind.
#include <fstream>
#include <thread>

#include "core/playthrough.h"
#include "tests/agents/tei/script_engine.h"

namespace clanhouse {
namespace {

using Board3 = dashigaikh::Dashigaikh<3>;

// The resident memory of a process in KiB.
long long resident_kib(const std::string& id) {
  std::ifstream status("/proc/" + id + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stoll(line.substr(6));
  }
  return 0;
}

std::vector<std::string> children() {
  std::vector<std::string> ids;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(thread.path() / "children");
    for (std::string id; list >> id;) ids.push_back(id);
  }
  return ids;
}

std::string engine(const std::string& agent, const std::string& settings) {
  return "tei:cmd=\"'" CLANHOUSE_PROGRAM "' tei --size 3 --agent " + agent + "\"," + settings;
}

// Two engines that play each other, in a thread of their own.
class Table {
 public:
  Table(const std::string& first, const std::string& second, int number)
      : game_(test::sized(3)), number_(number) {
    agents_[0] = *make_agent(game_, first);
    agents_[1] = *make_agent(game_, second);
  }

  void play(int games) {
    for (int i = 0; i < games; ++i) {
      for (auto& agent : agents_) agent->begin_game(RandomStream(1, "soak", number_, played_));
      Playthrough<Board3> play(game_);
      while (!play.over()) {
        // They take turns at the first turn.
        const int agent = (play.state().to_move + played_) % 2;
        play.play(agents_[agent]->choose(play.state()));
      }
      ++played_;
    }
  }
  int played() const { return played_; }

 private:
  Board3 game_;
  int number_;
  int played_ = 0;
  std::unique_ptr<Agent<Board3>> agents_[2];
};

TEST(Soak, ManyGamesLeaveNothingBehind) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr int kGames = 60;
  constexpr bool kMeasuresMemory = false;  // sanitizers keep what is freed
#else
  constexpr int kGames = 2000;
  constexpr bool kMeasuresMemory = true;
#endif
  const int descriptors = test::open_descriptors();
  {
    Table first(engine("random", "movetime=2000"), engine("mcts", "nodes=20"), 1);
    Table second(engine("mcts:prior=false", "nodes=10"), engine("greedy", "tc=60+1"), 2);
    const auto play_both = [&](int games) {
      std::jthread other([&] { first.play(games); });
      second.play(games);
    };
    play_both(40);
    ASSERT_EQ(children().size(), 4U);
    const int descriptors_in_use = test::open_descriptors();
    const long long ours = resident_kib("self");
    std::vector<long long> theirs;
    const auto ids = children();
    for (const auto& id : ids) theirs.push_back(resident_kib(id));

    play_both(kGames);
    EXPECT_EQ(first.played(), kGames + 40);
    EXPECT_EQ(children(), ids);
    EXPECT_EQ(test::open_descriptors(), descriptors_in_use);
    if (kMeasuresMemory) {
      constexpr long long kSlack = 8 * 1024;
      EXPECT_LT(resident_kib("self"), ours + kSlack);
      for (std::size_t i = 0; i < ids.size(); ++i) {
        EXPECT_LT(resident_kib(ids[i]), theirs[i] + kSlack);
      }
    }
  }
  EXPECT_TRUE(test::no_children());
  EXPECT_EQ(test::open_descriptors(), descriptors);
}

}  // namespace
}  // namespace clanhouse
