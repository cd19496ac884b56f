// Records of whole games: tags, then one step a line (rules/changakarnikh.md §7).
#pragma once

#include <string>
#include <string_view>

#include "core/changakarnikh/game.h"
#include "core/playthrough.h"
#include "core/read_record.h"
#include "core/records.h"

namespace clanhouse::changakarnikh {

using ReadRecord = GameRecord<Changakarnikh>;

// Reads one record. Without Team, Shares or Rules tags the game's own defaults count.
ReadRecord read_record(std::string_view text);

// Tags and steps; a game that is not over has the Result "*".
std::string record_text(const Playthrough<Changakarnikh>& play, const RecordInfo& info);

}  // namespace clanhouse::changakarnikh
