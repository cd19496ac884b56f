#include "selfplay/pieces/noise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "core/random.h"

namespace clanhouse::pieces {
namespace {

// Fewer independent terms than this for some pair of pieces do not tell their own spread.
constexpr int kFewest = 20;

// The sums that noise is about, of one half or block.
struct Sums {
  int block = 0;
  double races = 0;
  PerPiece<double> first{};
  PerPiece<double> second{};
  PerPiece<double> score{};
};

PerPiece<double> weights(const FieldCounts& field, const Roster& roster,
                         const std::vector<double>& theta) {
  PerPiece<double> w{};
  for (int a = 0; a < field.size; ++a) w[a] = std::exp(theta[roster.index[field.pieces[a]]]);
  return w;
}

double total(const PerPiece<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

// What Plackett–Luce expects of `first` races won by each piece: the second places behind them.
PerPiece<double> expected_second(const PerPiece<double>& w, const PerPiece<double>& first,
                                 int size) {
  PerPiece<double> second{};
  const double sum = total(w);
  for (int a = 0; a < size; ++a) {
    for (int b = 0; b < size; ++b) {
      if (a != b) second[b] += first[a] * w[b] / (sum - w[a]);
    }
  }
  return second;
}

// The sums of the races of which cells[a][b] were won by a before b.
Sums sums_of(int block, const FieldCounts& field, const PerPiece<PerPiece<double>>& cells,
             const PerPiece<double>& w) {
  Sums sums;
  sums.block = block;
  for (int a = 0; a < field.size; ++a) {
    for (int b = 0; b < field.size; ++b) {
      sums.first[a] += cells[a][b];
      sums.second[b] += cells[a][b];
      sums.races += cells[a][b];
    }
  }
  const PerPiece<double> expected = expected_second(w, sums.first, field.size);
  for (int a = 0; a < field.size; ++a) {
    sums.score[a] = sums.first[a] - sums.races * w[a] / total(w) + sums.second[a] - expected[a];
  }
  return sums;
}

PerPiece<PerPiece<double>> cells_of(const PerPiece<PerPiece<int>>& counts) {
  PerPiece<PerPiece<double>> cells{};
  for (int a = 0; a < kMaxField; ++a) {
    for (int b = 0; b < kMaxField; ++b) cells[a][b] = counts[a][b];
  }
  return cells;
}

// What `part` differs by from its share of `whole`, times `scale`.
NoiseTerm difference(const Sums& part, const Sums& whole, double scale) {
  const double share = part.races / whole.races;
  NoiseTerm term;
  term.block = part.block;
  for (int a = 0; a < kMaxField; ++a) {
    term.first[a] = scale * (part.first[a] - share * whole.first[a]);
    term.second[a] = scale * (part.second[a] - share * whole.second[a]);
    term.score[a] = scale * (part.score[a] - share * whole.score[a]);
  }
  return term;
}

// Terms of the independent parts of one field. With q parts of n_j of n races, the sum of
// (part - share × whole)² falls short of the variance by 1 - sum (n_j / n)², as is (q - 1) / q
// where all are equally long.
void add_parts(const std::vector<Sums>& parts, std::vector<NoiseTerm>& terms) {
  Sums whole;
  for (const Sums& part : parts) {
    whole.races += part.races;
    for (int a = 0; a < kMaxField; ++a) {
      whole.first[a] += part.first[a];
      whole.second[a] += part.second[a];
      whole.score[a] += part.score[a];
    }
  }
  double squares = 0;
  for (const Sums& part : parts) squares += std::pow(part.races / whole.races, 2);
  const double scale = 1 / std::sqrt(1 - squares);
  if (parts.size() == 2) {
    // The two differences are opposite: one term with their variance.
    terms.push_back(difference(parts[0], whole, scale * std::numbers::sqrt2));
    return;
  }
  for (const Sums& part : parts) terms.push_back(difference(part, whole, scale));
}

using Groups = std::map<PerPiece<int>, std::vector<Sums>>;

std::vector<NoiseTerm> half_terms(const std::vector<FieldCounts>& fields, const Roster& roster,
                                  const std::vector<double>& theta) {
  Groups groups;
  for (std::size_t b = 0; b < fields.size(); ++b) {
    const PerPiece<double> w = weights(fields[b], roster, theta);
    for (const auto& half : fields[b].first_second) {
      const Sums sums = sums_of(static_cast<int>(b), fields[b], cells_of(half), w);
      if (sums.races > 0) groups[fields[b].pieces].push_back(sums);
    }
  }
  std::vector<NoiseTerm> terms;
  for (const auto& [pieces, parts] : groups) {
    if (parts.size() < 2) return {};
    add_parts(parts, terms);
  }
  return terms;
}

std::vector<NoiseTerm> block_terms(const std::vector<FieldCounts>& fields, const Roster& roster,
                                   const Strengths& strengths) {
  std::vector<NoiseTerm> terms;
  for (std::size_t b = 0; b < fields.size(); ++b) {
    const PerPiece<double> w = weights(fields[b], roster, strengths.places);
    PerPiece<PerPiece<double>> cells = cells_of(fields[b].first_second[0]);
    for (int i = 0; i < kMaxField; ++i) {
      for (int j = 0; j < kMaxField; ++j) cells[i][j] += fields[b].first_second[1][i][j];
    }
    const Sums sums = sums_of(static_cast<int>(b), fields[b], cells, w);
    Sums expected;
    expected.races = sums.races;
    expected.first = choice_probabilities(fields[b], roster, strengths.winner);
    for (double& first : expected.first) first *= sums.races;
    expected.second = expected_second(w, expected.first, fields[b].size);
    terms.push_back(difference(sums, expected, 1));
  }
  return terms;
}

std::vector<NoiseTerm> race_terms(const std::vector<FieldCounts>& fields, const Roster& roster,
                                  const std::vector<double>& theta) {
  std::vector<NoiseTerm> terms;
  for (std::size_t b = 0; b < fields.size(); ++b) {
    const PerPiece<double> w = weights(fields[b], roster, theta);
    PerPiece<PerPiece<double>> cells = cells_of(fields[b].first_second[0]);
    for (int i = 0; i < kMaxField; ++i) {
      for (int j = 0; j < kMaxField; ++j) cells[i][j] += fields[b].first_second[1][i][j];
    }
    const Sums whole = sums_of(static_cast<int>(b), fields[b], cells, w);
    for (int i = 0; i < fields[b].size; ++i) {
      for (int j = 0; j < fields[b].size; ++j) {
        if (cells[i][j] == 0) continue;
        PerPiece<PerPiece<double>> one{};
        one[i][j] = 1;
        // All races of a cell are alike: their squares sum to one square with this scale.
        terms.push_back(difference(sums_of(static_cast<int>(b), fields[b], one, w), whole,
                                   std::sqrt(cells[i][j])));
      }
    }
  }
  return terms;
}

bool enough(const std::vector<NoiseTerm>& terms, const std::vector<FieldCounts>& fields,
            const Roster& roster) {
  std::vector<int> pairs(static_cast<std::size_t>(roster.size()) * roster.size());
  for (const NoiseTerm& term : terms) {
    const FieldCounts& field = fields[term.block];
    for (int a = 0; a < field.size; ++a) {
      for (int b = 0; b < field.size; ++b) {
        if (a != b) {
          ++pairs[roster.index[field.pieces[a]] * roster.size() + roster.index[field.pieces[b]]];
        }
      }
    }
  }
  return !terms.empty() &&
         std::none_of(pairs.begin(), pairs.end(), [](int n) { return n > 0 && n < kFewest; });
}

}  // namespace

std::vector<int> Roster::indices(const FieldCounts& field) const {
  std::vector<int> list(field.size);
  for (int a = 0; a < field.size; ++a) list[a] = index[field.pieces[a]];
  return list;
}

Roster roster_of(const std::vector<FieldCounts>& fields) {
  std::set<int> present;
  for (const FieldCounts& field : fields) {
    present.insert(field.pieces.begin(), field.pieces.begin() + field.size);
  }
  Roster roster;
  roster.pieces.assign(present.begin(), present.end());
  if (!present.empty()) roster.index.assign(*present.rbegin() + 1, -1);
  for (int i = 0; i < roster.size(); ++i) roster.index[roster.pieces[i]] = i;
  return roster;
}

PerPiece<double> choice_probabilities(const FieldCounts& field, const Roster& roster,
                                      const std::vector<double>& theta) {
  PerPiece<double> p = weights(field, roster, theta);
  const double sum = total(p);
  for (double& value : p) value /= sum;
  return p;
}

bool is_exhaustive(const std::vector<FieldCounts>& fields, const Roster& roster) {
  std::set<PerPiece<int>> distinct;
  for (const FieldCounts& field : fields) distinct.insert(field.pieces);
  if (distinct.size() == 1) return true;
  double all = 1;  // the binomial coefficient
  const int k = fields.front().size;
  for (int i = 0; i < k; ++i) all = all * (roster.size() - i) / (i + 1);
  return static_cast<double>(distinct.size()) == std::round(all);
}

Noise noise_of(const std::vector<FieldCounts>& fields, const Roster& roster,
               const Strengths& strengths) {
  if (is_exhaustive(fields, roster)) {
    std::vector<NoiseTerm> terms = half_terms(fields, roster, strengths.places);
    if (enough(terms, fields, roster)) return {NoiseSource::kHalves, std::move(terms)};
  }
  std::vector<NoiseTerm> terms = block_terms(fields, roster, strengths);
  if (enough(terms, fields, roster)) return {NoiseSource::kBlocks, std::move(terms)};
  return {NoiseSource::kRaces, race_terms(fields, roster, strengths.places)};
}

Resamples resample(const std::vector<FieldCounts>& fields, const Roster& roster, const Noise& noise,
                   std::uint64_t seed) {
  const int n = roster.size();
  Resamples result;
  result.first.assign(n, Resamples::Row(kResamples));
  result.score.assign(n, Resamples::Row(kResamples));
  result.pairs.assign(static_cast<std::size_t>(n) * n, Resamples::Row(kResamples));
  std::vector<double> multiplier(kResamples);
  const auto add = [&](Resamples::Row& row, double value) {
    if (value == 0) return;
    for (int r = 0; r < kResamples; ++r) row[r] += multiplier[r] * value;
  };
  for (std::size_t t = 0; t < noise.terms.size(); ++t) {
    const NoiseTerm& term = noise.terms[t];
    const FieldCounts& field = fields[term.block];
    RandomStream random(seed, "pieces bootstrap", t);
    // The number of ones among 64 random bits has mean 32, standard deviation 4, and is normal
    // enough for a sum of many.
    for (double& m : multiplier) m = (std::popcount(random.next()) - 32) / 4.0;
    for (int a = 0; a < field.size; ++a) {
      const int i = roster.index[field.pieces[a]];
      add(result.first[i], term.first[a]);
      add(result.score[i], term.score[a]);
      for (int b = 0; b < field.size; ++b) {
        const int j = roster.index[field.pieces[b]];
        if (i != j) add(result.pairs[i * n + j], term.first[a]);
      }
    }
  }
  return result;
}

}  // namespace clanhouse::pieces
