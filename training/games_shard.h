// Finished games on disk: a safetensors file, compressed by zstd, with a row for every position:
//
//   features [rows, inputs]   outcomes [rows, values]   owners [rows, squares or 0]
//   root_values [rows]        games [rows]: number of the game within the file
//   first [rows + 1]          where each row's actions begin in
//   slots, shares [actions]   the policy, row after row
//
// Whole numbers lie below 2^24, which 32-bit floats hold exactly. The metadata say how the games
// were made.
#pragma once

#include <string>
#include <vector>

#include "agents/net/net_file.h"
#include "selfplay/training_row.h"

namespace clanhouse::training {

struct GamesShard {
  int net = 0;  // the newest that played
  long games = 0;
  long actions = 0;  // that were searched
  long resigned = 0;
  long resigned_wrongly = 0;
  // What the evaluator was asked for meanwhile.
  long leaves = 0;
  long cache_hits = 0;
  long batches = 0;
  long evaluations = 0;
  std::vector<TrainingRow> rows;

  // Adds what the other has counted, but no rows.
  void add_counts(const GamesShard& other);
};

std::string format_games(const GamesShard& shard);
// Errors say what is damaged, or does not fit a net of this shape.
Result<GamesShard> parse_games(const std::string& content, const NetShape& shape);

}  // namespace clanhouse::training
