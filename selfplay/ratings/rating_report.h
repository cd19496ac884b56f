// What `clanhouse rate` has found, as text, JSON and a table for CSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/ratings/ladder.h"
#include "selfplay/ratings/rate_pool.h"
#include "selfplay/report/table.h"

namespace clanhouse {

struct RatingReport {
  ResultPool pool;
  RateSettings settings;
  std::optional<PoolRatings> rated;
  std::string online;  // the name of the system, if one was asked for
  std::vector<LadderRating> ladder;
  std::string meta;  // "nash" or "alpha-rank"
  std::vector<double> meta_shares;
  std::vector<double> meta_values;  // Nash averaging only
  bool superiority = false;         // whether the matrix is shown
};

const char* model_name(RatingModel model);

std::string report_text(const RatingReport& report);
nlohmann::ordered_json report_json(const RatingReport& report);
Table report_table(const RatingReport& report);

// Who has not played enough with whom, for a poorly connected pool; empty for a good one.
std::string connection_fault(const RatingReport& report);

}  // namespace clanhouse
