#include "selfplay/ratings/plackett_luce.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace clanhouse {
namespace {

constexpr double kBoundProbability = 0.05;

// Calls visit(set, chosen) with what is left of each choice when only the items inside count. A
// choice of an item that is out says nothing about the others.
template <class Visit>
void for_each_choice(const Choices& choices, const std::vector<bool>& inside, Visit&& visit) {
  std::vector<int> set;
  std::vector<double> chosen;
  for (std::size_t c = 0; c < choices.size(); ++c) {
    set.clear();
    chosen.clear();
    for (std::size_t k = 0; k < choices[c].set.size(); ++k) {
      if (!inside[choices[c].set[k]]) continue;
      set.push_back(choices[c].set[k]);
      chosen.push_back(choices[c].chosen[k]);
    }
    if (set.size() > 1) visit(set, chosen);
  }
}

// beaten[i][j]: i was chosen while j was there.
std::vector<std::vector<bool>> beaten(const Choices& choices, const std::vector<bool>& inside) {
  std::vector<std::vector<bool>> table(choices.items(), std::vector<bool>(choices.items()));
  for_each_choice(choices, inside, [&](const auto& set, const auto& chosen) {
    for (std::size_t k = 0; k < set.size(); ++k) {
      if (chosen[k] <= 0) continue;
      for (const int other : set) table[set[k]][other] = true;
    }
  });
  return table;
}

struct Peeled {
  int item;
  bool won;
  std::vector<bool> inside;  // when it was taken out, itself included
};

// Takes out, from the outside in, items that were chosen in all their choices or in none.
std::vector<Peeled> peel(const Choices& choices, std::vector<bool>& inside) {
  std::vector<Peeled> peeled;
  for (bool changed = true; changed;) {
    changed = false;
    const auto table = beaten(choices, inside);
    for (int i = 0; i < choices.items() && !changed; ++i) {
      bool won = false;
      bool lost = false;
      for (int j = 0; j < choices.items(); ++j) {
        won = won || (j != i && table[i][j]);
        lost = lost || (j != i && table[j][i]);
      }
      if (!inside[i] || won == lost) continue;
      peeled.push_back({i, won, inside});
      inside[i] = false;
      changed = true;
    }
  }
  return peeled;
}

bool connected(const std::vector<std::vector<bool>>& table, const std::vector<bool>& inside) {
  const std::size_t first = std::find(inside.begin(), inside.end(), true) - inside.begin();
  for (const bool forwards : {true, false}) {
    std::vector<bool> reached(inside.size());
    reached[first] = true;
    std::vector<std::size_t> open{first};
    while (!open.empty()) {
      const std::size_t from = open.back();
      open.pop_back();
      for (std::size_t to = 0; to < inside.size(); ++to) {
        if (reached[to] || !(forwards ? table[from][to] : table[to][from])) continue;
        reached[to] = true;
        open.push_back(to);
      }
    }
    if (reached != inside) return false;
  }
  return true;
}

void fit_members(const Choices& choices, const std::vector<bool>& inside, double ridge,
                 PlackettLuceFit& fit) {
  std::vector<int> members;
  std::vector<int> place(choices.items(), -1);
  for (int i = 0; i < choices.items(); ++i) {
    if (!inside[i]) continue;
    place[i] = static_cast<int>(members.size());
    members.push_back(i);
  }
  const auto n = static_cast<Eigen::Index>(members.size());
  // Without a ridge the information is singular along a shift of all strengths, which a constant
  // added to it removes.
  const Eigen::MatrixXd shift = ridge > 0
                                    ? Eigen::MatrixXd::Zero(n, n)
                                    : Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(n);
  Eigen::MatrixXd inverse;
  std::vector<double> p;
  for (int step = 0; step < 200; ++step) {
    Eigen::VectorXd gradient = -2 * ridge * theta;
    Eigen::MatrixXd information = shift + 2 * ridge * Eigen::MatrixXd::Identity(n, n);
    fit.log_likelihood = 0;
    for_each_choice(choices, inside, [&](const auto& set, const auto& chosen) {
      double count = 0;
      double sum = 0;
      p.resize(set.size());
      for (std::size_t k = 0; k < set.size(); ++k) {
        count += chosen[k];
        sum += p[k] = std::exp(theta[place[set[k]]]);
      }
      if (count <= 0) return;
      for (std::size_t k = 0; k < set.size(); ++k) {
        p[k] /= sum;
        gradient[place[set[k]]] += chosen[k] - count * p[k];
        if (chosen[k] > 0) fit.log_likelihood += chosen[k] * std::log(p[k]);
      }
      for (std::size_t k = 0; k < set.size(); ++k) {
        information(place[set[k]], place[set[k]]) += count * p[k];
        for (std::size_t l = 0; l < set.size(); ++l) {
          information(place[set[k]], place[set[l]]) -= count * p[k] * p[l];
        }
      }
    });
    inverse = information.inverse();
    Eigen::VectorXd change = inverse * gradient;
    // Far from the solution a full step may overshoot.
    const double longest = change.cwiseAbs().maxCoeff();
    if (longest > 1) change /= longest;
    theta += change;
    if (longest < 1e-11) break;
  }
  // The shift's own eigenvalue is 1, before and after the inversion.
  inverse -= shift;
  if (ridge == 0) theta.array() -= theta.mean();
  for (Eigen::Index i = 0; i < n; ++i) {
    fit.kinds[members[i]] = RatingKind::kEstimate;
    fit.theta[members[i]] = theta[i];
    for (Eigen::Index j = 0; j < n; ++j) {
      fit.inverse_information[members[i] * choices.items() + members[j]] = inverse(i, j);
    }
  }
}

// The strength at which the record of a peeled item has probability kBoundProbability.
double bound(const Choices& choices, const Peeled& peeled, const std::vector<double>& theta) {
  double low = -100;
  double high = 100;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    double log_probability = 0;
    for_each_choice(choices, peeled.inside, [&](const auto& set, const auto& chosen) {
      double count = 0;
      double own = 0;
      double others = 0;
      for (std::size_t k = 0; k < set.size(); ++k) {
        count += chosen[k];
        (set[k] == peeled.item ? own : others) +=
            std::exp(set[k] == peeled.item ? middle : theta[set[k]]);
      }
      if (own > 0 && others > 0) {
        log_probability += count * std::log((peeled.won ? own : others) / (own + others));
      }
    });
    const bool too_likely = log_probability > std::log(kBoundProbability);
    (too_likely == peeled.won ? high : low) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

void Choices::add(std::span<const int> set, std::span<const double> chosen) {
  set_.insert(set_.end(), set.begin(), set.end());
  chosen_.insert(chosen_.end(), chosen.begin(), chosen.end());
  starts_.push_back(set_.size());
}

void Choices::add_ranking(const std::vector<int>& places, const std::vector<int>& others,
                          double count) {
  std::vector<int> left = places;
  left.insert(left.end(), others.begin(), others.end());
  for (std::size_t k = 0; k < places.size() && left.size() > 1; ++k) {
    std::vector<double> chosen(left.size());
    chosen[0] = count;
    add(left, chosen);
    left.erase(left.begin());
  }
}

PlackettLuceFit fit_plackett_luce(const Choices& choices, double ridge) {
  const int items = choices.items();
  PlackettLuceFit fit;
  fit.kinds.assign(items, RatingKind::kNone);
  fit.theta.assign(items, 0);
  fit.inverse_information.assign(static_cast<std::size_t>(items) * items, 0);
  if (ridge > 0) {
    fit_members(choices, std::vector<bool>(items, true), ridge, fit);
    return fit;
  }
  std::vector<bool> inside(items, false);
  const auto table = beaten(choices, std::vector<bool>(items, true));
  for (int i = 0; i < items; ++i) {
    for (int j = 0; j < items; ++j) {
      if (i != j && (table[i][j] || table[j][i])) inside[i] = true;
    }
  }
  const std::vector<Peeled> peeled = peel(choices, inside);
  if (std::count(inside.begin(), inside.end(), true) == 0) return fit;
  if (!connected(beaten(choices, inside), inside)) return fit;
  fit_members(choices, inside, 0, fit);
  for (auto p = peeled.rbegin(); p != peeled.rend(); ++p) {
    fit.kinds[p->item] = p->won ? RatingKind::kAtLeast : RatingKind::kAtMost;
    fit.theta[p->item] = bound(choices, *p, fit.theta);
  }
  return fit;
}

}  // namespace clanhouse
