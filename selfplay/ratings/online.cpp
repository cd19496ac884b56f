#include "selfplay/ratings/online.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "selfplay/ratings/match.h"
#include "selfplay/ratings/truncation.h"

namespace clanhouse {
namespace {

// Glicko-2's own scale.
constexpr double kGlickoScale = 173.7178;

// The volatility that best explains how far results were from expectation: the root of f in step 5
// of the paper, by the Illinois method.
double new_volatility(double deviation, double volatility, double variance, double change,
                      double tau) {
  const double phi2 = deviation * deviation;
  const double a = std::log(volatility * volatility);
  const auto f = [&](double x) {
    const double e = std::exp(x);
    const double sum = phi2 + variance + e;
    return e * (change * change - sum) / (2 * sum * sum) - (x - a) / (tau * tau);
  };
  double left = a;
  double right = a;
  if (change * change > phi2 + variance) {
    right = std::log(change * change - phi2 - variance);
  } else {
    do right -= tau;
    while (f(right) < 0);
  }
  double f_left = f(left);
  double f_right = f(right);
  for (int i = 0; i < 200 && std::abs(right - left) > 1e-12; ++i) {
    if (f_left == f_right) break;
    const double next = left + (left - right) * f_left / (f_right - f_left);
    const double f_next = f(next);
    if (f_next * f_right <= 0) {
      left = right;
      f_left = f_right;
    } else {
      f_left /= 2;
    }
    right = next;
    f_right = f_next;
  }
  return std::exp(left / 2);
}

// A strength's variance before a game.
double drifted(const Skill& skill, const SkillSettings& settings) {
  return skill.sigma * skill.sigma + settings.tau * settings.tau;
}

struct Update {
  double mean = 0;      // Ω: what is added to mu
  double variance = 0;  // Δ: the share that is taken off the variance
};

std::vector<Update> plackett_luce_updates(const std::vector<Skill>& skills,
                                          const std::vector<double>& variances,
                                          const std::vector<int>& ranks, double beta) {
  const std::size_t n = skills.size();
  double c2 = 0;
  for (const double v : variances) c2 += v + beta * beta;
  const double c = std::sqrt(c2);
  std::vector<Update> updates(n);
  for (std::size_t q = 0; q < n; ++q) {
    // The choice of q among those that did not come before it; those tied with q share it.
    const double largest = std::max_element(skills.begin(), skills.end(), [](auto& a, auto& b) {
                             return a.mu < b.mu;
                           })->mu;
    double sum = 0;
    for (std::size_t s = 0; s < n; ++s) {
      if (ranks[s] >= ranks[q]) sum += std::exp((skills[s].mu - largest) / c);
    }
    const auto tied = static_cast<double>(std::count(ranks.begin(), ranks.end(), ranks[q]));
    for (std::size_t i = 0; i < n; ++i) {
      if (ranks[i] < ranks[q]) continue;
      const double p = std::exp((skills[i].mu - largest) / c) / sum;
      updates[i].mean += variances[i] / c * ((i == q ? 1 : 0) - p) / tied;
      updates[i].variance += std::sqrt(variances[i]) / c * variances[i] / c2 * p * (1 - p) / tied;
    }
  }
  return updates;
}

// What one game against one other adds.
Update pair_update(double lead, double variance, double c, int order, WengLinModel model,
                   double margin) {
  double surprise = 0;
  double certainty = 0;
  if (model == WengLinModel::kBradleyTerry) {
    const double p = 1 / (1 + std::exp(-lead / c));
    surprise = (order < 0 ? 1 : order == 0 ? 0.5 : 0) - p;
    certainty = p * (1 - p);
  } else {
    const Truncation t = order == 0 ? between(lead / c, margin / c)
                                    : above(order < 0 ? lead / c : -lead / c, margin / c);
    surprise = order > 0 ? -t.shift : t.shift;
    certainty = t.shrink;
  }
  return {variance / c * surprise, std::sqrt(variance) / c * variance / (c * c) * certainty};
}

std::vector<Update> pair_updates(const std::vector<Skill>& skills,
                                 const std::vector<double>& variances,
                                 const std::vector<int>& ranks, WengLinModel model,
                                 const SkillSettings& settings) {
  std::vector<Update> updates(skills.size());
  for (std::size_t i = 0; i < skills.size(); ++i) {
    for (std::size_t q = 0; q < skills.size(); ++q) {
      if (q == i) continue;
      const double c = std::sqrt(variances[i] + variances[q] + 2 * settings.beta * settings.beta);
      const Update update = pair_update(skills[i].mu - skills[q].mu, variances[i], c,
                                        ranks[i] - ranks[q], model, settings.draw_margin);
      updates[i].mean += update.mean;
      updates[i].variance += update.variance;
    }
  }
  return updates;
}

}  // namespace

double elo_update(double rating, double opponent, double score, double k) {
  return rating + k * (score - score_of_elo(rating - opponent));
}

Glicko2 glicko2_update(const Glicko2& player, const std::vector<Glicko2Game>& games, double tau) {
  const double phi = player.deviation / kGlickoScale;
  const double volatility = player.volatility;
  if (games.empty()) {
    return {player.rating, kGlickoScale * std::hypot(phi, volatility), volatility};
  }
  double information = 0;
  double surprise = 0;
  for (const Glicko2Game& game : games) {
    const double other = game.opponent.deviation / kGlickoScale;
    const double g = 1 / std::sqrt(1 + 3 * other * other / (std::numbers::pi * std::numbers::pi));
    const double lead = (player.rating - game.opponent.rating) / kGlickoScale;
    const double expected = 1 / (1 + std::exp(-g * lead));
    information += g * g * expected * (1 - expected);
    surprise += g * (game.score - expected);
  }
  // Against somebody out of sight a game says nothing; its variance stays a number.
  const double variance = 1 / std::max(information, 1e-12);
  const double next = new_volatility(phi, volatility, variance, variance * surprise, tau);
  const double before = std::hypot(phi, next);
  const double after = 1 / std::sqrt(1 / (before * before) + 1 / variance);
  return {player.rating + kGlickoScale * after * after * surprise, kGlickoScale * after, next};
}

std::vector<Skill> weng_lin_update(const std::vector<Skill>& skills, const std::vector<int>& ranks,
                                   WengLinModel model, const SkillSettings& settings) {
  std::vector<double> variances;
  for (const Skill& skill : skills) variances.push_back(drifted(skill, settings));
  const std::vector<Update> updates =
      model == WengLinModel::kPlackettLuce
          ? plackett_luce_updates(skills, variances, ranks, settings.beta)
          : pair_updates(skills, variances, ranks, model, settings);
  std::vector<Skill> after;
  for (std::size_t i = 0; i < skills.size(); ++i) {
    const double left = std::max(1 - updates[i].variance, settings.kappa);
    after.push_back({skills[i].mu + updates[i].mean, std::sqrt(variances[i] * left)});
  }
  return after;
}

}  // namespace clanhouse
