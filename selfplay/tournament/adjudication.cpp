#include "selfplay/tournament/adjudication.h"

#include <algorithm>
#include <cmath>

namespace clanhouse {

const OptionTable<AdjudicationSettings>& adjudication_options() {
  using Settings = AdjudicationSettings;
  static const OptionTable<Settings> table =
      OptionTable<Settings>()
          .real("resign_score", &Settings::resign_score, 0, 1,
                "a game is lost for an agent when both say that it is, by this share of a certain "
                "result; 0: games are played out")
          .integer("resign_moves", &Settings::resign_moves, 1, 1000,
                   "moves of each agent, one after another, that must say so")
          .real("draw_score", &Settings::draw_score, 0, 1,
                "a game is drawn when both agents are within this share of even; 0: never")
          .integer("draw_moves", &Settings::draw_moves, 1, 1000,
                   "moves of each agent, one after another, that must say so")
          .integer("draw_from", &Settings::draw_from, 0, 100'000, "not before this turn")
          .integer("max_turns", &Settings::max_turns, 0, 1'000'000,
                   "a game is drawn after so many turns; 0: no such limit");
  return table;
}

Result<void> check_adjudication(const AdjudicationSettings& settings, int seats) {
  if (seats != 2 && (settings.resign_score > 0 || settings.draw_score > 0)) {
    return invalid("resign_score, draw_score: only games of two seats are adjudicated by score");
  }
  return {};
}

void Adjudicator::note(int seat, std::optional<float> score) {
  const auto count = [&](std::vector<int>& counts, bool says_so) {
    counts[seat] = says_so ? counts[seat] + 1 : 0;
  };
  count(hopeless_, score && *score <= -settings_.resign_score);
  count(confident_, score && *score >= settings_.resign_score);
  count(level_, score && std::abs(*score) <= settings_.draw_score);
}

std::optional<Adjudged> Adjudicator::verdict(int turns) const {
  const int seats = static_cast<int>(level_.size());
  if (settings_.resign_score > 0) {
    for (int seat = 0; seat < seats; ++seat) {
      if (hopeless_[seat] >= settings_.resign_moves &&
          confident_[1 - seat] >= settings_.resign_moves) {
        return Adjudged{seat, "adjudicated loss"};
      }
    }
  }
  if (settings_.draw_score > 0 && turns >= settings_.draw_from &&
      *std::min_element(level_.begin(), level_.end()) >= settings_.draw_moves) {
    return Adjudged{std::nullopt, "adjudicated draw"};
  }
  if (settings_.max_turns > 0 && turns >= settings_.max_turns) {
    return Adjudged{std::nullopt, "turn limit"};
  }
  return std::nullopt;
}

}  // namespace clanhouse
