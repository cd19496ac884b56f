// Which actions of the root a search with few visits tries, and how often: sequential halving with
// Gumbel noise (Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with
// Gumbel", 2022).
//
// Every action has a score: its logit, plus a Gumbel variable when exploring, plus its value on the
// scale of logits (value_weight()). The `considered` actions of the highest scores get the same
// number of visits, then the better half of them, and so on until the visits are used up.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "core/random.h"

namespace clanhouse {

inline float draw_gumbel(RandomStream& random) {
  const float u = std::max(random.uniform(), 1e-20F);
  return -std::log(-std::log(u) + 1e-20F);
}

// What a value between 0 and 1 counts as on the scale of logits, where the most visited action has
// so many visits: (50 + visits) · scale.
inline float value_weight(std::uint32_t most_visits, float scale) {
  constexpr float kVisitOffset = 50;
  return (kVisitOffset + static_cast<float>(most_visits)) * scale;
}

class SequentialHalving {
 public:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  // Actions are numbers below `actions`, those of the highest scores first.
  void start(std::size_t actions, std::size_t considered, std::uint64_t visits) {
    visits_ = visits;
    alive_.resize(std::max<std::size_t>(
        1, std::min<std::size_t>({actions, considered, static_cast<std::size_t>(visits)})));
    std::iota(alive_.begin(), alive_.end(), std::size_t{0});
    phases_ = std::max<std::size_t>(1, static_cast<std::size_t>(std::bit_width(alive_.size() - 1)));
    next_ = 0;
    rounds_ = rounds_of_a_phase();
  }

  // The action to visit next; kNone when all that are considered are lost. score(action) is that of
  // a visited action, -infinity when it is known to lose.
  template <class Score>
  std::size_t next(Score&& score) {
    for (std::size_t passed = 0; passed <= alive_.size(); ++passed) {
      if (next_ == alive_.size()) {
        next_ = 0;
        if (--rounds_ == 0) halve(score);
      }
      const std::size_t action = alive_[next_++];
      if (score(action) > -std::numeric_limits<float>::infinity()) return action;
    }
    return kNone;
  }

 private:
  std::uint64_t rounds_of_a_phase() const {
    return std::max<std::uint64_t>(1, visits_ / (phases_ * alive_.size()));
  }
  template <class Score>
  void halve(Score&& score) {
    std::stable_sort(alive_.begin(), alive_.end(),
                     [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
    if (alive_.size() > 2) alive_.resize((alive_.size() + 1) / 2);
    rounds_ = rounds_of_a_phase();
  }

  std::vector<std::size_t> alive_;
  std::uint64_t visits_ = 0;
  std::size_t phases_ = 1;
  std::size_t next_ = 0;
  std::uint64_t rounds_ = 0;
};

}  // namespace clanhouse
