#include "selfplay/ratings/plackett_luce_ties.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <Eigen/Dense>

namespace clanhouse {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kBoundProbability = 0.05;

// One choice: of all that are left, `chosen` came next.
struct Stage {
  std::vector<int> left;
  std::vector<int> chosen;
  double count;
  int block;
  int first;  // -1: not in it
  bool ghost;
};

// The choices of a ranking among those inside.
void add_stages(const TiedRanking& ranking, const std::vector<bool>& inside,
                std::vector<Stage>& stages) {
  const auto members = [&](const std::vector<int>& items) {
    std::vector<int> kept;
    for (const int item : items) {
      if (inside[item]) kept.push_back(item);
    }
    return kept;
  };
  std::vector<int> left = members(ranking.behind);
  std::vector<Stage> backwards;
  for (auto place = ranking.places.rbegin(); place != ranking.places.rend(); ++place) {
    const std::vector<int> chosen = members(*place);
    left.insert(left.end(), chosen.begin(), chosen.end());
    if (chosen.empty() || left.size() < 2) continue;
    backwards.push_back({left, chosen, ranking.count, ranking.block, ranking.first, false});
  }
  stages.insert(stages.end(), backwards.rbegin(), backwards.rend());
}

std::vector<Stage> stages_of(const std::vector<TiedRanking>& rankings,
                             const std::vector<bool>& inside) {
  std::vector<Stage> stages;
  for (const TiedRanking& ranking : rankings) add_stages(ranking, inside, stages);
  return stages;
}

// The same choices with equal ones as one: thousands of races of a few agents have few.
std::vector<Stage> merged(const std::vector<Stage>& stages) {
  std::map<std::tuple<std::vector<int>, std::vector<int>, int>, std::size_t> seen;
  std::vector<Stage> list;
  for (const Stage& stage : stages) {
    std::vector<int> left = stage.left;
    std::vector<int> chosen = stage.chosen;
    std::sort(left.begin(), left.end());
    std::sort(chosen.begin(), chosen.end());
    const bool in = std::binary_search(left.begin(), left.end(), stage.first);
    const auto [at, added] =
        seen.try_emplace({std::move(left), std::move(chosen), in ? stage.first : -1}, list.size());
    if (added) {
      list.push_back(stage);
    } else {
      list[at->second].count += stage.count;
    }
  }
  return list;
}

// Calls visit(set) with every set of `size` items of `items`.
template <class Visit>
void for_each_set(const std::vector<int>& items, std::size_t size, Visit&& visit) {
  if (size > items.size()) return;
  std::vector<std::size_t> at(size);
  for (std::size_t i = 0; i < size; ++i) at[i] = i;
  std::vector<int> set(size);
  for (;;) {
    for (std::size_t i = 0; i < size; ++i) set[i] = items[at[i]];
    visit(set);
    std::size_t i = size;
    while (i > 0 && at[i - 1] == items.size() - size + i - 1) --i;
    if (i == 0) return;
    ++at[i - 1];
    for (; i < size; ++i) at[i] = at[i - 1] + 1;
  }
}

// The conditional logit of all stages: parameters are the strengths of the members, and the
// logarithm of δ of each size of tie that occurs.
class Logit {
 public:
  Logit(std::vector<int> place, Index members, const std::vector<Stage>& stages, bool advantage)
      : place_(std::move(place)), size_(members) {
    std::size_t most = 1;
    for (const Stage& s : stages) most = std::max(most, s.chosen.size());
    tie_at_.assign(most + 1, -1);
    for (const Stage& s : stages) {
      if (s.chosen.size() > 1) tie_at_[s.chosen.size()] = 0;
    }
    for (std::size_t t = 2; t <= most; ++t) {
      if (tie_at_[t] == 0) tie_at_[t] = size_++;
    }
    if (advantage) advantage_at_ = size_++;
  }

  Index size() const { return size_; }
  Index advantage_at() const { return advantage_at_; }
  Index tie_at(std::size_t size) const { return size < tie_at_.size() ? tie_at_[size] : -1; }
  std::size_t largest_tie() const { return tie_at_.size() - 1; }

