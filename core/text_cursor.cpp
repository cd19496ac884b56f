#include "core/text_cursor.h"

namespace clanhouse {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && TextCursor::is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && TextCursor::is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string out = "'";
  for (char c : text.substr(0, kLongest)) {
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  return out + (text.size() > kLongest ? "…'" : "'");
}

}  // namespace clanhouse
