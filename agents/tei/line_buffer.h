// Cuts a stream of bytes into lines without ever holding more of a line than it is told to.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace clanhouse::tei {

struct Line {
  std::string text;  // without its end: \n, \r\n
  bool cut = false;  // whether it was longer, and the rest is lost
};

class LineBuffer {
 public:
  explicit LineBuffer(std::size_t longest) : longest_(longest) {}

  void add(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto end = bytes.find('\n');
      const std::string_view part = bytes.substr(0, end);
      const std::size_t room = longest_ - partial_.text.size();
      partial_.text += part.substr(0, room);
      partial_.cut = partial_.cut || part.size() > room;
      begun_ = true;
      if (end == std::string_view::npos) return;
      complete();
      bytes.remove_prefix(end + 1);
    }
  }
  // No more bytes will come: what has no end yet is a line too.
  void end() {
    if (begun_) complete();
  }

  bool has_line() const { return !lines_.empty(); }
  std::optional<Line> take() {
    if (lines_.empty()) return std::nullopt;
    Line line = std::move(lines_.front());
    lines_.pop_front();
    return line;
  }

 private:
  void complete() {
    while (partial_.text.ends_with('\r')) partial_.text.pop_back();
    lines_.push_back(std::move(partial_));
    partial_ = {};
    begun_ = false;
  }

  std::size_t longest_;
  std::deque<Line> lines_;
  Line partial_;
  bool begun_ = false;
};

}  // namespace clanhouse::tei
