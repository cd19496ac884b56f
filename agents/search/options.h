// Settings of the tree search; the keys of agent "mcts".
#pragma once

#include <cstdint>

#include "agents/heuristics.h"
#include "core/options.h"

namespace clanhouse {

// kDefault is what serves the game best: greedy playouts where its PlayoutPolicy says so, otherwise
// the heuristic.
enum class EvaluationKind { kDefault, kPlayout, kHeuristic, kUniform, kGreedy };

// How the root is searched where the evaluator has a policy: as all other nodes, or by sequential
// halving (gumbel.h).
enum class RootKind { kPuct, kGumbel };

struct SearchOptions {
  std::uint64_t visits = 1000;
  int movetime_ms = 0;  // 0: no limit
  float exploration = 0.2F;
  float fpu_reduction = 0.2F;
  bool prior = true;
  float prior_visits = 4;
  // Where information is hidden and the game has a PlayoutPolicy, of which sampled_choice.h says
  // more; in utility, 0: not used.
  float greedy_lead = 0;
  EvaluationKind evaluation = EvaluationKind::kDefault;
  int playout_plies = 4;  // 0: to the end of the game
  std::uint32_t max_nodes = 4'000'000;
  // Where the evaluator has a policy:
  float cpuct = 1.5F;
  RootKind root = RootKind::kPuct;
  bool reuse = false;        // the tree of the last search, as far as it is about this position
  int considered = 16;       // actions, of sequential halving
  float value_scale = 0.5F;  // of sequential halving
  // For self-play: share of Dirichlet noise in the root's policy, or, with sequential halving,
  // Gumbel noise if this is not 0; and forced playouts (policy_choice.h), 0: none.
  float noise = 0;
  float noise_alpha = 10;  // of the Dirichlet noise, divided by the number of legal actions
  float forced = 0;
};

const OptionTable<SearchOptions>& search_options();
// What only a search has whose evaluator has a policy; and all keys of the agent "net", where
// exploration and greedy_lead may be "auto".
const OptionTable<SearchOptions>& policy_options();
const OptionTable<SearchOptions>& policy_search_options();

// Whether actions are judged before they are tried; if not, they are tried in random order.
template <Game G>
constexpr bool judges_actions(const SearchOptions& options) {
  return HasHeuristic<G> && options.prior;
}

}  // namespace clanhouse
