#include "selfplay/ratings/rate_pool.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>

#include "core/random.h"
#include "selfplay/ratings/plackett_luce_ties.h"
#include "selfplay/statistics.h"

namespace clanhouse {
namespace {

const double kScale = 400 / std::numbers::ln10;

// What a model gives, with how ratings vary together.
struct Fit {
  PoolRatings rated;
  std::vector<double> covariance;  // agents × agents, Elo
};

std::vector<PairResults> pairs_of(const ResultPool& pool, const std::vector<double>& weights) {
  std::vector<PairResults> pairs;
  for (const RatedGame& game : pool.games) {
    const double weight = weights[game.block];
    if (weight == 0) continue;
    for (std::size_t i = 0; i < game.agents.size(); ++i) {
      for (std::size_t j = i + 1; j < game.agents.size(); ++j) {
        PairResults result{game.agents[i], game.agents[j], 0, 0, 0, game.block};
        const int order = game.ranks[i] - game.ranks[j];
        (order < 0 ? result.wins : order > 0 ? result.losses : result.draws) = weight;
        pairs.push_back(result);
      }
    }
  }
  return pairs;
}

Fit fit_as_pairs(const ResultPool& pool, const RateSettings& settings,
                 const std::vector<double>& weights) {
  PairModelSettings pairs;
  if (settings.model == RatingModel::kDavidson) pairs.draws = DrawModel::kDavidson;
  if (settings.model == RatingModel::kRaoKupper) pairs.draws = DrawModel::kRaoKupper;
  pairs.estimate_advantage = settings.first_seat;
  pairs.prior = settings.prior;
  // Errors of the fit are not looked at then.
  if (settings.errors == RatingErrors::kBootstrap) pairs.errors = PairErrors::kFisher;
  pairs.anchor = settings.anchor;
  pairs.anchor_elo = settings.anchor_elo;
  PairModelFit fit = fit_pairs(static_cast<int>(pool.names.size()), pairs_of(pool, weights), pairs);
  PoolRatings rated;
  rated.ratings = std::move(fit.ratings);
  rated.connected = std::move(fit.connected);
  rated.advantage = fit.advantage;
  rated.advantage_error = fit.advantage_error;
  rated.draw_value = fit.draw_value;
  rated.log_likelihood = fit.log_likelihood;
  return {std::move(rated), std::move(fit.covariance)};
}

// A game as a ranking whose first places count.
TiedRanking ranking_of(const RatedGame& game, int top) {
  std::map<int, std::vector<int>> places;
  for (std::size_t i = 0; i < game.agents.size(); ++i) {
    places[game.ranks[i]].push_back(game.agents[i]);
  }
  TiedRanking ranking;
  for (const auto& [rank, agents] : places) {
    if (top > 0 && rank >= top) {
      ranking.behind.insert(ranking.behind.end(), agents.begin(), agents.end());
    } else {
      ranking.places.push_back(agents);
    }
  }
  if (game.seated) ranking.first = game.agents[0];
  ranking.block = game.block;
  return ranking;
}

// Whether every game has one winner before all others, who are level; or no winner at all.
bool winner_takes_all(const ResultPool& pool) {
  return std::all_of(pool.games.begin(), pool.games.end(), [](const RatedGame& game) {
    const auto [best, last] = std::minmax_element(game.ranks.begin(), game.ranks.end());
    const auto winners = std::count(game.ranks.begin(), game.ranks.end(), *best);
    const auto losers = std::count(game.ranks.begin(), game.ranks.end(), *last);
    return *best == *last ||
           (winners == 1 && losers + 1 == static_cast<std::ptrdiff_t>(game.ranks.size()));
  });
}

Fit fit_as_rankings(const ResultPool& pool, const RateSettings& settings,
                    const std::vector<double>& weights) {
  const int agents = static_cast<int>(pool.names.size());
  const int top =
      settings.top == 0 && pool.has_fields() && winner_takes_all(pool) ? 1 : settings.top;
  std::vector<TiedRanking> rankings;
  for (const RatedGame& game : pool.games) {
    if (weights[game.block] == 0 || against_itself(game.agents)) continue;
    rankings.push_back(ranking_of(game, top));
    rankings.back().count = weights[game.block];
  }
  TiedFit fit = fit_tied_rankings(
      agents, rankings, {.ghosts = settings.prior / 2, .estimate_advantage = settings.first_seat});
  const auto width = agents + fit.tie.size();
  const bool anchored = settings.anchor >= 0 && fit.kinds[settings.anchor] == RatingKind::kEstimate;
  const auto elo = [&](int i) {
    return kScale * (fit.theta[i] - (anchored ? fit.theta[settings.anchor] : 0)) +
           (anchored ? settings.anchor_elo : 0);
  };
  // Of the differences from the anchor.
  const auto covariance = [&](int i, int j) {
    if (fit.sandwich_covariance.empty()) return 0.0;
    const auto raw = [&](int a, int b) { return fit.sandwich_covariance[a * width + b]; };
    const int z = settings.anchor;
    return kScale * kScale * (anchored ? raw(i, j) - raw(i, z) - raw(z, j) + raw(z, z) : raw(i, j));
  };
  Fit result;
  result.rated.ratings.resize(agents);
  result.covariance.assign(static_cast<std::size_t>(agents) * agents, 0);
  for (int i = 0; i < agents; ++i) {
    if (fit.kinds[i] == RatingKind::kNone) continue;
    const bool estimate = fit.kinds[i] == RatingKind::kEstimate;
    const double half = estimate ? kNormal95 * std::sqrt(std::max(0.0, covariance(i, i))) : 0;
    result.rated.ratings[i] = {fit.kinds[i], elo(i), elo(i) - half, elo(i) + half};
    for (int j = 0; j < agents; ++j) {
      if (estimate && fit.kinds[j] == RatingKind::kEstimate) {
        result.covariance[i * agents + j] = covariance(i, j);
      }
    }
  }
  result.rated.connected = std::move(fit.connected);
  result.rated.advantage = kScale * fit.advantage;
  result.rated.advantage_error = kNormal95 * kScale * fit.advantage_error;
  result.rated.tie = std::move(fit.tie);
  result.rated.log_likelihood = fit.log_likelihood;
  return result;
}

Fit fit(const ResultPool& pool, const RateSettings& settings, const std::vector<double>& weights) {
  return settings.model == RatingModel::kPlackettLuce ? fit_as_rankings(pool, settings, weights)
                                                      : fit_as_pairs(pool, settings, weights);
}

void superiority_by_covariance(Fit& fit) {
  const std::size_t n = fit.rated.ratings.size();
  const auto& c = fit.covariance;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const Rating& a = fit.rated.ratings[i];
      const Rating& b = fit.rated.ratings[j];
      if (i == j || a.kind != RatingKind::kEstimate || b.kind != RatingKind::kEstimate) continue;
      const double variance = c[i * n + i] + c[j * n + j] - 2 * c[i * n + j];
      const double lead = a.elo - b.elo;
      // Without any spread between blocks there is only the order.
      fit.rated.superiority[i][j] = variance > 1e-9         ? normal_cdf(lead / std::sqrt(variance))
                                    : std::abs(lead) < 1e-9 ? 0.5
                                    : lead > 0              ? 1.0
                                                            : 0.0;
    }
  }
}

