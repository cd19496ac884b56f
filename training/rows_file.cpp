#include "training/rows_file.h"

namespace clanhouse::training {

TensorFile rows_to_file(const std::vector<TrainingRow>& rows) {
  TensorFile file;
  Tensor& features = file.tensors["features"];
  Tensor& results = file.tensors["results"];
  Tensor& first = file.tensors["first"];
  Tensor& slots = file.tensors["slots"];
  Tensor& shares = file.tensors["shares"];
  for (const TrainingRow& row : rows) {
    features.values.insert(features.values.end(), row.features.begin(), row.features.end());
    results.values.insert(results.values.end(), row.result.begin(), row.result.end());
    first.values.push_back(static_cast<float>(slots.values.size()));
    for (const auto& [slot, share] : row.policy) {
      slots.values.push_back(static_cast<float>(slot));
      shares.values.push_back(share);
    }
  }
  first.values.push_back(static_cast<float>(slots.values.size()));
  const auto count = static_cast<std::int64_t>(rows.size());
  const auto inputs = static_cast<std::int64_t>(rows.empty() ? 0 : rows.front().features.size());
  features.shape = {count, inputs};
  results.shape = {count, Tower::kResults};
  first.shape = {count + 1};
  slots.shape = shares.shape = {static_cast<std::int64_t>(slots.values.size())};
  return file;
}

Result<std::vector<TrainingRow>> rows_from_file(const TensorFile& file, const TowerShape& shape) {
  for (const char* name : {"features", "results", "first", "slots", "shares"}) {
    if (!file.tensors.contains(name)) {
      return invalid("there is no tensor '" + std::string(name) + "'");
    }
  }
  const auto& features = file.tensors.at("features").values;
  const auto& results = file.tensors.at("results").values;
  const auto& first = file.tensors.at("first").values;
  const auto& slots = file.tensors.at("slots").values;
  const auto& shares = file.tensors.at("shares").values;
  const std::size_t count = results.size() / Tower::kResults;
  const auto inputs = static_cast<std::size_t>(shape.feature_count());
  if (results.size() != count * Tower::kResults || features.size() != count * inputs ||
      first.size() != count + 1 || shares.size() != slots.size() || first.front() != 0 ||
      first.back() != static_cast<float>(slots.size())) {
    return invalid("the tensors do not fit together, or are those of another game");
  }
  std::vector<TrainingRow> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    rows[i].features.assign(features.begin() + at * static_cast<std::ptrdiff_t>(inputs),
                            features.begin() + (at + 1) * static_cast<std::ptrdiff_t>(inputs));
    std::copy_n(results.begin() + at * Tower::kResults, Tower::kResults, rows[i].result.begin());
    if (!(first[i] <= first[i + 1] && first[i + 1] <= first.back())) {
      return invalid("the actions of a row begin where there are none");
    }
    for (auto a = static_cast<std::size_t>(first[i]); a < static_cast<std::size_t>(first[i + 1]);
         ++a) {
      if (!(slots[a] >= 0 && slots[a] < static_cast<float>(shape.policy_count()))) {
        return invalid("an action has no slot in the policy");
      }
      rows[i].policy.emplace_back(static_cast<std::uint32_t>(slots[a]), shares[a]);
    }
  }
  return rows;
}

}  // namespace clanhouse::training
