// Which of a node's children a seat visits next, and which it would play once the search is over.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "agents/search/tree.h"

namespace clanhouse {

// Whether the seat would rather play to a than to b: wins before anything else and the shorter one
// first, losses last and the longer one first; in between by visits, which tell more than a value
// from few of them, or by value where all results are certain.
template <Game G>
bool plays_better(const SearchNode<G>& a, const SearchNode<G>& b, int seat, bool all_proven) {
  const auto rank = [&](const SearchNode<G>& n) {
    if (!n.proven) return 0;
    return n.value[seat] >= G::kMaxUtility ? 1 : n.value[seat] <= G::kMinUtility ? -1 : 0;
  };
  if (rank(a) != rank(b)) return rank(a) > rank(b);
  if (rank(a) == 1) return a.steps_to_end < b.steps_to_end;
  if (rank(a) == -1) return a.steps_to_end > b.steps_to_end;
  if (!all_proven && a.visits != b.visits) return a.visits > b.visits;
  return a.value[seat] > b.value[seat];
}

// The visited children of a node, best for the seat first.
template <Game G>
std::vector<NodeIndex> ranked_children(const SearchTree<G>& tree, NodeIndex parent, int seat) {
  std::vector<NodeIndex> children;
  for (NodeIndex c = tree[parent].first_child; c < tree.end_of_children(parent); ++c) {
    children.push_back(c);
  }
  const auto& p = tree[parent];
  const bool all_proven = p.step_count > 0 && p.proven_children == p.step_count;
  std::stable_sort(children.begin(), children.end(), [&](NodeIndex a, NodeIndex b) {
    return plays_better<G>(tree[a], tree[b], seat, all_proven);
  });
  return children;
}

inline constexpr float kNoScore = -std::numeric_limits<float>::infinity();

// The child of the highest score; the node itself where that is the next candidate's, or where
// there is none. `fresh` is the next candidate's, score(child) that of a child that is not known
// to lose.
template <Game G, class Score>
NodeIndex highest_child(const SearchTree<G>& tree, NodeIndex node, int seat, float fresh,
                        Score&& score) {
  NodeIndex choice = node;
  float best = fresh;
  for (NodeIndex child = tree[node].first_child; child < tree.end_of_children(node); ++child) {
    const auto& n = tree[child];
    if (n.proven && n.value[seat] <= G::kMinUtility) continue;
    const float s = score(child);
    if (s > best) {
      best = s;
      choice = child;
    }
  }
  return choice;
}

}  // namespace clanhouse
