// Ways to make one order of many that need no model of strength, and the fair share of what a team
// makes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

namespace clanhouse {

// An order of all candidates, best first, seen `count` times.
struct Vote {
  double count = 1;
  std::vector<int> order;
};

// A point for each candidate behind, from every vote.
std::vector<double> borda_scores(int candidates, const std::vector<Vote>& votes);

// preferences[a][b]: how many votes have a before b.
std::vector<std::vector<double>> preferences(int candidates, const std::vector<Vote>& votes);
// preferences[a][b] − preferences[b][a].
std::vector<std::vector<double>> margins(int candidates, const std::vector<Vote>& votes);
// A point for each other that more votes have behind than before; half a point for a tie.
std::vector<double> copeland_scores(int candidates, const std::vector<Vote>& votes);
// Who beats each other candidate in this sense, if anybody does.
std::optional<int> condorcet_winner(int candidates, const std::vector<Vote>& votes);

// What each of `players`, up to 20, adds to the worth of a coalition, on average over all orders of
// joining (Shapley, 1953). Bit i of a coalition is player i.
std::vector<double> shapley_values(int players, const std::function<double(unsigned)>& worth);

}  // namespace clanhouse
