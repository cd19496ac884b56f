#include "selfplay/ratings/match.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "selfplay/statistics.h"

namespace clanhouse {
namespace {

constexpr double kBoundProbability = 0.05;
constexpr double kEmptyCell = 1e-3;
constexpr double kScoreMargin = 1e-3;

Rating elo_with_interval(const ScoreCounts& counts, double error) {
  const double n = counts.total();
  const double score = counts.mean();
  if (n <= 0) return {};
  if (score <= 0 || score >= 1) {
    const double clean = std::pow(kBoundProbability, 1 / n);
    const double bound = elo_of_score(score >= 1 ? clean : 1 - clean);
    return {score >= 1 ? RatingKind::kAtLeast : RatingKind::kAtMost, bound, bound, bound};
  }
  Interval interval = {score - kNormal95 * error, score + kNormal95 * error};
  if (interval.low <= 0 || interval.high >= 1 || error == 0) interval = wilson(score * n, n);
  return {RatingKind::kEstimate, elo_of_score(score), elo_of_score(interval.low),
          elo_of_score(interval.high)};
}

}  // namespace

const double kNormalizedElo = 800 / std::numbers::ln10;

double ScoreCounts::total() const { return std::accumulate(counts.begin(), counts.end(), 0.0); }

double ScoreCounts::mean() const {
  const double n = total();
  if (n <= 0) return 0.5;
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) sum += counts[i] * score(i);
  return sum / n;
}

double ScoreCounts::variance() const {
  const double n = total();
  if (n <= 0) return 0;
  const double centre = mean();
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    sum += counts[i] * (score(i) - centre) * (score(i) - centre);
  }
  return sum / n;
}

double ScoreCounts::game_deviation() const { return std::sqrt((pairs() ? 2 : 1) * variance()); }

ScoreCounts ScoreCounts::without_zeros() const {
  ScoreCounts filled = *this;
  for (double& count : filled.counts) {
    if (count <= 0) count = kEmptyCell;
  }
  return filled;
}

ScoreCounts game_counts(double wins, double draws, double losses) {
  return {{losses, draws, wins}};
}

ScoreCounts pair_counts(const std::array<double, 5>& counts) {
  return {{counts.begin(), counts.end()}};
}

double elo_of_score(double score) { return -400 * std::log10(1 / score - 1); }

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

MatchEstimate estimate_match(const ScoreCounts& counts) {
  MatchEstimate estimate;
  const double n = counts.total();
  if (n <= 0) return estimate;
  estimate.score = counts.mean();
  estimate.error = std::sqrt(counts.variance() / n);
  estimate.elo = elo_with_interval(counts, estimate.error);
  const bool all_equal = std::count(counts.counts.begin(), counts.counts.end(), 0) ==
                         static_cast<long>(counts.counts.size()) - 1;
  const ScoreCounts spread = all_equal ? counts.without_zeros() : counts;
  const double lead = (spread.mean() - 0.5) / spread.game_deviation();
  const double games = counts.pairs() ? 2 * n : n;
  estimate.normalized_elo = kNormalizedElo * lead;
  estimate.normalized_elo_half_width = kNormal95 * kNormalizedElo / std::sqrt(games);
  estimate.superiority = normal_cdf(lead * std::sqrt(games));
  return estimate;
}

double elo_half_width(double score, double error) {
  const auto elo = [](double s) {
    return elo_of_score(std::clamp(s, kScoreMargin, 1 - kScoreMargin));
  };
  return (elo(score + kNormal95 * error) - elo(score - kNormal95 * error)) / 2;
}

double superiority_without_draws(double wins, double losses) {
  if (wins + losses <= 0) return 0.5;
  return normal_cdf((wins - losses) / std::sqrt(wins + losses));
}

}  // namespace clanhouse
