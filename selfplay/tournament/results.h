// What a tournament leaves in its folder beside journal and records: crosstable.csv and
// report.html.
#pragma once

#include "selfplay/tournament/tournament.h"

namespace clanhouse {

// What the test says, with the number of forfeits that went into it. There must be a test.
std::string verdict(const TournamentResult& result);

// `command` is that of the run, for the report.
Result<void> write_results(const std::filesystem::path& out, const TournamentResult& result,
                           const std::string& command);

}  // namespace clanhouse
