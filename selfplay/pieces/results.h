// Writes what a run of `clanhouse pieces` found: CSV files, summary.json and report.html, each
// complete or not at all, in one folder. They are functions of their arguments: equal counts give
// equal bytes.
//
//   fields       pieces.csv, pairs.csv (where the design tells), fields.csv
//   replacement  replacement.csv
//   ablation     ablation.csv
//   draft        draft.csv
//
// There is at least one field. `compare` are lists of other runs (comparison.h), with which the
// report and the summary compare this one.
#pragma once

#include <filesystem>
#include <vector>

#include "core/error.h"
#include "selfplay/pieces/analysis.h"
#include "selfplay/pieces/comparison.h"
#include "selfplay/pieces/draft.h"
#include "selfplay/pieces/paired.h"
#include "selfplay/pieces/run_info.h"

namespace clanhouse::pieces {

Result<void> write_results(const std::filesystem::path& out, const RunInfo& info,
                           const std::vector<FieldCounts>& fields, const PiecesAnalysis& analysis,
                           const std::vector<std::string>& piece_names,
                           const std::vector<ListOfRun>& compare = {});
// By info.design: "replacement" or "ablation".
Result<void> write_results(const std::filesystem::path& out, const RunInfo& info,
                           const PairedAnalysis& analysis,
                           const std::vector<ListOfRun>& compare = {});
Result<void> write_results(const std::filesystem::path& out, const RunInfo& info,
                           const DraftAnalysis& analysis,
                           const std::vector<ListOfRun>& compare = {});

}  // namespace clanhouse::pieces
