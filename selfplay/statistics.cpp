#include "selfplay/statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace clanhouse {

Interval wilson(double successes, double trials) {
  if (trials <= 0) return {0, 1};
  constexpr double kZ2 = kNormal95 * kNormal95;
  const double p = successes / trials;
  const double centre = p + kZ2 / (2 * trials);
  const double half = kNormal95 * std::sqrt(p * (1 - p) / trials + kZ2 / (4 * trials * trials));
  const double scale = 1 + kZ2 / trials;
  // At the ends the formula gives 0 and 1 but for rounding.
  return {successes <= 0 ? 0 : (centre - half) / scale,
          successes >= trials ? 1 : (centre + half) / scale};
}

double two_sided_p(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

std::vector<double> false_discovery_rates(const std::vector<double>& p_values) {
  const std::size_t n = p_values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] > p_values[b]; });
  std::vector<double> q(n);
  double smallest = 1;
  for (std::size_t k = 0; k < n; ++k) {  // from the largest p-value, whose rank is n
    const double rank = static_cast<double>(n - k);
    smallest = std::min(smallest, p_values[order[k]] * static_cast<double>(n) / rank);
    q[order[k]] = smallest;
  }
  return q;
}

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  std::vector<double> result(values.size());
  for (std::size_t from = 0; from < order.size();) {
    std::size_t to = from;
    while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
    for (std::size_t k = from; k < to; ++k) {
      result[order[k]] = (static_cast<double>(from + to) + 1) / 2;
    }
    from = to;
  }
  return result;
}

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() < 2) return 0;
  const std::vector<double> x = ranks(a);
  const std::vector<double> y = ranks(b);
  const double mean = (static_cast<double>(a.size()) + 1) / 2;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
    xy += (x[i] - mean) * (y[i] - mean);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

std::vector<double> isotonic(const std::vector<double>& y, const std::vector<double>& weights) {
  struct Pool {
    double mean;
    double weight;
    std::size_t length;
  };
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < y.size(); ++i) {
    Pool next{y[i], weights[i], 1};
    while (!pools.empty() && pools.back().mean >= next.mean) {
      const Pool& last = pools.back();
      const double weight = last.weight + next.weight;
      next = {(last.mean * last.weight + next.mean * next.weight) / weight, weight,
              last.length + next.length};
      pools.pop_back();
    }
    pools.push_back(next);
  }
  std::vector<double> fitted;
  for (const Pool& pool : pools) fitted.insert(fitted.end(), pool.length, pool.mean);
  return fitted;
}

}  // namespace clanhouse
