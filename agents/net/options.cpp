#include "agents/net/options.h"

namespace clanhouse {

SearchOptions NetOptions::search() const {
  SearchOptions options;
  options.visits = visits;
  options.movetime_ms = movetime_ms;
  options.cpuct = cpuct;
  options.fpu_reduction = fpu_reduction;
  options.max_nodes = max_nodes;
  return options;
}

const OptionTable<NetOptions>& net_options() {
  static const OptionTable<NetOptions> table =
      OptionTable<NetOptions>()
          .text("file", &NetOptions::file, "FILE",
                "the net, a safetensors file; may be written first and without its key")
          .integer("visits", &NetOptions::visits, 1, 1'000'000'000,
                   "iterations of the search per move; 1: the net's policy alone")
          .integer("movetime", &NetOptions::movetime_ms, 0, 86'400'000,
                   "milliseconds per move, where visits are not reached before; 0: no limit")
          .real("cpuct", &NetOptions::cpuct, 0, 100, "weight of the policy in the search (PUCT)")
          .real("fpu", &NetOptions::fpu_reduction, -10, 10,
                "first-play urgency: an unvisited action counts as its parent's value less this "
                "times the root of the policy's share that has been visited")
          .integer("nodes", &NetOptions::max_nodes, 1000, 1'000'000'000,
                   "most nodes of the tree; a full tree is searched without growing");
  return table;
}

}  // namespace clanhouse
