// Settings of the agent "net": a search with a net as its evaluator.
#pragma once

#include <string>

#include "agents/search/options.h"

namespace clanhouse {

struct NetOptions {
  std::string file;
  std::uint64_t visits = 200;
  int movetime_ms = 0;  // 0: no limit
  float cpuct = 1.5F;
  float fpu_reduction = 0.3F;
  std::uint32_t max_nodes = 4'000'000;

  SearchOptions search() const;
};

const OptionTable<NetOptions>& net_options();

}  // namespace clanhouse