  // Calls visit(set, logarithm of its weight) with every set that could come next.
  template <class Visit>
  void for_each_option(const VectorXd& z, const Stage& stage, Visit&& visit) const {
    for (std::size_t t = 1; t < tie_at_.size(); ++t) {
      if (t > 1 && tie_at_[t] < 0) continue;
      for_each_set(stage.left, t, [&](const std::vector<int>& set) {
        double weight = t > 1 ? z[tie_at_[t]] : 0;
        for (const int item : set) {
          const bool favoured = advantage_at_ >= 0 && item == stage.first;
          weight += (z[place_[item]] + (favoured ? z[advantage_at_] : 0)) / static_cast<double>(t);
        }
        visit(set, weight);
      });
    }
  }

  double evaluate(const Stage& stage, const VectorXd& z, VectorXd& gradient,
                  MatrixXd* information) const {
    double largest = -1e300;
    for_each_option(z, stage,
                    [&](const auto&, double weight) { largest = std::max(largest, weight); });
    double total = 0;
    VectorXd mean = VectorXd::Zero(size_);
    MatrixXd square;
    if (information != nullptr) square = MatrixXd::Zero(size_, size_);
    for_each_option(z, stage, [&](const auto& set, double weight) {
      const double w = std::exp(weight - largest);
      total += w;
      for (const auto& [a, x] : features(set, stage.first)) {
        mean[a] += w * x;
        if (information == nullptr) continue;
        for (const auto& [b, y] : features(set, stage.first)) square(a, b) += w * x * y;
      }
    });
    mean /= total;
    double own = 0;
    for (const auto& [a, x] : features(stage.chosen, stage.first)) {
      own += x * z[a];
      gradient[a] += stage.count * x;
    }
    gradient -= stage.count * mean;
    if (information != nullptr) {
      *information += stage.count * (square / total - mean * mean.transpose());
    }
    return stage.count * (own - largest - std::log(total));
  }

 private:
  std::vector<std::pair<Index, double>> features(const std::vector<int>& set, int first) const {
    std::vector<std::pair<Index, double>> list;
    for (const int item : set) {
      const double part = 1.0 / static_cast<double>(set.size());
      list.emplace_back(place_[item], part);
      if (advantage_at_ >= 0 && item == first) list.emplace_back(advantage_at_, part);
    }
    if (set.size() > 1) list.emplace_back(tie_at_[set.size()], 1.0);
    return list;
  }

