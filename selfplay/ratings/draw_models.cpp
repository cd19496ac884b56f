#include "selfplay/ratings/draw_models.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include <Eigen/Dense>

#include "selfplay/ratings/jet.h"
#include "selfplay/statistics.h"

namespace clanhouse {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

const double kScale = 400 / std::numbers::ln10;  // Elo per unit of log odds

struct Outcome {
  Jet win, draw, loss;  // logarithms of probabilities
};

// x: the lead in log odds; y: the draw parameter, log ν, log d, or the log odds of a draw.
Outcome outcome(DrawModel model, const Jet& x, const Jet& y) {
  const Jet win = -softplus(-x);
  const Jet loss = -softplus(x);
  switch (model) {
    case DrawModel::kHalfWin: return {win, 0.5 * (win + loss), loss};
    case DrawModel::kDavidson: {
      // Relative to the larger of win and loss, so that no power overflows.
      const Jet half = 0.5 * x;
      const Jet top = half.v > 0 ? half : -half;
      const Jet total = log(exp(half - top) + exp(-half - top) + exp(y - top)) + top;
      return {half - total, y - total, -half - total};
    }
    case DrawModel::kRaoKupper: {
      const Jet d = exp(y);
      const Jet wins = -softplus(d - x);
      const Jet losses = -softplus(d + x);
      // The rest is (e^2d − 1) · win · loss.
      const Jet odds = 2 * d + log(Jet{1} - exp(-2 * d));
      return {wins, odds + wins + losses, losses};
    }
    case DrawModel::kOrdo: {
      // D solves D² = 4κ (p − D/2)(q − D/2), κ the square of the odds of a draw between equals.
      const Jet kappa = exp(2 * y);
      const Jet pq = exp(win + loss);
      const Jet root = sqrt(kappa * kappa + 4 * (kappa * (Jet{1} - kappa) * pq));
      const Jet draw = log(4 * (kappa * pq)) - log(kappa + root);
      return {log(exp(win) - 0.5 * exp(draw)), draw, log(exp(loss) - 0.5 * exp(draw))};
    }
  }
  return {};
}

// All games of two with the same seats.
struct Cell {
  int first, second;
  double wins, draws, losses;
};

std::vector<Cell> cells_of(const std::vector<PairResults>& results) {
  std::map<std::pair<int, int>, Cell> cells;
  for (const PairResults& r : results) {
    Cell& cell =
        cells.try_emplace({r.first, r.second}, Cell{r.first, r.second, 0, 0, 0}).first->second;
    cell.wins += r.wins;
    cell.draws += r.draws;
    cell.losses += r.losses;
  }
  std::vector<Cell> list;
  for (const auto& [key, cell] : cells) list.push_back(cell);
  return list;
}

// What the prior adds.
std::vector<Cell> virtual_draws(int agents, const std::vector<Cell>& cells, double prior) {
  std::vector<double> games(agents);
  std::map<std::pair<int, int>, double> met;
  for (const Cell& c : cells) {
    if (c.first == c.second) continue;
    const double n = c.wins + c.draws + c.losses;
    games[c.first] += n;
    games[c.second] += n;
    met[std::minmax(c.first, c.second)] += n;
  }
  std::vector<Cell> added;
  for (const auto& [pair, n] : met) {
    if (n <= 0) continue;
    const double draws = prior / 4 * (n / games[pair.first] + n / games[pair.second]);
    added.push_back({pair.first, pair.second, 0, draws, 0});
    added.push_back({pair.second, pair.first, 0, draws, 0});
  }
  return added;
}

Taken taken_in(int agents, const std::vector<Cell>& cells) {
  Taken taken(agents, std::vector<bool>(agents));
  for (const Cell& c : cells) {
    if (c.wins + c.draws > 0) taken[c.first][c.second] = true;
    if (c.losses + c.draws > 0) taken[c.second][c.first] = true;
  }
  return taken;
}

class Fitter {
 public:
  Fitter(const PairModelSettings& settings, int agents, const std::vector<int>& members)
      : settings_(settings), place_(agents, -1), n_(static_cast<Index>(members.size())) {
    for (Index i = 0; i < n_; ++i) place_[members[i]] = static_cast<int>(i);
    size_ = n_;
    if (settings.estimate_advantage) advantage_at_ = size_++;
  }

