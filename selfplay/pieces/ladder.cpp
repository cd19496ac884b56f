#include "selfplay/pieces/ladder.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <Eigen/Dense>

#include "selfplay/ratings/plackett_luce.h"

namespace clanhouse::pieces {
namespace {

using Table = std::vector<PerPiece<double>>;  // by block: by index in the field

// The winners of one half.
struct Half {
  Table wins;
  std::vector<double> races;
  double total = 0;
};

Half half_of(const std::vector<FieldCounts>& fields, int which) {
  Half half;
  for (const FieldCounts& field : fields) {
    PerPiece<double> wins{};
    double races = 0;
    for (int a = 0; a < field.size; ++a) {
      for (int b = 0; b < field.size; ++b) wins[a] += field.first_second[which][a][b];
      races += wins[a];
    }
    half.wins.push_back(wins);
    half.races.push_back(races);
    half.total += races;
  }
  return half;
}

std::vector<double> fit_strengths(const std::vector<FieldCounts>& fields, const Roster& roster,
                                  const Half& half) {
  Choices choices(roster.size());
  for (std::size_t b = 0; b < fields.size(); ++b) {
    const std::vector<int> set = roster.indices(fields[b]);
    choices.add(set, std::span(half.wins[b].data(), set.size()));
  }
  // Next to no prior; it only keeps a piece that never won finite.
  constexpr double kRidge = 0.5;
  return fit_plackett_luce(choices, kRidge).theta;
}

// theta and g in one vector: theta_i at i, g_ij at pieces + i × pieces + j.
class PairModel {
 public:
  PairModel(const std::vector<FieldCounts>& fields, const Roster& roster)
      : fields_(fields), roster_(roster), n_(roster.size()) {
    parameters_ = Eigen::VectorXd::Zero(n_ + n_ * n_);
  }

  void fit(const Half& half, const std::vector<double>& theta) {
    for (int i = 0; i < n_; ++i) parameters_[i] = theta[i];
    derive(half);
    const double variance = effect_variance();
    if (variance <= 0) return;
    Eigen::VectorXd penalty = Eigen::VectorXd::Constant(parameters_.size(), 1 / variance);
    penalty.head(n_).setOnes();  // the prior of fit_strengths
    for (int step = 0; step < 20; ++step) {
      if (step > 0) derive(half);
      information_.diagonal() += penalty;
      gradient_ -= penalty.cwiseProduct(parameters_);
      Eigen::VectorXd change = information_.llt().solve(gradient_);
      const double longest = change.cwiseAbs().maxCoeff();
      if (longest > 1) change /= longest;
      parameters_ += change;
      if (longest < 1e-6) break;
    }
  }

  PerPiece<double> predict(std::size_t block) const {
    const FieldCounts& field = fields_[block];
    PerPiece<double> p{};
    double sum = 0;
    for (int a = 0; a < field.size; ++a) {
      double utility = 0;
      for (int b = 0; b < field.size; ++b) utility += parameters_[parameter(field, a, b)];
      sum += p[a] = std::exp(utility);
    }
    for (double& value : p) value /= sum;
    return p;
  }

 private:
  // Where the effect of the b-th piece of the field on the a-th is kept; a's strength for a = b.
  Eigen::Index parameter(const FieldCounts& field, int a, int b) const {
    const int i = roster_.index[field.pieces[a]];
    const int j = roster_.index[field.pieces[b]];
    return a == b ? i : n_ + i * n_ + j;
  }

  // Gradient and information of the log likelihood.
  void derive(const Half& half) {
    gradient_ = Eigen::VectorXd::Zero(parameters_.size());
    information_ = Eigen::MatrixXd::Zero(parameters_.size(), parameters_.size());
    std::array<Eigen::Index, kMaxField * kMaxField> at{};
    for (std::size_t block = 0; block < fields_.size(); ++block) {
      const FieldCounts& field = fields_[block];
      const int k = field.size;
      const double races = half.races[block];
      if (races == 0) continue;
      const PerPiece<double> p = predict(block);
      for (int a = 0; a < k; ++a) {
        for (int b = 0; b < k; ++b) {
          at[a * k + b] = parameter(field, a, b);
          gradient_[at[a * k + b]] += half.wins[block][a] - races * p[a];
        }
      }
      for (int a = 0; a < k; ++a) {
        for (int c = 0; c < k; ++c) {
          const double weight = races * ((a == c ? p[a] : 0) - p[a] * p[c]);
          for (int b = 0; b < k; ++b) {
            for (int d = 0; d < k; ++d) information_(at[a * k + b], at[c * k + d]) += weight;
          }
        }
      }
    }
  }

