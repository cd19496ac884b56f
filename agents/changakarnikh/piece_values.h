// What each piece is worth, as measured by `clanhouse pieces --players 4 --agent greedy --design
// exhaustive` (docs/changakarnikh.md): used by the draft, by the choice of a ward and where search
// judges a position.
#pragma once

#include "core/changakarnikh/piece.h"

namespace clanhouse::changakarnikh {

// Log odds of coming first in a race of four, less the mean of the set.
float piece_strength(Piece piece);

// Expected points of a race of four, 4 for first place and 2 for second; 1.5 is the mean.
float piece_points(Piece piece);

// The weight of a piece in the lottery for the next place, by its position: exp(-kDecay * turns)
// for the turns that it still needs at a pace that follows from its strength. What a seat's weight
// is of all weights is about its chance to be the next to finish.
float place_weight(Piece piece, int position);
inline constexpr float kDecay = 0.9F;

}  // namespace clanhouse::changakarnikh
