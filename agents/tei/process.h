// A program that runs beside ours and is spoken to in lines. It has a process group of its own, so
// that whatever it starts ends with it, unless that has left the group on purpose.
//
// Nothing here waits without a deadline, holds a lock or changes what other threads see: any number
// of processes may be used by any number of threads, each by one at a time. Signals do not cut a
// wait short.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/tei/line_buffer.h"
#include "core/error.h"

namespace clanhouse::tei {

using Clock = std::chrono::steady_clock;

// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close();
  bool open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

class Process {
 public:
  // Runs a program with its arguments, in a folder (empty: ours); relative names of programs are
  // taken from there. Of its standard error so many last lines are kept.
  static Result<std::unique_ptr<Process>> start(const std::vector<std::string>& words,
                                                const std::string& folder, int kept_errors);
  // Kills what is still there.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  enum class Sending { kSent, kTimeout, kClosed };
  // Writes the text and reads on meanwhile, so that neither side waits for the other for ever.
  Sending send(std::string_view text, Clock::time_point deadline);

  enum class Reading {
    kLine,
    kTimeout,
    kEnd,  // all lines have been read, and the output is closed or the process has ended
  };
  Reading read_line(Line& line, Clock::time_point deadline);
  // Takes what has come so far, and the errors.
  void look();
  // Whether it may still say something.
  bool talks() const { return output_.open(); }

  // Asks to leave in ever ruder ways: closes its input, SIGTERM, SIGKILL, with the grace before
  // each of the latter two.
  void end(std::chrono::milliseconds grace);

  pid_t id() const { return id_; }
  // "exit code 3", "signal 11"; "still running" before end().
  std::string fate() const;
  const std::deque<std::string>& last_errors() const { return errors_; }

 private:
  Process(pid_t id, int kept_errors) : id_(id), kept_errors_(kept_errors) {}

  // Waits until something can be read (or written), at most until then, and reads it.
  void wait_and_read(Clock::time_point until, bool to_write);
  // False once there is nothing more to come.
  bool read_from(Descriptor& from, LineBuffer& into);
  void keep_errors();
  // Whether the process has ended; it stays a zombie, which keeps its number from being used again.
  bool has_ended() const;
  bool ends_within(std::chrono::milliseconds time);
  void signal_group(int signal) const;

  pid_t id_;
  int kept_errors_;
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_output_;
  LineBuffer lines_{kLongestLine};
  LineBuffer error_lines_{kLongestErrorLine};
  std::deque<std::string> errors_;
  bool reaped_ = false;
  int status_ = 0;

  static constexpr std::size_t kLongestLine = 65536;
  static constexpr std::size_t kLongestErrorLine = 500;
};

// The words of a command: split at blanks, but not within '…' or "…"; \ takes the next character
// as it is, except within '…'.
Result<std::vector<std::string>> split_command(std::string_view command);

}  // namespace clanhouse::tei
