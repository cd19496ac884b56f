#include "selfplay/interrupt.h"

#include <atomic>
#include <csignal>

namespace clanhouse {
namespace {

// Written by the handler, read by all threads.
std::atomic<int> g_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void on_signal(int signal) {
  g_signal = signal;
  // The next one takes its default action.
  std::signal(signal, SIG_DFL);
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int interrupted() { return g_signal; }

}  // namespace clanhouse
