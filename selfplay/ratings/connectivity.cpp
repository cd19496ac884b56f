#include "selfplay/ratings/connectivity.h"

#include <algorithm>

namespace clanhouse {
namespace {

using Group = std::vector<int>;

// Everybody inside who can be reached from `first`.
template <class Edge>
std::vector<bool> reached_from(int first, const std::vector<bool>& inside, Edge&& edge) {
  std::vector<bool> reached(inside.size());
  std::vector<int> open{first};
  reached[first] = true;
  while (!open.empty()) {
    const int from = open.back();
    open.pop_back();
    for (std::size_t to = 0; to < inside.size(); ++to) {
      if (!inside[to] || reached[to] || !edge(from, static_cast<int>(to))) continue;
      reached[to] = true;
      open.push_back(static_cast<int>(to));
    }
  }
  return reached;
}

// Classes of those inside who reach each other, the largest first.
template <class Edge>
std::vector<Group> classes(const std::vector<bool>& inside, Edge&& edge) {
  std::vector<Group> groups;
  std::vector<bool> done(inside.size());
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (!inside[i] || done[i]) continue;
    const auto ahead = reached_from(static_cast<int>(i), inside, edge);
    const auto behind =
        reached_from(static_cast<int>(i), inside, [&](int a, int b) { return edge(b, a); });
    Group group;
    for (std::size_t j = 0; j < inside.size(); ++j) {
      if (!ahead[j] || !behind[j]) continue;
      done[j] = true;
      group.push_back(static_cast<int>(j));
    }
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.size() > b.size(); });
  return groups;
}

std::vector<bool> marks(const Group& group, std::size_t size) {
  std::vector<bool> inside(size);
  for (const int member : group) inside[member] = true;
  return inside;
}

std::vector<ShutOut> take_out(const Taken& taken, std::vector<bool>& inside) {
  std::vector<ShutOut> shut_outs;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < inside.size() && !changed; ++i) {
      bool won = false;
      bool lost = false;
      for (std::size_t j = 0; j < inside.size(); ++j) {
        if (i == j) continue;
        won = won || (inside[j] && taken[i][j]);
        lost = lost || (inside[j] && taken[j][i]);
      }
      if (!inside[i] || won == lost) continue;
      shut_outs.push_back({static_cast<int>(i), won, inside});
      inside[i] = false;
      changed = true;
    }
  }
  return shut_outs;
}

}  // namespace

Connectivity connectivity(const Taken& taken) {
  const std::size_t n = taken.size();
  Connectivity found;
  std::vector<bool> inside(n);
  const auto met = [&](int a, int b) { return taken[a][b] || taken[b][a]; };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j && met(static_cast<int>(i), static_cast<int>(j))) inside[i] = true;
    }
  }
  const auto apart = classes(inside, met);
  if (apart.empty()) return found;
  if (apart.size() > 1) found.groups = apart;
  inside = marks(apart[0], n);
  found.shut_outs = take_out(taken, inside);
  const auto strong = classes(inside, [&](int a, int b) { return taken[a][b]; });
  found.core = strong[0];
  if (strong.size() == 1) return found;
  // Bounds would be against those who are not rated.
  found.shut_outs.clear();
  if (found.groups.empty()) found.groups = strong;
  return found;
}

}  // namespace clanhouse
