#include "selfplay/pieces/analysis.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>

#include "selfplay/pieces/interactions.h"
#include "selfplay/pieces/tiers.h"
#include "selfplay/ratings/plackett_luce.h"

namespace clanhouse::pieces {
namespace {

// Elo per unit of theta.
const double kScale = 400 / std::numbers::ln10;

double share(long long part, long long whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// Sums over all fields, by roster index.
struct Totals {
  std::vector<long long> races, first, second, points, uses, races_used, first_used;
  std::vector<PerPiece<long long>> first_from, second_from;
  std::vector<long long> pair_races, pair_first, pair_ahead;  // [i × pieces + j]
};

Totals totals_of(const std::vector<FieldCounts>& fields, const Roster& roster) {
  const std::size_t n = roster.pieces.size();
  Totals t;
  for (auto* list :
       {&t.races, &t.first, &t.second, &t.points, &t.uses, &t.races_used, &t.first_used}) {
    list->assign(n, 0);
  }
  t.first_from.assign(n, {});
  t.second_from.assign(n, {});
  for (auto* list : {&t.pair_races, &t.pair_first, &t.pair_ahead}) list->assign(n * n, 0);
  for (const FieldCounts& field : fields) {
    for (int a = 0; a < field.size; ++a) {
      const std::size_t i = roster.index[field.pieces[a]];
      long long first = 0;
      for (int s = 0; s < field.size; ++s) {
        first += field.first_from[a][s];
        t.second[i] += field.second_from[a][s];
        t.first_from[i][s] += field.first_from[a][s];
        t.second_from[i][s] += field.second_from[a][s];
      }
      t.races[i] += field.races;
      t.first[i] += first;
      t.points[i] += field.points[a];
      t.uses[i] += field.uses[a];
      t.races_used[i] += field.races_used[a];
      t.first_used[i] += field.first_used[a];
      for (int b = 0; b < field.size; ++b) {
        const std::size_t j = roster.index[field.pieces[b]];
        if (i == j) continue;
        t.pair_races[i * n + j] += field.races;
        t.pair_first[i * n + j] += first;
        t.pair_ahead[i * n + j] += field.ahead[a][b];
      }
    }
  }
  return t;
}

// The choices of the first `places` places of all races.
Choices choices_of(const std::vector<FieldCounts>& fields, const Roster& roster, int places) {
  Choices choices(roster.size());
  for (const FieldCounts& field : fields) {
    const std::vector<int> set = roster.indices(field);
    PerPiece<double> first{};
    PerPiece<PerPiece<double>> then{};
    for (int a = 0; a < field.size; ++a) {
      for (int b = 0; b < field.size; ++b) {
        then[a][b] = field.first_second[0][a][b] + field.first_second[1][a][b];
        first[a] += then[a][b];
      }
    }
    choices.add(set, std::span(first.data(), set.size()));
    for (int a = 0; a < field.size && places > 1; ++a) {
      std::vector<int> rest;
      std::vector<double> chosen;
      for (int b = 0; b < field.size; ++b) {
        if (b == a) continue;
        rest.push_back(set[b]);
        chosen.push_back(then[a][b]);
      }
      choices.add(rest, chosen);
    }
  }
  return choices;
}

// Sums of squares of the noise, by roster index.
struct Variances {
  std::vector<double> first, points;
  std::vector<double> score;  // covariance, row by row
};

// Points are not counted by half, but are nearly a sum of places: `prizes` for first and second
// place explain them, and what they do not explain (points taken from others) is noise of blocks.
Variances variances_of(const std::vector<FieldCounts>& fields, const Roster& roster,
                       const std::vector<NoiseTerm>& terms, const double prizes[2]) {
  const std::size_t n = roster.pieces.size();
  Variances v{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n * n)};
  for (const NoiseTerm& term : terms) {
    const FieldCounts& field = fields[term.block];
    for (int a = 0; a < field.size; ++a) {
      const std::size_t i = roster.index[field.pieces[a]];
      for (int b = 0; b < field.size; ++b) {
        const std::size_t j = roster.index[field.pieces[b]];
        v.score[i * n + j] += term.score[a] * term.score[b];
        if (i != j) continue;  // the same piece, or another plain one
        v.first[i] += term.first[a] * term.first[b];
        v.points[i] += (prizes[0] * term.first[a] + prizes[1] * term.second[a]) *
                       (prizes[0] * term.first[b] + prizes[1] * term.second[b]);
      }
    }
  }
  for (const FieldCounts& field : fields) {
    for (int a = 0; a < field.size; ++a) {
      double rest = field.points[a];
      for (int s = 0; s < field.size; ++s) {
        rest -= prizes[0] * field.first_from[a][s] + prizes[1] * field.second_from[a][s];
      }
      v.points[roster.index[field.pieces[a]]] += rest * rest;
    }
  }
  return v;
}

// Least squares of points on first and second places.
void fit_prizes(const std::vector<FieldCounts>& fields, double prizes[2]) {
  double ff = 0;
  double fs = 0;
  double ss = 0;
  double fp = 0;
  double sp = 0;
  for (const FieldCounts& field : fields) {
    for (int a = 0; a < field.size; ++a) {
      double first = 0;
      double second = 0;
      for (int s = 0; s < field.size; ++s) {
        first += field.first_from[a][s];
        second += field.second_from[a][s];
      }
      ff += first * first;
      fs += first * second;
      ss += second * second;
      fp += first * field.points[a];
      sp += second * field.points[a];
    }
  }
  const double determinant = ff * ss - fs * fs;
  prizes[0] = determinant > 0 ? (fp * ss - sp * fs) / determinant : 0;
  prizes[1] = determinant > 0 ? (sp * ff - fp * fs) / determinant : 0;
}

// Ranks and their uncertainty. `order` is by P(first); resampled[i] are resamples of it.
void rank_pieces(const std::vector<int>& order, const std::vector<Resamples::Row>& resampled,
                 std::vector<PieceResult>& results) {
  const std::size_t n = order.size();
  std::vector<std::vector<double>> rank_rows(n);
  std::vector<double> values(n);
  for (int r = 0; r < kResamples; ++r) {
    for (std::size_t i = 0; i < n; ++i) values[i] = resampled[i][r];
    const std::vector<double> drawn = ranks(values);
    for (std::size_t i = 0; i < n; ++i) rank_rows[i].push_back(drawn[i]);
  }
  for (std::size_t k = 0; k < n; ++k) {
    PieceResult& result = results[order[k]];
    std::vector<double>& row = rank_rows[order[k]];
    std::sort(row.begin(), row.end());
    result.rank = static_cast<int>(k) + 1;
    // The 25th from either end: 2.5 % of the resamples lie outside on each side.
    result.rank_interval = {std::floor(row[kResamples / 40]),
                            std::ceil(row[kResamples - 1 - kResamples / 40])};
    if (k + 1 == n) continue;
    int ahead = 0;
    for (int r = 0; r < kResamples; ++r) {
      if (resampled[order[k]][r] > resampled[order[k + 1]][r]) ++ahead;
    }
    result.ahead_of_next = static_cast<double>(ahead) / kResamples;
  }
}

void describe_piece(const Totals& t, std::size_t i, int players, PieceResult& result) {
  const auto races = static_cast<double>(t.races[i]);
  result.races = t.races[i];
  result.first = t.first[i];
  result.second = t.second[i];
  result.p_first = share(t.first[i], t.races[i]);
  result.p_first_interval = wilson(static_cast<double>(t.first[i]), races);
  result.p_second = share(t.second[i], t.races[i]);
  result.p_second_interval = wilson(static_cast<double>(t.second[i]), races);
  result.points = share(t.points[i], t.races[i]);
  result.uses = share(t.uses[i], t.races[i]);
  result.used_share = share(t.races_used[i], t.races[i]);
  const long long unused = t.races[i] - t.races_used[i];
  if (t.races_used[i] > 0) result.p_first_used = share(t.first_used[i], t.races_used[i]);
  if (unused > 0) result.p_first_unused = share(t.first[i] - t.first_used[i], unused);
  for (int s = 0; s < players; ++s) {
    result.first_by_seat.push_back(share(t.first_from[i][s] * players, t.races[i]));
    result.second_by_seat.push_back(share(t.second_from[i][s] * players, t.races[i]));
  }
}

// Pairs by roster index.
std::vector<PairResult> pairs_of(const Totals& t, std::size_t n) {
  std::vector<PairResult> pairs;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t cell = i * n + j;
      if (t.pair_races[cell] == 0) continue;
      PairResult pair;
      pair.i = static_cast<int>(i);
      pair.j = static_cast<int>(j);
      pair.races = t.pair_races[cell];
      pair.ahead = share(t.pair_ahead[cell], 2 * pair.races);
      pair.p_first = share(t.pair_first[cell], pair.races);
      pair.effect = pair.p_first - share(t.first[i], t.races[i]);
      pairs.push_back(pair);
    }
  }
  return pairs;
}

