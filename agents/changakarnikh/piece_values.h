// What each piece is worth, as measured by `clanhouse pieces --players 4 --agent greedy --design
// exhaustive` (docs/changakarnikh.md): used by the draft, by the choice of a ward and where search
// judges a position.
#pragma once

#include "core/changakarnikh/piece.h"

namespace clanhouse::changakarnikh {

// Plackett–Luce strength (natural logarithm; the mean of the set is 0): how often it comes first
// or second in races of four.
float piece_strength(Piece piece);

// Expected points of a race of four, 4 for first place and 2 for second; 1.5 is the mean.
float piece_points(Piece piece);

}  // namespace clanhouse::changakarnikh
