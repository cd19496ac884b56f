// --tps and --moves: the position that a verb starts from.
#pragma once

#include <string>

#include "cli/game_flags.h"
#include "core/playthrough.h"

namespace clanhouse::cli {

class PositionFlags {
 public:
  explicit PositionFlags(Verb& verb) : verb_(verb) {
    verb.app().add_option("--tps", text_, "position [the start of the game]")->type_name("TPS");
    verb.app()
        .add_option("--moves", moves_, "turns played from there")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("TURN");
  }

  // Calls visit(playthrough) with the position of the chosen game.
  template <class Visit>
  int with_position(const GameFlags& flags, Visit&& visit) const {
    return flags.with_family([&](auto family) {
      using Family = decltype(family);
      auto config = flags.config<Family>();
      if (!text_.empty()) {
        const auto fitted = Family::fit_to_state(config, text_, flags.given("size"));
        if (!fitted) verb_.refuse("tps", fitted.error().describe());
      }
      return Family::with(
          config, [&](const auto& game) { return visit(family, play_to_position<Family>(game)); });
    });
  }

 private:
  template <class Family, Game G>
  Playthrough<G> play_to_position(const G& game) const {
    auto start = game.initial();
    if (!text_.empty()) {
      const auto state = Family::read_state(game, text_);
      if (!state) verb_.refuse("tps", state.error().describe());
      start = *state;
    }
    Playthrough<G> play(game, start);
    for (const std::string& text : moves_) {
      const auto action = game.parse_action(play.state(), text);
      if (!action) verb_.refuse("moves", action.error().describe());
      play.play(*action);
    }
    return play;
  }

  Verb& verb_;
  std::string text_;
  std::vector<std::string> moves_;
};

}  // namespace clanhouse::cli
