// summary.json of each design: what other programs read.
//
//   {"run": {command, build, seed, agents, players, design, settings},
//    "list": {"measure", "values": {piece: value}},          what other runs compare with
//    "comparison": [{"with", "rank_correlation"}],           where there is one
//    … the answers of the design}
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/pieces/analysis.h"
#include "selfplay/pieces/comparison.h"
#include "selfplay/pieces/draft.h"
#include "selfplay/pieces/paired.h"
#include "selfplay/pieces/run_info.h"

namespace clanhouse::pieces {

// A run's list and its answers, which differ by design.
struct Summary {
  ListOfRun list;
  nlohmann::ordered_json answers;
};
Summary summarise(const RunInfo& info, const PiecesAnalysis& analysis);
Summary summarise(const RunInfo& info, const PairedAnalysis& analysis);
Summary summarise(const RunInfo& info, const DraftAnalysis& analysis);

nlohmann::ordered_json to_json(const RunInfo& info, const Summary& summary,
                               const std::vector<ListOfRun>& compare);

}  // namespace clanhouse::pieces
