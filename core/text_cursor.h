// Reads a text from left to right and knows where it is, for parsers that name the line and
// column of what they refuse.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/error.h"

namespace clanhouse {

class TextCursor {
 public:
  struct Position {
    int line = 1;
    int column = 1;  // in characters: the bytes that continue a UTF-8 sequence do not count
  };

  explicit TextCursor(std::string_view text) : TextCursor(text, Position()) {}
  // A text that is part of a larger one, where it begins at `start`.
  TextCursor(std::string_view text, Position start) : text_(text), position_(start) {}

  bool at_end() const { return offset_ == text_.size(); }
  // The next byte; 0 at the end.
  char peek() const { return at_end() ? '\0' : text_[offset_]; }
  std::string_view rest() const { return text_.substr(offset_); }
  Position position() const { return position_; }

  char take() {
    const char c = text_[offset_++];
    if (c == '\n') {
      ++position_.line;
      position_.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) {
      ++position_.column;
    }
    return c;
  }
  bool take_if(char c) {
    if (peek() != c || at_end()) return false;
    take();
    return true;
  }
  template <class Predicate>
  std::string_view take_while(Predicate&& wanted) {
    const std::size_t begin = offset_;
    while (!at_end() && wanted(peek())) take();
    return text_.substr(begin, offset_ - begin);
  }
  void skip_space() { take_while(is_space); }

  static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  static tl::unexpected<Error> error(Position at, std::string reason) {
    return invalid(std::move(reason), at.line, at.column);
  }

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  Position position_;
};

// The text without white space at its ends.
std::string_view trimmed(std::string_view text);

// A piece of foreign text fit to be quoted in one line: control characters become '?', long ones
// are cut.
std::string quoted(std::string_view text);

}  // namespace clanhouse
