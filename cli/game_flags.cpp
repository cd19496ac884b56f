#include "cli/game_flags.h"

namespace clanhouse::cli {

GameFlags::GameFlags(Verb& verb) : verb_(verb) {
  verb.app()
      .add_option("--game", game_, "which game: " + known_games() + " [" + game_ + "]")
      ->type_name("NAME");
  for_each_family([&](auto family) {
    for (const auto& option : family.options().options()) {
      if (verb.app().get_option_no_throw(flag_name(option.key)) != nullptr) continue;
      const typename decltype(family)::Config defaults;
      verb.app()
          .add_option_function<std::string>(
              flag_name(option.key),
              [this, key = option.key](const std::string& text) { settings_[key] = text; },
              option.help + " [" + option.print(defaults) + "]")
          ->type_name(option.values)
          ->group("Rules");
    }
  });
}

}  // namespace clanhouse::cli
