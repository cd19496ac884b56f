// The chances of the pieces in one race from one position, for those who bet on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/changakarnikh/race.h"
#include "core/error.h"
#include "selfplay/pieces/racer.h"
#include "selfplay/statistics.h"

namespace clanhouse::pieces {

struct OddsSettings {
  changakarnikh::Race start;  // any position, its conditions' number of no account
  RaceConditions conditions;
  int races = 100'000;
  std::uint64_t seed = 1;
  int threads = 1;
  bool quiet = false;
};

struct Chance {
  double p = 0;
  Interval interval;  // Wilson, 95 %
  // Decimal odds that make a bet fair: what is paid back for 1; infinite where p is 0.
  double fair_odds() const { return 1 / p; }
};

struct PieceOdds {
  std::string piece;  // its name in the race
  Chance win;
  Chance place;  // first or second
};

struct Odds {
  int races = 0;
  std::vector<PieceOdds> pieces;  // in turn order
};

// Interrupted, it says what it has found so far; no races are an error.
Result<Odds> find_odds(const OddsSettings& settings);

}  // namespace clanhouse::pieces
