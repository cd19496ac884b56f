// The tables of the answers: what stands in the CSV files, and what the report shows of it.
#pragma once

#include <string>
#include <vector>

#include "selfplay/pieces/analysis.h"
#include "selfplay/pieces/comparison.h"
#include "selfplay/pieces/draft.h"
#include "selfplay/pieces/paired.h"
#include "selfplay/report/table.h"

namespace clanhouse::pieces {

Table pieces_table(const PiecesAnalysis& analysis);
Table uses_table(const PiecesAnalysis& analysis);
Table pairs_table(const PiecesAnalysis& analysis);
// The interactions found, strongest first.
Table findings_table(const PiecesAnalysis& analysis);
Table seats_table(const PiecesAnalysis& analysis);
Table piece_seats_table(const PiecesAnalysis& analysis);
Table ladder_table(const Ladder& ladder);
// One row per block: the counts from which anybody can fit again.
Table fields_table(const std::vector<FieldCounts>& fields,
                   const std::vector<std::string>& piece_names);
Table replacement_table(const PairedAnalysis& analysis);
Table ablation_table(const PairedAnalysis& analysis);
Table draft_table(const DraftAnalysis& analysis);
Table prices_table(const DraftAnalysis& analysis);
Table draft_seats_table(const DraftAnalysis& analysis);
Table correlations_table(const std::vector<ListOfRun>& lists);

}  // namespace clanhouse::pieces
