// What the races of many fields say about the pieces: the answers of `clanhouse pieces`.
//
// A list is by P(first) in a random field: no model, and in a design that runs every field no
// luck of the company either. Errors, ranks, tiers and interactions come from the noise of blocks
// (noise.h); the intervals of P(first) and P(second) are Wilson's, which take all races for
// independent and so can be checked from the counts alone.
//
// Interactions. D_ij = P(i first | j in the field) - P(i first). Part of it needs no explanation: j
// is a strong or a weak opponent for everybody, and a field's probabilities sum to 1. So what the
// strengths alone would give (D of the choice model P(i) = exp(theta_i) / sum, fitted to the
// winners) is subtracted, and rows and columns of the rest are centred, the diagonal left out: a
// constant in row i is i's own strength, one in column j is j's. What remains, S_ij, is how much
// more often i wins than it should because j is there. With 600 of them, q-values (Benjamini and
// Hochberg) say which are findings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/pieces/counts.h"
#include "selfplay/pieces/ladder.h"
#include "selfplay/pieces/noise.h"
#include "selfplay/ratings/bradley_terry.h"
#include "selfplay/statistics.h"

namespace clanhouse::pieces {

// An interaction is called one at this false discovery rate.
inline constexpr double kFindingRate = 0.05;

struct PieceResult {
  int piece = 0;  // number in the catalogue
  std::string name;
  long long races = 0;
  long long first = 0;
  long long second = 0;
  double p_first = 0;
  Interval p_first_interval;  // Wilson
  double p_first_error = 0;   // standard errors, from the noise of blocks
  double p_second = 0;
  Interval p_second_interval;
  double points = 0;  // a race
  double points_error = 0;
  RatingKind elo_kind = RatingKind::kNone;
  double elo = 0;  // Plackett–Luce of the first two places; the mean of the pieces is 0
  double elo_error = 0;
  int rank = 0;                         // by p_first, from 1
  Interval rank_interval;               // of 95 % of the resamples
  std::optional<double> ahead_of_next;  // share of resamples in which it is before the next in rank
  int tier = 0;                         // tiers.h
  double uses = 0;                      // of its power, a race
  double used_share = 0;                // races with a use
  std::optional<double> p_first_used;   // in races with a use, and without: which is not what the
  std::optional<double> p_first_unused;  // power is worth (see ablation), as winners race longer
  std::vector<double> first_by_seat;     // P(first) from each seat
  std::vector<double> second_by_seat;
};

struct PairResult {
  int i = 0;  // places in PiecesAnalysis::pieces
  int j = 0;
  long long races = 0;  // with both
  double ahead = 0;     // P(i ahead of j)
  double p_first = 0;   // of i, with j in the field
  double effect = 0;    // D
  // Where the design tells: there are fields without j, and every two pieces have met.
  struct Interaction {
    double expected = 0;  // D by the strengths alone
    double value = 0;     // S
    double error = 0;
    double q = 1;
    bool found() const { return q <= kFindingRate; }
  };
  std::optional<Interaction> interaction;
};

struct SeatResult {
  long long races = 0;
  double p_first = 0;
  Interval p_first_interval;
  double p_second = 0;
  Interval p_second_interval;
};

struct PiecesAnalysis {
  int players = 0;
  long long races = 0;
  int blocks = 0;
  int watchdogs = 0;
  bool exhaustive = false;
  NoiseSource noise = NoiseSource::kHalves;
  std::vector<PieceResult> pieces;  // those that raced, by rank
  std::vector<PairResult> pairs;    // by rank of i, then of j
  std::vector<SeatResult> seats;
  std::optional<Ladder> ladder;

  int tiers() const { return pieces.empty() ? 0 : pieces.back().tier; }
};

// `fields` all have the same size and at least one race each; their seat orders are balanced, each
// piece as often in each seat. `seed` is that of the bootstrap.
PiecesAnalysis analyse_fields(const std::vector<FieldCounts>& fields,
                              const std::vector<std::string>& piece_names, std::uint64_t seed);

}  // namespace clanhouse::pieces
