#include "selfplay/tournament/line_ups.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace clanhouse {
namespace {

// Calls visit(line_up) with every way to choose `seats` of agents first..agents-1 in ascending
// order, with repeats or without.
template <class Visit>
void choose(int first, int agents, int seats, bool repeats, LineUp& chosen, Visit&& visit) {
  if (seats == 0) return visit(chosen);
  for (int agent = first; agent < agents; ++agent) {
    chosen.push_back(agent);
    choose(repeats ? agent : agent + 1, agents, seats - 1, repeats, chosen, visit);
    chosen.pop_back();
  }
}

// Of agents first..agents-1; with repeats only if there are too few, and then with all of them.
std::vector<LineUp> line_ups_of(int first, int agents, int seats) {
  std::vector<LineUp> result;
  LineUp chosen;
  const bool repeats = agents - first < seats;
  choose(first, agents, seats, repeats, chosen, [&](const LineUp& line_up) {
    const auto has = [&](int agent) {
      return std::find(line_up.begin(), line_up.end(), agent) != line_up.end();
    };
    for (int agent = first; repeats && agent < agents; ++agent) {
      if (!has(agent)) return;
    }
    result.push_back(line_up);
  });
  return result;
}

// Deals line-ups that keep appearances, and then pairs, even.
class Dealer {
 public:
  Dealer(int agents, int seats, RandomStream& random)
      : agents_(agents),
        seats_(seats),
        random_(random),
        appearances_(agents),
        met_(agents, std::vector<int>(agents)) {}

  LineUp deal() {
    // Several tries with random ties; the one whose pairs have met least is dealt.
    LineUp best;
    int least = 0;
    for (int attempt = 0; attempt < kTries; ++attempt) {
      LineUp line_up = attempt_line_up();
      const int meetings = meetings_in(line_up);
      if (attempt == 0 || meetings < least) {
        best = std::move(line_up);
        least = meetings;
      }
    }
    for (const int a : best) {
      ++appearances_[a];
      for (const int b : best) ++met_[a][b];
    }
    return best;
  }

 private:
  static constexpr int kTries = 50;

  LineUp attempt_line_up() {
    LineUp order(agents_);
    std::iota(order.begin(), order.end(), 0);
    random_.shuffle(order);
    LineUp line_up;
    while (static_cast<int>(line_up.size()) < seats_) {
      const auto next = std::min_element(order.begin(), order.end(), [&](int a, int b) {
        return std::tuple(appearances_[a], meetings_with(line_up, a)) <
               std::tuple(appearances_[b], meetings_with(line_up, b));
      });
      line_up.push_back(*next);
      order.erase(next);
    }
    return line_up;
  }

  // Squares: it is better that two pairs have met once more than one pair twice.
  int meetings_with(const LineUp& line_up, int agent) const {
    int sum = 0;
    for (const int other : line_up) sum += met_[agent][other] * met_[agent][other];
    return sum;
  }
  int meetings_in(const LineUp& line_up) const {
    int sum = 0;
    for (const int a : line_up) {
      for (const int b : line_up) sum += a == b ? 0 : (2 * met_[a][b] + 1);
    }
    return sum;
  }

  int agents_;
  int seats_;
  RandomStream& random_;
  std::vector<int> appearances_;
  std::vector<std::vector<int>> met_;
};

}  // namespace

std::vector<LineUp> all_line_ups(int agents, int seats) { return line_ups_of(0, agents, seats); }

std::vector<LineUp> book_test_line_ups(int agents, int seats) {
  std::vector<LineUp> result;
  if (agents > 1) result = all_line_ups(agents, seats);
  for (int agent = 0; agent < agents; ++agent) result.emplace_back(seats, agent);
  return result;
}

std::vector<LineUp> gauntlet_line_ups(int agents, int seats) {
  auto result = line_ups_of(1, agents, seats - 1);
  for (LineUp& line_up : result) line_up.insert(line_up.begin(), 0);
  return result;
}

std::vector<std::vector<LineUp>> balanced_line_ups(int agents, int seats, int rounds,
                                                   RandomStream& random) {
  Dealer dealer(agents, seats, random);
  std::vector<std::vector<LineUp>> result(rounds);
  for (auto& round : result) {
    for (int i = 0; i < agents / seats; ++i) round.push_back(dealer.deal());
  }
  return result;
}

}  // namespace clanhouse
