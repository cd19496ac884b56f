#include "core/games.h"

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

std::string game_named_in(std::string_view text) {
  for (const std::string_view key : {"[Game", "\"game\""}) {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) continue;
    TextCursor cursor(text.substr(at + key.size()));
    cursor.take_while([](char c) { return TextCursor::is_space(c) || c == ':'; });
    if (!cursor.take_if('"')) continue;
    return std::string(cursor.take_while([](char c) { return c != '"' && c != '\n'; }));
  }
  return "";
}

}  // namespace clanhouse
