#include "selfplay/tournament/strength_test.h"

#include <cmath>

#include <fmt/format.h>

namespace clanhouse {
namespace {

// With more than two seats the variance comes from the sample, and that of a few blocks is no
// guide.
constexpr int kFewestBlocks = 100;

const char* model_name(const SprtSettings& settings, int seats) {
  if (seats > 2) return "field";
  return settings.model == EloModel::kLogistic ? "logistic" : "normalized";
}

}  // namespace

const OptionTable<SprtSettings>& sprt_options() {
  static const OptionTable<SprtSettings> table =
      OptionTable<SprtSettings>()
          .real("sprt_elo0", &SprtSettings::elo0, -1000, 1000,
                "the Elo of the first agent by which it is not stronger (H0)")
          .real("sprt_elo1", &SprtSettings::elo1, -1000, 1000,
                "the Elo of the first agent by which it is (H1)")
          .real("sprt_alpha", &SprtSettings::alpha, 1e-6, 0.5,
                "the chance of deciding for H1 where H0 holds")
          .real("sprt_beta", &SprtSettings::beta, 1e-6, 0.5,
                "the chance of deciding for H0 where H1 holds")
          .choice("sprt_model", &SprtSettings::model,
                  {{"normalized", EloModel::kNormalized}, {"logistic", EloModel::kLogistic}},
                  "what Elo means there; with more than two seats it is that of a share of wins "
                  "among equals");
  return table;
}

Result<void> check_sprt(const SprtSettings& settings, int agents) {
  if (agents != 2) return invalid("sprt: such a test is of two agents");
  if (settings.elo0 >= settings.elo1) {
    return invalid("sprt_elo1: must be greater than sprt_elo0");
  }
  return {};
}

void StrengthTest::add(double points, double wins) {
  if (decided()) return;
  if (seats_ == 2) pairs_.counts[static_cast<std::size_t>(std::lround(4 * points))] += 1;
  scores_.add(wins);
  history_.push_back(0);
  state_ = compute();
  history_.back() = state_.llr;
}

SprtState StrengthTest::compute() const {
  if (seats_ == 2) return sprt_state(pairs_, settings_);
  SprtState state;
  state.bounds = sprt_bounds(settings_.alpha, settings_.beta);
  state.llr = block_llr(scores_, score_against_field(settings_.elo0, seats_),
                        score_against_field(settings_.elo1, seats_));
  if (blocks() >= kFewestBlocks) state.decision = sprt_decision(state.llr, state.bounds);
  return state;
}

std::string StrengthTest::text() const {
  const SprtState now = state();
  return fmt::format("LLR {:.2f} ({:.2f}, {:.2f}) for {} Elo {} against {}", now.llr,
                     now.bounds.lower, now.bounds.upper, model_name(settings_, seats_),
                     settings_.elo1, settings_.elo0);
}

nlohmann::ordered_json StrengthTest::to_json() const {
  const SprtState now = state();
  nlohmann::ordered_json json = {{"model", model_name(settings_, seats_)},
                                 {"elo0", settings_.elo0},
                                 {"elo1", settings_.elo1},
                                 {"alpha", settings_.alpha},
                                 {"beta", settings_.beta},
                                 {"llr", now.llr},
                                 {"lower", now.bounds.lower},
                                 {"upper", now.bounds.upper},
                                 {"decision", decision_name(now.decision)},
                                 {"blocks", blocks()}};
  if (seats_ == 2) {
    json["pairs"] = pairs_.counts;
  } else {
    json["share_of_wins"] = scores_.mean();
  }
  return json;
}

std::string decision_name(SprtDecision decision) {
  switch (decision) {
    case SprtDecision::kTakeH0: return "H0";
    case SprtDecision::kTakeH1: return "H1";
    default: return "inconclusive";
  }
}

}  // namespace clanhouse
