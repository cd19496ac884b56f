// A long measurement in numbered blocks of work: spread over threads, journaled block by block, and
// resumed where it stopped. What a block finds depends on its number alone, so results are the same
// at any number of threads and after any number of interruptions.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace clanhouse {

struct Measurement {
  std::string kind;                 // "pieces": the first key of the journal's header
  nlohmann::ordered_json settings;  // what is measured; a journal of other settings is refused
  std::string unit = "blocks";      // for the progress line
  int blocks = 0;
  int threads = 1;
  bool quiet = false;
  std::filesystem::path out;  // the folder; journal.jsonl in it
};

// Does one block; called for one block at a time, on one thread. Null when interrupted in it.
using BlockWorker = std::function<Result<std::optional<nlohmann::ordered_json>>(int block)>;

struct Measured {
  // By block; only finished ones if it was interrupted. Each has its number under "block".
  std::vector<nlohmann::ordered_json> entries;
  bool complete = false;
};

// Does what is missing. `make_worker` is called once for each thread.
Result<Measured> run_measurement(const Measurement& measurement,
                                 const std::function<Result<BlockWorker>()>& make_worker);

}  // namespace clanhouse
