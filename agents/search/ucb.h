// The exploration term of UCB1 (Kocsis and Szepesvári, 2006):
//
//   exploration * sqrt(log(n) / visits of the child)
//
// n is how often the child could have been visited: as often as its parent, or, where actions are
// not always legal, as often as it was.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "agents/search/options.h"

namespace clanhouse {

// A function of visits whose first values are kept in a table: the inner loop of selection.
template <class F>
class Tabled {
 public:
  explicit Tabled(F f) : f_(f) {
    for (std::size_t n = 0; n < table_.size(); ++n) table_[n] = f(static_cast<float>(n));
  }
  float operator()(std::uint32_t n) const {
    return n < table_.size() ? table_[n] : f_(static_cast<float>(n));
  }

 private:
  F f_;
  std::array<float, 2048> table_;
};

inline const Tabled inverse_sqrt([](float n) { return 1.F / std::sqrt(n); });
inline const Tabled sqrt_log([](float n) { return std::sqrt(std::log(n)); });

// The term of a child that has been visited once.
inline float exploration_of(const SearchOptions& options, std::uint32_t parent_visits) {
  return options.exploration *
         std::sqrt(static_cast<float>(std::log(static_cast<double>(parent_visits) + 1)));
}

}  // namespace clanhouse
