// The plots of the report, as gnuplot scripts: they say what is drawn where; gnuplot does the
// drawing. Colours are told apart by the colour-blind and in grey.
#pragma once

#include <string>
#include <vector>

#include "selfplay/pieces/analysis.h"
#include "selfplay/pieces/comparison.h"
#include "selfplay/pieces/draft.h"
#include "selfplay/pieces/paired.h"
#include "selfplay/report/plot.h"

namespace clanhouse::pieces {

Plot pieces_plot(const PiecesAnalysis& analysis);        // P(first) with tiers
Plot interactions_plot(const PiecesAnalysis& analysis);  // heat map of S
Plot seats_plot(const PiecesAnalysis& analysis);         // P(first), P(second) by seat
Plot differences_plot(const std::string& id, const std::vector<PairedResult>& results,
                      Difference PairedResult::*difference, const std::string& axis,
                      const std::string& description);
// Points by price, with the isotonic curve; some piece was bought.
Plot prices_plot(const DraftAnalysis& analysis);
// One small plot per piece: P(first) × players by the number of players.
Plot field_sizes_plot(const std::vector<ListOfRun>& sizes);

}  // namespace clanhouse::pieces
