#include "selfplay/ratings/bradley_terry.h"

#include "selfplay/ratings/draw_models.h"

namespace clanhouse {

std::vector<Rating> rate(int agents, const std::vector<BlockScore>& blocks, int anchor) {
  std::vector<PairResults> results;
  for (const BlockScore& block : blocks) {
    // Where a draw is half a win, wins and losses with the same sum of points say the same.
    results.push_back({block.a, block.b, block.score_a, 0, block.games - block.score_a,
                       static_cast<int>(results.size())});
  }
  PairModelSettings settings;
  settings.anchor = anchor;
  PairModelFit fit = fit_pairs(agents, results, settings);
  // One fit of all, or none.
  if (!fit.connected.groups.empty()) return std::vector<Rating>(agents);
  return std::move(fit.ratings);
}

}  // namespace clanhouse