  // The variance of the effects by moments: with gradient G at g = 0 and information H, both after
  // the strengths are fitted, E[G G'] = H + variance × H². At most 0: no effects to be seen.
  double effect_variance() const {
    const Eigen::Index n = n_;
    const Eigen::Index m = n * n;
    const Eigen::MatrixXd cross = information_.topRightCorner(n, m);
    Eigen::MatrixXd own = information_.topLeftCorner(n, n);
    own.diagonal().array() += 1;
    const Eigen::MatrixXd effects =
        information_.bottomRightCorner(m, m) - cross.transpose() * own.llt().solve(cross);
    // Of one field, strengths say all there is.
    const double squares = effects.squaredNorm();
    if (squares <= 1e-6 * information_.squaredNorm()) return 0;
    return (gradient_.tail(m).squaredNorm() - effects.trace()) / squares;
  }

  const std::vector<FieldCounts>& fields_;
  const Roster& roster_;
  int n_;
  Eigen::VectorXd parameters_;
  Eigen::VectorXd gradient_;
  Eigen::MatrixXd information_;
};

// Frequencies shrunk towards a prediction, which counts as `weight` races.
PerPiece<double> shrunk(const PerPiece<double>& wins, double races, const PerPiece<double>& prior,
                        double weight) {
  PerPiece<double> p{};
  for (int a = 0; a < kMaxField; ++a) p[a] = (wins[a] + weight * prior[a]) / (races + weight);
  return p;
}

double best_weight(const Half& half, const Table& prior, int size) {
  double best = 0;
  double best_likelihood = 0;
  for (int power = 0; power < 24; ++power) {
    const double weight = std::ldexp(1.0, power);
    double likelihood = 0;
    for (std::size_t b = 0; b < prior.size(); ++b) {
      likelihood += std::lgamma(weight) - std::lgamma(weight + half.races[b]);
      for (int a = 0; a < size; ++a) {
        const double alpha = weight * prior[b][a];
        likelihood += std::lgamma(alpha + half.wins[b][a]) - std::lgamma(alpha);
      }
    }
    if (best == 0 || likelihood > best_likelihood) {
      best = weight;
      best_likelihood = likelihood;
    }
  }
  return best;
}

// The predictions of the four rungs from one half.
std::array<Table, 4> predictions(const std::vector<FieldCounts>& fields, const Roster& roster,
                                 const Half& half) {
  std::array<Table, 4> rungs;
  const std::vector<double> theta = fit_strengths(fields, roster, half);
  PairModel pairs(fields, roster);
  pairs.fit(half, theta);
  for (std::size_t b = 0; b < fields.size(); ++b) {
    PerPiece<double> uniform{};
    std::fill_n(uniform.begin(), fields[b].size, 1.0 / fields[b].size);
    rungs[0].push_back(uniform);
    rungs[1].push_back(choice_probabilities(fields[b], roster, theta));
    rungs[2].push_back(pairs.predict(b));
  }
  const double weight = best_weight(half, rungs[2], fields.front().size);
  for (std::size_t b = 0; b < fields.size(); ++b) {
    rungs[3].push_back(shrunk(half.wins[b], half.races[b], rungs[2][b], weight));
  }
  return rungs;
}

}  // namespace

std::optional<Ladder> climb_ladder(const std::vector<FieldCounts>& fields, const Roster& roster) {
  const Half halves[2] = {half_of(fields, 0), half_of(fields, 1)};
  if (halves[0].total == 0 || halves[1].total == 0) return std::nullopt;
  std::array<std::vector<double>, 4> losses;  // by block, both ways together
  losses.fill(std::vector<double>(fields.size()));
  std::vector<double> races(fields.size());
  for (int fitted = 0; fitted < 2; ++fitted) {
    const std::array<Table, 4> rungs = predictions(fields, roster, halves[fitted]);
    const Half& judged = halves[1 - fitted];
    for (std::size_t b = 0; b < fields.size(); ++b) {
      races[b] += judged.races[b];
      for (std::size_t rung = 0; rung < 4; ++rung) {
        for (int a = 0; a < fields[b].size; ++a) {
          if (judged.wins[b][a] == 0) continue;
          losses[rung][b] -= judged.wins[b][a] * std::log(rungs[rung][b][a]);
        }
      }
    }
  }
  const double total = halves[0].total + halves[1].total;
  Ladder ladder;
  const char* names[4] = {"uniform", "strengths", "pairs", "fields"};
  for (std::size_t rung = 0; rung < 4; ++rung) {
    Rung& out = ladder.rungs[rung];
    out.name = names[rung];
    for (const double loss : losses[rung]) out.loss += loss / total;
    if (rung == 0) continue;
    out.gain = ladder.rungs[rung - 1].loss - out.loss;
    double squares = 0;
    for (std::size_t b = 0; b < fields.size(); ++b) {
      const double gain = losses[rung - 1][b] - losses[rung][b];
      squares += std::pow(gain - races[b] * out.gain, 2);
    }
    out.error = std::sqrt(squares) / total;
  }
  const double all = ladder.rungs[0].loss - ladder.rungs[3].loss;
  if (all > 0) ladder.share_of_strengths = ladder.rungs[1].gain / all;
  return ladder;
}

}  // namespace clanhouse::pieces
