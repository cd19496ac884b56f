// Elo ratings of a pool from wins, draws and losses, with a model of draws and an advantage of the
// first seat. A lead x, in Elo, is the difference of ratings plus the advantage.
#pragma once

#include <optional>
#include <vector>

#include "selfplay/ratings/bradley_terry.h"
#include "selfplay/ratings/connectivity.h"

namespace clanhouse {

enum class DrawModel {
  kHalfWin,    // a draw is half a win; a win has probability σ(x) (Bradley and Terry, 1952)
  kDavidson,   // win : draw : loss as e^(x/2) : ν : e^(−x/2) (Davidson, 1970)
  kRaoKupper,  // win σ(x − d), loss σ(−x − d) (Rao and Kupper, 1967; BayesElo)
  kOrdo,       // expected score σ(x), draw = ν √(win · loss) (Ordo with -D -M)
};

// Games between two; `first` had the first seat.
struct PairResults {
  int first = 0;
  int second = 0;
  double wins = 0;  // of first
  double draws = 0;
  double losses = 0;
  int block = 0;  // results of one block are not independent
};

enum class PairErrors { kSandwich, kFisher };

struct PairModelSettings {
  DrawModel draws = DrawModel::kHalfWin;
  bool estimate_advantage = false;
  double advantage = 0;              // Elo, where it is not estimated
  std::optional<double> draw_value;  // fixed instead of estimated; as in PairModelFit
  // Virtual draws: each agent spreads prior/2 over its opponents by how often they met, and so do
  // these; half of them with either seat (BayesElo's prior, whose default is 2).
  double prior = 0;
  int anchor = -1;        // whose rating is anchor_elo; the mean of all estimates is 0 where it is
  double anchor_elo = 0;  // -1 or has no estimate
  PairErrors errors = PairErrors::kSandwich;
  // Of a clean record, at the rating that is given as its bound. Ordo's floors have √½.
  double bound_probability = 0.05;
};

struct PairModelFit {
  std::vector<Rating> ratings;  // as `rate` gives them
  Connectivity connected;
  double advantage = 0;
  double advantage_error = 0;  // 95 % half-width; 0 where it was not estimated
  // Davidson: ν. Rao–Kupper: d in Elo. Ordo: how many games of equals are drawn.
  double draw_value = 0;
  double log_likelihood = 0;  // of the results between estimated agents, without the prior
  // Row by row, agents × agents, of ratings in Elo; 0 for those without an estimate.
  std::vector<double> covariance;
};

PairModelFit fit_pairs(int agents, const std::vector<PairResults>& results,
                       const PairModelSettings& settings);

}  // namespace clanhouse
