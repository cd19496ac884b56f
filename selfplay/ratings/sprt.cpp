#include "selfplay/ratings/sprt.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace clanhouse {
namespace {

using Values = std::vector<double>;

// No distribution has mean 0 or 1 and all results possible.
constexpr double kScoreMargin = 1e-9;

// The probabilities q nearest to p, in likelihood, for which `values` have mean 0: q_i is
// p_i / (1 + θ v_i), where θ makes the sum of q_i v_i vanish (Owen, 1988). There is none where the
// values do not lie on both sides of 0. All p_i are positive.
std::optional<Values> likeliest_with_zero_mean(const Values& p, const Values& values) {
  const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
  if (!(*smallest < 0 && *largest > 0)) return std::nullopt;
  double low = -1 / *largest;
  double high = -1 / *smallest;
  // The sum falls from +∞ to −∞ between the poles.
  for (int i = 0; i < 200; ++i) {
    const double theta = (low + high) / 2;
    double sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) sum += p[k] * values[k] / (1 + theta * values[k]);
    (sum > 0 ? low : high) = theta;
  }
  const double theta = (low + high) / 2;
  Values q(p.size());
  for (std::size_t k = 0; k < p.size(); ++k) q[k] = p[k] / (1 + theta * values[k]);
  return q;
}

// Counts as probabilities of scores.
struct Sample {
  double n;
  Values p;
  Values scores;
};

Sample sample_of(const ScoreCounts& counts) {
  const ScoreCounts filled = counts.without_zeros();
  Sample sample{filled.total(), filled.counts, {}};
  for (double& p : sample.p) p /= sample.n;
  for (std::size_t i = 0; i < sample.p.size(); ++i) sample.scores.push_back(filled.score(i));
  return sample;
}

std::optional<Values> likeliest_with_mean(const Sample& sample, double mean) {
  Values values = sample.scores;
  for (double& v : values) v -= mean;
  return likeliest_with_zero_mean(sample.p, values);
}

// The likeliest probabilities for which (mean − ½) / deviation is t. The constraint is made linear
// about the last solution; started at the uniform distribution this settles in a few rounds.
std::optional<Values> likeliest_with_t(const Sample& sample, double t) {
  Values q(sample.p.size(), 1.0 / static_cast<double>(sample.p.size()));
  for (int round = 0; round < 100; ++round) {
    double mean = 0;
    double variance = 0;
    for (std::size_t k = 0; k < q.size(); ++k) mean += q[k] * sample.scores[k];
    for (std::size_t k = 0; k < q.size(); ++k) {
      variance += q[k] * (sample.scores[k] - mean) * (sample.scores[k] - mean);
    }
    const double deviation = std::sqrt(variance);
    Values values(q.size());
    for (std::size_t k = 0; k < q.size(); ++k) {
      const double z = (sample.scores[k] - mean) / deviation;
      values[k] = sample.scores[k] - 0.5 - t * deviation * (1 + z * z) / 2;
    }
    const auto next = likeliest_with_zero_mean(sample.p, values);
    if (!next) return std::nullopt;
    double change = 0;
    for (std::size_t k = 0; k < q.size(); ++k)
      change = std::max(change, std::abs((*next)[k] - q[k]));
    q = *next;
    if (change < 1e-9) break;
  }
  return q;
}

double llr_between(const Sample& sample, const std::optional<Values>& q0,
                   const std::optional<Values>& q1) {
  if (!q0 || !q1) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (std::size_t k = 0; k < sample.p.size(); ++k) {
    sum += sample.p[k] * std::log((*q1)[k] / (*q0)[k]);
  }
  return sample.n * sum;
}

double llr_of_scores(const Sample& sample, double s0, double s1) {
  const auto inside = [](double s) { return std::clamp(s, kScoreMargin, 1 - kScoreMargin); };
  return llr_between(sample, likeliest_with_mean(sample, inside(s0)),
                     likeliest_with_mean(sample, inside(s1)));
}

// Chances of a loss, a draw and a win in BayesElo's model.
Values bayes_chances(double elo, double draw_elo) {
  const double loss = score_of_elo(-elo - draw_elo);
  const double win = score_of_elo(elo - draw_elo);
  return {loss, 1 - win - loss, win};
}

}  // namespace

