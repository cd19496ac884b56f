#include "agents/agent_spec.h"

namespace clanhouse {
namespace {

// Takes the settings of a spec from its text, from left to right.
class SpecReader {
 public:
  SpecReader(AgentSpec& spec, std::string_view rest) : spec_(spec), rest_(rest) {}

  Result<void> read() {
    for (;;) {
      if (auto setting = read_setting(); !setting) return setting;
      if (rest_.empty()) return {};
      rest_.remove_prefix(1);  // the comma
    }
  }

 private:
  tl::unexpected<Error> error(const std::string& reason) const {
    return invalid("agent '" + spec_.text + "': " + reason);
  }

  Result<void> read_setting() {
    const std::string_view setting = rest_.substr(0, rest_.find(','));
    const auto equals = setting.find('=');
    // "net:FILE": a first setting without a key is for the agent's file.
    if (equals == std::string_view::npos && spec_.name == kFileAgent && spec_.settings.empty()) {
      spec_.settings.emplace_back("file", setting);
      rest_.remove_prefix(setting.size());
      return {};
    }
    if (equals == std::string_view::npos || equals == 0) {
      return error("expected key=value, not '" + std::string(setting) + "'");
    }
    const std::string key(setting.substr(0, equals));
    for (const auto& [earlier, value] : spec_.settings) {
      if (earlier == key) return error(key + " is set twice");
    }
    rest_.remove_prefix(equals + 1);
    return read_value(key).map(
        [&](std::string&& value) { spec_.settings.emplace_back(key, std::move(value)); });
  }

  Result<std::string> read_value(const std::string& key) {
    if (!rest_.starts_with('"')) {
      const std::string value(rest_.substr(0, rest_.find(',')));
      rest_.remove_prefix(value.size());
      return value;
    }
    std::string value;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == '"') {
        rest_.remove_prefix(i + 1);
        if (rest_.empty() || rest_.front() == ',') return value;
        return error(key + ": expected a comma after the quotation mark");
      }
      const bool escape =
          rest_[i] == '\\' && i + 1 < rest_.size() && (rest_[i + 1] == '"' || rest_[i + 1] == '\\');
      if (escape) ++i;
      value += rest_[i];
    }
    return error(key + ": a quotation mark is not closed");
  }

  AgentSpec& spec_;
  std::string_view rest_;
};

}  // namespace

Result<AgentSpec> parse_agent_spec(std::string_view text) {
  AgentSpec spec;
  spec.text = std::string(text);
  const auto colon = text.find(':');
  spec.name = std::string(text.substr(0, colon));
  if (spec.name.empty()) return invalid("an agent has no name: '" + spec.text + "'");
  if (colon == std::string_view::npos) return spec;
  if (auto read = SpecReader(spec, text.substr(colon + 1)).read(); !read) {
    return tl::unexpected(read.error());
  }
  return spec;
}

}  // namespace clanhouse
