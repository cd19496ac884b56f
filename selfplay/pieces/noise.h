// How much the counts of a run would differ with other dice; the base of every error, interval and
// bootstrap in the analysis of fields.
//
// Races of one block are not independent: every seat order is run with the same dice. What is
// independent is, in order of preference,
//
//   halves  the two halves of a block (and several blocks of one field): their difference is noise
//           alone, whatever the field. Fields are then strata, as they should be where the design
//           runs every field that there is: which fields were met is not a matter of chance.
//   blocks  whole blocks, when the design is a sample of the fields or its blocks have one half:
//   the
//           noise is what a block differs by from what Plackett–Luce expects of it.
//   races   single races, when there are too few blocks to tell (fewer than kFewest for some pair
//   of
//           pieces). This takes races of one set of dice to be independent.
//
// Noise is a list of terms, independent with mean 0: the covariance of any two sums of counts is
// the sum over terms of their products. A bootstrap resample multiplies each term by a standard
// normal number (the wild bootstrap; Wu, 1986), which for sums like these does what drawing blocks
// with replacement does.
#pragma once

#include <cstdint>
#include <vector>

#include "selfplay/pieces/counts.h"

namespace clanhouse::pieces {

inline constexpr int kResamples = 1000;

// The pieces that took part, renumbered from 0 without gaps.
struct Roster {
  std::vector<int> pieces;  // ascending: number in the catalogue
  std::vector<int> index;   // by number in the catalogue; -1: did not take part
  int size() const { return static_cast<int>(pieces.size()); }
  std::vector<int> indices(const FieldCounts& field) const;  // of its pieces
};
Roster roster_of(const std::vector<FieldCounts>& fields);

enum class NoiseSource { kHalves, kBlocks, kRaces };

// By index in the field of a block: numbers of races, and the score of Plackett–Luce of two places
// (the derivative of the log likelihood by the piece's strength).
struct NoiseTerm {
  int block = 0;
  PerPiece<double> first{};
  PerPiece<double> second{};
  PerPiece<double> score{};
};

// Strengths by roster index: of the winner alone, and of the first two places.
struct Strengths {
  std::vector<double> winner;
  std::vector<double> places;
};

// The probability that each piece of a field is first when the winner is chosen by exp(theta).
PerPiece<double> choice_probabilities(const FieldCounts& field, const Roster& roster,
                                      const std::vector<double>& theta);

// Whether the blocks cover every set of pieces that the roster allows, or are all of one field.
bool is_exhaustive(const std::vector<FieldCounts>& fields, const Roster& roster);

struct Noise {
  NoiseSource source = NoiseSource::kHalves;
  std::vector<NoiseTerm> terms;
};
Noise noise_of(const std::vector<FieldCounts>& fields, const Roster& roster,
               const Strengths& strengths);

// kResamples resamples of each sum of counts, as differences from what was counted.
struct Resamples {
  using Row = std::vector<double>;  // by resample
  std::vector<Row> first;           // by piece: races won
  std::vector<Row> score;           // by piece
  std::vector<Row> pairs;           // [i × pieces + j]: races with j won by i
};
Resamples resample(const std::vector<FieldCounts>& fields, const Roster& roster, const Noise& noise,
                   std::uint64_t seed);

}  // namespace clanhouse::pieces
