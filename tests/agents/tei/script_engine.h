// Agents for engines that are scripts, and what must hold when they are gone.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "agents/registry.h"
#include "core/files.h"
#include "tests/core/dashigaikh/positions.h"

namespace clanhouse::test {

using Board5 = dashigaikh::Dashigaikh<5>;

// The spec of tests/data/engines/engine.sh in some mode.
inline std::string script_spec(const std::string& mode,
                               const std::string& settings = "movetime=100",
                               const std::string& notes = "") {
  return "tei:cmd=\"sh '" TEST_DATA_DIR "/engines/engine.sh' " + mode + " " + notes + "\"," +
         settings;
}

// What became of one move.
struct Outcome {
  std::string move;     // empty if there was none
  std::string kind;     // of the failure
  std::string message;  // of the failure
  long long ms = 0;
};

inline Outcome outcome_of(Agent<Board5>& agent, const Board5& game, const Board5::State& state) {
  Outcome outcome;
  const auto begin = std::chrono::steady_clock::now();
  try {
    agent.begin_game(RandomStream(1, "test"));
    outcome.move = game.action_text(state, agent.choose(state));
  } catch (const AgentFailure& failure) {
    outcome.kind = failure.kind();
    outcome.message = failure.what();
  }
  outcome.ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                   std::chrono::steady_clock::now() - begin)
                   .count();
  return outcome;
}

inline Outcome first_move(const std::string& spec, dashigaikh::Config config = {}) {
  const Board5 game(config);
  auto agent = make_agent(game, spec);
  if (!agent) return {"", "none", agent.error().reason, 0};
  return outcome_of(**agent, game, game.initial());
}

// No process is left, not even a dead one.
inline bool no_children() { return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

inline int open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<int>(std::distance(begin(all), end(all)));
}

// Whether a process is there and not just waiting to be buried by whoever adopted it.
inline bool lives(const std::string& id) {
  const auto stat = read_file("/proc/" + id + "/stat");
  if (!stat) return false;
  const auto state = stat->find(") ");
  return state != std::string::npos && (*stat)[state + 2] != 'Z';
}

}  // namespace clanhouse::test
