// Steps as text (rules/changakarnikh.md §7). Pieces in a race go by the names that the race gives
// them, so the text of a step depends on it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/changakarnikh/race.h"
#include "core/changakarnikh/step.h"
#include "core/error.h"

namespace clanhouse::changakarnikh {

using Step = std::variant<Action, Outcome>;

std::string step_text(const Race& race, Action step);
std::string step_text(Outcome step);

// The one of the possible steps that the text means; the error says what was possible. Words may
// be separated by any white space.
Result<Action> find_step(const Race& race, std::span<const Action> possible, std::string_view text);
Result<Outcome> find_step(std::span<const WeightedOutcome<Outcome>> possible,
                          std::string_view text);

// What a race waits for.
void race_outcomes(OutcomeList& outcomes);  // the six numbers of a die

}  // namespace clanhouse::changakarnikh