std::vector<SeatResult> seats_of(const Totals& t, int players, long long races) {
  std::vector<SeatResult> seats;
  for (int s = 0; s < players; ++s) {
    long long first = 0;
    long long second = 0;
    for (std::size_t i = 0; i < t.races.size(); ++i) {
      first += t.first_from[i][s];
      second += t.second_from[i][s];
    }
    const auto n = static_cast<double>(races);
    seats.push_back({races, share(first, races), wilson(static_cast<double>(first), n),
                     share(second, races), wilson(static_cast<double>(second), n)});
  }
  return seats;
}

}  // namespace

PiecesAnalysis analyse_fields(const std::vector<FieldCounts>& fields,
                              const std::vector<std::string>& piece_names, std::uint64_t seed) {
  PiecesAnalysis analysis;
  if (fields.empty()) return analysis;
  const Roster roster = roster_of(fields);
  const std::size_t n = roster.pieces.size();
  analysis.players = fields.front().size;
  analysis.blocks = static_cast<int>(fields.size());
  analysis.exhaustive = is_exhaustive(fields, roster);
  for (const FieldCounts& field : fields) {
    analysis.races += field.races;
    analysis.watchdogs += field.watchdogs;
  }

  const Totals totals = totals_of(fields, roster);
  const PlackettLuceFit winners = fit_plackett_luce(choices_of(fields, roster, 1));
  const PlackettLuceFit places = fit_plackett_luce(choices_of(fields, roster, 2));
  const Noise noise = noise_of(fields, roster, {winners.theta, places.theta});
  const Resamples resamples = resample(fields, roster, noise, seed);
  double prizes[2];
  fit_prizes(fields, prizes);
  const Variances variances = variances_of(fields, roster, noise.terms, prizes);
  analysis.noise = noise.source;

  std::vector<PieceResult> results(n);
  std::vector<double> strength(n);
  std::vector<Resamples::Row> errors(n, Resamples::Row(kResamples));
  std::vector<Resamples::Row> resampled = errors;
  for (std::size_t i = 0; i < n; ++i) {
    PieceResult& result = results[i];
    result.piece = roster.pieces[i];
    result.name = piece_names.at(result.piece);
    describe_piece(totals, i, analysis.players, result);
    const auto races = static_cast<double>(totals.races[i]);
    result.p_first_error = std::sqrt(variances.first[i]) / races;
    result.points_error = std::sqrt(variances.points[i]) / races;
    result.elo_kind = places.kinds[i];
    result.elo = kScale * places.theta[i];
    if (result.elo_kind == RatingKind::kEstimate) {
      // The sandwich: inverse information × scatter of the scores × inverse information.
      double variance = 0;
      for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = 0; b < n; ++b) {
          variance += places.inverse_information[i * n + a] * variances.score[a * n + b] *
                      places.inverse_information[b * n + i];
        }
      }
      result.elo_error = kScale * std::sqrt(std::max(0.0, variance));
    }
    strength[i] = result.p_first;
    for (int r = 0; r < kResamples; ++r) {
      errors[i][r] = resamples.first[i][r] / races;
      resampled[i][r] = result.p_first + errors[i][r];
    }
  }

  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return strength[a] > strength[b]; });
  rank_pieces(order, resampled, results);
  const std::vector<int> tiers = tiers_of(strength, errors);
  for (std::size_t i = 0; i < n; ++i) results[i].tier = tiers[i];
  for (const int i : order) analysis.pieces.push_back(results[i]);

  analysis.pairs = pairs_of(totals, n);
  find_interactions(fields, roster, winners.theta, resamples, analysis.pairs);
  for (PairResult& pair : analysis.pairs) {
    pair.i = results[pair.i].rank - 1;
    pair.j = results[pair.j].rank - 1;
  }
  std::sort(analysis.pairs.begin(), analysis.pairs.end(),
            [](const auto& a, const auto& b) { return a.i != b.i ? a.i < b.i : a.j < b.j; });
  analysis.seats = seats_of(totals, analysis.players, analysis.races);
  analysis.ladder = climb_ladder(fields, roster);
  return analysis;
}

}  // namespace clanhouse::pieces