  // The draw parameter is left out where the data would drive it to an end.
  void set_up_draws(const std::vector<Cell>& cells) {
    double draws = 0;
    double decided = 0;
    for (const Cell& c : cells) {
      if (!counts(c.first, c.second)) continue;
      draws += c.draws;
      decided += c.wins + c.losses;
    }
    const double odds = (draws + 0.5) / (decided + 0.5);
    if (settings_.draw_value) {
      fixed_draw_ = from_draw_value(*settings_.draw_value);
    } else if (draws <= 0) {
      fixed_draw_ = kNoDraws;
    } else {
      // As if all were equals.
      fixed_draw_ = settings_.draws == DrawModel::kDavidson    ? std::log(2 * odds)
                    : settings_.draws == DrawModel::kRaoKupper ? std::log(std::log(1 + 2 * odds))
                                                               : std::log(odds);
      if (decided > 0 && settings_.draws != DrawModel::kHalfWin) draw_at_ = size_++;
    }
    z_ = VectorXd::Zero(size_);
    if (draw_at_ >= 0) z_[draw_at_] = fixed_draw_;
  }

  // Newton's method, made shorter and steeper wherever a step does not gain.
  void maximize(const std::vector<Cell>& cells) {
    double damping = 0;
    VectorXd gradient;
    double value = objective(cells, z_, gradient, information_);
    for (int step = 0; step < 500; ++step) {
      MatrixXd curvature = information_;
      // Adding a constant removes the freedom to shift all ratings.
      curvature.topLeftCorner(n_, n_).array() += 1.0 / static_cast<double>(n_);
      curvature.diagonal().array() += damping;
      VectorXd change = curvature.ldlt().solve(gradient);
      const double longest = change.cwiseAbs().maxCoeff();
      if (longest > 2) change *= 2 / longest;
      const VectorXd next = z_ + change;
      VectorXd next_gradient;
      MatrixXd next_information;
      const double next_value = objective(cells, next, next_gradient, next_information);
      if (!(next_value >= value - 1e-12 * std::abs(value))) {
        damping = std::max(4 * damping, 1e-3);
        if (damping > 1e12) break;
        continue;
      }
      z_ = next;
      value = next_value;
      gradient = next_gradient;
      information_ = next_information;
      damping = damping < 1e-3 ? 0 : damping / 4;
      if (longest < 1e-11) break;
    }
  }

  double log_likelihood(const std::vector<Cell>& cells) const {
    return evaluate(cells, z_, nullptr, nullptr);
  }

  // Of all parameters, in log odds.
  MatrixXd covariance(const std::vector<PairResults>& results) const {
    MatrixXd curvature = information_;
    curvature.topLeftCorner(n_, n_).array() += 1.0 / static_cast<double>(n_);
    const MatrixXd inverse = curvature.ldlt().solve(MatrixXd::Identity(size_, size_));
    if (settings_.errors == PairErrors::kFisher) return inverse;
    std::map<int, VectorXd> scores;
    for (const PairResults& r : results) {
      if (!counts(r.first, r.second)) continue;
      VectorXd& score = scores.try_emplace(r.block, VectorXd::Zero(size_)).first->second;
      VectorXd one;
      evaluate({{r.first, r.second, r.wins, r.draws, r.losses}}, z_, &one, nullptr);
      score += one;
    }
    MatrixXd scatter = MatrixXd::Zero(size_, size_);
    for (const auto& [block, score] : scores) scatter += score * score.transpose();
    return inverse * scatter * inverse;
  }

  bool inside(int a, int b) const { return place_[a] >= 0 && place_[b] >= 0; }
  // What an agent makes of itself tells of seats and draws, whether or not it can be rated.
  bool counts(int a, int b) const { return a == b || inside(a, b); }
  double theta(int agent) const { return z_[place_[agent]]; }
  double advantage() const {
    return advantage_at_ < 0 ? settings_.advantage / kScale : z_[advantage_at_];
  }
  Index advantage_at() const { return advantage_at_; }
  double draw() const { return draw_at_ < 0 ? fixed_draw_ : z_[draw_at_]; }
  int place(int agent) const { return place_[agent]; }

