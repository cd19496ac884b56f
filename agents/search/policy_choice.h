// Choices in a tree search whose evaluator has a policy.
//
// Inside the tree selection is PUCT. The root may be searched in three ways: by PUCT as well, with
// Dirichlet noise in its policy for self-play; the same with forced playouts (Wu, "Accelerating
// self-play learning in Go", 2019); or by sequential halving (gumbel.h).
//
// Candidates of a node are stored in the order in which they get children, so that child i has the
// prior of candidate i.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "agents/search/dirichlet.h"
#include "agents/search/gumbel.h"
#include "agents/search/options.h"
#include "agents/search/ranking.h"
#include "agents/search/tree.h"

namespace clanhouse {

// How much of the policy an action gets.
template <Game G>
struct ActionShare {
  typename G::Action action{};
  float share = 0;
};

template <Game G>
class PolicyChoice {
 public:
  using Tree = SearchTree<G>;
  using Node = SearchNode<G>;

  explicit PolicyChoice(const SearchOptions& options) : options_(options) {}

  // Of the next search.
  void set_visits(std::uint64_t visits) { options_.visits = visits; }

  bool by_halving() const { return options_.root == RootKind::kGumbel; }

  // The policy of a new node: shares of its actions, which add up to 1. `value` is the evaluator's,
  // for the seat to act.
  void set_policy(Tree& tree, NodeIndex node, const typename G::ActionList& actions,
                  std::span<float> policy, float value, RandomStream& random) {
    const bool root = node == Tree::kRoot;
    if (root) {
      root_value_ = value;
      if (!by_halving()) add_noise(policy, random);
    }
    candidates_.clear();
    for (std::size_t i = 0; i < actions.size(); ++i) candidates_.push_back({actions[i], policy[i]});
    if (root && by_halving()) {
      sort_by_gumbel(random);
    } else {
      sort_by_prior(candidates_.begin(), candidates_.end());
    }
    tree.set_candidates(node, candidates_);
    tree[node].has_policy = true;
  }

  // A root that was searched before, as a node of an earlier tree, gets noise of its own.
  void reuse_root(Tree& tree, RandomStream& random) {
    root_value_ = 0;
    const auto candidates = tree.candidates(Tree::kRoot);
    std::vector<float> policy;
    for (const auto& candidate : candidates) policy.push_back(candidate.prior);
    add_noise(policy, random);
    for (std::size_t i = 0; i < policy.size(); ++i) candidates[i].prior = policy[i];
    sort_by_prior(candidates.begin() + tree[Tree::kRoot].candidates_used, candidates.end());
  }

  // The child to visit next; the node itself where that is the next candidate's.
  NodeIndex choose(const Tree& tree, NodeIndex node, int seat, bool can_grow) {
    if (node == Tree::kRoot) {
      if (by_halving()) {
        const NodeIndex choice = choose_by_halving(tree, seat, can_grow);
        if (choice != kNobody) return choice;
      } else if (options_.forced > 0) {
        const NodeIndex choice = choose_forced(tree, seat);
        if (choice != kNobody) return choice;
      }
    }
    return choose_by_puct(tree, node, seat, can_grow);
  }

  // The root's children, the one to play first.
  std::vector<NodeIndex> ranked_root(const Tree& tree, int seat) const {
    auto ranked = ranked_children(tree, Tree::kRoot, seat);
    if (!by_halving() || ranked.empty() || tree[ranked.front()].proven) return ranked;
    // Halving ends with equal visits for the best ones.
    const auto end = std::find_if(ranked.begin(), ranked.end(), [&](NodeIndex child) {
      return tree[child].visits != tree[ranked.front()].visits || tree[child].proven;
    });
    const auto score = scores(tree, seat);
    std::stable_sort(ranked.begin(), end, [&](NodeIndex a, NodeIndex b) {
      return score(index_of(tree, a)) > score(index_of(tree, b));
    });
    return ranked;
  }

