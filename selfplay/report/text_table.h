// Tables for a screen.
#pragma once

#include <string>
#include <vector>

#include "selfplay/ratings/bradley_terry.h"

namespace clanhouse {

// Rows of cells, all of one length, in columns just wide enough; the first `left` columns are
// aligned to the left.
std::string text_table(const std::vector<std::vector<std::string>>& rows, std::size_t left);

// "+35", "≥ +120", or "?" where there is none.
std::string elo_text(const Rating& rating);
// "[+12, +58]"; nothing for bounds and for what the ratings are relative to.
std::string interval_text(const Rating& rating);
// "none", "estimate", "at_least", "at_most", as in JSON.
const char* kind_name(RatingKind kind);

}  // namespace clanhouse
