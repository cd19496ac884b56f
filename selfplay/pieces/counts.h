// What is counted while races are run for `clanhouse pieces`: one value per block, the unit that
// is journaled, resampled by the bootstrap and added up by the analysis. Pieces are known by their
// number in the catalogue (0-based); seats are places in the turn order.
#pragma once

#include <array>
#include <vector>

namespace clanhouse::pieces {

inline constexpr int kMaxField = 6;
template <class T>
using PerPiece = std::array<T, kMaxField>;  // by index in the field

// A field is a set of pieces; its races are in every seat order of the design, each with the same
// sets of dice.
struct FieldCounts {
  int size = 0;            // pieces in the field, 3..6; entries from there on are 0
  PerPiece<int> pieces{};  // ascending (plain pieces may repeat)
  int races = 0;
  // [half][i][j]: races in which pieces[i] came first and pieces[j] second. The races of the two
  // halves have different dice: what is fitted on one is judged on the other.
  std::array<PerPiece<PerPiece<int>>, 2> first_second{};
  PerPiece<PerPiece<int>> first_from{};   // [i][s]: pieces[i] came first from seat s
  PerPiece<PerPiece<int>> second_from{};  // [i][s]: and second
  PerPiece<PerPiece<int>> ahead{};        // [i][j]: twice the races in which i ended ahead of j
  PerPiece<int> points{};                 // sum of the points made
  PerPiece<int> uses{};                   // of the piece's power, all races together
  PerPiece<int> races_used{};             // races with at least one use
  PerPiece<int> first_used{};             // of these, races that the piece won
  int watchdogs = 0;                      // races ended by a watchdog
};

// Pairs of races that differ in one thing: a piece exchanged or a power switched off.
struct PairedCounts {
  int block = 0;
  int piece = 0;       // the candidate, or the piece whose power is switched off
  int races = 0;       // pairs
  int first = 0;       // races won with the piece (or power)
  int first_base = 0;  // and without
  int points = 0;
  int points_base = 0;
  int uses = 0;  // of the piece's power, in the races with it
};

// One whole game.
struct DraftedPiece {
  int piece = 0;
  int seat = 0;
  // Shares paid; 0: taken because it was bumped off, or given for an assassinated one.
  int price = 0;
  bool bought = false;
  int race = 0;    // 1-based; the race it ran in
  int place = 0;   // 1, 2 or 0
  int points = 0;  // made by its owner in that race
};
struct DraftCounts {
  int game = 0;
  std::vector<DraftedPiece> pieces;
  std::vector<int> scores;         // by seat
  std::vector<double> pot_shares;  // by seat
};

}  // namespace clanhouse::pieces
