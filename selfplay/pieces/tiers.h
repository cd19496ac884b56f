// Tiers: groups of pieces that the data tell apart, by Scott and Knott's (1974) clustering of means
// with a bootstrap in place of their normal approximation.
//
// Pieces are sorted by strength. A group is cut where the sum of squares between its two parts is
// largest, if that exceeds what 95 % of the resamples show when all its pieces are equally strong
// (resamples of the noise alone, sorted and cut in the same way); then each part is looked at in
// turn. So equal pieces form one tier with a probability of 95 %, and a cut says that the piece
// above and the group below do differ. Pieces of one tier may still differ: the data do not say
// where.
#pragma once

#include <vector>

namespace clanhouse::pieces {

// The tier of each piece, 1 the strongest. `noise[i]` has resamples of the error of `strength[i]`;
// the resamples of different pieces belong together.
std::vector<int> tiers_of(const std::vector<double>& strength,
                          const std::vector<std::vector<double>>& noise);

}  // namespace clanhouse::pieces
