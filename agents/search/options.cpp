#include "agents/search/options.h"

namespace clanhouse {
namespace {

constexpr const char* kExploration = "weight of the UCT exploration term, where there is no policy";
constexpr const char* kGreedyLead =
    "where information is hidden: if not 0, actions are not judged one ply ahead, but the one that "
    "the game's quick judgement of decisions chooses (in races, the choice of `greedy`) is taken "
    "to be so much better than the others";

// What every search has: how long and how large it may be, and how it chooses where there is no
// policy.
OptionTable<SearchOptions> common() {
  return OptionTable<SearchOptions>()
      .integer("visits", &SearchOptions::visits, 1, 1'000'000'000,
               "iterations of the search per move")
      .integer("movetime", &SearchOptions::movetime_ms, 0, 86'400'000,
               "milliseconds per move, where visits are not reached before; 0: no limit")
      .integer("nodes", &SearchOptions::max_nodes, 1000, 1'000'000'000,
               "most nodes of the tree; a full tree is searched without growing")
      .flag("prior", &SearchOptions::prior,
            "order unvisited actions, and value them, by the heuristic one ply ahead, where there "
            "is no policy")
      .real("prior_visits", &SearchOptions::prior_visits, 0, 1000,
            "as how many visits the heuristic's judgement of an action counts, where information "
            "is hidden");
}

}  // namespace

const OptionTable<SearchOptions>& search_options() {
  static const OptionTable<SearchOptions> table =
      common()
          .real("exploration", &SearchOptions::exploration, 0, 100, kExploration)
          .real("greedy_lead", &SearchOptions::greedy_lead, 0, 2, kGreedyLead)
          .real("fpu", &SearchOptions::fpu_reduction, -10, 10,
                "first-play urgency: an unvisited action counts as its prior, or its parent's "
                "value, less this")
          .choice("eval", &SearchOptions::evaluation,
                  {{"default", EvaluationKind::kDefault},
                   {"playout", EvaluationKind::kPlayout},
                   {"heuristic", EvaluationKind::kHeuristic},
                   {"greedy", EvaluationKind::kGreedy},
                   {"uniform", EvaluationKind::kUniform}},
                  "what judges a leaf: what serves the game best, random playouts, the heuristic, "
                  "playouts by greedy choices, or nothing; a game without the one asked for uses "
                  "the next simpler one")
          .integer("playout_plies", &SearchOptions::playout_plies, 0, 10'000,
                   "random actions before the heuristic judges a playout; 0: play to the end");
  return table;
}

const OptionTable<SearchOptions>& policy_options() {
  static const OptionTable<SearchOptions> table =
      OptionTable<SearchOptions>()
          .real("cpuct", &SearchOptions::cpuct, 0, 100, "weight of the policy in the search (PUCT)")
          .real("fpu", &SearchOptions::fpu_reduction, -10, 10,
                "first-play urgency: an unvisited action counts as its parent's value less this "
                "times the root of the policy's share that has been visited")
          .choice("root", &SearchOptions::root,
                  {{"puct", RootKind::kPuct}, {"gumbel", RootKind::kGumbel}},
                  "how the root is searched: as all other nodes, or by sequential halving, which "
                  "suits few visits")
          .integer("considered", &SearchOptions::considered, 1, 10'000,
                   "actions that sequential halving begins with")
          .real("value_scale", &SearchOptions::value_scale, 0, 100,
                "weight of values against the policy in sequential halving");
  return table;
}

const OptionTable<SearchOptions>& policy_search_options() {
  static const OptionTable<SearchOptions> table =
      common()
          .real_or_auto("exploration", &SearchOptions::exploration, 100, kExploration)
          .real_or_auto("greedy_lead", &SearchOptions::greedy_lead, 2, kGreedyLead)
          .with(policy_options())
          .flag("reuse", &SearchOptions::reuse,
                "go on with the tree of the last move; not with root=gumbel");
  return table;
}

}  // namespace clanhouse
