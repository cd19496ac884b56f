#include "selfplay/pieces/draft.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "selfplay/statistics.h"

namespace clanhouse::pieces {
namespace {

// Mean and its error of independent values.
class Mean {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  long long count() const { return count_; }
  double value() const { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0; }
  Difference with_error() const {
    if (count_ < 2) return {value(), 0};
    const auto n = static_cast<double>(count_);
    const double variance = std::max(0.0, squares_ / n - value() * value()) / (n - 1);
    return {value(), std::sqrt(variance)};
  }

 private:
  long long count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

struct Record {
  Mean points;
  Mean price;
  Mean points_bought;
};

// Points by price, isotonic, through the pieces that were ever bought. Pieces of one price share a
// value.
void fit_curve(std::vector<DraftedResult>& pieces) {
  struct Sum {
    double points = 0;
    double games = 0;
  };
  std::map<double, Sum> by_price;
  for (const DraftedResult& piece : pieces) {
    if (!piece.price) continue;
    Sum& sum = by_price[*piece.price];
    sum.games += static_cast<double>(piece.games);
    sum.points += piece.points.value * static_cast<double>(piece.games);
  }
  std::vector<double> points;
  std::vector<double> weights;
  for (const auto& [price, sum] : by_price) {
    points.push_back(sum.points / sum.games);
    weights.push_back(sum.games);
  }
  const std::vector<double> fitted = isotonic(points, weights);
  for (DraftedResult& piece : pieces) {
    if (!piece.price) continue;
    const auto at = std::distance(by_price.begin(), by_price.find(*piece.price));
    piece.points_at_price = fitted[at];
    piece.residual = piece.points.value - fitted[at];
  }
}

}  // namespace

DraftAnalysis analyse_draft(const std::vector<DraftCounts>& games,
                            const std::vector<std::string>& piece_names) {
  DraftAnalysis analysis;
  analysis.games = static_cast<long long>(games.size());
  std::map<int, Record> records;
  std::map<int, Mean> prices;
  std::vector<Mean> scores;
  std::vector<Mean> shares;
  for (const DraftCounts& game : games) {
    for (const DraftedPiece& drafted : game.pieces) {
      Record& record = records[drafted.piece];
      record.points.add(drafted.points);
      prices[drafted.bought ? drafted.price : 0].add(drafted.points);
      if (!drafted.bought) continue;
      record.price.add(drafted.price);
      record.points_bought.add(drafted.points);
    }
    scores.resize(std::max(scores.size(), game.scores.size()));
    shares.resize(std::max(shares.size(), game.pot_shares.size()));
    for (std::size_t s = 0; s < game.scores.size(); ++s) scores[s].add(game.scores[s]);
    for (std::size_t s = 0; s < game.pot_shares.size(); ++s) shares[s].add(game.pot_shares[s]);
  }
  for (const auto& [piece, record] : records) {
    DraftedResult result;
    result.piece = piece;
    result.name = piece_names.at(piece);
    result.games = record.points.count();
    result.bought = record.price.count();
    result.points = record.points.with_error();
    if (result.bought > 0) {
      result.price = record.price.value();
      if (*result.price > 0) result.points_per_share = record.points_bought.value() / *result.price;
    }
    analysis.pieces.push_back(result);
  }
  fit_curve(analysis.pieces);
  std::stable_sort(analysis.pieces.begin(), analysis.pieces.end(),
                   [](const auto& a, const auto& b) { return a.points.value > b.points.value; });
  for (const auto& [price, mean] : prices) {
    analysis.prices.push_back({price, mean.count(), mean.with_error()});
  }
  for (std::size_t s = 0; s < scores.size(); ++s) {
    analysis.seats.push_back(
        {scores[s].with_error(), s < shares.size() ? shares[s].with_error() : Difference{}});
  }
  return analysis;
}

}  // namespace clanhouse::pieces
