#include "training/replay.h"

#include <utility>

#include "core/files.h"

namespace clanhouse::training {

Result<void> Replay::update(const RunDirectory& run) {
  const auto shards = run.shards();
  all_games_ = 0;
  all_rows_ = 0;
  for (const ShardName& shard : shards) {
    all_games_ += shard.games;
    all_rows_ += shard.rows;
  }
  // From the newest back to where the window ends.
  const long window = window_rows(settings_, all_rows_);
  std::size_t first = shards.size();
  for (long rows = 0; first > 0 && rows < window; --first) rows += shards[first - 1].rows;
  for (std::size_t i = first; i < shards.size(); ++i) {
    if (!seen_.insert(shards[i].path).second) continue;
    if (auto taken = take(shards[i]); !taken) return taken;
  }
  long rows = 0;
  for (const Part& part : parts_) rows += part.rows();
  while (!parts_.empty() && rows - parts_.front().rows() >= window) {
    rows -= parts_.front().rows();
    parts_.pop_front();
  }
  return {};
}

Result<void> Replay::take(const ShardName& name) {
  const auto content = read_file(name.path);
  if (!content) return tl::unexpected(content.error());
  auto shard = parse_games(*content, shape_);
  if (!shard) {
    complaints_.push_back(name.path.string() + ": " + shard.error().reason);
    return {};
  }
  Part part{shard->net, {}, {}};
  for (TrainingRow& row : shard->rows) {
    (is_for_validation(row) ? part.validation : part.training).push_back(std::move(row));
  }
  counts_.add_counts(*shard);
  parts_.push_back(std::move(part));
  return {};
}

bool Replay::is_for_validation(const TrainingRow& row) const {
  const auto share = static_cast<std::uint64_t>(settings_.validation);
  return share > 0 && mix64(row.game) % share == 0;
}

RowPointers Replay::training_rows() const {
  RowPointers rows;
  for (const Part& part : parts_) {
    for (const TrainingRow& row : part.training) rows.push_back(&row);
  }
  return rows;
}
RowPointers Replay::validation_rows() const {
  RowPointers rows;
  for (const Part& part : parts_) {
    for (const TrainingRow& row : part.validation) rows.push_back(&row);
  }
  return rows;
}

double Replay::mean_age(int generation) const {
  double sum = 0;
  long rows = 0;
  for (const Part& part : parts_) {
    sum += static_cast<double>(part.rows()) * (generation - part.net);
    rows += part.rows();
  }
  return rows == 0 ? 0 : sum / static_cast<double>(rows);
}

GamesShard Replay::take_counts() { return std::exchange(counts_, {}); }

}  // namespace clanhouse::training
