// The memory of a tree search: nodes and action lists in two arrays, addressed by 32-bit indices.
//
// The children of a node that have been visited lie side by side, in a block that doubles when it
// is full; blocks given up are used again. So a node costs memory when it is visited and not when
// its parent is, nothing is allocated per node, and whoever compares children reads one run of
// memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/game.h"

namespace clanhouse {

using NodeIndex = std::uint32_t;

template <Game G>
struct SearchNode {
  // What led here: an action, or an outcome if the parent is a chance node.
  struct Step {
    typename G::Action action{};
    typename G::Outcome outcome{};
  };

  // Mean over all visits; of a proven node the certain value.
  Utilities<G::kMaxSeats> value{};
  std::uint32_t visits = 0;
  // Visits of the parent in which the step here was legal, since there is this node (hidden
  // information only).
  std::uint32_t available = 0;
  std::uint32_t first_child = 0;
  std::uint32_t first_candidate = 0;
  // Actions or outcomes of this node, once they have been listed; 0 before.
  std::uint16_t step_count = 0;
  std::uint16_t child_count = 0;
  std::uint16_t candidates_used = 0;  // of the actions, those that have a child
  std::uint16_t proven_children = 0;
  // Of a proven node: steps until the game is over.
  std::uint16_t steps_to_end = 0;
  Step step{};
  // Who acts here. Where information is hidden, one step may lead to different seats in different
  // states (a decision with one option is taken at once); it then has a child for each.
  Actor actor = Actor::none();
  std::int8_t child_block = -1;  // log2 of the children's room; -1: none yet
  bool proven = false;
  // Whether the candidates' priors are probabilities that an evaluator gave.
  bool has_policy = false;

  void add_visit(const Utilities<G::kMaxSeats>& result) {
    ++visits;
    if (proven && visits > 1) return;
    const float weight = 1.F / static_cast<float>(visits);
    for (int seat = 0; seat < G::kMaxSeats; ++seat) {
      value[seat] += (result[seat] - value[seat]) * weight;
    }
  }
};

template <Game G>
class SearchTree {
 public:
  using Node = SearchNode<G>;
  // An action that may get a child, and the value it is assumed to have before its first visit.
  struct Candidate {
    typename G::Action action;
    float prior = 0;
  };

  // Empties the tree but for a root; keeps its memory.
  void reset(std::uint32_t max_nodes) {
    max_nodes_ = max_nodes;
    // Room that is not used yet costs nothing; moving a large tree does.
    constexpr std::size_t kReserved = 4'000'000;
    nodes_.reserve(std::min<std::size_t>(max_nodes, kReserved));
    nodes_.clear();
    candidates_.clear();
    for (auto& list : free_blocks_) list.clear();
    nodes_.emplace_back();
  }

  // Makes a node the root and forgets what is not below it. For trees whose nodes all have
  // candidates, or no children.
  void keep_subtree(NodeIndex root) {
    std::vector<Node> nodes;
    std::vector<Candidate> candidates;
    nodes.reserve(nodes_.capacity());
    nodes.push_back(nodes_[root]);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      // The node as it was: what it refers to lies in the old arrays.
      const Node old = nodes[i];
      nodes[i].first_candidate = static_cast<std::uint32_t>(candidates.size());
      const auto list = candidates_.begin() + old.first_candidate;
      candidates.insert(candidates.end(), list, list + old.step_count);
      if (old.child_block < 0) continue;
      nodes[i].first_child = static_cast<NodeIndex>(nodes.size());
      nodes.resize(nodes.size() + (std::size_t{1} << old.child_block));
      std::copy_n(nodes_.begin() + old.first_child, old.child_count,
                  nodes.begin() + nodes[i].first_child);
    }
    nodes_ = std::move(nodes);
    candidates_ = std::move(candidates);
    for (auto& list : free_blocks_) list.clear();
  }

  static constexpr NodeIndex kRoot = 0;
  Node& operator[](NodeIndex i) { return nodes_[i]; }
  const Node& operator[](NodeIndex i) const { return nodes_[i]; }
  // Nodes that the tree has room for so far; never more than max_nodes.
  std::size_t size() const { return nodes_.size(); }

  // Children are first_child .. end_of_children - 1.
  NodeIndex end_of_children(NodeIndex node) const {
    return nodes_[node].first_child + nodes_[node].child_count;
  }

