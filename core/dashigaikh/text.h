// Turns in PTN and positions in TPS (rules/dashigaikh.md, "Text formats"). Reading is strict.
#pragma once

#include <string>
#include <string_view>

#include "core/dashigaikh/game.h"
#include "core/text_cursor.h"

namespace clanhouse::dashigaikh {

std::string square_text(int size, int square);
// "a1", "Sb2", "3c3>12".
std::string turn_text(int size, Action action);

// A turn as it is spelt, whether or not it is legal anywhere; marks after it are dropped.
Result<Action> parse_turn(int size, std::string_view text);

// The size that a TPS is of, from its first row; checks nothing else.
Result<int> tps_size(std::string_view tps, TextCursor::Position start = {});

template <int N>
std::string write_tps(const State<N>& state);

// A position that ends the game is returned as a finished game. Errors name line and column,
// counted from `start`.
template <int N>
Result<State<N>> read_tps(const Dashigaikh<N>& game, std::string_view tps,
                          TextCursor::Position start = {});

// "R-0", "0-F", "1/2-1/2"; empty while the game goes on.
std::string result_text(Winner winner, Ending ending);
// "road", "board", "reserve", "inactivity", "repetition", "turn-limit", "declared"; or empty.
std::string ending_text(Ending ending);

}  // namespace clanhouse::dashigaikh
