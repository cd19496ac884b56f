// Formats whose next stage depends on results.
#pragma once

#include <vector>

#include "selfplay/tournament/line_ups.h"
#include "selfplay/tournament/schedule.h"

namespace clanhouse {

// How often a knockout match is played in all, as long as it ends level, before the agent that was
// named first goes on.
inline constexpr int kMostDuels = 4;

// Who plays together in the next stage; nobody when the tournament is over.
//
// Swiss: agents are ordered by their points per game, then as they were named. From the top each
// takes the nearest below it that it has met least often; with more than two seats the same with
// everybody already at the table. Agents that find no seat are those who have played most, the
// lowest of these first.
//
// Knockout: the draw has a power of two of places, in which the agents named first are kept apart
// and go through at once where places stay empty.
std::vector<LineUp> stage_line_ups(const ScheduleSettings& settings,
                                   const std::vector<BlockPoints>& finished);

}  // namespace clanhouse
