// Monte Carlo tree search for every game.
//
//   Search<G> search(game, options);
//   search.start(view, random);
//   while (LeafRequest<G>* leaf = search.next_leaf()) {
//     evaluator.evaluate({&leaf, 1});      // or in one batch with the leaves of other searches
//     search.receive();
//   }
//   search.best_action();
//
// A search never blocks: it hands out one leaf at a time and goes on when that has its value.
//
// Values are vectors, one utility per seat; each node is played by the seat that acts there for its
// own utility (max^n). Chance nodes take outcomes in proportion to their probability where that is
// known to all, and draw them otherwise. With hidden information every iteration starts from a
// state sampled from the view, the tree is that of the searching seat's knowledge, and actions that
// are not legal in the sampled state are passed over: the single-observer information-set search of
// Cowling, Powley and Whitehouse (2012).
//
// Where the evaluator has a policy selection is by that (policy_choice.h), otherwise by UCB1
// (ucb.h), both with first-play urgency; where information is hidden the heuristic has a say in it
// beyond the first visit (sampled_choice.h). With perfect information certain results are backed up
// (MCTS-solver; Winands, Björnsson and Saito, 2008): a node is proven when the seat to act has a
// proven action of the highest utility (two seats only, where that fixes the other's), or when all
// its children are proven; among equal results a win is the better the sooner it comes, anything
// else the later. Proven nodes are not searched again.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "agents/agent.h"
#include "agents/one_ply.h"
#include "agents/search/evaluator.h"
#include "agents/search/options.h"
#include "agents/search/policy_choice.h"
#include "agents/search/ranking.h"
#include "agents/search/sampled_choice.h"
#include "agents/search/tree.h"
#include "agents/search/ucb.h"

namespace clanhouse {

template <Game G>
class Search {
 public:
  using State = typename G::State;
  using View = typename G::View;
  using Action = typename G::Action;
  using Node = SearchNode<G>;
  using Values = Utilities<G::kMaxSeats>;

  Search(const G& game, const SearchOptions& options)
      : game_(game), options_(options), sampled_choice_(game, options), policy_choice_(options) {}

  // Begins a search from what the seat to act sees. Everything random is drawn from the stream.
  void start(const View& view, const RandomStream& random) {
    random_ = random;
    stopped_ = false;
    iterations_ = depths_ = deepest_ = 0;
    leaf_.random = &random_;
    if (!keep_tree(view)) tree_.reset(options_.max_nodes);
    view_ = view;
    sampled_choice_.reset();
  }

  // What was found goes with the game that it was found in.
  void forget() { tree_.reset(options_.max_nodes); }

  // The visits of the next search.
  void set_visits(std::uint64_t visits) {
    options_.visits = visits;
    policy_choice_.set_visits(visits);
  }

  // Until the visits are used up, the root is proven, or stop() is called.
  bool done() const { return stopped_ || root().visits >= options_.visits || root().proven; }
  void stop() { stopped_ = true; }

  // The next leaf to evaluate; null when the search is done. Iterations that end in a certain
  // result need no evaluation and are completed on the way.
  LeafRequest<G>* next_leaf() { return next_leaf_within(std::numeric_limits<int>::max()); }
  // As above, but null too when so many iterations in a row needed no evaluation: for whoever must
  // look at the clock between them.
  LeafRequest<G>* next_leaf_within(int iterations) {
    for (; iterations > 0 && !done(); --iterations) {
      if (descend()) {
        leaf_.policy.clear();
        return &leaf_;
      }
    }
    return nullptr;
  }
  // To be called when the leaf last handed out has its value.
  void receive() {
    if (!leaf_.policy.empty()) keep_policy();
    back_up(leaf_.value);
  }

