// Sequential probability ratio tests of a match (Wald, 1945), generalized to results of unknown
// spread: the log likelihood ratio (LLR) compares the likeliest distributions of results under each
// of two hypotheses about the strength (Van den Bergh, "Comments on Normalized Elo", 2020–2022).
#pragma once

#include <string>
#include <utility>

#include "selfplay/ratings/match.h"

namespace clanhouse {

// What the Elo of a hypothesis means.
enum class EloModel {
  kLogistic,    // the expected score is 1 / (1 + 10^(−elo/400))
  kNormalized,  // (expected score − ½) / (deviation of a game) is elo / kNormalizedElo
  kBayesian,    // BayesElo's, at the draw rate of the sample; for counts of games only
};

struct SprtSettings {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // the chance of taking H1 where H0 holds, within (0, 1)
  double beta = 0.05;   // the chance of taking H0 where H1 holds
  EloModel model = EloModel::kNormalized;
};

struct SprtBounds {
  double lower = 0;  // ln(beta / (1 − alpha)): H0 is taken at this LLR or below
  double upper = 0;  // ln((1 − beta) / alpha): H1 is taken at this LLR or above
};
SprtBounds sprt_bounds(double alpha, double beta);

enum class SprtDecision { kContinue, kTakeH0, kTakeH1 };
SprtDecision sprt_decision(double llr, const SprtBounds& bounds);

// The LLR of H1 against H0 by likeliest multinomial distributions. Empty cells count 1e-3. Always
// finite; 0 without games.
double sprt_llr(const ScoreCounts& counts, double elo0, double elo1, EloModel model);

// The LLR of the normalized model in closed form, ½ games × ln((1 + (t − t0)²) / (1 + (t − t1)²)).
// Good to about 1e-3 near an even score, far too small near a clean one.
double sprt_llr_closed_form(const ScoreCounts& counts, double elo0, double elo1);

// The LLR that cutechess prints: BayesElo's model with the draw rate of the sample, half a game
// more in each cell, and Elo in logistic units.
double sprt_llr_cutechess(double wins, double draws, double losses, double elo0, double elo1);

// The difference of draws in BayesElo's model, within the sample; cells must not be empty.
double bayes_draw_elo(const ScoreCounts& games);
// The expected score in BayesElo's model, in which draw_elo parts wins from draws from losses.
double bayes_score(double elo, double draw_elo);
// Logistic Elo per unit of BayesElo near equality: 4x / (1 + x)², x = 10^(−draw_elo/400).
double bayes_elo_scale(double draw_elo);

struct SprtState {
  double llr = 0;
  SprtBounds bounds;
  SprtDecision decision = SprtDecision::kContinue;
};
SprtState sprt_state(const ScoreCounts& counts, const SprtSettings& settings);

// What a test, finished or not, says about the strength; a plain estimate is biased by when the
// test stops. In logistic Elo, by the chance of a worse outcome of the test: an earlier H0, a later
// H1, or a lower LLR where it goes on (fishtest's estimate; the LLR moves as a Brownian motion).
struct SprtEstimate {
  double elo = 0;  // median-unbiased
  double low = 0;  // of the 95 % interval
  double high = 0;
  double superiority = 0.5;
};
SprtEstimate sprt_estimate(const ScoreCounts& counts, const SprtSettings& settings);

// A test for any number of seats. Its unit is a block: a line-up that plays once in each rotation,
// so that the seats cancel; a block's score is the tested agent's mean share of wins (or of any
// score in [0, 1]).
struct BlockScores {
  double blocks = 0;
  double sum = 0;
  double sum_of_squares = 0;

  void add(double score);
  double mean() const { return blocks > 0 ? sum / blocks : 0; }
  double variance() const;
};

// LLR of expected score s1 against s0: (N/2) ln((v + (m − s0)²) / (v + (m − s1)²)), the closed form
// for a mean with unknown variance. The variance of a handful of blocks is no guide: callers should
// not look before there are some tens.
double block_llr(const BlockScores& scores, double s0, double s1);

// Elo of an agent that wins the share `score`, in (0, 1), against k − 1 equal others:
// 400 log10(score (k − 1) / (1 − score)); and back.
double elo_against_field(double score, int seats);
double score_against_field(double elo, int seats);

}  // namespace clanhouse
