// Things that choose. An agent sits in one seat of one game after another and is only ever shown
// that seat's view, so it cannot cheat by accident.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
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
  std::uint64_t nodes = 0;  // of the tree
};

// Thrown by an agent that has no legal action to offer, which only programs outside of this one have
// reasons for. The agent can be used again from begin_game() on.
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
  // How the last action was chosen; without lines for agents that do not look ahead.
  virtual Analysis<G> analysis() const { return {}; }
};

}  // namespace clanhouse
