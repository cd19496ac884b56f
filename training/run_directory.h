// The folder of a training run, in which those who play and the one who learns meet:
//
//   run.json                  settings, seed, and the build that began the run
//   nets/G.safetensors        the net after generation G; 0 has random weights
//   games/ACTOR-N-gG-rR.zst   games that an actor has finished: its N-th file, G games, R positions
//   checkpoints/G.pt          all that learning goes on from after generation G; the last two
//   log.jsonl                 a line a generation, written before its net is; ratings between them
//   events/                   the same for TensorBoard (tensorboard.h)
//
// Every file is written whole or not at all, so that any number of processes, on any machines that
// share the folder, may read while others write.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace clanhouse::training {

struct ShardName {
  std::filesystem::path path;
  std::string actor;
  int number = 0;
  long games = 0;
  long rows = 0;
};

class RunDirectory {
 public:
  explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path net(int generation) const;
  std::filesystem::path checkpoint(int generation) const;
  std::filesystem::path games(const ShardName& shard) const;
  std::filesystem::path settings() const { return path_ / "run.json"; }
  std::filesystem::path log_path() const { return path_ / "log.jsonl"; }
  std::filesystem::path events() const { return path_ / "events"; }

  // Makes the folders.
  Result<void> create() const;
  // For the one who learns; a second process that asks is refused. Held until the process ends.
  Result<void> lock();

  // Writes settings where there are none. Otherwise they must be the same but for `generations`;
  // the error names the keys that differ. With `accept` they are replaced, and the file remembers
  // both.
  Result<void> keep_settings(const nlohmann::ordered_json& settings, bool accept) const;
  Result<nlohmann::ordered_json> read_settings() const;

  // The last generation that has a net, -1 without any.
  int newest_net() const;
  // All games, the oldest files first.
  std::vector<ShardName> shards() const;
  // Deletes the checkpoints before this generation's.
  void drop_checkpoints_before(int generation) const;

  // What the log says up to a generation, for the one who learns. A torn last line is cut off, and
  // so are lines of later generations, since those are learned again. Errors as for read_log.
  Result<std::vector<nlohmann::json>> open_log(int generation) const;
  Result<void> log(const nlohmann::ordered_json& line) const;
  // For readers, while others may be writing: a last line that is not complete yet is left out,
  // any other that is no object with a "generation" is an error with the file and its line.
  Result<std::vector<nlohmann::json>> read_log() const;

 private:
  Result<std::string> log_text() const;
  Result<std::vector<nlohmann::json>> read_log(const std::string& text) const;

  std::filesystem::path path_;
};

// Waits before the next look into a folder that others write to: 0.1 s, or, where looking takes
// long, twenty times as long as it took, but 2 s at most.
void pause_after_look(std::chrono::steady_clock::time_point began);

}  // namespace clanhouse::training