  // What the search says the root's policy should be, for a net to learn: where an action is known
  // to win, that one alone; after halving softmax(logit + value), unvisited actions counting as the
  // mean that the policy expects; otherwise shares of visits, less those that were forced.
  std::vector<ActionShare<G>> improved_policy(const Tree& tree, int seat) const {
    const Node& root = tree[Tree::kRoot];
    std::vector<ActionShare<G>> shares;
    for (const auto& candidate : tree.candidates(Tree::kRoot)) {
      shares.push_back({candidate.action, 0});
    }
    for (std::uint32_t i = 0; i < root.child_count; ++i) {
      const Node& child = tree[root.first_child + i];
      if (!child.proven || child.value[seat] < G::kMaxUtility) continue;
      shares[i].share = 1;
      return shares;
    }
    if (by_halving()) {
      share_by_values(tree, seat, shares);
    } else {
      share_by_visits(tree, seat, shares);
    }
    return shares;
  }

 private:
  using Candidate = typename Tree::Candidate;
  static constexpr NodeIndex kNobody = std::numeric_limits<NodeIndex>::max();

  static std::size_t index_of(const Tree& tree, NodeIndex child) {
    return child - tree[Tree::kRoot].first_child;
  }
  static float unit(float value) {
    return (value - G::kMinUtility) / (G::kMaxUtility - G::kMinUtility);
  }
  static bool lost(const Node& child, int seat) {
    return child.proven && child.value[seat] <= G::kMinUtility;
  }
  template <class Iterator>
  static void sort_by_prior(Iterator first, Iterator last) {
    std::stable_sort(first, last, [](const auto& a, const auto& b) { return a.prior > b.prior; });
  }

  void add_noise(std::span<float> policy, RandomStream& random) {
    if (options_.noise <= 0) return;
    noise_.resize(policy.size());
    draw_dirichlet(options_.noise_alpha / static_cast<float>(policy.size()), noise_, random);
    for (std::size_t i = 0; i < policy.size(); ++i) {
      policy[i] += (noise_[i] - policy[i]) * options_.noise;
    }
  }

  static float logit(float prior) { return std::log(std::max(prior, 1e-12F)); }

  void sort_by_gumbel(RandomStream& random) {
    std::vector<std::pair<float, Candidate>> scored;
    for (const Candidate& candidate : candidates_) {
      const float noise = options_.noise > 0 ? draw_gumbel(random) : 0;
      scored.emplace_back(logit(candidate.prior) + noise, candidate);
    }
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    root_scores_.clear();
    for (std::size_t i = 0; i < scored.size(); ++i) {
      root_scores_.push_back(scored[i].first);
      candidates_[i] = scored[i].second;
    }
    halving_.start(candidates_.size(), static_cast<std::size_t>(options_.considered),
                   options_.visits - 1);
  }

  static std::uint32_t most_visits(const Tree& tree) {
    const Node& root = tree[Tree::kRoot];
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < root.child_count; ++i) {
      most = std::max(most, tree[root.first_child + i].visits);
    }
    return most;
  }

  // The score of the root's i-th candidate in sequential halving.
  auto scores(const Tree& tree, int seat) const {
    const float weight = value_weight(most_visits(tree), options_.value_scale);
    return [&tree, this, seat, weight](std::size_t i) {
      const Node& root = tree[Tree::kRoot];
      if (i >= root.child_count) return root_scores_[i];
      const Node& child = tree[root.first_child + static_cast<NodeIndex>(i)];
      if (lost(child, seat)) return -std::numeric_limits<float>::infinity();
      return root_scores_[i] + weight * unit(child.value[seat]);
    };
  }

  NodeIndex choose_by_halving(const Tree& tree, int seat, bool can_grow) {
    const Node& root = tree[Tree::kRoot];
    const std::size_t i = halving_.next(scores(tree, seat));
    if (i == SequentialHalving::kNone) return kNobody;
    if (i < root.child_count) return root.first_child + static_cast<NodeIndex>(i);
    return can_grow ? Tree::kRoot : kNobody;
  }

  // Visits that the root's i-th child gets in any case: sqrt(forced · prior · visits).
  float forced_visits(const Tree& tree, std::uint32_t i) const {
    return std::sqrt(options_.forced * tree.child_prior(Tree::kRoot, i) *
                     static_cast<float>(tree[Tree::kRoot].visits));
  }
  NodeIndex choose_forced(const Tree& tree, int seat) const {
    const Node& root = tree[Tree::kRoot];
    for (std::uint32_t i = 0; i < root.child_count; ++i) {
      const Node& child = tree[root.first_child + i];
      if (child.proven || lost(child, seat)) continue;
      if (static_cast<float>(child.visits) < forced_visits(tree, i)) return root.first_child + i;
    }
    return kNobody;
  }

