#include "training/examiner.h"

#include <algorithm>

#include <fmt/format.h>

namespace clanhouse::training {

using nlohmann::ordered_json;

const std::vector<std::string>& rating_anchors() {
  static const std::vector<std::string> anchors = {"greedy", "mcts:visits=100", "mcts:visits=1000"};
  return anchors;
}

Examiner::Examiner(const RunDirectory& run, const TrainSettings& settings, MakeMatch make_match,
                   const std::vector<nlohmann::json>& log)
    : run_(run), settings_(settings), make_match_(std::move(make_match)), names_(rating_anchors()) {
  for (const nlohmann::json& line : log) {
    const auto blocks = line.value("blocks", nlohmann::json());
    if (!line.contains("rating") || !blocks.is_object()) continue;
    last_generation_ = line.value("generation", 0);
    const int net = index_of(fmt::format("net {}", last_generation_));
    for (const auto& [opponent, results] : blocks.items()) {
      for (const auto& result : results) {
        if (!result.is_array() || result.size() != 2 || !result[0].is_number()) continue;
        blocks_.push_back(
            {net, index_of(opponent), result[0].get<double>(), result[1].get<double>()});
      }
    }
  }
}

int Examiner::index_of(const std::string& name) {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    names_.push_back(name);
    return static_cast<int>(names_.size()) - 1;
  }
  return static_cast<int>(found - names_.begin());
}

std::string Examiner::net_spec(const std::filesystem::path& net) const {
  return fmt::format("net:file={},visits={}", net.string(), settings_.rating_visits);
}

Result<bool> Examiner::play(int generation, const std::string& name, const std::string& opponent,
                            ordered_json& against, ordered_json& blocks,
                            const std::function<bool()>& stop) {
  auto match = make_match_(net_spec(run_.net(generation)), opponent);
  if (!match) return tl::unexpected(match.error());
  const int net = index_of(fmt::format("net {}", generation));
  const int other = index_of(name);
  BlockResult sum;
  while (sum.games < settings_.rating_games) {
    // Other openings for each net.
    const int block = generation * 1000 + static_cast<int>(blocks[name].size());
    const auto result = (*match)->play(block, stop);
    if (!result) return false;
    sum.score += result->score;
    sum.games += result->games;
    blocks[name].push_back({result->score, result->games});
    blocks_.push_back({net, other, result->score, result->games});
  }
  against[name] = sum.score / sum.games;
  return true;
}

Result<std::optional<ordered_json>> Examiner::examine(int generation,
                                                      const std::function<bool()>& stop) {
  ordered_json against, blocks;
  std::vector<std::pair<std::string, std::string>> opponents;
  for (const std::string& anchor : rating_anchors()) opponents.emplace_back(anchor, anchor);
  if (last_generation_ >= 0 && last_generation_ < generation) {
    opponents.emplace_back(fmt::format("net {}", last_generation_),
                           net_spec(run_.net(last_generation_)));
  }
  const std::size_t before = blocks_.size();
  for (const auto& [name, spec] : opponents) {
    const auto played = play(generation, name, spec, against, blocks, stop);
    if (!played || !*played) blocks_.resize(before);
    if (!played) return tl::unexpected(played.error());
    if (!*played) return std::nullopt;
  }
  last_generation_ = generation;
  const auto ratings = rate(static_cast<int>(names_.size()), blocks_, 0);
  const Rating& rating =
      ratings[static_cast<std::size_t>(index_of(fmt::format("net {}", generation)))];
  ordered_json line;
  ordered_json& said = line["rating"];
  said["elo"] = nullptr;
  said["low"] = nullptr;
  said["high"] = nullptr;
  // A net that has won or lost everything has one bound alone.
  if (rating.kind == RatingKind::kEstimate) {
    said["elo"] = rating.elo;
    said["low"] = rating.low;
    said["high"] = rating.high;
  } else if (rating.kind == RatingKind::kAtLeast) {
    said["low"] = rating.elo;
  } else if (rating.kind == RatingKind::kAtMost) {
    said["high"] = rating.elo;
  }
  said["visits"] = settings_.rating_visits;
  said["games"] = settings_.rating_games * static_cast<int>(opponents.size());
  said["against"] = against;
  line["blocks"] = blocks;
  return line;
}

Result<std::optional<double>> Examiner::compare(const std::filesystem::path& net,
                                                const std::filesystem::path& other, int games,
                                                const std::function<bool()>& stop) const {
  auto match = make_match_(net_spec(net), net_spec(other));
  if (!match) return tl::unexpected(match.error());
  BlockResult sum;
  for (int block = 0; sum.games < games; ++block) {
    const auto result = (*match)->play(block, stop);
    if (!result) return std::nullopt;
    sum.score += result->score;
    sum.games += result->games;
  }
  return sum.score / sum.games;
}

}  // namespace clanhouse::training
