// Progress of long work on standard error: one line that is rewritten on a terminal, a plain line
// now and then otherwise, nothing when quiet. Standard output stays free for results.
#pragma once

#include <chrono>
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

 private:
  void show(bool last);
  std::string line() const;

  std::string unit_;
  std::string note_;
  int before_;
  int done_;
  int total_;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_shown_;
  std::mutex mutex_;
};

// "42 s", "3 min 20 s", "2 h 5 min".
std::string format_duration(double seconds);

}  // namespace clanhouse
