// Rows of games on disk: a safetensors file with
//
//   features [rows, inputs]   results [rows, 3]
//   first [rows + 1]          where each row's actions begin in
//   slots, shares [actions]   the policy, row after row
//
// Slots are numbers below 2^24, which 32-bit floats hold exactly.
#pragma once

#include <vector>

#include "agents/net/safetensors.h"
#include "selfplay/training_row.h"

namespace clanhouse::training {

TensorFile rows_to_file(const std::vector<TrainingRow>& rows);
// Errors say what does not fit.
Result<std::vector<TrainingRow>> rows_from_file(const TensorFile& file, const TowerShape& shape);

}  // namespace clanhouse::training
