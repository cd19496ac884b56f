#include "selfplay/pieces/tiers.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace clanhouse::pieces {
namespace {

struct Cut {
  std::size_t at = 0;  // pieces above it
  double squares = -1;
};

// The best cut of values sorted from the largest.
Cut best_cut(const std::vector<double>& values) {
  const double total = std::accumulate(values.begin(), values.end(), 0.0);
  const double n = static_cast<double>(values.size());
  Cut best;
  double above = 0;
  for (std::size_t at = 1; at < values.size(); ++at) {
    above += values[at - 1];
    const double upper = static_cast<double>(at);
    const double below = total - above;
    const double squares = above * above / upper + below * below / (n - upper) - total * total / n;
    if (squares > best.squares) best = {at, squares};
  }
  return best;
}

}  // namespace

std::vector<int> tiers_of(const std::vector<double>& strength,
                          const std::vector<std::vector<double>>& noise) {
  std::vector<int> order(strength.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return strength[a] > strength[b]; });
  std::vector<bool> starts(order.size() + 1, false);
  const std::size_t resamples = noise.empty() ? 0 : noise[0].size();

  const auto split = [&](const auto& self, std::size_t from, std::size_t to) -> void {
    // What could be cut between equal values is rounding.
    if (to - from < 2 || strength[order[from]] == strength[order[to - 1]]) return;
    std::vector<double> values;
    for (std::size_t k = from; k < to; ++k) values.push_back(strength[order[k]]);
    const Cut cut = best_cut(values);
    std::size_t as_large = 0;
    for (std::size_t r = 0; r < resamples; ++r) {
      for (std::size_t k = from; k < to; ++k) values[k - from] = noise[order[k]][r];
      std::sort(values.begin(), values.end(), std::greater<>());
      if (best_cut(values).squares >= cut.squares) ++as_large;
    }
    if (static_cast<double>(as_large) > 0.05 * static_cast<double>(resamples)) return;
    starts[from + cut.at] = true;
    self(self, from, from + cut.at);
    self(self, from + cut.at, to);
  };
  split(split, 0, order.size());

  std::vector<int> tiers(strength.size());
  int tier = 1;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (starts[k]) ++tier;
    tiers[order[k]] = tier;
  }
  return tiers;
}

}  // namespace clanhouse::pieces