  double draw_value() const {
    switch (settings_.draws) {
      case DrawModel::kHalfWin: return 0;
      case DrawModel::kDavidson: return std::exp(draw());
      case DrawModel::kRaoKupper: return kScale * std::exp(draw());
      case DrawModel::kOrdo: return 1 / (1 + std::exp(-draw()));
    }
    return 0;
  }

 private:
  static constexpr double kNoDraws = -40;

  double from_draw_value(double value) const {
    if (value <= 0) return kNoDraws;
    if (settings_.draws == DrawModel::kRaoKupper) return std::log(value / kScale);
    return settings_.draws == DrawModel::kOrdo ? std::log(value / (1 - value)) : std::log(value);
  }

  // The log likelihood, with a trace of a penalty on the advantage: where it cannot be told from
  // ratings, or the first seat always wins, it stays a number.
  double objective(const std::vector<Cell>& cells, const VectorXd& z, VectorXd& gradient,
                   MatrixXd& information) const {
    constexpr double kPenalty = 1e-6;
    const double value = evaluate(cells, z, &gradient, &information);
    if (advantage_at_ < 0) return value;
    gradient[advantage_at_] -= kPenalty * z[advantage_at_];
    information(advantage_at_, advantage_at_) += kPenalty;
    return value - kPenalty / 2 * z[advantage_at_] * z[advantage_at_];
  }

  // The log likelihood at z, its gradient and minus its second derivatives.
  double evaluate(const std::vector<Cell>& cells, const VectorXd& z, VectorXd* gradient,
                  MatrixXd* information) const {
    if (gradient != nullptr) *gradient = VectorXd::Zero(size_);
    if (information != nullptr) *information = MatrixXd::Zero(size_, size_);
    double sum = 0;
    for (const Cell& c : cells) {
      if (!counts(c.first, c.second)) continue;
      const bool alone = c.first == c.second;
      const double lead = (alone ? 0 : z[place_[c.first]] - z[place_[c.second]]) +
                          (advantage_at_ < 0 ? settings_.advantage / kScale : z[advantage_at_]);
      const Outcome o = outcome(settings_.draws, Jet::variable_x(lead),
                                Jet::variable_y(draw_at_ < 0 ? fixed_draw_ : z[draw_at_]));
      // Where nothing was drawn the draw's logarithm may be out of range.
      Jet value = c.wins * o.win + c.losses * o.loss;
      if (c.draws > 0) value = value + c.draws * o.draw;
      sum += value.v;
      // What x and y are made of.
      std::array<std::pair<Index, double>, 3> parts = {std::pair{Index{place_[c.first]}, 1.0},
                                                       {Index{place_[c.second]}, -1.0},
                                                       {advantage_at_, 1.0}};
      const std::size_t begin = alone ? 2 : 0;
      const std::size_t count = advantage_at_ < 0 ? 2 : 3;
      for (std::size_t i = begin; i < count; ++i) {
        const auto [at, sign] = parts[i];
        if (gradient != nullptr) (*gradient)[at] += sign * value.x;
        if (information == nullptr) continue;
        for (std::size_t j = begin; j < count; ++j) {
          (*information)(at, parts[j].first) -= sign * parts[j].second * value.xx;
        }
        if (draw_at_ < 0) continue;
        (*information)(at, draw_at_) -= sign * value.xy;
        (*information)(draw_at_, at) -= sign * value.xy;
      }
      if (draw_at_ < 0) continue;
      if (gradient != nullptr) (*gradient)[draw_at_] += value.y;
      if (information != nullptr) (*information)(draw_at_, draw_at_) -= value.yy;
    }
    return sum;
  }

