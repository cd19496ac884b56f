#include "selfplay/progress.h"

#include <unistd.h>

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
  if (done_ > before_) show(true);
  if (shown_ && terminal_) std::fputc('\n', stderr);
}

void Progress::advance(const std::string& note) {
  const std::lock_guard lock(mutex_);
  ++done_;
  note_ = note;
  const auto now = std::chrono::steady_clock::now();
  const auto pause = terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10);
  if (now - last_shown_ < pause) return;
  last_shown_ = now;
  show(false);
}

void Progress::show(bool last) {
  if (quiet_) return;
  shown_ = true;
  // \33[K clears what a longer line has left behind.
  std::fprintf(stderr, terminal_ ? "\r%s\33[K" : "%s\n", line().c_str());
  if (last) std::fflush(stderr);
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
