// The node counts of data/dashigaikh_perft.json.
#pragma once

#include <gtest/gtest.h>

#include "core/dashigaikh/perft.h"
#include "core/dashigaikh/text.h"
#include "tests/core/dashigaikh/positions.h"
#include "tests/test_data.h"

namespace clanhouse::test {

// Checks all counts above `least` and up to `most` nodes.
inline void check_perft_counts(std::uint64_t least, std::uint64_t most, int threads) {
  int checked = 0;
  const auto file = read_json("dashigaikh_perft.json");
  for (const auto& entry : file["positions"]) {
    dashigaikh::with_size(sized(entry["size"]), [&]<int N>(const dashigaikh::Dashigaikh<N>& game) {
      auto state = game.initial();
      if (!entry["start"].is_null()) state = position(game, entry["start"].get<std::string>());
      int depth = 0;
      for (const std::uint64_t nodes : entry["counts"]) {
        ++depth;
        if (nodes <= least || nodes > most) continue;
        ++checked;
        std::uint64_t sum = 0;
        for (const auto& [action, below] : perft_divide(game, state, depth, threads)) sum += below;
        EXPECT_EQ(sum, nodes) << entry["start"] << " depth " << depth;
      }
    });
  }
  EXPECT_GT(checked, 10);
}

}  // namespace clanhouse::test
