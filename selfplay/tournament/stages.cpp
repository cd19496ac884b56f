#include "selfplay/tournament/stages.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace clanhouse {
namespace {

using Finished = std::vector<BlockPoints>;

int stages_in(const Finished& finished) {
  return finished.empty() ? 0 : finished.back().block.stage + 1;
}

// ---- Swiss ----

class Swiss {
 public:
  Swiss(const ScheduleSettings& settings, const Finished& finished)
      : settings_(settings),
        points_(settings.agents),
        played_(settings.agents),
        met_(settings.agents, std::vector<int>(settings.agents)) {
    for (const BlockPoints& result : finished) {
      const LineUp& seats = result.block.seats;
      for (std::size_t i = 0; i < seats.size(); ++i) {
        points_[seats[i]] += result.points[i];
        played_[seats[i]] += 1;
        for (const int other : seats) ++met_[seats[i]][other];
      }
    }
  }

  std::vector<int> order() const {
    std::vector<int> agents(settings_.agents);
    std::iota(agents.begin(), agents.end(), 0);
    std::stable_sort(agents.begin(), agents.end(), [&](int a, int b) { return mean(a) > mean(b); });
    return agents;
  }

  std::vector<LineUp> pairings() const {
    std::vector<int> left = order();
    for (std::size_t out = left.size() % settings_.seats; out > 0; --out) {
      // From the foot: the first with the most games.
      const auto sits_out = std::max_element(left.rbegin(), left.rend(),
                                             [&](int a, int b) { return played_[a] < played_[b]; });
      left.erase(std::next(sits_out).base());
    }
    if (settings_.seats == 2) {
      std::vector<LineUp> result;
      int tries = kMostTries;
      if (pair_all(left, result, tries)) return result;
    }
    return deal(std::move(left));
  }

 private:
  double mean(int agent) const { return played_[agent] == 0 ? 0 : points_[agent] / played_[agent]; }

  // Pairs without any that has met before; false if there is no such way, or none was found in
  // time: the search is exponential where late rounds leave little choice.
  static constexpr int kMostTries = 100'000;
  bool pair_all(const std::vector<int>& left, std::vector<LineUp>& result, int& tries) const {
    if (left.empty()) return true;
    if (--tries < 0) return false;
    const int top = left.front();
    for (std::size_t i = 1; i < left.size(); ++i) {
      if (met_[top][left[i]] > 0) continue;
      std::vector<int> rest(left.begin() + 1, left.end());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i) - 1);
      result.push_back({top, left[i]});
      if (pair_all(rest, result, tries)) return true;
      result.pop_back();
    }
    return false;
  }

  std::vector<LineUp> deal(std::vector<int> left) const {
    std::vector<LineUp> result;
    while (!left.empty()) {
      LineUp table = {left.front()};
      left.erase(left.begin());
      while (static_cast<int>(table.size()) < settings_.seats) {
        const auto next = std::min_element(left.begin(), left.end(), [&](int a, int b) {
          return meetings(table, a) < meetings(table, b);
        });
        table.push_back(*next);
        left.erase(next);
      }
      result.push_back(std::move(table));
    }
    return result;
  }
  int meetings(const LineUp& table, int agent) const {
    int sum = 0;
    for (const int other : table) sum += met_[agent][other];
    return sum;
  }

  const ScheduleSettings& settings_;
  std::vector<double> points_;
  std::vector<int> played_;  // blocks
  std::vector<std::vector<int>> met_;
};

// ---- Knockout ----

// Points of the first of two agents less those of the second, in matches of one stage.
double lead(const Finished& finished, int stage, int first, int second) {
  double sum = 0;
  for (const BlockPoints& result : finished) {
    const LineUp& seats = result.block.seats;
    if (result.block.stage != stage) continue;
    for (const auto& [mine, other] : {std::pair(0, 1), std::pair(1, 0)}) {
      if (seats[mine] == first && seats[other] == second) {
        sum += result.points[mine] - result.points[other];
      }
    }
  }
  return sum;
}

constexpr int kNobody = -1;

// Places of a draw of 2^n: the best against the last, and the first two in different halves.
std::vector<int> draw_order(int agents) {
  std::vector<int> places = {0};
  while (static_cast<int>(places.size()) < agents) {
    const int size = 2 * static_cast<int>(places.size());
    std::vector<int> next;
    for (const int place : places) {
      next.push_back(place);
      next.push_back(size - 1 - place);
    }
    places = std::move(next);
  }
  for (int& place : places) {
    if (place >= agents) place = kNobody;
  }
  return places;
}