SprtBounds sprt_bounds(double alpha, double beta) {
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

SprtDecision sprt_decision(double llr, const SprtBounds& bounds) {
  if (llr >= bounds.upper) return SprtDecision::kTakeH1;
  return llr <= bounds.lower ? SprtDecision::kTakeH0 : SprtDecision::kContinue;
}

double bayes_score(double elo, double draw_elo) {
  return 0.5 + (score_of_elo(elo - draw_elo) - score_of_elo(-elo - draw_elo)) / 2;
}

double bayes_draw_elo(const ScoreCounts& games) {
  const double n = games.total();
  const double loss = games.counts[0] / n;
  const double win = games.counts[2] / n;
  return 200 * std::log10((1 - loss) / loss * (1 - win) / win);
}

double bayes_elo_scale(double draw_elo) {
  const double x = std::pow(10, -draw_elo / 400);
  return 4 * x / ((1 + x) * (1 + x));
}

double sprt_llr(const ScoreCounts& counts, double elo0, double elo1, EloModel model) {
  if (counts.total() <= 0) return 0;
  const Sample sample = sample_of(counts);
  if (model == EloModel::kLogistic) {
    return llr_of_scores(sample, score_of_elo(elo0), score_of_elo(elo1));
  }
  if (model == EloModel::kBayesian) {
    const double draw_elo = bayes_draw_elo(counts.without_zeros());
    return llr_of_scores(sample, bayes_score(elo0, draw_elo), bayes_score(elo1, draw_elo));
  }
  const double per_unit = (counts.pairs() ? std::numbers::sqrt2 : 1) / kNormalizedElo;
  const double llr = llr_between(sample, likeliest_with_t(sample, elo0 * per_unit),
                                 likeliest_with_t(sample, elo1 * per_unit));
  if (std::isfinite(llr)) return llr;
  // Rounds that leave the possible distributions: the scores that the hypotheses have at the
  // sample's own spread.
  const double spread = counts.without_zeros().game_deviation() / kNormalizedElo;
  return llr_of_scores(sample, 0.5 + elo0 * spread, 0.5 + elo1 * spread);
}

double sprt_llr_closed_form(const ScoreCounts& counts, double elo0, double elo1) {
  if (counts.total() <= 0) return 0;
  const ScoreCounts filled = counts.without_zeros();
  const double t = (filled.mean() - 0.5) / filled.game_deviation();
  const double t0 = t - elo0 / kNormalizedElo;
  const double t1 = t - elo1 / kNormalizedElo;
  const double games = (counts.pairs() ? 2 : 1) * filled.total();
  return games / 2 * std::log((1 + t0 * t0) / (1 + t1 * t1));
}

double sprt_llr_cutechess(double wins, double draws, double losses, double elo0, double elo1) {
  const ScoreCounts games = game_counts(wins + 0.5, draws + 0.5, losses + 0.5);
  const double draw_elo = bayes_draw_elo(games);
  const double scale = bayes_elo_scale(draw_elo);
  const Values h0 = bayes_chances(elo0 / scale, draw_elo);
  const Values h1 = bayes_chances(elo1 / scale, draw_elo);
  // Where the sample has no results but draws, or none, Elo is far off and chances may come to 0.
  constexpr double kSmallest = 1e-300;
  double llr = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    llr += games.counts[i] * std::log(std::max(h1[i], kSmallest) / std::max(h0[i], kSmallest));
  }
  return llr;
}

SprtState sprt_state(const ScoreCounts& counts, const SprtSettings& settings) {
  SprtState state;
  state.llr = sprt_llr(counts, settings.elo0, settings.elo1, settings.model);
  state.bounds = sprt_bounds(settings.alpha, settings.beta);
  state.decision = sprt_decision(state.llr, state.bounds);
  return state;
}

void BlockScores::add(double score) {
  blocks += 1;
  sum += score;
  sum_of_squares += score * score;
}

double BlockScores::variance() const {
  if (blocks <= 0) return 0;
  const double m = mean();
  return std::max(0.0, sum_of_squares / blocks - m * m);
}

double block_llr(const BlockScores& scores, double s0, double s1) {
  if (scores.blocks <= 0) return 0;
  // A trace of blocks at both ends, as in cells that are empty, keeps the variance above 0.
  const BlockScores some = {scores.blocks + 2e-3, scores.sum + 1e-3, scores.sum_of_squares + 1e-3};
  const double v = some.variance();
  const double lead0 = some.mean() - s0;
  const double lead1 = some.mean() - s1;
  return some.blocks / 2 * std::log((v + lead0 * lead0) / (v + lead1 * lead1));
}

double elo_against_field(double score, int seats) {
  return 400 * std::log10(score * (seats - 1) / (1 - score));
}

double score_against_field(double elo, int seats) {
  const double odds = std::pow(10, elo / 400) / (seats - 1);
  return odds / (1 + odds);
}

}  // namespace clanhouse
