// Steps as text (rules/ssansh.md, "Text formats"): "act R king 4 GGB", "bag R", "hand 0 RRRRGGBB".
#pragma once

#include <string>
#include <string_view>

#include "core/error.h"
#include "core/ssansh/step.h"

namespace clanhouse::ssansh {

// "RRGB".
std::string letters(const Counts& counts);

std::string step_text(Action action);
std::string step_text(Outcome outcome);

// Strict: single blanks, no leading zeros, letters in any order; whether the step is legal is not
// looked at. With nothing removed or moved only the short form is read.
Result<Action> read_action(std::string_view text);
Result<Outcome> read_outcome(std::string_view text);
// Whether the first word is one of chance: neutral, hand, bag.
bool is_chance_word(std::string_view text);

}  // namespace clanhouse::ssansh
