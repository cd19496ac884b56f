// The estimate of strength after a sequential test: outcomes of the test are ordered, and an Elo is
// judged by how likely it made a worse outcome than the one seen.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "selfplay/ratings/sprt.h"
#include "selfplay/statistics.h"

namespace clanhouse {
namespace {

// A Brownian motion from 0 that stops at a < 0 or at b > 0.
struct Motion {
  double a;
  double b;
  double drift;
  double variance;  // both per unit of time
};

// exp(exponent) × Φ(z). Where the exponent is large z is far below 0, and both factors may be out
// of range where their product is not; the tail is then that of the first two terms of its
// asymptotic series, which moves estimates by up to 0.002 Elo.
double scaled_normal_cdf(double exponent, double z) {
  if (exponent < 10) return std::exp(exponent) * normal_cdf(z);
  const double tail = std::exp(exponent - z * z / 2) / std::sqrt(2 * std::numbers::pi);
  return tail * (1 / (z * z * z) - 1 / z);
}

// The chance of having stopped at a by `time`, or of going on at most at y, of a motion that hardly
// ever meets both barriers: each barrier reflects alone (Siegmund, 1985).
double worse_by_reflection(const Motion& m, double time, double y) {
  const double gamma = m.drift / m.variance;
  const double deviation = std::sqrt(m.variance * time);
  const double shift = m.drift * time;
  return normal_cdf((y - shift) / deviation) +
         scaled_normal_cdf(2 * gamma * m.a, (2 * m.a - y + shift) / deviation) -
         scaled_normal_cdf(2 * gamma * m.b, (y - 2 * m.b - shift) / deviation);
}

// The chance of ever stopping at a.
double ever_at_a(const Motion& m) {
  const double gamma = m.drift / m.variance;
  if (std::abs(gamma * (m.b - m.a)) < 1e-9) return m.b / (m.b - m.a);
  // (e^{−2γb} − 1) / (e^{−2γb} − e^{−2γa}), with the larger power divided out.
  if (gamma < 0) {
    return std::expm1(2 * gamma * m.b) / std::expm1(2 * gamma * (m.b - m.a));
  }
  return std::exp(2 * gamma * m.a) * std::expm1(-2 * gamma * m.b) /
         std::expm1(-2 * gamma * (m.b - m.a));
}

// The same chance for all motions by eigenfunctions, which die out the faster the later it is.
double worse_by_series(const Motion& m, double time, double y) {
  const double gamma = m.drift / m.variance;
  const double width = m.b - m.a;
  const double start = -m.a;  // from a
  const double place = y - m.a;
  double chance = ever_at_a(m);
  for (int n = 1; n <= 1000; ++n) {
    const double k = n * std::numbers::pi / width;
    const double rate = m.variance / 2 * (k * k + gamma * gamma);
    const double decay = std::exp(-rate * time - gamma * start);
    const double wave = 2 / width * std::sin(k * start) * decay;
    // ∫ e^{γx} sin kx from 0 to `place`, less what will still stop at a from now on.
    const double alive =
        (std::exp(gamma * place) * (gamma * std::sin(k * place) - k * std::cos(k * place)) + k) /
        (k * k + gamma * gamma);
    const double later = m.variance / 2 * k / rate;
    chance += wave * (alive - later);
    if (decay * std::exp(std::abs(gamma) * width) < 1e-18) break;
  }
  return chance;
}

double worse(const Motion& m, double time, double y) {
  const double width = m.b - m.a;
  const bool early = m.variance * time < 0.01 * width * width;
  const bool steep = std::abs(m.drift / m.variance * width) > 15;
  const double chance =
      early || steep ? worse_by_reflection(m, time, y) : worse_by_series(m, time, y);
  return std::clamp(chance, 0.0, 1.0);
}

}  // namespace

SprtEstimate sprt_estimate(const ScoreCounts& counts, const SprtSettings& settings) {
  if (counts.total() <= 0) return {};
  const ScoreCounts filled = counts.without_zeros();
  const double mean = filled.mean();
  const double variance = filled.variance();
  const auto score_of = [&](double elo) {
    if (settings.model == EloModel::kNormalized) {
      return 0.5 + elo / kNormalizedElo * filled.game_deviation();
    }
    if (settings.model == EloModel::kLogistic) return score_of_elo(elo);
    return bayes_score(elo, bayes_draw_elo(filled));
  };
  const double s0 = score_of(settings.elo0);
  const double s1 = score_of(settings.elo1);
  const auto [a, b] = sprt_bounds(settings.alpha, settings.beta);

  // The LLR moves by (s − (s0 + s1)/2)(s1 − s0)/v a result, the closed form's slope.
  const auto drift = [&](double s) { return (s - (s0 + s1) / 2) * (s1 - s0) / variance; };
  double time = filled.total();
  double llr = time * drift(mean);
  // What lies beyond a bound was stopped there.
  if (llr < a || llr > b) {
    const double stopped = llr < a ? a : b;
    time *= stopped / llr;
    llr = stopped;
  }
  const auto chance_of_worse = [&](double elo) {
    const double slope = drift(score_of_elo(elo));
    return worse({a, b, slope, (s1 - s0) * (s1 - s0) / variance}, time, llr);
  };
  // The Elo at which a worse outcome has this chance; the chance falls with Elo.
  const auto elo_at = [&](double chance) {
    double low = -1000;
    double high = 1000;
    for (int i = 0; i < 100; ++i) {
      const double middle = (low + high) / 2;
      (chance_of_worse(middle) > chance ? low : high) = middle;
    }
    return (low + high) / 2;
  };
  return {elo_at(0.5), elo_at(0.975), elo_at(0.025), chance_of_worse(0)};
}

}  // namespace clanhouse
