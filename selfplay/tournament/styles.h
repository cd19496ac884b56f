// How a tournament is shown while it goes on.
#pragma once

#include <memory>

#include "selfplay/tournament/tournament.h"

namespace clanhouse {

enum class Style {
  kTable,      // progress and a live table on standard error, a crosstable at the end
  kFastchess,  // lines on standard output as fastchess writes them, for scripts that read those
  kCutechess,  // the same of cutechess-cli
};

// `interval`: results are printed after so many games, and at the end. The lines of other match
// runners are for games of two seats.
std::unique_ptr<TournamentOutput> make_output(Style style, bool quiet, int interval);

}  // namespace clanhouse
