// How agents are written everywhere: "name:key=value,key=value", "net:FILE,key=value". A value that
// contains a comma stands in quotation marks, in which \" and \\ are themselves:
// tei:cmd="./engine -a 1,2",movetime=500.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/options.h"

namespace clanhouse {

struct AgentSpec {
  std::string text;  // as it was written
  std::string name;
  std::vector<std::pair<std::string, std::string>> settings;
};

// The agent whose first setting may be a file without a key: "net:FILE,visits=200".
inline constexpr std::string_view kFileAgent = "net";

Result<AgentSpec> parse_agent_spec(std::string_view text);

// The options that a spec sets; errors name the agent and the key.
template <class T>
Result<T> read_settings(const AgentSpec& spec, const OptionTable<T>& table) {
  T options;
  for (const auto& [key, value] : spec.settings) {
    if (auto set = table.set(options, key, value); !set) {
      return invalid("agent '" + spec.text + "': " + set.error().reason);
    }
  }
  return options;
}

}  // namespace clanhouse
