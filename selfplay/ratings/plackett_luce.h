// Strengths from rankings (Plackett, 1975; Luce, 1959): of the items still in, i comes next with
// probability exp(theta_i) / sum of exp(theta_k). A ranking of which only the first places are
// known keeps the factors of those places; with one known place this is the model of choices, with
// two items that of Bradley and Terry.
//
// Rankings are given as the choices that they consist of, so that thousands of races of one field
// cost no more than one: a race of a, b, c, d won by b before d is a choice of b among {a, b, c, d}
// and one of d among {a, c, d}.
#pragma once

#include <span>
#include <vector>

#include "selfplay/ratings/bradley_terry.h"

namespace clanhouse {

class Choices {
 public:
  explicit Choices(int items) : items_(items) {}

  // Among `set`, which may name an item more than once, set[k] was chosen chosen[k] times.
  void add(std::span<const int> set, std::span<const double> chosen);
  // One ranking seen `count` times: `places` in order, and `others` somewhere behind them.
  void add_ranking(const std::vector<int>& places, const std::vector<int>& others,
                   double count = 1);

  struct Choice {
    std::span<const int> set;
    std::span<const double> chosen;
  };
  int items() const { return items_; }
  std::size_t size() const { return starts_.size() - 1; }
  Choice operator[](std::size_t index) const {
    const std::size_t length = starts_[index + 1] - starts_[index];
    return {{set_.data() + starts_[index], length}, {chosen_.data() + starts_[index], length}};
  }

 private:
  int items_;
  std::vector<int> set_;
  std::vector<double> chosen_;
  std::vector<std::size_t> starts_{0};
};

struct PlackettLuceFit {
  // Whether an item has a finite strength. One that came first in all its choices, or was passed
  // over in all, has only a bound: where so clean a record has probability 0.05. All are kNone when
  // the rest fall into groups that never lose to each other (Ford, 1957).
  std::vector<RatingKind> kinds;
  std::vector<double> theta;  // mean 0 over the estimates; 0 for kNone
  double log_likelihood = 0;  // of the choices between estimated items
  // Row by row, items × items: the inverse of the Fisher information, within the contrasts of mean
  // 0; zeros for items without an estimate. With the scatter of the scores over blocks between two
  // of these it gives the sandwich covariance of theta.
  std::vector<double> inverse_information;
};

// The most likely strengths, less `ridge` × sum of theta² (maximum a posteriori; every item then
// has an estimate, and the mean is not moved to 0). By Newton's method; the likelihood is concave.
PlackettLuceFit fit_plackett_luce(const Choices& choices, double ridge = 0);

}  // namespace clanhouse
