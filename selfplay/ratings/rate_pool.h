// All ratings of a pool of games that `clanhouse rate` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/ratings/connectivity.h"
#include "selfplay/ratings/draw_models.h"
#include "selfplay/ratings/meta_game.h"
#include "selfplay/ratings/results.h"

namespace clanhouse {

enum class RatingModel { kBradleyTerry, kDavidson, kRaoKupper, kPlackettLuce };
enum class RatingErrors { kSandwich, kBootstrap };

struct RateSettings {
  RatingModel model = RatingModel::kBradleyTerry;
  RatingErrors errors = RatingErrors::kSandwich;
  int bootstrap = 1000;  // resamples of blocks
  std::uint64_t seed = 1;
  // Plackett-Luce: of each game only so many places count; 0 for all, or, where every game has one
  // winner and all others are level, for the winners alone: who lost with whom says nothing.
  int top = 0;
  int anchor = -1;
  double anchor_elo = 0;
  // Pairs: virtual draws of each agent; Plackett-Luce: so many games, half won, half lost, of each
  // agent against a ghost.
  double prior = 0;
  bool first_seat = false;
};

struct PoolRatings {
  std::vector<Rating> ratings;
  Connectivity connected;
  double advantage = 0;  // of the first seat, Elo
  double advantage_error = 0;
  double draw_value = 0;    // as in PairModelFit
  std::vector<double> tie;  // as in TiedFit
  double log_likelihood = 0;
  // The chance that the row is stronger than the column; nothing between those without estimates.
  std::vector<std::vector<std::optional<double>>> superiority;
};

// Games of more than two count for the models of pairs as a game between every two of their seats,
// the lower seat first.
PoolRatings rate_pool(const ResultPool& pool, const RateSettings& settings);

// Points of each agent, half for a tie, and the games between every two.
struct PoolScores {
  std::vector<std::vector<double>> points;  // of the row against the column
  std::vector<std::vector<double>> games;
};
PoolScores scores_of(const ResultPool& pool);

// What the row makes of the column: its share of the points less 1/2; 0 where they never met.
PayoffTable payoffs_of(const PoolScores& scores);

}  // namespace clanhouse
