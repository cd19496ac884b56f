// Settings of the agent "net": a search with a net as its evaluator.
#pragma once

#include <string>

#include "agents/search/options.h"

namespace clanhouse {

// What serves a search with a net, unless told otherwise.
inline SearchOptions net_search() {
  SearchOptions search;
  search.visits = 200;
  search.fpu_reduction = 0.3F;
  return search;
}

struct NetOptions {
  std::string file;
  SearchOptions search = net_search();
  int cache = 20'000;
  bool symmetry = false;
};

const OptionTable<NetOptions>& net_options();

}  // namespace clanhouse