  std::uint64_t visits() const { return root().visits; }
  std::uint64_t nodes() const { return tree_.size(); }
  bool full() const { return tree_.size() >= options_.max_nodes; }
  // Actions and outcomes from the root to the leaves of this search.
  int mean_depth() const {
    return static_cast<int>((depths_ + iterations_ / 2) / std::max<std::uint64_t>(1, iterations_));
  }
  Values root_value() const { return root().value; }

  // The action to play: proven results first, then the most visited. The search must have visited
  // something beyond the root.
  Action best_action() const { return tree_[ranked_root().front()].step.action; }

  // All visited actions of the root, best first.
  std::vector<ConsideredLine<G>> root_actions() const {
    std::vector<ConsideredLine<G>> lines;
    for (const NodeIndex child : ranked_root()) {
      const Node& n = tree_[child];
      lines.push_back({{n.step.action}, n.visits, n.value, n.proven, n.steps_to_end + 1});
    }
    return lines;
  }

  // The same, with the play expected after them.
  Analysis<G> analysis() const {
    Analysis<G> result{root_actions(),     root().visits, tree_.size(),
                       options_.max_nodes, mean_depth(),  static_cast<int>(deepest_)};
    std::size_t line = 0;
    for (const NodeIndex child : ranked_root()) {
      follow_line(child, result.lines[line++].actions);
    }
    return result;
  }

  // What the search makes of the root's policy (policy_choice.h): all legal actions, in no order.
  // Only where the evaluator has one.
  std::vector<ActionShare<G>> improved_policy() const {
    return policy_choice_.improved_policy(tree_, root_seat_);
  }

 private:
  static constexpr bool kSolves = G::kPerfectInformation;

  const Node& root() const { return tree_[SearchTree<G>::kRoot]; }
  std::vector<NodeIndex> ranked_root() const {
    return root().has_policy ? policy_choice_.ranked_root(tree_, root_seat_)
                             : ranked_children(tree_, SearchTree<G>::kRoot, root_seat_);
  }

  // Makes the node of this position the root, if the last search had one with a line to show.
  bool keep_tree(const View& view) {
    if constexpr (G::kPerfectInformation) {
      if (!options_.reuse || policy_choice_.by_halving() || tree_.size() == 0) return false;
      if (!root().has_policy) return false;
      const NodeIndex node = find_position(SearchTree<G>::kRoot, view_, view, 2);
      if (node == SearchTree<G>::kRoot || tree_[node].child_count == 0 || tree_[node].proven ||
          !tree_[node].has_policy) {
        return false;
      }
      tree_.keep_subtree(node);
      policy_choice_.reuse_root(tree_, random_);
      root_seat_ = game_.actor(view).seat();
      return true;
    }
    return false;
  }
  // The node at most so many actions below this one; the root if there is none.
  NodeIndex find_position(NodeIndex from, const State& state, const State& wanted,
                          int depth) const {
    for (NodeIndex child = tree_[from].first_child; child < tree_.end_of_children(from); ++child) {
      State after = state;
      if (!game_.actor(state).is_seat()) continue;
      game_.apply(after, tree_[child].step.action);
      if (after == wanted) return child;
      if (depth == 1) continue;
      const NodeIndex found = find_position(child, after, wanted, depth - 1);
      if (found != SearchTree<G>::kRoot) return found;
    }
    return SearchTree<G>::kRoot;
  }

  // One iteration down to a leaf. True when the leaf must be evaluated; otherwise its value was
  // certain and has been backed up.
  bool descend() {
    leaf_.state = game_.sample(view_, random_);
    State& state = leaf_.state;
    path_.clear();
    fresh_proof_ = false;
    NodeIndex node = SearchTree<G>::kRoot;
    for (;;) {
      path_.push_back({node, game_.actor(state)});
      const Actor actor = path_.back().actor;
      if (actor.over()) {
        if (kSolves) prove(node, game_.utility(state), 0);
        back_up(game_.utility(state));
        return false;
      }
      if (node == SearchTree<G>::kRoot) root_seat_ = actor.seat();
      if (kSolves && tree_[node].proven) {
        back_up(tree_[node].value);
        return false;
      }
      if (tree_[node].visits == 0 ||
          !(actor.chance() ? step_by_chance(node, state)
                           : step_by_choice(node, state, actor.seat()))) {
        // A win at the root becomes its first child instead, so that there is a line to show.
        const bool fresh = node != SearchTree<G>::kRoot && tree_[node].visits == 0;
        return !(fresh && win_at_once(node, state, actor));
      }
    }
  }