  // Whether a child can be added to the node without going over max_nodes.
  bool can_add_child(NodeIndex parent) const {
    const Node& p = nodes_[parent];
    if (p.child_block >= 0 && p.child_count < (1U << p.child_block)) return true;
    const int block = p.child_block + 1;
    return !free_blocks_[block].empty() || nodes_.size() + (std::size_t{1} << block) <= max_nodes_;
  }

  // The new child's index. References to nodes are invalid afterwards; indices of the node's other
  // children may have changed.
  NodeIndex add_child(NodeIndex parent) {
    if (nodes_[parent].child_block < 0 ||
        nodes_[parent].child_count == (1U << nodes_[parent].child_block)) {
      grow_block(parent);
    }
    Node& p = nodes_[parent];
    const NodeIndex child = p.first_child + p.child_count++;
    nodes_[child] = Node();
    return child;
  }

  // The same at a place among the other children.
  NodeIndex add_child_at(NodeIndex parent, std::uint32_t place) {
    const NodeIndex last = add_child(parent);
    const NodeIndex child = nodes_[parent].first_child + place;
    std::copy_backward(nodes_.begin() + child, nodes_.begin() + last, nodes_.begin() + last + 1);
    nodes_[child] = Node();
    return child;
  }

  // Keeps the actions of a node: those of the visited children, in the children's order, then those
  // to be visited next.
  template <class List>
  void set_candidates(NodeIndex node, const List& list) {
    nodes_[node].first_candidate = static_cast<std::uint32_t>(candidates_.size());
    nodes_[node].step_count = static_cast<std::uint16_t>(list.size());
    candidates_.insert(candidates_.end(), list.begin(), list.end());
  }
  // Those that were kept.
  std::span<Candidate> candidates(NodeIndex node) {
    return std::span(candidates_).subspan(nodes_[node].first_candidate, nodes_[node].step_count);
  }
  std::span<const Candidate> candidates(NodeIndex node) const {
    return std::span(candidates_).subspan(nodes_[node].first_candidate, nodes_[node].step_count);
  }
  // The prior of the node's i-th child.
  float child_prior(NodeIndex node, std::uint32_t i) const {
    return candidates_[nodes_[node].first_candidate + i].prior;
  }
  // The action that the node's next child is for; there must be one left.
  const Candidate& next_candidate(NodeIndex node) const { return candidate(node, 0); }
  typename G::Action use_next_candidate(NodeIndex node) {
    const auto action = next_candidate(node).action;
    ++nodes_[node].candidates_used;
    return action;
  }
  // Brings the candidate that is `later` places after the next one to the front.
  void prefer_candidate(NodeIndex node, std::uint32_t later) {
    std::swap(candidate(node, 0), candidate(node, later));
  }

 private:
  Candidate& candidate(NodeIndex node, std::uint32_t later) {
    return candidates_[nodes_[node].first_candidate + nodes_[node].candidates_used + later];
  }
  const Candidate& candidate(NodeIndex node, std::uint32_t later) const {
    return const_cast<SearchTree*>(this)->candidate(node, later);
  }

  void grow_block(NodeIndex parent) {
    const int old_block = nodes_[parent].child_block;
    const int block = old_block + 1;
    const NodeIndex old_first = nodes_[parent].first_child;
    NodeIndex first = 0;
    if (!free_blocks_[block].empty()) {
      first = free_blocks_[block].back();
      free_blocks_[block].pop_back();
    } else {
      first = static_cast<NodeIndex>(nodes_.size());
      nodes_.resize(nodes_.size() + (std::size_t{1} << block));
    }
    if (old_block >= 0) {
      std::copy_n(nodes_.begin() + old_first, nodes_[parent].child_count, nodes_.begin() + first);
      free_blocks_[old_block].push_back(old_first);
    }
    nodes_[parent].first_child = first;
    nodes_[parent].child_block = static_cast<std::int8_t>(block);
  }

  std::vector<Node> nodes_;
  std::vector<Candidate> candidates_;
  // Blocks of 2^i nodes that no node uses any more.
  std::array<std::vector<NodeIndex>, 17> free_blocks_;
  std::size_t max_nodes_ = 0;
};

}  // namespace clanhouse
