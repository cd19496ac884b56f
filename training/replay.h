// The positions that are learned from: those of the newest games, a window that grows as the run
// goes on. One game in so many is kept apart, for measuring.
#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "training/games_shard.h"
#include "training/run_directory.h"
#include "training/settings.h"

namespace clanhouse::training {

class Replay {
 public:
  Replay(const TrainSettings& settings, NetShape shape)
      : settings_(settings), shape_(std::move(shape)) {}

  // Takes up the games that are new in the folder, and lets go of what has left the window. Damaged
  // files are passed over and named by complaints(). Errors are of the folder.
  Result<void> update(const RunDirectory& run);
  std::vector<std::string> take_complaints() { return std::exchange(complaints_, {}); }

  // Of all games in the folder.
  long all_games() const { return all_games_; }
  long all_rows() const { return all_rows_; }

  RowPointers training_rows() const;
  RowPointers validation_rows() const;
  // Generations between the nets that played the window's games and this one, in the mean over
  // positions.
  double mean_age(int generation) const;

  // What was counted while the games were played that have been taken up since the last call.
  GamesShard take_counts();

 private:
  struct Part {
    int net;
    std::vector<TrainingRow> training;
    std::vector<TrainingRow> validation;
    long rows() const { return static_cast<long>(training.size() + validation.size()); }
  };
  bool is_for_validation(const TrainingRow& row) const;
  Result<void> take(const ShardName& name);

  TrainSettings settings_;
  NetShape shape_;
  std::set<std::filesystem::path> seen_;
  std::deque<Part> parts_;
  long all_games_ = 0;
  long all_rows_ = 0;
  GamesShard counts_;
  std::vector<std::string> complaints_;
};

}  // namespace clanhouse::training
