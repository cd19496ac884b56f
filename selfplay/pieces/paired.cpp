#include "selfplay/pieces/paired.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "selfplay/statistics.h"

namespace clanhouse::pieces {
namespace {

// Sums of one block.
struct Sum {
  double value = 0;
  double races = 0;
};

// The mean per race with its error over blocks, that of a ratio of sums.
Difference mean_of(const std::vector<Sum>& blocks) {
  double value = 0;
  double races = 0;
  for (const Sum& block : blocks) {
    value += block.value;
    races += block.races;
  }
  if (races == 0) return {};
  Difference mean{value / races, 0};
  const auto n = static_cast<double>(blocks.size());
  if (n < 2) return mean;
  double squares = 0;
  for (const Sum& block : blocks) {
    squares += std::pow(block.value - mean.value * block.races, 2);
  }
  mean.error = std::sqrt(squares * n / (n - 1)) / races;
  return mean;
}

using Blocks = std::map<int, PairedCounts>;  // of one piece, by block

PairedResult result_of(const Blocks& blocks) {
  PairedResult result;
  result.blocks = static_cast<int>(blocks.size());
  std::vector<Sum> first;
  std::vector<Sum> points;
  for (const auto& [number, block] : blocks) {
    result.races += block.races;
    result.p_first += block.first;
    result.p_first_base += block.first_base;
    result.uses += block.uses;
    first.push_back(
        {static_cast<double>(block.first - block.first_base), static_cast<double>(block.races)});
    points.push_back(
        {static_cast<double>(block.points - block.points_base), static_cast<double>(block.races)});
  }
  const double races = std::max(1.0, static_cast<double>(result.races));
  result.p_first /= races;
  result.p_first_base /= races;
  result.uses /= races;
  result.first = mean_of(first);
  result.points = mean_of(points);
  return result;
}

void compare_with_median(const Blocks& own, const Blocks& median, PairedResult& result) {
  std::vector<Sum> first;
  std::vector<Sum> points;
  for (const auto& [number, block] : own) {
    const auto found = median.find(number);
    if (found == median.end() || block.races == 0 || found->second.races == 0) continue;
    const PairedCounts& other = found->second;
    // Should the two have run different numbers of races, each block counts by the mean.
    const double races = block.races;
    const double scale = races / other.races;
    first.push_back({block.first - scale * other.first, races});
    points.push_back({block.points - scale * other.points, races});
  }
  result.first_over_median = mean_of(first);
  result.points_over_median = mean_of(points);
}

std::map<int, Blocks> by_piece(const std::vector<PairedCounts>& counts) {
  std::map<int, Blocks> pieces;
  for (const PairedCounts& block : counts) {
    PairedCounts& sum = pieces[block.piece][block.block];
    sum.races += block.races;
    sum.first += block.first;
    sum.first_base += block.first_base;
    sum.points += block.points;
    sum.points_base += block.points_base;
    sum.uses += block.uses;
  }
  return pieces;
}

PairedAnalysis analyse(const std::map<int, Blocks>& pieces,
                       const std::vector<std::string>& piece_names) {
  PairedAnalysis analysis;
  std::vector<double> p_values;
  for (const auto& [piece, blocks] : pieces) {
    PairedResult result = result_of(blocks);
    result.piece = piece;
    result.name = piece_names.at(piece);
    analysis.races += result.races;
    const Difference& d = result.first;
    // Without any difference in any block there is no error either, and nothing found.
    p_values.push_back(d.error > 0 ? two_sided_p(d.value / d.error) : 1);
    analysis.results.push_back(result);
  }
  const std::vector<double> q = false_discovery_rates(p_values);
  for (std::size_t k = 0; k < q.size(); ++k) analysis.results[k].q = q[k];
  std::stable_sort(analysis.results.begin(), analysis.results.end(),
                   [](const auto& a, const auto& b) { return a.first.value > b.first.value; });
  return analysis;
}

}  // namespace

PairedAnalysis analyse_replacement(const std::vector<PairedCounts>& counts,
                                   const std::vector<std::string>& piece_names) {
  const std::map<int, Blocks> pieces = by_piece(counts);
  PairedAnalysis analysis = analyse(pieces, piece_names);
  if (analysis.results.empty()) return analysis;
  const PairedResult& middle = analysis.results[(analysis.results.size() - 1) / 2];
  analysis.median = middle.name;
  const Blocks& median = pieces.at(middle.piece);
  for (PairedResult& result : analysis.results) {
    compare_with_median(pieces.at(result.piece), median, result);
  }
  std::stable_sort(analysis.results.begin(), analysis.results.end(),
                   [](const auto& a, const auto& b) {
                     return a.first_over_median.value > b.first_over_median.value;
                   });
  return analysis;
}

PairedAnalysis analyse_ablation(const std::vector<PairedCounts>& counts,
                                const std::vector<std::string>& piece_names) {
  return analyse(by_piece(counts), piece_names);
}

}  // namespace clanhouse::pieces
