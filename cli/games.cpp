// clanhouse games: which games and agents there are, with all their settings.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agents/registry.h"
#include "cli/game_flags.h"

namespace clanhouse::cli {
namespace {

using nlohmann::ordered_json;

// The settings of a table with their defaults.
template <class T>
ordered_json describe(const OptionTable<T>& table) {
  const T defaults;
  ordered_json list = ordered_json::array();
  for (const auto& option : table.options()) {
    list.push_back({{"key", option.key},
                    {"values", option.values},
                    {"default", option.print(defaults)},
                    {"help", option.help}});
  }
  return list;
}

void print(const ordered_json& entry) {
  fmt::print("{}  {}\n", entry["name"].get<std::string>(), entry["help"].get<std::string>());
  for (const auto& option : entry["options"]) {
    fmt::print("    {:<16}{:<27} [{}]\n        {}\n", option["key"].get<std::string>(),
               option["values"].get<std::string>(), option["default"].get<std::string>(),
               option["help"].get<std::string>());
  }
  fmt::print("\n");
}

class GamesVerb : public Verb {
 public:
  explicit GamesVerb(CLI::App& program)
      : Verb(program, "games", "List the games, or the agents, with every setting") {
    app().add_flag("--agents", agents_, "list the agents instead of the games");
    app().add_flag("--json", json_, "print one JSON array");
  }

  int run() override {
    ordered_json list = ordered_json::array();
    if (agents_) {
      for_each_agent_kind([&](auto kind) {
        list.push_back(
            {{"name", kind.kName}, {"help", kind.kHelp}, {"options", describe(kind.options())}});
      });
    } else {
      for_each_family([&](auto family) {
        list.push_back({{"name", family.kName},
                        {"help", fmt::format("{}. {}", family.kTitle, family.kSummary)},
                        {"options", describe(family.options())}});
      });
    }
    if (json_) {
      fmt::print("{}\n", list.dump(2));
      return kDone;
    }
    fmt::print("{} Values [default].\n\n",
               agents_ ? "Agents are written name:key=value,key=value."
                       : "Settings are flags (--half-komi 4) and keys of configuration files "
                         "(half_komi = 4).");
    for (const auto& entry : list) print(entry);
    return kDone;
  }

 private:
  bool agents_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_games_verb(CLI::App& program) {
  return std::make_unique<GamesVerb>(program);
}

}  // namespace clanhouse::cli
