// How much chance there is in the choice of moves of games to learn from.
#pragma once

#include <cmath>

namespace clanhouse {

struct Temperature {
  float start = 1;
  float end = 0;
  float halflife = 8;  // plies in which the difference to `end` halves; 0: `end` at once

  // Falls from start to end, or rises to it, without ever turning back.
  float at(int ply) const {
    if (halflife <= 0) return end;
    return end + (start - end) * std::exp2(-static_cast<float>(ply) / halflife);
  }
};

// Below this the best is played.
inline constexpr float kColdest = 0.1F;

}  // namespace clanhouse
