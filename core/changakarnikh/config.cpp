#include "core/changakarnikh/config.h"

namespace clanhouse::changakarnikh {

const OptionTable<Rules>& rules_options() {
  static const OptionTable<Rules> table =
      OptionTable<Rules>()
          .choice(
              "assassin_replacement", &Rules::assassin_replacement,
              {{"random", Rules::Replacement::kRandom}, {"chosen", Rules::Replacement::kChosen}},
              "how the piece that replaces a named one is found")
          .choice("entry", &Rules::entry,
                  {{"then_move", Rules::Entry::kThenMove}, {"only", Rules::Entry::kOnly}},
                  "whether the turn goes on after a piece has entered")
          .choice("cancelled_move", &Rules::cancelled_move,
                  {{"lost", Rules::CancelledMove::kLost}, {"roll", Rules::CancelledMove::kRoll}},
                  "what becomes of a cancelled power that was used instead of rolling")
          .choice("companion_follows", &Rules::companion_follows,
                  {{"roll", Rules::CompanionFollows::kRoll},
                   {"any_move", Rules::CompanionFollows::kAnyMove}},
                  "whether the Companion may also follow the Aridáni's move of 5")
          .choice("objective", &Rules::objective,
                  {{"pot", Rules::Objective::kPot}, {"points", Rules::Objective::kPoints}},
                  "what players play for: shares of the pot or points");
  return table;
}

const OptionTable<Config>& config_options() {
  static const OptionTable<Config> table =
      OptionTable<Config>()
          .integer("players", &Config::players, kMinSeats, kMaxSeats, "players of a game")
          .integer("team", &Config::team, 0, kMaxTeam,
                   "pieces per player, and races; 0 is 5, or 4 with six players")
          .integer("shares", &Config::shares, 0, 100, "shares that each player can spend")
          .part(&Config::rules, rules_options());
  return table;
}

Result<void> check_config(const Config& config) {
  const int drafted = config.players * config.team_size();
  if (drafted <= kSetSize) return {};
  return invalid("team: " + std::to_string(config.players) + " teams of " +
                 std::to_string(config.team_size()) + " are " + std::to_string(drafted) +
                 " pieces, but there are " + std::to_string(kSetSize));
}

}  // namespace clanhouse::changakarnikh