  const PairModelSettings& settings_;
  std::vector<int> place_;
  Index n_;
  Index size_;
  Index advantage_at_ = -1;
  Index draw_at_ = -1;
  double fixed_draw_ = 0;
  VectorXd z_;
  MatrixXd information_;
};

// The rating at which winning, or losing, all these games has the probability of a bound.
double bound(const ShutOut& shut_out, const std::vector<Cell>& cells, const PairModelFit& fit,
             const Fitter& fitter, const PairModelSettings& settings) {
  double low = -20'000;
  double high = 20'000;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    double log_probability = 0;
    for (const Cell& c : cells) {
      if (c.first == c.second) continue;
      const bool is_first = c.first == shut_out.agent;
      const int other = is_first ? c.second : c.first;
      if ((!is_first && c.second != shut_out.agent) || !shut_out.inside[other]) continue;
      const double own_lead = (middle - fit.ratings[other].elo) / kScale;
      const double lead = (is_first ? own_lead : -own_lead) + fitter.advantage();
      const Outcome o =
          outcome(settings.draws, Jet::variable_x(lead), Jet::variable_y(fitter.draw()));
      const double games = c.wins + c.draws + c.losses;
      log_probability += games * (is_first == shut_out.won ? o.win.v : o.loss.v);
    }
    const bool too_likely = log_probability > std::log(settings.bound_probability);
    (too_likely == shut_out.won ? high : low) = middle;
  }
  return (low + high) / 2;
}

// Moves the ratings to their zero and gives them intervals.
void place_zero(const PairModelSettings& settings, const Fitter& fitter, const MatrixXd& covariance,
                PairModelFit& fit) {
  const auto& core = fit.connected.core;
  const auto n = static_cast<Index>(core.size());
  const bool anchored = settings.anchor >= 0 && fitter.inside(settings.anchor, settings.anchor);
  // Each rating is its own parameter less a mean, or less the anchor.
  VectorXd zero = VectorXd::Zero(covariance.rows());
  if (anchored) {
    zero[fitter.place(settings.anchor)] = 1;
  } else {
    zero.head(n).setConstant(1.0 / static_cast<double>(n));
  }
  MatrixXd contrasts = MatrixXd::Zero(n, covariance.rows());
  for (Index i = 0; i < n; ++i) {
    contrasts(i, i) = 1;
    contrasts.row(i) -= zero.transpose();
  }
  const MatrixXd of_ratings = kScale * kScale * contrasts * covariance * contrasts.transpose();
  double origin = 0;
  for (Index i = 0; i < n; ++i) origin += zero[i] * fitter.theta(core[i]);
  for (Index i = 0; i < n; ++i) {
    const double elo =
        kScale * (fitter.theta(core[i]) - origin) + (anchored ? settings.anchor_elo : 0);
    const double half = kNormal95 * std::sqrt(std::max(0.0, of_ratings(i, i)));
    fit.ratings[core[i]] = {RatingKind::kEstimate, elo, elo - half, elo + half};
    for (Index j = 0; j < n; ++j) {
      fit.covariance[core[i] * fit.ratings.size() + core[j]] = of_ratings(i, j);
    }
  }
}

}  // namespace

PairModelFit fit_pairs(int agents, const std::vector<PairResults>& results,
                       const PairModelSettings& settings) {
  PairModelFit fit;
  fit.ratings.resize(agents);
  fit.covariance.assign(static_cast<std::size_t>(agents) * agents, 0);
  const std::vector<Cell> played = cells_of(results);
  std::vector<Cell> cells = played;
  if (settings.prior > 0) {
    for (const Cell& cell : virtual_draws(agents, played, settings.prior)) cells.push_back(cell);
  }
  fit.connected = connectivity(taken_in(agents, cells));
  const bool alone = std::any_of(cells.begin(), cells.end(),
                                 [](const Cell& cell) { return cell.first == cell.second; });
  if (fit.connected.core.empty() && !(alone && settings.estimate_advantage)) return fit;
  Fitter fitter(settings, agents, fit.connected.core);
  fitter.set_up_draws(cells);
  fitter.maximize(cells);
  const MatrixXd covariance = fitter.covariance(results);
  place_zero(settings, fitter, covariance, fit);
  fit.log_likelihood = fitter.log_likelihood(played);
  fit.advantage = kScale * fitter.advantage();
  if (const Index at = fitter.advantage_at(); at >= 0) {
    fit.advantage_error = kNormal95 * kScale * std::sqrt(std::max(0.0, covariance(at, at)));
  }
  fit.draw_value = fitter.draw_value();
  auto& shut_outs = fit.connected.shut_outs;
  for (auto s = shut_outs.rbegin(); s != shut_outs.rend(); ++s) {
    const double elo = bound(*s, cells, fit, fitter, settings);
    fit.ratings[s->agent] = {s->won ? RatingKind::kAtLeast : RatingKind::kAtMost, elo, elo, elo};
  }
  return fit;
}

}  // namespace clanhouse