  // Completes the iteration when the seat to act at a new node wins in one step.
  bool win_at_once(NodeIndex node, const State& state, Actor actor) {
    if constexpr (kSolves && FindsWins<G> && G::kMaxSeats == 2) {
      Action action;
      if (actor.is_seat() && game_.find_win(state, action)) {
        Values value;
        value.fill(G::kMinUtility);
        value[actor.seat()] = G::kMaxUtility;
        prove(node, value, 1);
        back_up(value);
        return true;
      }
    }
    return false;
  }

  // The functions that take a step set `node` to the child and apply the step. They return false
  // when the tree is full and has no such child.
  bool step_by_chance(NodeIndex& node, State& state) {
    constexpr bool kInProportion = G::kPerfectInformation || HasPublicChance<G>;
    const auto outcome =
        kInProportion ? next_outcome(node, state) : draw_outcome(game_, state, random_);
    State after = state;
    game_.apply(after, outcome);
    const Actor actor = game_.actor(after);
    NodeIndex child = child_after(node, outcome, actor);
    if (child == tree_.end_of_children(node)) {
      if (!tree_.can_add_child(node)) return false;
      child = tree_.add_child(node);
      tree_[child].step.outcome = outcome;
      tree_[child].actor = actor;
    }
    state = after;
    node = child;
    return true;
  }

  NodeIndex child_after(NodeIndex node, typename G::Outcome outcome, Actor actor) const {
    NodeIndex child = tree_[node].first_child;
    const NodeIndex end = tree_.end_of_children(node);
    while (child < end && !(tree_[child].step.outcome == outcome && tree_[child].actor == actor)) {
      ++child;
    }
    return child;
  }

  // The outcome whose visits are furthest behind its probability; one of those, where several are.
  // The mean over a node then has next to none of the noise of dice.
  typename G::Outcome next_outcome(NodeIndex node, const State& state) {
    game_.outcomes(state, outcomes_);
    tree_[node].step_count = static_cast<std::uint16_t>(outcomes_.size());
    std::uint32_t visits = 1;
    counts_.assign(outcomes_.size(), 0);
    for (NodeIndex c = tree_[node].first_child; c < tree_.end_of_children(node); ++c) {
      for (std::size_t i = 0; i < outcomes_.size(); ++i) {
        if (outcomes_[i].outcome == tree_[c].step.outcome) counts_[i] += tree_[c].visits;
      }
      visits += tree_[c].visits;
    }
    std::size_t next = 0;
    float furthest = kNoScore;
    std::uint32_t equals = 0;
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
      const float behind =
          outcomes_[i].probability * static_cast<float>(visits) - static_cast<float>(counts_[i]);
      constexpr float kEqual = 1e-3F;
      if (behind > furthest + kEqual) {
        next = i;
        furthest = behind;
        equals = 1;
      } else if (behind > furthest - kEqual && random_.below(++equals) == 0) {
        next = i;
      }
    }
    return outcomes_[next].outcome;
  }

  bool step_by_choice(NodeIndex& node, State& state, int seat) {
    if constexpr (G::kPerfectInformation) {
      return step_by_known_choice(node, state, seat);
    } else {
      return step_by_sampled_choice(node, state, seat);
    }
  }