// The point below which this share of the sorted values lies.
double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// Ratings of resampled blocks (Efron, 1979), each relative to the same agents as those of the fit.
// A resample in which one of these has no rating at all tells nothing and is left out.
std::vector<std::vector<double>> resampled(const ResultPool& pool, const RateSettings& settings,
                                           const PoolRatings& rated) {
  const auto& core = rated.connected.core;
  const bool anchored =
      settings.anchor >= 0 && rated.ratings[settings.anchor].kind == RatingKind::kEstimate;
  std::vector<std::vector<double>> samples;
  for (int sample = 0; sample < settings.bootstrap; ++sample) {
    RandomStream random(settings.seed, "bootstrap", sample);
    std::vector<double> weights(pool.blocks);
    for (int i = 0; i < pool.blocks; ++i) {
      ++weights[random.below(static_cast<std::uint32_t>(pool.blocks))];
    }
    const auto ratings = fit(pool, settings, weights).rated.ratings;
    double zero = 0;
    bool all = true;
    for (const int i : core) {
      all = all && ratings[i].kind != RatingKind::kNone;
      zero += ratings[i].elo / static_cast<double>(core.size());
    }
    if (!all) continue;
    if (anchored) zero = ratings[settings.anchor].elo - settings.anchor_elo;
    samples.emplace_back(ratings.size());
    for (const int i : core) samples.back()[i] = ratings[i].elo - zero;
  }
  return samples;
}

