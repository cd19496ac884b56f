// From the sums of blocks to what a survey tells: estimates with errors, quantiles, and differences
// between variants.
//
// An estimate is a ratio R = Σa / Σb of sums over blocks. Its error is that of a ratio of means
// (Cochran, Sampling Techniques, §2.11): blocks are independent, so with the residual of a block
// e = a - R b and B blocks
//
//   error² = B / (B - 1) · Σ e² / (Σb)².
//
// The difference of two variants is R' - R; blocks of the same number had the same chance, so its
// residual is e' / Σb' - e / Σb and what both share cancels.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "selfplay/statistics.h"
#include "selfplay/survey/sums.h"

namespace clanhouse::survey {

struct Estimate {
  double value = 0;
  std::optional<double> error;  // none for fewer than two blocks
  double n = 0;                 // what it is divided by: games, decisions, …

  Interval interval() const;  // 95 %; the value alone without an error
};

struct Answer {
  std::string quantity;
  std::string category;
  bool fact = false;   // a fact of the game's own
  bool share = false;  // of something, in [0, 1]; else a number
  Estimate estimate;
};

// Of a variant from the given settings; `estimate.n` is the variant's.
struct Effect {
  std::size_t answer = 0;  // in `answers` of the variant
  double given = 0;
  Estimate difference;
  // The false discovery rate of calling it different from 0, among all effects of all variants.
  std::optional<double> q;
};

struct Spread {
  double mean = 0;
  int least = 0;
  int most = 0;
  // By kQuantiles.
  std::vector<int> quantiles;
  std::map<int, long long> games;  // by length
};
inline constexpr double kQuantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};

struct VariantAnalysis {
  double games = 0;
  long long distinct_games = 0;
  int most_legal = 0;
  Spread steps;
  Spread decisions;
  // Quantities in the order of a report, then facts; categories by name.
  std::vector<Answer> answers;
  std::vector<Effect> effects;  // none for the first variant

  const Answer* find(const std::string& quantity, const std::string& category,
                     bool fact = false) const;
};

struct SurveyAnalysis {
  int blocks = 0;
  std::vector<VariantAnalysis> variants;
};

// By variant and block: every variant has the same blocks, and at least one.
SurveyAnalysis analyse(const std::vector<std::vector<Sums>>& blocks);

// The smallest length that at least the share q of games does not exceed; there are games.
int quantile(const std::map<int, long long>& games, double q);

// A histogram of at most `bins` bins of a whole, round width: the first number of each bin, and the
// share of games in it. Games outside of least … most are left out.
struct Histogram {
  int width = 1;
  std::vector<std::pair<int, double>> bins;
};
Histogram histogram(const std::map<int, long long>& games, int least, int most, int bins = 30);

}  // namespace clanhouse::survey