  // PUCT as in AlphaZero (Silver et al., 2018): value + cpuct * prior * sqrt(N) / (1 + n), where N
  // are the visits of the node, its own evaluation included. An unvisited action counts as its
  // parent's value less fpu times the root of the policy's share that has been visited (as in lc0).
  NodeIndex choose_by_puct(const Tree& tree, NodeIndex node, int seat, bool can_grow) const {
    const Node& parent = tree[node];
    const float explore = explore_of(parent);
    float visited = 0;
    for (std::uint32_t i = 0; i < parent.child_count; ++i) visited += tree.child_prior(node, i);
    const float fresh = can_grow
                            ? parent.value[seat] - options_.fpu_reduction * std::sqrt(visited) +
                                  explore * tree.next_candidate(node).prior
                            : kNoScore;
    return highest_child(tree, node, seat, fresh, [&](NodeIndex child) {
      const Node& n = tree[child];
      return n.value[seat] + explore * tree.child_prior(node, child - parent.first_child) /
                                 static_cast<float>(1 + n.visits);
    });
  }
  float explore_of(const Node& node) const {
    return options_.cpuct * std::sqrt(static_cast<float>(node.visits));
  }

  void share_by_values(const Tree& tree, int seat, std::vector<ActionShare<G>>& shares) const {
    const Node& root = tree[Tree::kRoot];
    float visits = 0;
    float prior = 0;
    float expected = 0;
    for (std::uint32_t i = 0; i < root.child_count; ++i) {
      const Node& child = tree[root.first_child + i];
      const float p = tree.child_prior(Tree::kRoot, i);
      visits += static_cast<float>(child.visits);
      prior += p;
      expected += p * unit(child.value[seat]);
    }
    float mixed = unit(root_value_);
    if (prior > 0) mixed = (mixed + visits * expected / prior) / (1 + visits);
    const float weight = value_weight(most_visits(tree), options_.value_scale);
    float highest = kNoScore;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const bool visited = i < root.child_count;
      const float value =
          visited ? unit(tree[root.first_child + static_cast<NodeIndex>(i)].value[seat]) : mixed;
      shares[i].share =
          logit(tree.child_prior(Tree::kRoot, static_cast<std::uint32_t>(i))) + weight * value;
      highest = std::max(highest, shares[i].share);
    }
    float sum = 0;
    for (auto& entry : shares) sum += entry.share = std::exp(entry.share - highest);
    for (auto& entry : shares) entry.share /= sum;
  }

  // Of a child that is not the most visited one, forced visits are taken off as long as PUCT would
  // still not prefer it to that one, and a last single visit with them.
  void share_by_visits(const Tree& tree, int seat, std::vector<ActionShare<G>>& shares) const {
    const Node& root = tree[Tree::kRoot];
    const auto ranked = ranked_children(tree, Tree::kRoot, seat);
    const auto best = static_cast<std::uint32_t>(index_of(tree, ranked.front()));
    const float explore = explore_of(root);
    const auto score = [&](std::uint32_t i, float visits) {
      return tree[root.first_child + i].value[seat] +
             explore * tree.child_prior(Tree::kRoot, i) / (1 + visits);
    };
    float sum = 0;
    for (std::uint32_t i = 0; i < root.child_count; ++i) {
      float visits = static_cast<float>(tree[root.first_child + i].visits);
      if (options_.forced > 0 && i != best) {
        const float bound = score(best, static_cast<float>(tree[root.first_child + best].visits));
        for (float left = std::ceil(forced_visits(tree, i)); left > 0 && visits > 0; --left) {
          if (score(i, visits - 1) >= bound) break;
          --visits;
        }
        if (visits <= 1) visits = 0;
      }
      shares[i].share = visits;
      sum += visits;
    }
    for (auto& entry : shares) entry.share /= sum;
  }

  SearchOptions options_;
  float root_value_ = 0;  // the evaluator's
  // Of sequential halving: logits with noise, by candidate.
  std::vector<float> root_scores_;
  SequentialHalving halving_;
  std::vector<float> noise_;
  std::vector<Candidate> candidates_;
};

}  // namespace clanhouse
