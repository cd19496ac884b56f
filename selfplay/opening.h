// Where tournament games begin. Agents that always answer alike would play one game over and over;
// each round therefore has an opening of its own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/playthrough.h"
#include "core/random.h"
#include "core/text_cursor.h"

namespace clanhouse {

// Plays `plies` random steps. An opening that ends the game, or leaves a win in one, is drawn
// again.
template <Game G>
Playthrough<G> random_opening(const G& game, int plies, RandomStream& random) {
  constexpr int kTries = 1000;
  for (int attempt = 0;; ++attempt) {
    Playthrough<G> play(game);
    while (static_cast<int>(play.steps().size()) < plies && !play.over()) {
      if (game.actor(play.state()).chance()) {
        play.play(draw_outcome(game, play.state(), random));
      } else {
        play.play(draw_action(game, play.state(), random));
      }
    }
    bool fair = !play.over();
    if constexpr (FindsWins<G>) {
      typename G::Action win;
      fair = fair && !game.find_win(play.state(), win);
    }
    if (fair || attempt == kTries) return fair ? play : Playthrough<G>(game);
  }
}

// A line of an opening book: a position in the game's text form, or actions from the start, with or
// without move numbers ("1. a1 e5 2. c3").
template <class Family, Game G>
Result<Playthrough<G>> read_opening(const G& game, std::string_view line) {
  if (line.find('/') != std::string_view::npos) {
    const auto state = Family::read_state(game, line);
    if (!state) return tl::unexpected(state.error());
    if (game.actor(*state).over()) return invalid("the game is over in this position");
    return Playthrough<G>(game, *state);
  }
  Playthrough<G> play(game);
  TextCursor cursor(line);
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    const auto word = cursor.take_while([](char c) { return !TextCursor::is_space(c); });
    if (word.ends_with('.')) continue;
    const auto action = game.parse_action(play.state(), word);
    if (!action) return tl::unexpected(action.error());
    play.play(*action);
  }
  if (play.over()) return invalid("the game is over after this opening");
  return play;
}

}  // namespace clanhouse
