// Pairs of races that differ in one thing: what a piece is worth in place of another (replacement),
// and what its power is worth to it (ablation). Both races of a pair have the same field, seats and
// dice, so their difference varies far less than either. Errors are over blocks: the blocks of a
// piece are independent of each other, the pairs within one are not.
#pragma once

#include <string>
#include <vector>

#include "selfplay/pieces/counts.h"

namespace clanhouse::pieces {

struct Difference {
  double value = 0;
  double error = 0;  // standard error; 0 where there are fewer than two blocks
};

struct PairedResult {
  int piece = 0;
  std::string name;
  int blocks = 0;
  long long races = 0;      // pairs
  double p_first = 0;       // with the piece, or with its power
  double p_first_base = 0;  // without
  Difference first;         // p_first - p_first_base
  Difference points;        // a race, likewise
  double q = 1;             // false discovery rate of calling `first` different from 0
  double uses = 0;          // of the power, a race
  // Replacement only, in blocks that both pieces have: the advantage over the median piece.
  Difference first_over_median;
  Difference points_over_median;
};

struct PairedAnalysis {
  long long races = 0;                // pairs
  std::vector<PairedResult> results;  // the most valuable first
  // Replacement only: the piece in the middle by `first` (the upper one of two).
  std::string median;
};

// Blocks of one number have the same opponents, seats and dice for all candidates; a candidate that
// is among the opponents has no such block. Sorted by `first_over_median`.
PairedAnalysis analyse_replacement(const std::vector<PairedCounts>& counts,
                                   const std::vector<std::string>& piece_names);

// Sorted by `first`.
PairedAnalysis analyse_ablation(const std::vector<PairedCounts>& counts,
                                const std::vector<std::string>& piece_names);

}  // namespace clanhouse::pieces
