// The tables of a survey: survey.csv, which has everything, and those of the report.
#pragma once

#include <string>
#include <vector>

#include "selfplay/report/table.h"
#include "selfplay/survey/analysis.h"
#include "selfplay/survey/results.h"

namespace clanhouse::survey {

// variant, quantity, category, value, error, low, high, n. Facts are "fact: NAME"; what a variant
// changes has the variant "NAME - given".
Table long_table(const SurveyInfo& info, const SurveyAnalysis& analysis);

// Steps and decisions of each variant.
Table length_table(const SurveyInfo& info, const SurveyAnalysis& analysis);
// One quantity of the given settings, by category; the largest first if they are shares of
// something that happens, else by name.
Table quantity_table(const std::string& id, const VariantAnalysis& analysis,
                     const std::string& quantity, const std::string& heading, bool fact = false);
// Seats, or agents: mean utility and share of wins. `of` is "" for seats, " of agents".
Table players_table(const std::string& id, const VariantAnalysis& analysis, const std::string& of,
                    const std::string& heading);
Table kinds_table(const VariantAnalysis& analysis);
// The facts that are one number each.
Table numbers_table(const VariantAnalysis& analysis);
// What the variants change: the main quantities, and whatever else stands out (q ≤ 0.05).
Table effects_table(const SurveyInfo& info, const SurveyAnalysis& analysis);

}  // namespace clanhouse::survey
