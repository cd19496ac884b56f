// Things that choose. An agent sits in one seat of one game after another and is only ever shown
// that seat's view, so it cannot cheat by accident.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "core/game.h"
#include "core/random.h"

namespace clanhouse {

// One action that an agent considered, for people to read.
template <Game G>
struct ConsideredLine {
  std::vector<typename G::Action> actions;  // the action and the play expected after it
  std::uint64_t visits = 0;
  Utilities<G::kMaxSeats> value{};  // expected utilities, by seat
  // Set where the value is certain: the number of steps until the game is over.
  bool proven = false;
  int steps_to_end = 0;
};

template <Game G>
struct Analysis {
  std::vector<ConsideredLine<G>> lines;  // best first
  std::uint64_t visits = 0;
  std::uint64_t nodes = 0;       // of the tree
  std::uint64_t most_nodes = 0;  // that the tree may have; 0 where nothing is known of it
  // Actions from the position to the leaves of the search, and to the deepest of them.
  int mean_depth = 0;
  int deepest = 0;
};

// How one action is to be chosen, for programs that say it action by action. Agents that do not
// search pay no heed to it.
template <Game G>
struct ChoiceLimits {
  // Whether the agent's own settings say when it has thought enough; if not, only what is given
  // here does.
  bool own = true;
  std::optional<std::chrono::milliseconds> time;
  std::optional<std::uint64_t> visits;
  std::optional<int> depth;  // Analysis::mean_depth
  // Ends the choice early; the action is the best that there is by then.
  std::stop_token stop;
  // Called now and then by the thread that chooses.
  std::function<void(const Analysis<G>&)> report;
};

// Thrown by an agent that has no legal action to offer, which only programs outside of this one
// have reasons for. The agent can be used again from begin_game() on.
class AgentFailure : public std::runtime_error {
 public:
  // `kind` is one word: timeout, crash, illegal, start. what() is one line for people, with what
  // the program said in its own words.
  AgentFailure(std::string kind, const std::string& what)
      : std::runtime_error(what), kind_(std::move(kind)) {}
  const std::string& kind() const { return kind_; }

 private:
  std::string kind_;
};

template <Game G>
class Agent {
 public:
  virtual ~Agent() = default;
  // Forgets everything. All chance in the agent's choices comes from this stream.
  virtual void begin_game(const RandomStream& random) = 0;
  // A legal action of the seat that `view` belongs to and whose turn it is. Throws AgentFailure.
  virtual typename G::Action choose(const typename G::View& view) = 0;
  // The same, within limits.
  virtual typename G::Action choose_within(const typename G::View& view, const ChoiceLimits<G>&) {
    return choose(view);
  }
  // How the last action was chosen; without lines for agents that do not look ahead.
  virtual Analysis<G> analysis() const { return {}; }
  // Lines about the agent's games so far, for people; empty for agents that have nothing to tell.
  virtual std::string remarks() const { return {}; }
};

}  // namespace clanhouse
