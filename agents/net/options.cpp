#include "agents/net/options.h"

namespace clanhouse {

const OptionTable<NetOptions>& net_options() {
  static const OptionTable<NetOptions> table =
      OptionTable<NetOptions>()
          .text("file", &NetOptions::file, "FILE",
                "the net, a safetensors file; may be written first and without its key")
          .part(&NetOptions::search, policy_search_options());
  return table;
}

}  // namespace clanhouse
