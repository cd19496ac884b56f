#include "selfplay/ratings/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Dense>

#include "selfplay/statistics.h"

namespace clanhouse {
namespace {

constexpr double kBoundProbability = 0.05;
// Elo per unit of log odds.
const double kScale = 400 / std::numbers::ln10;

double expected_score(double elo_difference) {
  return 1 / (1 + std::exp(-elo_difference / kScale));
}

// Agents that won or lost everything, taken out from the outside in.
struct Peeled {
  int agent;
  bool won;
  std::vector<int> opponents;  // still in when it was taken out
  std::vector<double> games;   // against each
};

std::vector<Peeled> peel(int agents, const std::vector<BlockScore>& blocks,
                         std::vector<bool>& inside) {
  std::vector<Peeled> peeled;
  const auto shut_out = [&](int agent, bool won) {
    std::vector<double> games(agents);
    bool clean = true;
    for (const BlockScore& block : blocks) {
      if ((block.a != agent && block.b != agent) || !inside[block.a] || !inside[block.b]) continue;
      const double score = block.a == agent ? block.score_a : block.games - block.score_a;
      clean = clean && score == (won ? block.games : 0);
      games[block.a == agent ? block.b : block.a] += block.games;
    }
    Peeled p{agent, won, {}, {}};
    for (int other = 0; other < agents; ++other) {
      if (games[other] == 0) continue;
      p.opponents.push_back(other);
      p.games.push_back(games[other]);
    }
    if (!clean || p.opponents.empty()) return false;
    inside[agent] = false;
    peeled.push_back(std::move(p));
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const bool won : {true, false}) {
      for (int agent = 0; agent < agents && !changed; ++agent) {
        changed = inside[agent] && shut_out(agent, won);
      }
    }
  }
  return peeled;
}

// Whether everybody inside has taken points, directly or over others, from everybody else there;
// only then is there a unique finite fit.
bool connected(int agents, const std::vector<BlockScore>& blocks, const std::vector<bool>& inside) {
  const auto reaches_all = [&](bool forwards) {
    std::vector<bool> reached(agents);
    const auto first = std::find(inside.begin(), inside.end(), true) - inside.begin();
    reached[first] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (const BlockScore& block : blocks) {
        if (!inside[block.a] || !inside[block.b]) continue;
        const auto go = [&](int from, int to, double points) {
          if (points <= 0 || !reached[from] || reached[to]) return;
          reached[to] = changed = true;
        };
        const double score_b = block.games - block.score_a;
        go(block.a, block.b, forwards ? block.score_a : score_b);
        go(block.b, block.a, forwards ? score_b : block.score_a);
      }
    }
    return reached == inside;
  };
  return reaches_all(true) && reaches_all(false);
}

void fit(const std::vector<BlockScore>& blocks, const std::vector<int>& members, int anchor,
         std::vector<Rating>& ratings) {
  const auto n = static_cast<Eigen::Index>(members.size());
  std::vector<int> place(ratings.size(), -1);
  for (Eigen::Index i = 0; i < n; ++i) place[members[i]] = static_cast<int>(i);

  // Newton's method on the log likelihood in units of log odds; the information matrix is singular
  // along a shift of all ratings, which adding a constant removes.
  const Eigen::MatrixXd shift = Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(n);
  Eigen::MatrixXd inverse;
  Eigen::MatrixXd scatter;
  for (int step = 0; step < 100; ++step) {
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd information = shift;
    scatter = Eigen::MatrixXd::Zero(n, n);
    for (const BlockScore& block : blocks) {
      const int a = place[block.a];
      const int b = place[block.b];
      if (a < 0 || b < 0) continue;
      const double p = expected_score(kScale * (theta[a] - theta[b]));
      const double residual = block.score_a - block.games * p;
      gradient[a] += residual;
      gradient[b] -= residual;
      Eigen::VectorXd direction = Eigen::VectorXd::Zero(n);
      direction[a] = 1;
      direction[b] = -1;
      information += block.games * p * (1 - p) * direction * direction.transpose();
      scatter += residual * residual * direction * direction.transpose();
    }
    inverse = information.inverse();
    Eigen::VectorXd change = inverse * gradient;
    // Far from the solution a full step may overshoot.
    const double longest = change.cwiseAbs().maxCoeff();
    if (longest > 2) change *= 2 / longest;
    theta += change;
    if (longest < 1e-12) break;
  }
  const Eigen::MatrixXd covariance = inverse * scatter * inverse;

  const int zero = anchor >= 0 ? place[anchor] : -1;
  theta.array() -= zero >= 0 ? theta[zero] : theta.mean();
  for (Eigen::Index i = 0; i < n; ++i) {
    Eigen::VectorXd contrast = zero >= 0
                                   ? Eigen::VectorXd::Zero(n)
                                   : Eigen::VectorXd::Constant(n, -1.0 / static_cast<double>(n));
    contrast[i] += 1;
    if (zero >= 0) contrast[zero] -= 1;
    const double error = kScale * std::sqrt(std::max(0.0, contrast.dot(covariance * contrast)));
    const double elo = kScale * theta[i];
    ratings[members[i]] = {RatingKind::kEstimate, elo, elo - kNormal95 * error,
                           elo + kNormal95 * error};
  }
}

// The rating at which winning (or losing) all these games has probability kBoundProbability.
double bound(const Peeled& peeled, const std::vector<Rating>& ratings) {
  double low = -20000;
  double high = 20000;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    double log_probability = 0;
    for (std::size_t k = 0; k < peeled.opponents.size(); ++k) {
      const double difference = middle - ratings[peeled.opponents[k]].elo;
      log_probability +=
          peeled.games[k] * std::log(expected_score(peeled.won ? difference : -difference));
    }
    const bool too_likely = log_probability > std::log(kBoundProbability);
    (too_likely == peeled.won ? high : low) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

std::vector<Rating> rate(int agents, const std::vector<BlockScore>& blocks, int anchor) {
  std::vector<Rating> ratings(agents);
  std::vector<bool> inside(agents, false);
  for (const BlockScore& block : blocks) inside[block.a] = inside[block.b] = true;
  const std::vector<Peeled> peeled = peel(agents, blocks, inside);
  std::vector<int> members;
  for (int i = 0; i < agents; ++i) {
    if (inside[i]) members.push_back(i);
  }
  if (members.empty() || !connected(agents, blocks, inside)) return ratings;
  fit(blocks, members, anchor >= 0 && inside[anchor] ? anchor : -1, ratings);
  for (auto p = peeled.rbegin(); p != peeled.rend(); ++p) {
    const double elo = bound(*p, ratings);
    ratings[p->agent] = {p->won ? RatingKind::kAtLeast : RatingKind::kAtMost, elo, elo, elo};
  }
  return ratings;
}

}  // namespace clanhouse