  std::vector<int> place_;
  Index size_;
  std::vector<Index> tie_at_;  // by how many tie; -1 for none
  Index advantage_at_ = -1;
};

struct Solution {
  VectorXd z;
  MatrixXd inverse;
};

// A trace of a penalty keeps numbers what the data would drive to an end: δ where everything is
// tied, the advantage where it cannot be told from strengths.
constexpr double kPenalty = 1e-8;

MatrixXd inverse_of(MatrixXd information, Index members) {
  // Adding a constant removes the freedom to shift all strengths.
  information.topLeftCorner(members, members).array() += 1.0 / static_cast<double>(members);
  return information.ldlt().solve(MatrixXd::Identity(information.rows(), information.cols()));
}

Solution maximize(const Logit& logit, const std::vector<Stage>& stages, Index members) {
  VectorXd penalty = VectorXd::Zero(logit.size());
  penalty.tail(logit.size() - members).setConstant(kPenalty);
  Solution solution{VectorXd::Zero(logit.size()), {}};
  for (int step = 0; step < 300; ++step) {
    VectorXd gradient = -penalty.cwiseProduct(solution.z);
    MatrixXd information = penalty.asDiagonal();
    for (const Stage& stage : stages) logit.evaluate(stage, solution.z, gradient, &information);
    solution.inverse = inverse_of(information, members);
    VectorXd change = solution.inverse * gradient;
    const double longest = change.cwiseAbs().maxCoeff();
    if (longest > 1) change /= longest;
    solution.z += change;
    if (longest < 1e-11) break;
  }
  return solution;
}

// The inverse of the information of what was played, without the ghost's games. Where these do not
// connect the pool it is as good as infinite, but a number.
MatrixXd inverse_without_ghosts(const Logit& logit, const std::vector<Stage>& stages,
                                const Solution& solution, Index members) {
  MatrixXd information = kPenalty * MatrixXd::Identity(logit.size(), logit.size());
  VectorXd gradient = VectorXd::Zero(logit.size());
  for (const Stage& stage : stages) {
    if (!stage.ghost) logit.evaluate(stage, solution.z, gradient, &information);
  }
  return inverse_of(information, members);
}

Taken taken_in(int items, const std::vector<Stage>& stages) {
  Taken taken(items, std::vector<bool>(items));
  for (const Stage& s : stages) {
    for (const int a : s.chosen) {
      for (const int b : s.left) {
        if (a != b) taken[a][b] = true;
      }
    }
  }
  return taken;
}

// The strength at which the record of a shut-out has probability kBoundProbability: to be chosen in
// all stages with nobody else, or in none. Where only copies of it are left there is nothing to
// win.
double bound(const ShutOut& shut_out, const std::vector<TiedRanking>& rankings,
             const TiedFit& fit) {
  const std::vector<Stage> stages = stages_of(rankings, shut_out.inside);
  std::vector<int> place(shut_out.inside.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[i] = static_cast<int>(i);
  const auto n = static_cast<Index>(place.size());
  const Logit logit(place, n, stages, fit.advantage != 0);
  VectorXd z = VectorXd::Zero(logit.size());
  for (Index i = 0; i < n; ++i) z[i] = fit.theta[i];
  for (std::size_t t = 2; t <= logit.largest_tie(); ++t) {
    // A δ that was not estimated is that of no ties.
    const bool known = t - 2 < fit.tie.size() && fit.tie[t - 2] > 0;
    if (logit.tie_at(t) >= 0) z[logit.tie_at(t)] = known ? std::log(fit.tie[t - 2]) : -40;
  }
  if (logit.advantage_at() >= 0) z[logit.advantage_at()] = fit.advantage;
  double low = -100;
  double high = 100;
  for (int i = 0; i < 100; ++i) {
    z[shut_out.agent] = (low + high) / 2;
    double log_probability = 0;
    for (const Stage& stage : stages) {
      const auto copies = std::count(stage.left.begin(), stage.left.end(), shut_out.agent);
      if (copies == 0 || copies == std::ssize(stage.left)) continue;
      double total = 0;
      double good = 0;
      logit.for_each_option(z, stage, [&](const auto& set, double weight) {
        const auto chosen = std::count(set.begin(), set.end(), shut_out.agent);
        total += std::exp(weight);
        if (chosen == (shut_out.won ? std::ssize(set) : 0)) good += std::exp(weight);
      });
      log_probability += stage.count * std::log(std::max(good / total, 1e-300));
    }
    const bool too_likely = log_probability > std::log(kBoundProbability);
    (too_likely == shut_out.won ? high : low) = z[shut_out.agent];
  }
  return (low + high) / 2;
}

// Everybody who played takes points from the ghost, the item behind the last, and loses some.
void add_ghost(const std::vector<Stage>& stages, Taken& taken) {
  const std::size_t ghost = taken.size();
  taken.emplace_back(ghost, false);
  for (auto& row : taken) row.push_back(false);
  for (const Stage& s : stages) {
    for (const int i : s.left) taken[i][ghost] = taken[ghost][i] = true;
  }
}

void add_ghost_games(const std::vector<int>& core, int ghost, double games,
                     std::vector<Stage>& stages) {
  for (const int i : core) {
    if (i == ghost) continue;
    stages.push_back({{i, ghost}, {i}, games, -1, -1, true});
    stages.push_back({{i, ghost}, {ghost}, games, -1, -1, true});
  }
}

// Adds up the scores of blocks, and the log likelihood of what was played.
MatrixXd scatter_of_blocks(const Logit& logit, const std::vector<Stage>& stages, const VectorXd& z,
                           double& log_likelihood) {
  std::map<int, VectorXd> scores;
  for (const Stage& stage : stages) {
    VectorXd score = VectorXd::Zero(logit.size());
    const double value = logit.evaluate(stage, z, score, nullptr);
    if (stage.ghost) continue;
    log_likelihood += value;
    scores.try_emplace(stage.block, VectorXd::Zero(logit.size())).first->second += score;
  }
  MatrixXd scatter = MatrixXd::Zero(logit.size(), logit.size());
  for (const auto& [block, score] : scores) scatter += score * score.transpose();
  return scatter;
}

std::vector<double> row_by_row(const MatrixXd& matrix) {
  std::vector<double> values;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) values.push_back(matrix(i, j));
  }
  return values;
}

