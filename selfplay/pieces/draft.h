// What pieces cost in the parade, and what they then earn. A piece is in a game at most once, and
// games are independent, so errors are those of means over games.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "selfplay/pieces/counts.h"
#include "selfplay/pieces/paired.h"

namespace clanhouse::pieces {

struct DraftedResult {
  int piece = 0;
  std::string name;
  long long games = 0;          // in which it was in a team at the end
  long long bought = 0;         // of these
  std::optional<double> price;  // mean when bought, shares
  Difference points;            // that its owner made in the race it ran in, bought or not
  std::optional<double> points_per_share;  // mean points when bought, by mean price
  // By the isotonic curve through all pieces that were ever bought, and what the piece makes more
  // than that: a positive residual is a bargain. The curve's own error is left out.
  std::optional<double> points_at_price;
  std::optional<double> residual;
};

struct PriceResult {
  int price = 0;  // 0: not bought
  long long pieces = 0;
  Difference points;
};

struct DraftSeatResult {
  Difference score;
  Difference pot_share;
};

struct DraftAnalysis {
  long long games = 0;
  std::vector<DraftedResult> pieces;  // the most points first
  std::vector<PriceResult> prices;
  std::vector<DraftSeatResult> seats;
};

DraftAnalysis analyse_draft(const std::vector<DraftCounts>& games,
                            const std::vector<std::string>& piece_names);

}  // namespace clanhouse::pieces
