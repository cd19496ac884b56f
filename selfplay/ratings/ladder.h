// Online ratings of a pool, game after game in the order of reading.
#pragma once

#include <vector>

#include "selfplay/ratings/results.h"

namespace clanhouse {

enum class OnlineSystem { kElo, kWengLin, kTrueSkill, kGlicko2 };

struct LadderRating {
  double rating = 0;  // Elo's points, Glicko-2's, or the mean of a skill
  double spread = 0;  // its deviation; 0 for Elo
  int games = 0;
};

// Everybody starts as a newcomer: 1500 points, or a skill of 25 ± 8.33. Games of more than two
// count for Elo (k = 32, shared out among the others) and Glicko-2 as games between every two. A
// rating period of Glicko-2 is a file. Games of an agent against itself are passed over; skills
// take no others in which an agent has several seats (ResultPool::has_copies).
std::vector<LadderRating> climb(const ResultPool& pool, OnlineSystem system);

}  // namespace clanhouse
