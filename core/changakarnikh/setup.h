// Race setups: one position of a race as JSON, with steps to be taken from there
// (rules/changakarnikh.md §7). A race is printed in the same form.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/changakarnikh/race.h"
#include "core/changakarnikh/text.h"
#include "core/error.h"

namespace clanhouse::changakarnikh {

struct Setup {
  Race race;  // at the beginning of a turn; Engine::start() comes next
  Rules rules;
  std::vector<std::string> steps;
};

// The error names the key, or the line and column where the text is not JSON.
Result<Setup> read_setup(std::string_view text);

// The race after the setup's steps; the error names the step.
Result<Race> run_setup(const Setup& setup);

// All keys of a setup, and "decision", "over", "places". In turn order, whatever the seats are. A
// setup that has not been started yet has no decision.
nlohmann::ordered_json race_json(const Race& race, const Rules& rules);

}  // namespace clanhouse::changakarnikh
