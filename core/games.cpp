#include "core/games.h"

#include <limits>

#include "core/text_cursor.h"

namespace clanhouse {

std::string known_games() {
  std::string names;
  for_each_family([&](auto family) {
    if (!names.empty()) names += ", ";
    names += family.kName;
  });
  return names;
}

Result<std::string> game_named_in(std::string_view text) {
  for (const std::string_view key : {"[Game", "\"game\""}) {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) continue;
    TextCursor cursor(text.substr(at + key.size()));
    cursor.take_while([](char c) { return TextCursor::is_space(c) || c == ':'; });
    if (!cursor.take_if('"')) continue;
    const auto name = cursor.take_while([](char c) { return c != '"' && c != '\n'; });
    // In old records of tournaments this is the number of the game.
    if (parse_integer(name, 0, std::numeric_limits<int>::max())) continue;
    bool known = false;
    for_each_family([&](auto family) { known = known || family.kName == name; });
    if (known) return std::string(name);
    return invalid("game: unknown game " + quoted(name) + " (known: " + known_games() + ")");
  }
  return "";
}

}  // namespace clanhouse
