// A game on a board of some size, with the agent that plays it: what an engine's commands are
// about.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "agents/tei/commands.h"
#include "core/dashigaikh/config.h"

namespace clanhouse::tei {

// Takes one line without its end.
using Say = std::function<void(const std::string&)>;

struct AgentRequest {
  std::string spec;  // empty: the net shipped for the size, or else mcts
  int hash_mib = 0;  // 0: as the spec says
  std::uint64_t seed = 1;
  // How many games there were before, so that each is another.
  std::uint64_t game = 0;
};

class EngineBoard {
 public:
  // Says info lines and the best move; to be called once, by any thread.
  using Search = std::function<void(const std::stop_token& stop)>;

  virtual ~EngineBoard() = default;
  // Leaves the position as it is when there is an error.
  virtual Result<void> set_position(const PositionCommand& command) = 0;
  virtual Result<void> make_agent(const AgentRequest& request) = 0;
  virtual bool has_agent() const = 0;
  // Of the present position; the board's agent is in use until it is done.
  virtual Search search(const GoCommand& command, int overhead_ms, const Say& say) = 0;
};

std::unique_ptr<EngineBoard> make_engine_board(const dashigaikh::Config& config);

}  // namespace clanhouse::tei
