// Our agents as an engine for other people's interfaces and match runners: TEI, line in, lines out.
//
// Lines come from one thread, which is never made to wait for a search: that has a thread of its
// own. Whatever comes, every "go" is answered with one "bestmove"; what is refused is said, and
// leaves everything as it was.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "agents/tei/engine_board.h"
#include "agents/tei/protocol.h"
#include "core/dashigaikh/config.h"

namespace clanhouse::tei {

struct EngineSettings {
  std::string agent;  // empty: the net shipped for the size, or else mcts
  std::uint64_t seed = 1;
  int size = 5;  // until "teinewgame"
  int overhead_ms = 20;
  int hash_mib = 0;  // 0: as the agent says
};

class Engine {
 public:
  // `say` is called by two threads, but never by both at once; `complain` gets what is refused.
  Engine(const EngineSettings& settings, Say say, Say complain);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Makes the agent, so that the first move does not have to wait for it; why there is none.
  Result<void> make_agent();
  // False when the engine is told to quit.
  bool handle(std::string_view line);
  // Says why something was not done.
  void refuse(const std::string& what, const std::string& why);
  // Ends a search, which then says its best move.
  void stop();

 private:
  using Handler = void (Engine::*)(const Words&);
  struct Command {
    std::string_view name;
    Handler handler;
  };
  static const std::vector<Command>& commands();

  void introduce(const Words&);
  void ready(const Words&);
  void set_option(const Words& words);
  void new_game(const Words& words);
  void position(const Words& words);
  void go(const Words& words);
  void stop(const Words&) { stop(); }

  std::vector<EngineOption> options() const;
  Result<void> apply_option(const std::string& name, const std::string& value);
  // From here on with these settings, on a new board with the last position.
  void change(const EngineSettings& settings, const dashigaikh::Config& config);
  // The agent of the settings, or the usual one where that is not to be had.
  void need_agent();
  AgentRequest agent_request() const {
    return {settings_.agent, settings_.hash_mib, settings_.seed, games_};
  }
  void say(const std::string& line);

  EngineSettings settings_;
  dashigaikh::Config config_;
  PositionCommand position_;
  std::uint64_t games_ = 0;
  Say say_;
  Say complain_;
  std::mutex saying_;
  std::unique_ptr<EngineBoard> board_;
  // Whether the search still needs the board.
  std::atomic<bool> searching_ = false;
  std::jthread search_;
};

}  // namespace clanhouse::tei