void bootstrap(const ResultPool& pool, const RateSettings& settings, PoolRatings& rated) {
  const auto samples = resampled(pool, settings, rated);
  if (samples.empty()) return;
  const auto& core = rated.connected.core;
  for (const int i : core) {
    std::vector<double> values;
    for (const auto& sample : samples) values.push_back(sample[i]);
    std::sort(values.begin(), values.end());
    rated.ratings[i].low = quantile(values, 0.025);
    rated.ratings[i].high = quantile(values, 0.975);
    for (const int j : core) {
      if (i == j) continue;
      double above = 0;
      for (const auto& sample : samples) {
        above += sample[i] > sample[j] ? 1 : sample[i] == sample[j] ? 0.5 : 0;
      }
      rated.superiority[i][j] = above / static_cast<double>(samples.size());
    }
  }
}

}  // namespace

bool against_itself(const std::vector<int>& agents) {
  return std::all_of(agents.begin(), agents.end(),
                     [&](int agent) { return agent == agents.front(); });
}

bool ResultPool::has_fields() const {
  return std::any_of(games.begin(), games.end(),
                     [](const RatedGame& game) { return game.agents.size() > 2; });
}

bool ResultPool::has_seats() const {
  return std::any_of(games.begin(), games.end(), [](const RatedGame& game) { return game.seated; });
}

bool ResultPool::has_copies() const {
  return std::any_of(games.begin(), games.end(), [](const RatedGame& game) {
    const std::set<int> different(game.agents.begin(), game.agents.end());
    return different.size() > 1 && different.size() < game.agents.size();
  });
}

PoolRatings rate_pool(const ResultPool& pool, const RateSettings& settings) {
  Fit best = fit(pool, settings, std::vector<double>(pool.blocks, 1));
  const std::size_t n = pool.names.size();
  best.rated.superiority.assign(n, std::vector<std::optional<double>>(n));
  if (settings.errors == RatingErrors::kBootstrap) {
    bootstrap(pool, settings, best.rated);
  } else {
    superiority_by_covariance(best);
  }
  return std::move(best.rated);
}

PoolScores scores_of(const ResultPool& pool) {
  const std::size_t n = pool.names.size();
  PoolScores scores{std::vector(n, std::vector<double>(n)), std::vector(n, std::vector<double>(n))};
  for (const RatedGame& game : pool.games) {
    for (std::size_t i = 0; i < game.agents.size(); ++i) {
      for (std::size_t j = 0; j < game.agents.size(); ++j) {
        if (game.agents[i] == game.agents[j]) continue;
        const int order = game.ranks[i] - game.ranks[j];
        scores.points[game.agents[i]][game.agents[j]] += order < 0 ? 1 : order == 0 ? 0.5 : 0;
        scores.games[game.agents[i]][game.agents[j]] += 1;
      }
    }
  }
  return scores;
}

PayoffTable payoffs_of(const PoolScores& scores) {
  const std::size_t n = scores.games.size();
  PayoffTable payoff(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (scores.games[i][j] > 0) payoff[i][j] = scores.points[i][j] / scores.games[i][j] - 0.5;
    }
  }
  return payoff;
}

}  // namespace clanhouse
