// Settings of the agent "net": a search with a net as its evaluator.
#pragma once

#include <string>

#include "agents/search/options.h"
#include "core/changakarnikh/game.h"

namespace clanhouse {

// What serves a search with a net, unless told otherwise.
inline SearchOptions net_search() {
  SearchOptions search;
  search.visits = 200;
  search.fpu_reduction = 0.3F;
  return search;
}

// What suits the nets of a game where exploration and greedy_lead are "auto".
template <class G>
struct NetSearchOf {
  static constexpr float kExploration = 0.2F;
  static constexpr float kGreedyLead = 0;
};
// What a decision is worth in a race is small beside the errors of a net's values.
template <>
struct NetSearchOf<changakarnikh::RaceGame> {
  static constexpr float kExploration = 0.3F;
  static constexpr float kGreedyLead = 0.1F;
};

struct NetOptions {
  NetOptions() { search.exploration = search.greedy_lead = OptionTable<SearchOptions>::kAuto; }

  std::string file;
  SearchOptions search = net_search();
  int cache = 20'000;
  bool symmetry = false;
};

const OptionTable<NetOptions>& net_options();

// The search of a net's agent for this game.
template <class G>
SearchOptions net_search_for(const NetOptions& options) {
  constexpr float kAuto = OptionTable<SearchOptions>::kAuto;
  SearchOptions search = options.search;
  if (search.exploration == kAuto) search.exploration = NetSearchOf<G>::kExploration;
  if (search.greedy_lead == kAuto) search.greedy_lead = NetSearchOf<G>::kGreedyLead;
  return search;
}

}  // namespace clanhouse
