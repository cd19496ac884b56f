#include "cli/verb.h"

#include <algorithm>
#include <limits>
#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "core/files.h"

namespace clanhouse::cli {
namespace {

std::string origin_of(const std::string& path, const toml::source_region& source) {
  return fmt::format("{}:{}:{}", path, source.begin.line, source.begin.column);
}

// The texts that a flag would be given on the command line; empty for what no flag can take.
std::vector<std::string> texts_of(const toml::node& node) {
  std::vector<std::string> texts;
  if (const auto* array = node.as_array()) {
    for (const toml::node& item : *array) {
      const auto inner = item.is_array() ? std::vector<std::string>() : texts_of(item);
      if (inner.empty()) return {};
      texts.push_back(inner.front());
    }
  } else if (const auto text = node.value_exact<std::string>()) {
    texts.push_back(*text);
  } else if (const auto flag = node.value_exact<bool>()) {
    texts.push_back(*flag ? "true" : "false");
  } else if (const auto integer = node.value_exact<std::int64_t>()) {
    texts.push_back(std::to_string(*integer));
  } else if (const auto real = node.value_exact<double>()) {
    texts.push_back(fmt::format("{}", *real));
  }
  return texts;
}

toml::table parse_toml(const std::string& content, const std::string& path) {
  try {
    return toml::parse(content, path);
  } catch (const toml::parse_error& error) {
    throw Failure(kUsage,
                  fmt::format("{}: {}", origin_of(path, error.source()), error.description()));
  }
}

}  // namespace

Verb::Verb(CLI::App& program, const std::string& name, const std::string& help)
    : app_(*program.add_subcommand(name, help)) {
  app_.add_option("--config", config_path_, "TOML file for whatever a flag can set; flags win")
      ->type_name("FILE");
}

bool Verb::given(const std::string& key) const {
  const CLI::Option* option = app_.get_option_no_throw(flag_name(key));
  return option != nullptr && option->count() > 0;
}

void Verb::add_seed(std::uint64_t& seed) {
  add_integer("seed", seed, 0, std::numeric_limits<long long>::max(), "seed of everything random");
}

void Verb::refuse(const std::string& key, const std::string& reason) const {
  const auto origin = origins_.find(flag_name(key));
  if (origin == origins_.end()) throw Failure(kUsage, flag_name(key) + ": " + reason);
  throw Failure(kUsage, origin->second + ": " + key + ": " + reason);
}

void Verb::load_config() {
  if (config_path_.empty()) return;
  const auto content = read_file(config_path_);
  if (!content) throw Failure(content.error());
  const toml::table table = parse_toml(*content, config_path_);
  for (const auto& [toml_key, node] : table) {
    const std::string key(toml_key.str());
    const std::string origin = origin_of(config_path_, toml_key.source());
    CLI::Option* option = app_.get_option_no_throw(flag_name(key));
    if (option == nullptr || key == "config" || key == "help") {
      throw Failure(kUsage, fmt::format("{}: unknown key '{}'", origin, key));
    }
    if (option->count() > 0) continue;  // the command line has set it
    const std::vector<std::string> texts = texts_of(node);
    if (texts.empty()) {
      throw Failure(kUsage, fmt::format("{}: {}: expected a plain value", origin, key));
    }
    origins_[flag_name(key)] = origin;
    try {
      option->add_result(texts);
      option->run_callback();
    } catch (const CLI::Error& error) {
      refuse(key, error.what());
    }
  }
}

}  // namespace clanhouse::cli
