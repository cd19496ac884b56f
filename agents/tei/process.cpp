#include "agents/tei/process.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "core/text_cursor.h"

namespace clanhouse::tei {
namespace {

using std::chrono::milliseconds;

struct Pipe {
  Descriptor read;
  Descriptor write;

  // Closed in every program that is started, so that no engine holds another's pipes open.
  bool make() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    return true;
  }
};

void never_block(const Descriptor& descriptor) {
  fcntl(descriptor.number(), F_SETFL, fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

// write() to a pipe without a reader raises SIGPIPE, which would end us. It is held back for this
// thread alone and taken away again: to ignore it would change what the whole program does.
ssize_t write_without_signal(int descriptor, std::string_view text) {
  sigset_t pipe_signal;
  sigset_t before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  const ssize_t written = write(descriptor, text.data(), text.size());
  const int error = errno;
  if (written < 0 && error == EPIPE) {
    const timespec at_once{};
    while (sigtimedwait(&pipe_signal, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

// What is to happen between fork and exec. The attributes and actions need to be destroyed.
class SpawnPlan {
 public:
  SpawnPlan() {
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_init(&actions_);
    // A group of its own, and no signal blocked or ignored because we do so.
    sigset_t none;
    sigset_t defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) sigaddset(&defaults, signal);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  void redirect(const Descriptor& from, int to) {
    posix_spawn_file_actions_adddup2(&actions_, from.number(), to);
  }
  void change_folder(const std::string& folder) {
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
  }
  // The error number, or 0.
  int spawn(const std::vector<std::string>& words, pid_t& id) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    return posix_spawnp(&id, arguments[0], &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawnattr_t attributes_;
  posix_spawn_file_actions_t actions_;
};

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Result<std::unique_ptr<Process>> Process::start(const std::vector<std::string>& words,
                                                const std::string& folder, int kept_errors) {
  if (words.empty()) return invalid("the command is empty");
  Pipe input;
  Pipe output;
  Pipe errors;
  if (!input.make() || !output.make() || !errors.make()) {
    return io_error(fmt::format("no pipe to {}: {}", words[0], std::strerror(errno)));
  }
  SpawnPlan plan;
  plan.redirect(input.read, STDIN_FILENO);
  plan.redirect(output.write, STDOUT_FILENO);
  plan.redirect(errors.write, STDERR_FILENO);
  if (!folder.empty()) plan.change_folder(folder);
  pid_t id = 0;
  if (const int error = plan.spawn(words, id); error != 0) {
    return io_error(fmt::format("cannot run {}{}: {}", quoted(words[0]),
                                folder.empty() ? "" : " in " + quoted(folder),
                                std::strerror(error)));
  }
  std::unique_ptr<Process> process(new Process(id, kept_errors));
  process->input_ = std::move(input.write);
  process->output_ = std::move(output.read);
  process->errors_output_ = std::move(errors.read);
  for (const auto* end : {&process->input_, &process->output_, &process->errors_output_}) {
    never_block(*end);
  }
  return process;
}

Process::~Process() { end(milliseconds(0)); }

Process::Sending Process::send(std::string_view text, Clock::time_point deadline) {
  while (!text.empty()) {
    if (!input_.open()) return Sending::kClosed;
    const ssize_t written = write_without_signal(input_.number(), text);
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      if (Clock::now() >= deadline) return Sending::kTimeout;
      wait_and_read(deadline, true);
    } else if (errno != EINTR) {
      return Sending::kClosed;
    }
  }
  return Sending::kSent;
}

Process::Reading Process::read_line(Line& line, Clock::time_point deadline) {
  for (;;) {
    if (auto next = lines_.take()) {
      line = std::move(*next);
      return Reading::kLine;
    }
    if (!output_.open()) return Reading::kEnd;
    if (Clock::now() >= deadline) return Reading::kTimeout;
    wait_and_read(deadline, false);
  }
}

void Process::look() { wait_and_read(Clock::now(), false); }

void Process::wait_and_read(Clock::time_point until, bool to_write) {
  // Something that the process has started may hold its output open when it is gone itself, so we
  // look after it now and then.
  constexpr milliseconds kBetweenLooks(50);
  const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
  const auto wait = std::clamp(left, milliseconds(0), kBetweenLooks);
  // Who writes a great deal and does not read is made to wait.
  const bool room = !lines_.has_line();
  std::array<pollfd, 3> ready = {pollfd{room ? output_.number() : -1, POLLIN, 0},
                                 pollfd{errors_output_.number(), POLLIN, 0},
                                 pollfd{to_write ? input_.number() : -1, POLLOUT, 0}};
  const int events = poll(ready.data(), ready.size(), static_cast<int>(wait.count()));
  if (events < 0) return;  // a signal
  if (events == 0 && room && has_ended()) {
    // Between the two looks it may have written its last lines.
    constexpr int kMostReads = 16;  // should another hold the pipe and fill it
    for (int i = 0; i < kMostReads && read_from(output_, lines_) && poll(ready.data(), 1, 0) > 0;) {
      ++i;
    }
    output_.close();
    lines_.end();
  }
  if (ready[1].revents != 0) {
    if (!read_from(errors_output_, error_lines_)) error_lines_.end();
    keep_errors();
  }
  if (ready[0].revents != 0 && !read_from(output_, lines_)) lines_.end();
}

bool Process::read_from(Descriptor& from, LineBuffer& into) {
  std::array<char, 65536> buffer;
  const ssize_t count = read(from.number(), buffer.data(), buffer.size());
  if (count > 0) {
    into.add({buffer.data(), static_cast<std::size_t>(count)});
    return true;
  }
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  from.close();
  return false;
}

void Process::keep_errors() {
  while (auto line = error_lines_.take()) {
    errors_.push_back(std::move(line->text));
    if (std::cmp_greater(errors_.size(), kept_errors_)) errors_.pop_front();
  }
}

bool Process::has_ended() const {
  if (reaped_) return true;
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == id_;
}

bool Process::ends_within(milliseconds time) {
  const auto deadline = Clock::now() + time;
  while (!has_ended()) {
    if (Clock::now() >= deadline) return false;
    // Reading keeps it from waiting for us while it takes its leave. With both outputs closed there
    // is nothing to wait for but the time.
    if (output_.open() || errors_output_.open()) {
      wait_and_read(std::min(deadline, Clock::now() + milliseconds(5)), false);
      while (lines_.take()) {
      }
    } else {
      std::this_thread::sleep_for(milliseconds(1));
    }
  }
  return true;
}

void Process::signal_group(int signal) const { kill(-id_, signal); }

void Process::end(milliseconds grace) {
  if (reaped_) return;
  input_.close();
  if (!ends_within(grace) && grace.count() > 0) {
    signal_group(SIGTERM);
    ends_within(grace);
  }
  // Also for what it has started and left behind. The process itself is not reaped yet, so the
  // number of the group cannot be another's.
  signal_group(SIGKILL);
  while (waitpid(id_, &status_, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
  if (errors_output_.open()) {
    look();
    error_lines_.end();
    keep_errors();
  }
  output_.close();
  errors_output_.close();
}

std::string Process::fate() const {
  if (!reaped_) return "still running";
  if (WIFEXITED(status_)) return fmt::format("exit code {}", WEXITSTATUS(status_));
  return fmt::format("signal {}", WTERMSIG(status_));
}

Result<std::vector<std::string>> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
      in_word = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t') {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != '\0') return invalid("a quotation mark of the command is not closed");
  if (in_word) words.push_back(std::move(word));
  if (words.empty()) return invalid("the command is empty");
  return words;
}

}  // namespace clanhouse::tei