  bool step_by_known_choice(NodeIndex& node, State& state, int seat) {
    if (tree_[node].step_count == 0) list_candidates(node, state, seat);
    const Node& parent = tree_[node];
    const bool can_grow = parent.candidates_used < parent.step_count && tree_.can_add_child(node);
    NodeIndex choice = parent.has_policy ? policy_choice_.choose(tree_, node, seat, can_grow)
                                         : choose_by_ucb(node, seat, can_grow);
    if (choice == node) {
      // Nothing but proven losses so far, and no room for more.
      if (!can_grow) return false;
      choice = add_next_candidate(node, state);
    }
    game_.apply(state, tree_[choice].step.action);
    node = choice;
    return true;
  }

  NodeIndex choose_by_ucb(NodeIndex node, int seat, bool can_grow) const {
    const float explore = exploration_of(options_, tree_[node].visits);
    const float fresh =
        can_grow ? tree_.next_candidate(node).prior - options_.fpu_reduction + explore : kNoScore;
    return highest_child(tree_, node, seat, fresh, [&](NodeIndex child) {
      return tree_[child].value[seat] + explore * inverse_sqrt(tree_[child].visits);
    });
  }

  // Makes candidates of the policy that came with the leaf's value.
  void keep_policy() {
    const NodeIndex node = path_.back().node;
    if (tree_[node].step_count != 0) return;
    typename G::ActionList actions;
    game_.legal(leaf_.state, actions);
    const float value = leaf_.value[game_.actor(leaf_.state).seat()];
    policy_choice_.set_policy(tree_, node, actions, leaf_.policy, value, random_);
  }

  bool has_priors() const { return judges_actions<G>(options_); }

  // Lists the actions of a node, the best prior first.
  void list_candidates(NodeIndex node, const State& state, int seat) {
    typename G::ActionList actions;
    game_.legal(state, actions);
    priors_.assign(actions.size(), tree_[node].value[seat]);
    if constexpr (HasHeuristic<G>) {
      if (has_priors()) judge_actions(game_, state, actions, priors_.data());
    }
    candidates_.clear();
    for (std::size_t i = 0; i < actions.size(); ++i) {
      candidates_.push_back({actions[i], priors_[i]});
    }
    if (has_priors()) {
      random_.shuffle(candidates_);  // the order of equals
      std::stable_sort(candidates_.begin(), candidates_.end(),
                       [](const auto& a, const auto& b) { return a.prior > b.prior; });
    }
    tree_.set_candidates(node, candidates_);
  }

  NodeIndex add_next_candidate(NodeIndex node, const State& state) {
    const Node& parent = tree_[node];
    if (!parent.has_policy && !has_priors()) {
      tree_.prefer_candidate(node, random_.below(parent.step_count - parent.candidates_used));
    }
    // The first thing that the root tries is a win, if there is one.
    if constexpr (FindsWins<G>) {
      Action win;
      if (node == SearchTree<G>::kRoot && parent.child_count == 0 && game_.find_win(state, win)) {
        std::uint32_t later = 0;
        while (!(tree_.next_candidate(node).action == win)) tree_.prefer_candidate(node, ++later);
      }
    }
    const Action action = tree_.use_next_candidate(node);
    const NodeIndex child = tree_.add_child(node);
    tree_[child].step.action = action;
    return child;
  }

  // As above for a node in which different sampled states allow different actions
  // (sampled_choice.h).
  bool step_by_sampled_choice(NodeIndex& node, State& state, int seat) {
    const auto action = sampled_choice_.choose(tree_, node, state, seat, random_);
    if (!action) return false;
    State after = state;
    game_.apply(after, *action);
    const Actor actor = game_.actor(after);
    const NodeIndex first = tree_[node].first_child;
    const NodeIndex end = tree_.end_of_children(node);
    NodeIndex child = first;
    while (child < end && tree_[child].step.action < *action) ++child;
    while (child < end && tree_[child].step.action == *action && !(tree_[child].actor == actor)) {
      ++child;
    }
    if (child == end || !(tree_[child].step.action == *action)) {
      if (!tree_.can_add_child(node)) return false;
      child = tree_.add_child_at(node, child - first);
      tree_[child].step.action = *action;
      tree_[child].actor = actor;
      tree_[child].available = 1;
    }
    state = after;
    node = child;
    return true;
  }

