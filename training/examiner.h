// The strength of nets while they train: short matches against fixed anchors and the net that was
// rated before, and one fit of all of them since the run began.
//
// What was played stands in the log, in lines {"generation", "cpu_hours", "rating", "blocks"}, so
// that a run that goes on rates its nets on one scale.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/ratings/bradley_terry.h"
#include "training/match.h"
#include "training/run_directory.h"
#include "training/settings.h"

namespace clanhouse::training {

// The anchors; the first one's Elo is 0.
const std::vector<std::string>& rating_anchors();

class Examiner {
 public:
  // `log`: what the run's log says so far.
  Examiner(const RunDirectory& run, const TrainSettings& settings, MakeMatch make_match,
           const std::vector<nlohmann::json>& log);

  // Plays the matches of a generation's net; its "rating" and "blocks". Null when stop() says so.
  Result<std::optional<nlohmann::ordered_json>> examine(int generation,
                                                        const std::function<bool()>& stop);

  // The share of games that a net wins against another one's, over so many games.
  Result<std::optional<double>> compare(const std::filesystem::path& net,
                                        const std::filesystem::path& other, int games,
                                        const std::function<bool()>& stop) const;

 private:
  int index_of(const std::string& name);
  std::string net_spec(const std::filesystem::path& net) const;
  Result<bool> play(int generation, const std::string& name, const std::string& opponent,
                    nlohmann::ordered_json& against, nlohmann::ordered_json& blocks,
                    const std::function<bool()>& stop);

  RunDirectory run_;
  TrainSettings settings_;
  MakeMatch make_match_;
  std::vector<std::string> names_;  // anchors, then nets "net 12"
  std::vector<BlockScore> blocks_;
  int last_generation_ = -1;
};

}  // namespace clanhouse::training
