// Runs the program as a user would.
#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/files.h"
#include "core/random.h"
#include "tests/temporary_folder.h"

namespace clanhouse::test {

struct Finished {
  int code = 0;  // 128 + signal when killed
  std::string out;
  std::string err;
};

[[noreturn]] inline void execute(const std::vector<std::string>& arguments) {
  std::vector<char*> argv = {const_cast<char*>(CLANHOUSE_PROGRAM)};
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  execv(CLANHOUSE_PROGRAM, argv.data());
  _exit(127);
}

inline int wait_for(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The program in the background; kill() or wait() ends it.
class Process {
 public:
  explicit Process(const std::vector<std::string>& arguments) {
    pid_ = fork();
    if (pid_ != 0) return;
    const auto redirect = [&](const char* name, int target) {
      const int file = open((folder_.path() / name).c_str(), O_WRONLY | O_CREAT, 0644);
      dup2(file, target);
    };
    redirect("out", STDOUT_FILENO);
    redirect("err", STDERR_FILENO);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    execute(arguments);
  }
  void signal(int number) const { ::kill(pid_, number); }
  Finished wait() {
    Finished finished;
    finished.code = wait_for(pid_);
    finished.out = *read_file(folder_.path() / "out");
    finished.err = *read_file(folder_.path() / "err");
    return finished;
  }

 private:
  TemporaryFolder folder_;
  pid_t pid_;
};

inline Finished run(const std::vector<std::string>& arguments) { return Process(arguments).wait(); }

// The run must fail with the code and one line on standard error.
inline void expect_refused(const std::vector<std::string>& arguments, int code,
                           const std::string& part) {
  const auto finished = run(arguments);
  EXPECT_EQ(finished.code, code) << finished.err;
  EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
  EXPECT_THAT(finished.err, testing::HasSubstr(part));
  EXPECT_EQ(finished.out, "");
}

// The lines of a file; 0 if there is none yet.
inline std::ptrdiff_t lines_in(const std::filesystem::path& path) {
  const auto content = read_file(path);
  return content ? std::count(content->begin(), content->end(), '\n') : 0;
}

// Starts the program again and again and stops it after some moments, mostly by SIGKILL, until it
// has come to its end; how often it was stopped.
inline int stop_at_random_moments(const std::vector<std::string>& arguments) {
  RandomStream random(1, "kill");
  int stops = 0;
  for (; stops < 40; ++stops) {
    Process process(arguments);
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + random.below(150)));
    const int signal = random.below(4) == 0 ? SIGINT : SIGKILL;
    process.signal(signal);
    const auto finished = process.wait();
    if (finished.code == 0) break;
    // In its first moments the program does not catch signals yet.
    EXPECT_EQ(finished.code, 128 + signal) << finished.err;
  }
  return stops;
}

// Sends the signal once the file has so many lines.
inline Finished signal_at_lines(const std::vector<std::string>& arguments,
                                const std::filesystem::path& file, int lines, int signal) {
  Process process(arguments);
  for (int i = 0; i < 10'000 && lines_in(file) < lines; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  process.signal(signal);
  return process.wait();
}

// The path of a new file.
inline std::string make_file(const TemporaryFolder& folder, const std::string& name,
                             const std::string& content) {
  const auto path = folder.path() / name;
  std::ofstream(path) << content;
  return path.string();
}

// The program at a pseudo-terminal.
class Terminal {
 public:
  explicit Terminal(const std::vector<std::string>& arguments) {
    pid_ = forkpty(&file_, nullptr, nullptr, nullptr);
    if (pid_ == 0) execute(arguments);
  }
  ~Terminal() {
    ::kill(pid_, SIGKILL);
    if (!ended_) wait_for(pid_);
    close(file_);
  }
  void type(const std::string& line) const {
    const std::string text = line + "\n";
    if (write(file_, text.data(), text.size()) < 0) seen_ += "(cannot write)";
  }
  // Reads until the text has appeared, after what was expected before; false if it does not in good
  // time.
  bool expect(const std::string& text) const {
    for (;;) {
      if (const auto at = seen_.find(text, searched_); at != std::string::npos) {
        searched_ = at + text.size();
        return true;
      }
      constexpr int kPatience = 20'000;  // milliseconds
      pollfd ready{file_, POLLIN, 0};
      if (poll(&ready, 1, kPatience) <= 0) return false;
      char buffer[4096];
      const ssize_t count = read(file_, buffer, sizeof buffer);
      if (count <= 0) return false;
      seen_.append(buffer, static_cast<std::size_t>(count));
    }
  }
  int wait() {
    while (expect("\n")) {
    }
    ended_ = true;
    return wait_for(pid_);
  }
  const std::string& seen() const { return seen_; }

 private:
  pid_t pid_;
  int file_ = -1;
  bool ended_ = false;
  mutable std::string seen_;
  mutable std::size_t searched_ = 0;
};

}  // namespace clanhouse::test
