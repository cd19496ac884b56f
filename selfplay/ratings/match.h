// A match of two, seen from one of them: score, Elo, normalized Elo and the likelihood of
// superiority, with the definitions that match runners and testing servers have in common.
//
// Results are counted by games (lost, drawn, won) or by pairs of games that share an opening (0, ½,
// 1, 1½, 2 points). The two games of a pair are not independent, so that with counts of pairs every
// error is one of pairs.
#pragma once

#include <array>
#include <vector>

#include "selfplay/ratings/bradley_terry.h"

namespace clanhouse {

// How often each score was made, from the lowest to the highest: 3 counts of games or 5 of pairs.
// The scores are evenly spaced from 0 to 1.
struct ScoreCounts {
  std::vector<double> counts;

  bool pairs() const { return counts.size() == 5; }
  double score(std::size_t index) const {
    return static_cast<double>(index) / static_cast<double>(counts.size() - 1);
  }
  double total() const;  // games, or pairs
  // Mean of the scores and their variance about it; 1/2 and 0 where there are none.
  double mean() const;
  double variance() const;
  // Standard deviation of a game: of what is counted, or √2 times that of a pair's mean.
  double game_deviation() const;
  // The same with 1e-3 in empty cells, so that logarithms and variances are never 0 (fishtest).
  ScoreCounts without_zeros() const;
};

ScoreCounts game_counts(double wins, double draws, double losses);
// From 0 points of a pair to 2; a win and a loss count as two draws do.
ScoreCounts pair_counts(const std::array<double, 5>& counts);

// The Elo difference that gives an expected score strictly between 0 and 1, and back.
double elo_of_score(double score);
double score_of_elo(double elo);
// Normalized Elo per unit of (score − ½) / (deviation of a game): 800 / ln 10.
extern const double kNormalizedElo;

struct MatchEstimate {
  double score = 0.5;
  double error = 0;  // standard error of the score
  // A clean record gives a bound: of so many games, or pairs, all would be won with probability
  // 0.05. Else the interval is that of score ± 1.96 errors, or Wilson's, of games or pairs as
  // independent trials, where the former leaves (0, 1) or is empty since all results are equal.
  Rating elo;
  double normalized_elo = 0;
  double normalized_elo_half_width = 0;  // of the 95 % interval
  double superiority = 0.5;              // the chance that the expected score is above 1/2
};

// No games: kNone, 0 and 1/2. Where all results are equal, normalized Elo and superiority are those
// of without_zeros().
MatchEstimate estimate_match(const ScoreCounts& counts);

// Half of the distance between the Elo at score + 1.96 errors and at score − 1.96 errors, which
// programs print after ±; both are kept within [1e-3, 1 − 1e-3].
double elo_half_width(double score, double error);

// The likelihood of superiority of a normal approximation without the draws, as cutechess has it.
double superiority_without_draws(double wins, double losses);

}  // namespace clanhouse
