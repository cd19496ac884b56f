// --game and the settings of games, for verbs that work on any game.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "cli/verb.h"
#include "core/games.h"

namespace clanhouse::cli {

class GameFlags {
 public:
  // Adds the flags to the verb: --game, and one for every setting of any game.
  explicit GameFlags(Verb& verb);

  const std::string& game() const { return game_; }
  void set_game(std::string name) { game_ = std::move(name); }
  bool given(const std::string& key) const { return settings_.contains(key); }

  // The family's config as the flags set it.
  template <class Family>
  typename Family::Config config() const {
    typename Family::Config config;
    for (const auto& [key, value] : settings_) {
      if (auto set = Family::options().set(config, key, value); !set) {
        // set() names the key, which refuse() does too.
        const std::string& reason = set.error().reason;
        verb_.refuse(key, reason.starts_with(key + ": ") ? reason.substr(key.size() + 2) : reason);
      }
    }
    if (auto good = Family::check(config); !good) {
      const std::string& reason = good.error().reason;
      const std::string key = reason.substr(0, reason.find(':'));
      verb_.refuse(key, reason.substr(std::min(reason.size(), key.size() + 2)));
    }
    return config;
  }

  // Returns visit(family) of the chosen game.
  template <class Visit>
  int with_family(Visit&& visit) const {
    std::optional<int> code;
    for_each_family([&](auto family) {
      if (family.kName == game_) code = visit(family);
    });
    if (!code) verb_.refuse("game", "unknown game '" + game_ + "' (known: " + known_games() + ")");
    return *code;
  }

 private:
  Verb& verb_;
  std::string game_ = "dashigaikh";
  std::map<std::string, std::string> settings_;
};

// A flag for every option of a table; values go straight into the target. One that is true or false
// may stand without a value: true.
template <class T>
void add_flags(Verb& verb, const OptionTable<T>& table, T& target) {
  for (const auto& option : table.options()) {
    CLI::Option* flag = verb.app().add_option_function<std::string>(
        flag_name(option.key),
        [&verb, &option, &target](const std::string& text) {
          const bool bare = option.is_flag && text.empty();
          if (auto set = option.parse(target, bare ? "true" : text); !set) {
            verb.refuse(option.key, set.error().reason);
          }
        },
        option.help + " [" + option.print(target) + "]");
    flag->type_name(option.values);
    if (option.is_flag) flag->expected(0, 1);
  }
}

}  // namespace clanhouse::cli