class Knockout {
 public:
  Knockout(const ScheduleSettings& settings, const Finished& finished)
      : places_(draw_order(settings.agents)), fallen_(settings.agents) {
    const int stages = stages_in(finished);
    int stage = 0;
    while (places_.size() > 1) {
      std::vector<int> winners(places_.size() / 2, kNobody);
      std::vector<bool> decided(winners.size());
      open_.clear();
      for (std::size_t m = 0; m < winners.size(); ++m) {
        const int a = places_[2 * m];
        const int b = places_[2 * m + 1];
        decided[m] = a == kNobody || b == kNobody;
        winners[m] = a == kNobody ? b : a;
      }
      // A level match is played again in the next stage.
      for (int duel = 0; duel < kMostDuels && stage < stages; ++duel) {
        bool any = false;
        for (std::size_t m = 0; m < winners.size(); ++m) {
          if (decided[m]) continue;
          any = true;
          const int a = places_[2 * m];
          const int b = places_[2 * m + 1];
          const double difference = lead(finished, stage, a, b);
          if (difference == 0 && duel + 1 < kMostDuels) continue;
          decided[m] = true;
          winners[m] = difference == 0 ? std::min(a, b) : difference > 0 ? a : b;
          fallen_[winners[m] == a ? b : a] = round_ + 1;
        }
        if (!any) break;
        ++stage;
      }
      for (std::size_t m = 0; m < winners.size(); ++m) {
        if (!decided[m]) open_.push_back({places_[2 * m], places_[2 * m + 1]});
      }
      if (!open_.empty()) return;
      places_ = std::move(winners);
      ++round_;
    }
  }

  const std::vector<LineUp>& open() const { return open_; }

  // By the round in which they fell, the later the better.
  std::vector<int> order() const {
    std::vector<int> agents(fallen_.size());
    std::iota(agents.begin(), agents.end(), 0);
    const auto reached = [&](int agent) { return fallen_[agent] == 0 ? 1 << 20 : fallen_[agent]; };
    std::stable_sort(agents.begin(), agents.end(),
                     [&](int a, int b) { return reached(a) > reached(b); });
    return agents;
  }

 private:
  std::vector<int> places_;
  std::vector<LineUp> open_;
  std::vector<int> fallen_;  // the round in which an agent lost, from 1; 0: it has not
  int round_ = 0;
};

// ---- Ladder ----

// The rungs after the finished matches, from the top, and the rung whose agent is challenged next.
struct Ladder {
  std::vector<int> rungs;
  int challenged = 0;
  int passes = 0;

  Ladder(const ScheduleSettings& settings, const Finished& finished) : rungs(settings.agents) {
    std::iota(rungs.begin(), rungs.end(), 0);
    challenged = settings.agents - 2;
    for (int stage = 0; stage < stages_in(finished); ++stage) {
      int& above = rungs[challenged];
      int& below = rungs[challenged + 1];
      if (lead(finished, stage, below, above) > 0) std::swap(above, below);
      if (challenged-- == 0) {
        challenged = settings.agents - 2;
        ++passes;
      }
    }
  }
};

}  // namespace

bool looks_at_results(Format format) {
  return format == Format::kSwiss || format == Format::kKnockout || format == Format::kLadder;
}

std::vector<LineUp> stage_line_ups(const ScheduleSettings& settings, const Finished& finished) {
  switch (settings.format) {
    case Format::kSwiss:
      if (stages_in(finished) >= settings.rounds) return {};
      return Swiss(settings, finished).pairings();
    case Format::kKnockout: return Knockout(settings, finished).open();
    case Format::kLadder: {
      const Ladder ladder(settings, finished);
      if (ladder.passes >= settings.rounds) return {};
      return {{ladder.rungs[ladder.challenged], ladder.rungs[ladder.challenged + 1]}};
    }
    default: return {};
  }
}

std::vector<int> final_order(const ScheduleSettings& settings, const Finished& finished) {
  switch (settings.format) {
    case Format::kSwiss: return Swiss(settings, finished).order();
    case Format::kKnockout: return Knockout(settings, finished).order();
    case Format::kLadder: return Ladder(settings, finished).rungs;
    default: return {};
  }
}

}  // namespace clanhouse
