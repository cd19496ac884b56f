#include "selfplay/statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace clanhouse {
namespace {

// The continued fraction of the incomplete beta function (DLMF 8.17.22), by the method of Lentz.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;
  const auto away_from_zero = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double value = d;
  for (int m = 1; m < 100'000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double factor = 1;
    for (const double term : {even, odd}) {
      d = 1 / away_from_zero(1 + term * d);
      c = away_from_zero(1 + term / c);
      factor = c * d;
      value *= factor;
    }
    if (std::abs(factor - 1) < 1e-16) break;
  }
  return value;
}

// The distribution function of the beta distribution.
double beta_cdf(double a, double b, double x) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  const double log_front =
      a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b);
  const double front = std::exp(log_front);
  // The fraction converges quickly on this side of the mean.
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double beta_quantile(double a, double b, double probability) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (beta_cdf(a, b, middle) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

Interval clopper_pearson(double successes, double trials) {
  if (trials <= 0) return {0, 1};
  const double failures = trials - successes;
  return {successes <= 0 ? 0 : beta_quantile(successes, failures + 1, 0.025),
          failures <= 0 ? 1 : beta_quantile(successes + 1, failures, 0.975)};
}

long long trials_for_half_width(double p, double half_width) {
  return std::llround(std::ceil(kNormal95 * kNormal95 * p * (1 - p) / (half_width * half_width)));
}

long long binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  long long ways = 1;
  for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;  // each is a binomial coefficient
  return ways;
}

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

double normal_cdf(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

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