// Strengths with mean 0 and logarithms of δ as combinations of the parameters; fills in both.
MatrixXd take_over(const Logit& logit, const VectorXd& z, const std::vector<int>& place,
                   TiedFit& fit) {
  const auto& core = fit.connected.core;
  const auto items = static_cast<Index>(fit.theta.size());
  VectorXd zero = VectorXd::Zero(logit.size());
  for (const int i : core) zero[place[i]] = 1.0 / static_cast<double>(core.size());
  fit.tie.assign(logit.largest_tie() - 1, 0);
  MatrixXd contrasts = MatrixXd::Zero(items + static_cast<Index>(fit.tie.size()), logit.size());
  for (const int i : core) {
    fit.kinds[i] = RatingKind::kEstimate;
    fit.theta[i] = z[place[i]] - zero.dot(z);
    contrasts(i, place[i]) = 1;
    contrasts.row(i) -= zero.transpose();
  }
  for (std::size_t t = 0; t < fit.tie.size(); ++t) {
    const Index at = logit.tie_at(t + 2);
    if (at < 0) continue;
    fit.tie[t] = std::exp(z[at]);
    contrasts(items + static_cast<Index>(t), at) = 1;
  }
  return contrasts;
}

}  // namespace

TiedFit fit_tied_rankings(int items, const std::vector<TiedRanking>& rankings,
                          const TiedSettings& settings) {
  TiedFit fit;
  fit.kinds.assign(items, RatingKind::kNone);
  fit.theta.assign(items, 0);
  const std::vector<Stage> all = stages_of(rankings, std::vector<bool>(items, true));
  Taken taken = taken_in(items, all);
  const int ghost = items;
  if (settings.ghosts > 0) add_ghost(all, taken);
  fit.connected = connectivity(taken);
  auto& core = fit.connected.core;
  if (core.empty()) return fit;
  std::vector<bool> inside(items + 1);
  std::vector<int> place(items + 1, -1);
  for (std::size_t i = 0; i < core.size(); ++i) {
    inside[core[i]] = true;
    place[core[i]] = static_cast<int>(i);
  }
  std::vector<Stage> stages = stages_of(rankings, inside);
  if (settings.ghosts > 0) add_ghost_games(core, ghost, settings.ghosts, stages);
  const auto members = static_cast<Index>(core.size());
  const Logit logit(place, members, stages, settings.estimate_advantage);
  const Solution solution = maximize(logit, merged(stages), members);
  std::erase(core, ghost);

  const MatrixXd contrasts = take_over(logit, solution.z, place, fit);
  const MatrixXd scatter = scatter_of_blocks(logit, stages, solution.z, fit.log_likelihood);
  const MatrixXd sandwich = solution.inverse * scatter * solution.inverse;
  if (const Index at = logit.advantage_at(); at >= 0) {
    fit.advantage = solution.z[at];
    fit.advantage_error = std::sqrt(std::max(0.0, sandwich(at, at)));
  }
  const MatrixXd of_rankings = settings.ghosts > 0
                                   ? inverse_without_ghosts(logit, stages, solution, members)
                                   : solution.inverse;
  fit.covariance = row_by_row(contrasts * of_rankings * contrasts.transpose());
  fit.sandwich_covariance = row_by_row(contrasts * sandwich * contrasts.transpose());

  const auto& shut_outs = fit.connected.shut_outs;
  for (auto s = shut_outs.rbegin(); s != shut_outs.rend(); ++s) {
    fit.theta[s->agent] = bound(*s, rankings, fit);
    fit.kinds[s->agent] = s->won ? RatingKind::kAtLeast : RatingKind::kAtMost;
  }
  return fit;
}

}  // namespace clanhouse
