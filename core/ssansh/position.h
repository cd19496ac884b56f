// Positions as JSON (rules/ssansh.md, "Text formats"): read with steps to be taken, printed with
// what follows from them.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/ssansh/game.h"

namespace clanhouse::ssansh {

struct Position {
  Ssansh game;
  State state;
  std::vector<std::string> steps;
};

// The error names the key, or the line and column where the text is not JSON.
Result<Position> read_position(std::string_view text);
// The state after the steps; the error names the step.
Result<State> run_position(const Position& position);

// The step in the notation of the rules, of a player or of chance, that may be taken; set-up steps
// in any order. The game must not be over.
using Step = std::variant<Action, Outcome>;
Result<Step> find_step(const Ssansh& game, const State& state, std::string_view text);
// Finds it and takes it.
Result<void> take_step(const Ssansh& game, State& state, std::string_view text);
// All that may be taken, sorted as text.
std::vector<std::string> step_texts(const Ssansh& game, const State& state);

nlohmann::ordered_json position_json(const Ssansh& game, const State& state);

}  // namespace clanhouse::ssansh
