#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "selfplay/ratings/meta_game.h"

namespace clanhouse {
namespace {

double log_sum(double a, double b) {
  const double larger = std::max(a, b);
  if (std::isinf(larger)) return larger;
  return larger + std::log1p(std::exp(std::min(a, b) - larger));
}

// log(1 − e^−x), x > 0.
double log_one_minus_exp(double x) {
  return x > 0.7 ? std::log1p(-std::exp(-x)) : std::log(-std::expm1(-x));
}

// The logarithm of the chance that one mutant r takes a population of s over.
double log_fixation(const PayoffTable& payoff, std::size_t r, std::size_t s,
                    const AlphaRankSettings& settings) {
  const int m = settings.population;
  if (settings.local) {
    // (1 − e^−u) / (1 − e^−mu).
    const double u = settings.alpha * (payoff[r][s] - payoff[s][r]);
    if (std::abs(u) < 1e-12) return -std::log(m);
    const double size = std::abs(u);
    const double log_ratio = log_one_minus_exp(size) - log_one_minus_exp(m * size);
    return u > 0 ? log_ratio : log_ratio - (m - 1) * size;
  }
  // 1 / (1 + Σ_l Π_{i ≤ l} e^−α(f_r(i) − f_s(i))), i mutants among m.
  double log_total = 0;
  double log_product = 0;
  for (int i = 1; i < m; ++i) {
    const double mutants = ((i - 1) * payoff[r][r] + (m - i) * payoff[r][s]) / (m - 1);
    const double others = (i * payoff[s][r] + (m - i - 1) * payoff[s][s]) / (m - 1);
    log_product -= settings.alpha * (mutants - others);
    log_total = log_sum(log_total, log_product);
  }
  return -log_total;
}

}  // namespace

std::vector<double> alpha_rank(const PayoffTable& payoff, const AlphaRankSettings& settings) {
  const std::size_t n = payoff.size();
  PayoffTable log_rates(n, std::vector<double>(n));
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t r = 0; r < n; ++r) {
      if (r != s) log_rates[s][r] = log_fixation(payoff, r, s, settings);
    }
  }
  return stationary_distribution(std::move(log_rates));
}

std::vector<double> stationary_distribution(PayoffTable rates) {
  const std::size_t n = rates.size();
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  // Takes state k out of the chain: ways through it become ways past it.
  std::vector<double> leaving(n, kNever);
  for (std::size_t k = n; k-- > 1;) {
    for (std::size_t j = 0; j < k; ++j) leaving[k] = log_sum(leaving[k], rates[k][j]);
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j < k; ++j) {
        if (i == j) continue;
        rates[i][j] = log_sum(rates[i][j], rates[i][k] + rates[k][j] - leaving[k]);
      }
    }
  }
  // And puts them back, each with what flows into it.
  std::vector<double> log_share(n, kNever);
  if (n > 0) log_share[0] = 0;
  for (std::size_t k = 1; k < n; ++k) {
    for (std::size_t i = 0; i < k; ++i) {
      log_share[k] = log_sum(log_share[k], log_share[i] + rates[i][k] - leaving[k]);
    }
  }
  if (n == 0) return {};
  const double largest = *std::max_element(log_share.begin(), log_share.end());
  for (double& share : log_share) share = std::exp(share - largest);
  const double sum = std::accumulate(log_share.begin(), log_share.end(), 0.0);
  for (double& share : log_share) share /= sum;
  return log_share;
}

}  // namespace clanhouse
