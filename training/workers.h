// The threads of a training run.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/error.h"
#include "selfplay/interrupt.h"

namespace clanhouse::training {

// Threads that work until they are told to stop. What one of them dies of is everybody's error.
class Workers {
 public:
  using Stop = std::function<bool()>;
  ~Workers() { stop(); }

  void start(std::function<Result<void>(const Stop&)> work) {
    ++running_;
    threads_.emplace_back([this, work = std::move(work)] {
      try {
        const auto done = work([this] { return stopped_.load() || interrupted() != 0; });
        if (!done) fail(done.error());
      } catch (const std::exception& error) {
        fail({std::string("a thread has died: ") + error.what(), 0, 0, ErrorKind::kIo});
      }
      --running_;
    });
  }
  void stop() {
    stopped_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  bool running() const { return running_ > 0; }
  std::optional<Error> error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    stopped_ = true;
  }

  std::vector<std::thread> threads_;
  std::atomic<bool> stopped_ = false;
  std::atomic<int> running_ = 0;
  mutable std::mutex mutex_;
  std::optional<Error> error_;
};

}  // namespace clanhouse::training
