// Which action an iteration tries at a node of a search under hidden information.
//
// Every iteration comes with another sampled state, so the actions of a node are those that are
// legal in the state at hand. Exploration is measured by how often an action was available since it
// was first tried (Cowling, Powley and Whitehouse, 2012).
//
// A node's visits are spread over states that may differ much. The game's heuristic therefore
// judges the actions anew in each state, one step ahead, and at the nodes of the other seats what
// it says is mixed with what the visits say, as if it were `prior_visits` visits: so they play the
// hand that they have in the state at hand, and not an average of all hands. The seat that searches
// has no such knowledge later on: at its later nodes the judgement is only the first value of an
// action that was not tried yet. At the root judgements are averaged over all iterations, and mixed
// in too.
//
// In a game with a quick judgement of decisions that may be used instead (`greedy_lead`): its
// choice counts as so much better than the node is, all others as the node. That suits searches of
// few visits where what a decision is worth is small beside the errors of values: they keep to a
// good choice until they have seen a better one.
//
// Judgements one step ahead are too hopeful, since nobody has replied yet; by how much is learned
// from the actions that have been visited, and taken off all judgements.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "agents/one_ply.h"
#include "agents/search/options.h"
#include "agents/search/tree.h"
#include "agents/search/ucb.h"

namespace clanhouse {

template <Game G>
class SampledChoice {
 public:
  using State = typename G::State;
  using Action = typename G::Action;

  SampledChoice(const G& game, const SearchOptions& options) : game_(game), options_(options) {}

  // Forgets what it knows of the last search's root.
  void reset() {
    root_priors_.clear();
    root_judgements_ = 0;
  }

  // An action of the seat to act, or nothing when the tree has no room for the only ones that there
  // are. Children must be sorted by action; those of legal actions are noted as available.
  std::optional<Action> choose(SearchTree<G>& tree, NodeIndex node, const State& state, int seat,
                               RandomStream& random) {
    if (node == SearchTree<G>::kRoot) root_seat_ = seat;
    game_.legal(state, actions_);
    judge(tree, node, state, seat);
    const float correction = gather_visits(tree, node, seat);
    const float fresh =
        exploration_of(options_, tree[node].visits) - options_.fpu_reduction + correction;
    const bool can_grow = tree.can_add_child(node);
    const bool later = seat == root_seat_ && node != SearchTree<G>::kRoot;
    const float weight = has_priors() && !later ? options_.prior_visits : 0;
    float best = -std::numeric_limits<float>::infinity();
    std::uint32_t ties = 0;
    std::optional<Action> choice;
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      const Visits& v = visits_[i];
      float score = priors_[i] + fresh;
      if (v.count > 0) {
        const auto n = static_cast<float>(v.count);
        score = (v.sum + weight * (priors_[i] + correction)) / (n + weight) +
                options_.exploration * sqrt_log(v.available) * inverse_sqrt(v.count);
      } else if (!can_grow) {
        continue;
      }
      if (score > best) {
        best = score;
        ties = 1;
        choice = actions_[i];
      } else if (score == best && random.below(++ties) == 0) {
        choice = actions_[i];  // each of the equals is as likely as the others
      }
    }
    return choice;
  }

 private:
  // Of an action: all its children together.
  struct Visits {
    std::uint32_t count = 0;
    std::uint32_t available = 0;
    float sum = 0;  // of values for the seat
  };

  bool has_priors() const { return judges_actions<G>(options_); }

  void judge(const SearchTree<G>& tree, NodeIndex node, const State& state, int seat) {
    priors_.assign(actions_.size(), tree[node].value[seat]);
    if constexpr (HasPlayoutPolicy<G>) {
      if (options_.prior && options_.greedy_lead > 0) {
        const auto choice =
            std::find(actions_.begin(), actions_.end(), PlayoutPolicy<G>::choose(game_, state));
        priors_[static_cast<std::size_t>(choice - actions_.begin())] += options_.greedy_lead;
        if (node == SearchTree<G>::kRoot) average_at_root();
        return;
      }
    }
    if constexpr (HasHeuristic<G>) {
      if (options_.prior) {
        judge_actions(game_, state, actions_, priors_.data());
        if (node == SearchTree<G>::kRoot) average_at_root();
      }
    }
  }

  void average_at_root() {
    root_priors_.resize(actions_.size());
    const float weight = 1.F / static_cast<float>(++root_judgements_);
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      root_priors_[i] += (priors_[i] - root_priors_[i]) * weight;
    }
    priors_ = root_priors_;
  }

  // Fills in visits_. Returns by how much the visits' values lie above the priors.
  float gather_visits(SearchTree<G>& tree, NodeIndex node, int seat) {
    visits_.assign(actions_.size(), {});
    float surplus = 0;
    float total = 0;
    NodeIndex child = tree[node].first_child;
    const NodeIndex end = tree.end_of_children(node);
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      Visits& v = visits_[i];
      while (child < end && tree[child].step.action < actions_[i]) ++child;
      for (; child < end && tree[child].step.action == actions_[i]; ++child) {
        auto& n = tree[child];
        v.available = std::max(v.available, ++n.available);
        v.count += n.visits;
        v.sum += static_cast<float>(n.visits) * n.value[seat];
      }
      const auto count = static_cast<float>(v.count);
      surplus += v.sum - count * priors_[i];
      total += count;
    }
    return has_priors() ? surplus / (total + 1) : 0;
  }

  G game_;
  SearchOptions options_;
  typename G::ActionList actions_;
  // By index of actions_:
  std::vector<float> priors_;
  std::vector<Visits> visits_;
  std::vector<float> root_priors_;
  int root_judgements_ = 0;
  int root_seat_ = 0;
};

}  // namespace clanhouse
