// Records of Ssansh (rules/ssansh.md, "Text formats"): tags, the set-up, then a step a line.
#pragma once

#include <string>
#include <string_view>

#include "core/playthrough.h"
#include "core/read_record.h"
#include "core/records.h"
#include "core/ssansh/game.h"

namespace clanhouse::ssansh {

using ReadRecord = GameRecord<Ssansh>;

// Reads one record, as far as it can be read.
ReadRecord read_record(std::string_view text);

// The record as it was read, in the order and spelling of the rules: with the tags that it had.
std::string rewrite_record(const ReadRecord& record);

// Tags and steps of a game that was played; one that is not over has the Result "*".
std::string record_text(const Playthrough<Ssansh>& play, const RecordInfo& info);

}  // namespace clanhouse::ssansh
