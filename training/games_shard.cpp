#include "training/games_shard.h"

#include <array>
#include <memory>

#include <zstd.h>

#include "core/options.h"

namespace clanhouse::training {
namespace {

using Field = long GamesShard::*;
constexpr std::array<std::pair<const char*, Field>, 8> kCounts = {{
    {"games", &GamesShard::games},
    {"actions", &GamesShard::actions},
    {"resigned", &GamesShard::resigned},
    {"resigned_wrongly", &GamesShard::resigned_wrongly},
    {"leaves", &GamesShard::leaves},
    {"cache_hits", &GamesShard::cache_hits},
    {"batches", &GamesShard::batches},
    {"evaluations", &GamesShard::evaluations},
}};

std::string compress(const std::string& content) {
  constexpr int kLevel = 3;
  std::string out(ZSTD_compressBound(content.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), content.data(), content.size(), kLevel));
  return out;
}

Result<std::string> decompress(const std::string& content) {
  const auto size = ZSTD_getFrameContentSize(content.data(), content.size());
  constexpr unsigned long long kLargest = 1ULL << 34;
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kLargest) {
    return invalid("this is no file of games");
  }
  std::string out(size, '\0');
  const std::size_t got = ZSTD_decompress(out.data(), out.size(), content.data(), content.size());
  if (ZSTD_isError(got) != 0 || got != size) return invalid("the file is damaged");
  return out;
}

void append(Tensor& tensor, const std::vector<float>& values) {
  tensor.values.insert(tensor.values.end(), values.begin(), values.end());
}
std::vector<float> part(const Tensor& tensor, std::size_t row, std::size_t width) {
  const auto begin = tensor.values.begin() + static_cast<std::ptrdiff_t>(row * width);
  return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

}  // namespace

void GamesShard::add_counts(const GamesShard& other) {
  for (const auto& [name, field] : kCounts) this->*field += other.*field;
}

std::string format_games(const GamesShard& shard) {
  TensorFile file;
  file.metadata["net"] = std::to_string(shard.net);
  for (const auto& [name, field] : kCounts) file.metadata[name] = std::to_string(shard.*field);
  auto& t = file.tensors;
  for (const TrainingRow& row : shard.rows) {
    append(t["features"], row.features);
    append(t["outcomes"], row.outcome);
    append(t["owners"], row.owners);
    t["root_values"].values.push_back(row.root_value);
    t["games"].values.push_back(static_cast<float>(row.game % (1 << 24)));
    t["first"].values.push_back(static_cast<float>(t["slots"].values.size()));
    for (const auto& [slot, share] : row.policy) {
      t["slots"].values.push_back(static_cast<float>(slot));
      t["shares"].values.push_back(share);
    }
  }
  t["first"].values.push_back(static_cast<float>(t["slots"].values.size()));
  const auto rows = static_cast<std::int64_t>(shard.rows.size());
  for (const char* name : {"features", "outcomes", "owners"}) {
    const auto size = static_cast<std::int64_t>(t[name].values.size());
    t[name].shape = {rows, rows == 0 ? 0 : size / rows};
  }
  for (const char* name : {"root_values", "games", "first", "slots", "shares"}) {
    t[name].shape = {static_cast<std::int64_t>(t[name].values.size())};
  }
  return compress(format_safetensors(file));
}

Result<GamesShard> parse_games(const std::string& content, const NetShape& shape) {
  const auto file = decompress(content).and_then(parse_safetensors);
  if (!file) return tl::unexpected(file.error());
  for (const char* name :
       {"features", "outcomes", "owners", "root_values", "games", "first", "slots", "shares"}) {
    if (!file->tensors.contains(name)) {
      return invalid("there is no tensor '" + std::string(name) + "'");
    }
  }
  GamesShard shard;
  const auto number_of = [&](const std::string& name) -> Result<long long> {
    const auto given = file->metadata.find(name);
    if (given == file->metadata.end()) return invalid("it does not say its " + name);
    return parse_integer(given->second, 0, INT64_MAX);
  };
  const auto net = number_of("net");
  if (!net) return tl::unexpected(net.error());
  shard.net = static_cast<int>(*net);
  for (const auto& [name, field] : kCounts) {
    const auto number = number_of(name);
    if (!number) return tl::unexpected(number.error());
    shard.*field = *number;
  }

  const auto tensor = [&](const char* name) -> const Tensor& { return file->tensors.at(name); };
  const auto size = [&](const char* name) { return tensor(name).values.size(); };
  const std::size_t rows = size("root_values");
  const auto inputs = static_cast<std::size_t>(net_features(shape));
  const auto values = static_cast<std::size_t>(net_values(shape));
  const std::size_t squares = rows == 0 ? 0 : size("owners") / rows;
  const auto& first = tensor("first").values;
  if (size("features") != rows * inputs || size("outcomes") != rows * values ||
      size("owners") != rows * squares || size("games") != rows || first.size() != rows + 1 ||
      size("shares") != size("slots") || first.front() != 0 ||
      first.back() != static_cast<float>(size("slots"))) {
    return invalid("the tensors do not fit together, or are those of another game");
  }
  const auto& slots = tensor("slots").values;
  for (std::size_t i = 0; i < rows; ++i) {
    TrainingRow row;
    row.features = part(tensor("features"), i, inputs);
    row.outcome = part(tensor("outcomes"), i, values);
    row.owners = part(tensor("owners"), i, squares);
    row.root_value = tensor("root_values").values[i];
    row.game = static_cast<std::uint64_t>(std::max(0.F, tensor("games").values[i]));
    if (!(first[i] <= first[i + 1] && first[i + 1] <= first.back())) {
      return invalid("the actions of a row begin where there are none");
    }
    const auto end = static_cast<std::size_t>(first[i + 1]);
    for (auto a = static_cast<std::size_t>(first[i]); a < end; ++a) {
      if (!(slots[a] >= 0 && slots[a] < static_cast<float>(net_policies(shape)))) {
        return invalid("an action has no slot in the policy");
      }
      row.policy.emplace_back(static_cast<std::uint32_t>(slots[a]), tensor("shares").values[a]);
    }
    shard.rows.push_back(std::move(row));
  }
  return shard;
}

}  // namespace clanhouse::training
