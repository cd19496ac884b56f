#include "selfplay/pieces/interactions.h"

#include <cmath>

namespace clanhouse::pieces {

void centre_doubly(std::vector<double>& table, int n) {
  std::vector<double> rows(n);
  std::vector<double> columns(n);
  double total = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (i == j) continue;
      rows[i] += table[i * n + j];
      columns[j] += table[i * n + j];
      total += table[i * n + j];
    }
  }
  // The normal equations (n-1) row_i - column_i = u_i and (n-1) column_i - row_i = v_i.
  const double mean = total / (n * (n - 1.0));
  const double scale = n * (n - 2.0);
  for (int i = 0; i < n; ++i) {
    const double u = rows[i] - (n - 1) * mean;
    const double v = columns[i] - (n - 1) * mean;
    rows[i] = ((n - 1) * u + v) / scale;
    columns[i] = ((n - 1) * v + u) / scale;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      table[i * n + j] = i == j ? 0 : table[i * n + j] - mean - rows[i] - columns[j];
    }
  }
}

void find_interactions(const std::vector<FieldCounts>& fields, const Roster& roster,
                       const std::vector<double>& winner_theta, const Resamples& resamples,
                       std::vector<PairResult>& pairs) {
  const int n = roster.size();
  if (n <= fields.front().size || static_cast<int>(pairs.size()) < n * (n - 1)) return;

  // D by the strengths alone.
  const std::size_t cells = static_cast<std::size_t>(n) * n;
  std::vector<double> expected(cells);
  std::vector<double> expected_alone(n);
  std::vector<double> races(cells);
  std::vector<double> races_alone(n);
  for (const FieldCounts& field : fields) {
    const PerPiece<double> p = choice_probabilities(field, roster, winner_theta);
    for (int a = 0; a < field.size; ++a) {
      const int i = roster.index[field.pieces[a]];
      expected_alone[i] += field.races * p[a];
      races_alone[i] += field.races;
      for (int b = 0; b < field.size; ++b) {
        const int j = roster.index[field.pieces[b]];
        if (i == j) continue;
        expected[i * n + j] += field.races * p[a];
        races[i * n + j] += field.races;
      }
    }
  }
  std::vector<double> table(cells);
  for (const PairResult& pair : pairs) {
    const int cell = pair.i * n + pair.j;
    expected[cell] = expected[cell] / races[cell] - expected_alone[pair.i] / races_alone[pair.i];
    table[cell] = pair.effect - expected[cell];
  }
  centre_doubly(table, n);

  std::vector<double> squares(cells);
  std::vector<double> noise(cells);
  for (int r = 0; r < kResamples; ++r) {
    for (std::size_t cell = 0; cell < cells; ++cell) {
      noise[cell] = races[cell] > 0 ? resamples.pairs[cell][r] / races[cell] : 0;
    }
    centre_doubly(noise, n);
    for (std::size_t cell = 0; cell < cells; ++cell) squares[cell] += noise[cell] * noise[cell];
  }
  std::vector<double> p_values;
  for (PairResult& pair : pairs) {
    const int cell = pair.i * n + pair.j;
    const double error = std::sqrt(squares[cell] / kResamples);
    pair.interaction = {expected[cell], table[cell], error, 1};
    p_values.push_back(error > 0 ? two_sided_p(table[cell] / error) : 1);
  }
  const std::vector<double> q = false_discovery_rates(p_values);
  for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k].interaction->q = q[k];
}

}  // namespace clanhouse::pieces
