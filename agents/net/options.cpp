#include "agents/net/options.h"

namespace clanhouse {

const OptionTable<NetOptions>& net_options() {
  static const OptionTable<NetOptions> table =
      OptionTable<NetOptions>()
          .text("file", &NetOptions::file, "FILE",
                "the net, a safetensors file; may be written first and without its key; the one "
                "shipped for the game if there is none")
          .integer("cache", &NetOptions::cache, 0, 100'000'000,
                   "positions whose evaluation is remembered")
          .flag("symmetry", &NetOptions::symmetry,
                "look at each position under one of the board's symmetries, whichever it draws")
          .part(&NetOptions::search, policy_search_options());
  return table;
}

}  // namespace clanhouse
