// Every entry of rating_reference.json is checked by some test: this one knows how many there are
// of each method, and the tests of a method check all of its entries.
#include "tests/selfplay/ratings/reference.h"

#include <gtest/gtest.h>

#include <map>

namespace clanhouse {
namespace {

TEST(RatingReference, EveryMethodIsTested) {
  const std::map<std::string, int> tested = {
      // match_test.cpp
      {"elo_wdl", 3},
      {"elo_pentanomial", 4},
      {"elo_cutechess_line", 2},
      {"elo_fishtest_get_elo", 3},
      {"expected_score", 1},
      // sprt_test.cpp
      {"sprt_bounds", 3},
      {"gsprt_llr_trinomial", 7},
      {"gsprt_llr_pentanomial", 7},
      {"gsprt_llr_pentanomial_closed_form", 4},
      {"sprt_decision", 5},
      {"sprt_llr_cutechess", 3},
      {"sprt_elo_estimate_fishtest", 4},
      // bradley_terry_test.cpp, draw_models_test.cpp
      {"bradley_terry_mle_draw_half", 6},
      {"rating_error_simulation", 1},
      {"rating_edge_perfect_score", 1},
      {"rating_edge_disconnected", 1},
      {"ordo_scale", 1},
      {"ordo_ml_with_draw_model", 1},
      {"bayeselo_rao_kupper", 3},
      // plackett_luce_test.cpp, plackett_luce_ties_test.cpp
      {"bradley_terry_mle_log_worth", 2},
      {"bradley_terry_map_ridge", 1},
      {"plackett_luce_mle", 3},
      {"top1_choice_mle", 1},
      {"top1_choice_map_ridge", 1},
      {"log_worth_to_elo", 1},
      {"plackett_luce_davidson_ties", 1},
      {"plackett_luce_ties_snapshot", 1},
      // online_test.cpp
      {"trueskill_free_for_all", 5},
      {"trueskill_1v1_draw", 1},
      {"trueskill_upset_8", 1},
      {"weng_lin_plackett_luce", 7},
      {"weng_lin_bradley_terry_full", 1},
      {"weng_lin_thurstone_mosteller_full", 1},
      {"glicko2_worked_example", 1},
      {"elo_online_update", 1},
      // meta_game_test.cpp, social_choice_test.cpp
      {"alpha_rank_single_population", 5},
      {"nash_averaging", 5},
      {"borda", 1},
      {"copeland", 1},
      {"condorcet_matrices", 1},
      {"shapley_value", 1},
      // statistics_test.cpp
      {"wilson_interval", 4},
      {"clopper_pearson_interval", 2},
      {"binomial_intervals", 4},
      {"sample_size_half_width", 5},
      {"combinatorics", 1},
      // tournament/schedule_test.cpp
      {"schedule_counts", 3},
  };
  std::map<std::string, int> found;
  for (const auto& entry : test::read_json("rating_reference.json")) ++found[entry["method"]];
  EXPECT_EQ(found, tested);
}

}  // namespace
}  // namespace clanhouse