  void prove(NodeIndex node, const Values& value, int steps_to_end) {
    Node& n = tree_[node];
    if (n.proven) return;
    n.proven = fresh_proof_ = true;
    n.steps_to_end = static_cast<std::uint16_t>(std::min(steps_to_end, 65535));
    n.value = value;
  }

  void back_up(const Values& value) {
    for (const Visited& v : path_) tree_[v.node].add_visit(value);
    ++iterations_;
    depths_ += path_.size() - 1;
    deepest_ = std::max<std::uint64_t>(deepest_, path_.size() - 1);
    if constexpr (kSolves) back_up_proofs();
  }

  // Goes up the path as long as nodes become proven.
  void back_up_proofs() {
    if (!fresh_proof_) return;
    for (std::size_t i = path_.size(); i-- > 1;) {
      const NodeIndex child = path_[i].node;
      const NodeIndex parent = path_[i - 1].node;
      if (!tree_[child].proven || tree_[parent].proven) return;
      Node& p = tree_[parent];
      ++p.proven_children;
      const Actor actor = path_[i - 1].actor;
      const bool all = p.proven_children == p.step_count;
      if (actor.is_seat()) {
        const bool wins = G::kMaxSeats == 2 && tree_[child].value[actor.seat()] >= G::kMaxUtility;
        if (!wins && !all) return;
        const NodeIndex best = wins ? child : ranked_children(tree_, parent, actor.seat()).front();
        prove(parent, tree_[best].value, tree_[best].steps_to_end + 1);
      } else {
        if (!all || !all_children_equal(parent)) return;
        prove(parent, tree_[child].value, tree_[child].steps_to_end + 1);
      }
    }
  }

  bool all_children_equal(NodeIndex parent) const {
    const Values first = tree_[tree_[parent].first_child].value;
    for (NodeIndex c = tree_[parent].first_child; c < tree_.end_of_children(parent); ++c) {
      if (tree_[c].value != first) return false;
    }
    return true;
  }

  // Adds the actions after a child of the root, whose own is there, down the most visited nodes up
  // to a chance node.
  void follow_line(NodeIndex node, std::vector<Action>& actions) const {
    if constexpr (!G::kPerfectInformation) return;
    State state = view_state();
    constexpr std::size_t kLongest = 12;
    while (actions.size() < kLongest) {
      game_.apply(state, actions.back());
      const Actor actor = game_.actor(state);
      if (!actor.is_seat() || tree_[node].child_count == 0) return;
      node = ranked_children(tree_, node, actor.seat()).front();
      actions.push_back(tree_[node].step.action);
    }
  }
  State view_state() const {
    RandomStream random = random_;
    return game_.sample(view_, random);
  }

  struct Visited {
    NodeIndex node;
    Actor actor;
  };

  G game_;
  SearchOptions options_;
  View view_{};
  RandomStream random_{0, ""};
  SearchTree<G> tree_;
  SampledChoice<G> sampled_choice_;
  PolicyChoice<G> policy_choice_;
  LeafRequest<G> leaf_;
  std::vector<Visited> path_;
  // Of next_outcome().
  typename G::OutcomeList outcomes_;
  std::vector<std::uint32_t> counts_;
  // Of list_candidates().
  std::vector<float> priors_;
  std::vector<typename SearchTree<G>::Candidate> candidates_;
  // Of this search's iterations.
  std::uint64_t iterations_ = 0;
  std::uint64_t depths_ = 0;  // the sum
  std::uint64_t deepest_ = 0;
  int root_seat_ = 0;
  bool stopped_ = false;
  // Whether this iteration has proven the node that it ended in.
  bool fresh_proof_ = false;
};

}  // namespace clanhouse
