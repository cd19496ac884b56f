// Settings of the agent "tei": somebody else's engine, and how much time it gets.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/options.h"

namespace clanhouse::tei {

struct TeiOptions {
  std::string command;
  std::string folder;
  // How long a move may take: one of these; a second where none is given.
  int movetime_ms = 0;
  long long clock_ms = 0;  // for the whole game, and what is added after each move
  long long increment_ms = 0;
  std::uint64_t nodes = 0;
  int depth = 0;
  // By how much a move may be late, and how long one may take that is not limited by time.
  int margin_ms = 100;
  int deadline_ms = 60'000;
  // How long it may take until the engine has introduced itself, is ready for a game, has left.
  int start_ms = 10'000;
  int ready_ms = 10'000;
  int quit_ms = 1'000;
  int kept_errors = 10;
  std::vector<std::pair<std::string, std::string>> engine_options;

  bool has_clock() const { return clock_ms + increment_ms > 0; }
  // Whether a move is limited by time at all.
  bool is_timed() const { return nodes == 0 && depth == 0; }
  int movetime() const { return movetime_ms > 0 ? movetime_ms : 1000; }
};

const OptionTable<TeiOptions>& tei_options();

// What no single setting shows.
Result<void> check_options(const TeiOptions& options);

}  // namespace clanhouse::tei
