// Strengths from rankings with ties (Turner, Van Etten, Firth and Kosmidis, "Modelling rankings in
// R: the PlackettLuce package", 2020): of the items still in, the set S comes next with a
// probability proportional to δ_|S| times the geometric mean of the worths of its members. With
// pairs this is Davidson's model, without ties that of Plackett and Luce.
#pragma once

#include <vector>

#include "selfplay/ratings/bradley_terry.h"
#include "selfplay/ratings/connectivity.h"

namespace clanhouse {

struct TiedRanking {
  std::vector<std::vector<int>> places;  // who shares the first place, the next, …
  std::vector<int> behind;               // somewhere behind, in an order that is not known
  int first = -1;                        // who had the first seat, if that is to count
  double count = 1;
  int block = 0;
};

struct TiedFit {
  Connectivity connected;
  std::vector<RatingKind> kinds;  // bounds are those of the clean record, as in plackett_luce.h
  std::vector<double> theta;      // mean 0 over the estimates; 0 for kNone
  // δ by how many share a place, from 2; 0 where the rankings have no such tie.
  std::vector<double> tie;
  double advantage = 0;        // what the first seat adds to theta; 0 where it was not estimated
  double advantage_error = 0;  // its standard error, by the sandwich
  double log_likelihood = 0;   // of the rankings, without ghosts
  // Row by row, of theta in items × items, then of log δ behind each other: a square of
  // items + tie.size(). Zeros for what has no estimate.
  std::vector<double> covariance;  // by the Fisher information of the rankings, without ghosts
  std::vector<double> sandwich_covariance;  // blocks as observations
};

struct TiedSettings {
  double ghosts = 0;
  bool estimate_advantage = false;
};

// The most likely strengths. `ghosts`: wins, and losses, of each item against one that does not
// exist, which connects every pool; R's package has 0.5. Rankings with ties should have at most
// some 15 items each: all sets that could share a place are summed over.
TiedFit fit_tied_rankings(int items, const std::vector<TiedRanking>& rankings,
                          const TiedSettings& settings = {});

}  // namespace clanhouse
