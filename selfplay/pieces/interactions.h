// The doubly centred interactions of analysis.h.
#pragma once

#include <vector>

#include "selfplay/pieces/analysis.h"

namespace clanhouse::pieces {

// Centres rows and columns of an n × n table, row by row, whose diagonal does not exist and is set
// to 0: what least squares leaves of table_ij = mean + row_i + column_j.
void centre_doubly(std::vector<double>& table, int n);

// Fills in the interactions of `pairs`, whose i and j are roster indices here. Leaves them out
// where the design does not tell.
void find_interactions(const std::vector<FieldCounts>& fields, const Roster& roster,
                       const std::vector<double>& winner_theta, const Resamples& resamples,
                       std::vector<PairResult>& pairs);

}  // namespace clanhouse::pieces
