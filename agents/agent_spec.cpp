#include "agents/agent_spec.h"

namespace clanhouse {

Result<AgentSpec> parse_agent_spec(std::string_view text) {
  AgentSpec spec;
  spec.text = std::string(text);
  const auto colon = text.find(':');
  spec.name = std::string(text.substr(0, colon));
  if (spec.name.empty()) return invalid("an agent has no name: '" + spec.text + "'");
  if (colon == std::string_view::npos) return spec;
  std::string_view rest = text.substr(colon + 1);
  for (;;) {
    const auto comma = rest.find(',');
    const std::string_view setting = rest.substr(0, comma);
    const auto equals = setting.find('=');
    // "net:FILE": a first setting without a key is for the agent's file.
    if (equals == std::string_view::npos && spec.name == kFileAgent && spec.settings.empty()) {
      spec.settings.emplace_back("file", setting);
      if (comma == std::string_view::npos) return spec;
      rest.remove_prefix(comma + 1);
      continue;
    }
    if (equals == std::string_view::npos || equals == 0) {
      return invalid("agent '" + spec.text + "': expected key=value, not '" + std::string(setting) +
                     "'");
    }
    const std::string key(setting.substr(0, equals));
    for (const auto& [earlier, value] : spec.settings) {
      if (earlier == key) return invalid("agent '" + spec.text + "': " + key + " is set twice");
    }
    spec.settings.emplace_back(key, setting.substr(equals + 1));
    if (comma == std::string_view::npos) return spec;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace clanhouse
