#include "core/ssansh/config.h"

namespace clanhouse::ssansh {

const OptionTable<Rules>& rules_options() {
  static const OptionTable<Rules> table =
      OptionTable<Rules>()
          .choice(
              "tie_break", &Rules::tie_break,
              {{"tied_counts", Rules::TieBreak::kTiedCounts}, {"leader", Rules::TieBreak::kLeader}},
              "ties in a space: by the tied colours' counts on King and Weather, or by their "
              "dominant colours")
          .choice("level_colours", &Rules::level_colours,
                  {{"king_weather", Rules::LevelColours::kKingWeather},
                   {"none", Rules::LevelColours::kNone}},
                  "colours that dominate equally many spaces: compared on King and Weather, or not")
          .choice("no_colour", &Rules::no_colour,
                  {{"fewest", Rules::NoColour::kFewest}, {"nobody", Rules::NoColour::kNobody}},
                  "without a winning colour the smallest hand wins, or nobody");
  return table;
}

const OptionTable<Config>& config_options() {
  static const OptionTable<Config> table =
      OptionTable<Config>()
          .integer("players", &Config::players, kMinPlayers, kMaxPlayers, "players of a game")
          .text("layout", &Config::layout, "jakalla|filled|FILE", "arrangement of the spaces")
          .part(&Config::rules, rules_options());
  return table;
}

Result<void> check_config(const Config& config) {
  const auto layout = find_layout(config.layout);
  if (!layout) return tl::unexpected(layout.error());
  return check_players(*layout, config.players);
}

}  // namespace clanhouse::ssansh
