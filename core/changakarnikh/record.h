// Records of whole games: tags, then one step a line (rules/changakarnikh.md §7).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/changakarnikh/game.h"
#include "core/playthrough.h"
#include "core/records.h"

namespace clanhouse::changakarnikh {

using Tags = std::vector<std::pair<std::string, std::string>>;

struct ReadRecord {
  Config config;
  Tags tags;  // all of them, in order
  // As far as it could be read; the whole record if there is no error.
  Playthrough<Changakarnikh> play;
  std::optional<Error> error;
};

// Reads one record. Without Team, Shares or Rules tags the game's own defaults count.
ReadRecord read_record(std::string_view text);

// Tags and steps; a game that is not over has the Result "*".
std::string record_text(const Playthrough<Changakarnikh>& play, const RecordInfo& info);

}  // namespace clanhouse::changakarnikh
