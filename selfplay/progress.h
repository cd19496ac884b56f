// Progress of long work on standard error: one line that is rewritten on a terminal, a plain line
// now and then otherwise, nothing when quiet. Standard output stays free for results.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>

namespace clanhouse {

class Progress {
 public:
  // `done` of `total` pieces of work, called "games" or the like, were there before.
  Progress(std::string unit, int done, int total, bool quiet);
  ~Progress();

  // One more piece is done; `note` is shown behind the numbers. Called from any thread.
  void advance(const std::string& note = {});
  // The same; on a terminal the lines of `details()` are shown below, and made only when they are.
  void advance(const std::string& note, const std::function<std::string()>& details);

 private:
  void show(const std::string& details);
  std::string line() const;

  std::string unit_;
  std::string note_;
  int before_;
  int done_;
  int total_;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  int lines_below_ = 0;  // of details, on the screen
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_shown_;
  std::mutex mutex_;
};

// "42 s", "3 min 20 s", "2 h 5 min".
std::string format_duration(double seconds);

}  // namespace clanhouse
