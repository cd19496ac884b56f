// A test of whether the first of two agents is the stronger one, which ends the tournament as soon
// as it is decided. Its unit is a block: with two seats a pair of games from one opening
// (pentanomial counts), with more the first agent in every seat among copies of the other.
//
// Blocks are counted in the order of the schedule and never as they come in, so that the decision
// does not depend on threads or interruptions.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/options.h"
#include "selfplay/ratings/sprt.h"
#include "selfplay/tournament/schedule.h"

namespace clanhouse {

// The keys sprt_elo0, sprt_elo1 and so on.
const OptionTable<SprtSettings>& sprt_options();
Result<void> check_sprt(const SprtSettings& settings, int agents);

class StrengthTest {
 public:
  StrengthTest(const SprtSettings& settings, int seats)
      : settings_(settings), seats_(seats), state_(compute()) {}

  // The next block in order, with the points and the share of wins that the first agent has in the
  // mean of its games. Nothing more is counted once the test is decided.
  void add(double points, double wins);

  const SprtSettings& settings() const { return settings_; }
  int blocks() const { return static_cast<int>(history_.size()); }
  SprtState state() const { return state_; }
  bool decided() const { return state_.decision != SprtDecision::kContinue; }

  // The LLR after each block.
  const std::vector<double>& history() const { return history_; }
  // With two seats: the pairs so far.
  const ScoreCounts& pairs() const { return pairs_; }
  // "LLR 1.20 (-2.94, 2.94) for normalized Elo 5 against 0"
  std::string text() const;
  nlohmann::ordered_json to_json() const;

 private:
  SprtState compute() const;

  SprtSettings settings_;
  int seats_;
  ScoreCounts pairs_ = pair_counts({});
  BlockScores scores_;
  std::vector<double> history_;
  SprtState state_;
};

// "H1", "H0" or "inconclusive".
std::string decision_name(SprtDecision decision);

}  // namespace clanhouse
