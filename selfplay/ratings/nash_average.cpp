#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include "selfplay/ratings/meta_game.h"

namespace clanhouse {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A point inside the set of equilibria, to find who is in any of them: the end of the central path
// p_i (ρ − (Pp)_i) = ρ/n as ρ goes to 0, on which every p_i that can be positive stays so.
std::vector<Index> largest_support(const MatrixXd& payoff) {
  const Index n = payoff.rows();
  const double share = 1.0 / static_cast<double>(n);
  VectorXd p = VectorXd::Constant(n, share);
  VectorXd slack;
  for (double rho = 4; rho > 1e-9; rho *= 0.7) {
    for (int step = 0; step < 50; ++step) {
      slack = (-(payoff * p)).array() + rho;
      const VectorXd residual = p.cwiseProduct(slack).array() - rho * share;
      if (residual.cwiseAbs().maxCoeff() < 1e-12 * rho * share + 1e-18) break;
      MatrixXd slope = -(p.asDiagonal() * payoff);
      slope.diagonal() += slack;
      const VectorXd change = slope.partialPivLu().solve(-residual);
      // Stays where everything is positive.
      double length = 1;
      const VectorXd slack_change = -(payoff * change);
      for (Index i = 0; i < n; ++i) {
        if (change[i] < 0) length = std::min(length, -0.9 * p[i] / change[i]);
        if (slack_change[i] < 0) length = std::min(length, -0.9 * slack[i] / slack_change[i]);
      }
      p += length * change;
    }
  }
  slack = -(payoff * p);
  std::vector<Index> support;
  for (Index i = 0; i < n; ++i) {
    if (p[i] > slack[i]) support.push_back(i);
  }
  return support;
}

// The mix of the largest entropy on `support` whose payoff is 0 for these rows: by Newton's method
// on the multipliers λ of p_i ∝ exp(−Σ λ_k P_ki), a convex problem without bounds.
VectorXd most_even(const MatrixXd& payoff, const std::vector<Index>& support,
                   const std::vector<Index>& rows, VectorXd& multipliers) {
  MatrixXd constraints(rows.size(), support.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t i = 0; i < support.size(); ++i) {
      constraints(static_cast<Index>(k), static_cast<Index>(i)) = payoff(rows[k], support[i]);
    }
  }
  multipliers = VectorXd::Zero(constraints.rows());
  const auto mix_of = [&](const VectorXd& lambda, double& log_total) -> VectorXd {
    const VectorXd exponent = -(constraints.transpose() * lambda);
    const double largest = exponent.maxCoeff();
    const VectorXd weights = (exponent.array() - largest).exp();
    log_total = largest + std::log(weights.sum());
    return weights / weights.sum();
  };
  double value = 0;
  VectorXd p = mix_of(multipliers, value);
  for (int step = 0; step < 500; ++step) {
    const VectorXd mean = constraints * p;  // minus the gradient
    if (mean.cwiseAbs().maxCoeff() < 1e-14) break;
    MatrixXd curvature =
        constraints * p.asDiagonal() * constraints.transpose() - mean * mean.transpose();
    // Rows depend on each other; any solution will do.
    curvature.diagonal().array() += 1e-13;
    const VectorXd change = curvature.ldlt().solve(mean);
    double length = 1;
    for (;; length /= 2) {
      double next_value = 0;
      const VectorXd next = mix_of(multipliers + length * change, next_value);
      if (next_value <= value + 1e-15 || length < 1e-12) {
        multipliers += length * change;
        p = next;
        value = next_value;
        break;
      }
    }
    if (length < 1e-12) break;
  }
  return p;
}

}  // namespace

NashAverage nash_average(const PayoffTable& table) {
  const auto n = static_cast<Index>(table.size());
  if (n == 0) return {};
  MatrixXd payoff(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) payoff(i, j) = table[i][j];
  }
  const double scale = std::max(payoff.cwiseAbs().maxCoeff(), 1e-300);
  payoff /= scale;
  const std::vector<Index> support = largest_support(payoff);
  // Rows of the support are 0 in every equilibrium; others become constraints when they would gain.
  std::vector<Index> rows = support;
  VectorXd mix(n);
  for (Index round = 0; round <= n; ++round) {
    VectorXd multipliers;
    const VectorXd p = most_even(payoff, support, rows, multipliers);
    mix.setZero();
    for (std::size_t i = 0; i < support.size(); ++i) mix[support[i]] = p[static_cast<Index>(i)];
    Index worst = 0;
    const double gain = (payoff * mix).maxCoeff(&worst);
    if (gain < 1e-9 || std::find(rows.begin(), rows.end(), worst) != rows.end()) break;
    rows.push_back(worst);
  }
  const VectorXd values = scale * (payoff * mix);
  return {{mix.begin(), mix.end()}, {values.begin(), values.end()}};
}

}  // namespace clanhouse
