#include "selfplay/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

namespace clanhouse {

std::string format_duration(double seconds) {
  const auto s = static_cast<long long>(std::lround(seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

Progress::Progress(std::string unit, int done, int total, bool quiet)
    : unit_(std::move(unit)),
      before_(done),
      done_(done),
      total_(total),
      quiet_(quiet),
      terminal_(::isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      last_shown_(start_) {}

Progress::~Progress() {
  if (done_ > before_) show({});
  if (shown_ && terminal_) std::fputc('\n', stderr);
}

void Progress::advance(const std::string& note) {
  advance(note, [] { return std::string(); });
}

void Progress::advance(const std::string& note, const std::function<std::string()>& details) {
  const std::lock_guard lock(mutex_);
  ++done_;
  note_ = note;
  const auto now = std::chrono::steady_clock::now();
  const auto pause = terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10);
  if (now - last_shown_ < pause) return;
  last_shown_ = now;
  show(terminal_ && !quiet_ ? details() : std::string());
}

void Progress::show(const std::string& details) {
  if (quiet_) return;
  shown_ = true;
  if (!terminal_) {
    std::fprintf(stderr, "%s\n", line().c_str());
    return;
  }
  // Back to the line's begin, over the details below it; \33[J clears the rest of the screen.
  std::string text = lines_below_ > 0 ? fmt::format("\33[{}A\r\33[J", lines_below_) : "\r\33[J";
  text += line();
  if (!details.empty()) text += "\n" + details.substr(0, details.find_last_not_of('\n') + 1);
  lines_below_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

std::string Progress::line() const {
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double rate = seconds > 0 ? (done_ - before_) / seconds : 0;
  std::string text = fmt::format("{}/{} {} ({:.0f} %), {:.1f}/s", done_, total_, unit_,
                                 100.0 * done_ / std::max(1, total_), rate);
  if (done_ < total_ && rate > 0) {
    text += fmt::format(", {} left", format_duration((total_ - done_) / rate));
  }
  if (!note_.empty()) text += "  " + note_;
  return text;
}

}  // namespace clanhouse
