// Changakárnikh as the rest of the program sees it (core/games.h).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/changakarnikh/game.h"
#include "core/changakarnikh/record.h"
#include "core/playthrough.h"
#include "core/records.h"

namespace clanhouse::changakarnikh {

struct Family {
  static constexpr std::string_view kName = "changakarnikh";
  static constexpr std::string_view kPartName = RaceGame::kName;
  static constexpr std::string_view kTitle = "Changakárnikh";
  static constexpr std::string_view kSummary =
      "Magical Athlete: three to six players, a draft and dice races of 25 pieces";
  static constexpr std::string_view kRecordExtension = "chk";
  using Config = changakarnikh::Config;

  static const OptionTable<Config>& options() { return config_options(); }
  static Result<void> check(const Config& config) { return check_config(config); }
  template <class Visit>
  static decltype(auto) with(const Config& config, Visit&& visit) {
    return std::forward<Visit>(visit)(Changakarnikh(config));
  }
  // Races end by themselves.
  static Config for_tournaments(Config config) { return config; }
  // Every number of players, and the other value of every switch.
  static std::vector<Config> signature_configs();
  // A file holds one record.
  static GameFile read_games(std::string_view text, const Config& defaults);
  // Positions of whole games have no text form; those of races are files (setup.h).
  static Result<void> fit_to_state(Config& config, std::string_view text, bool size_given);
  static Result<State> read_state(const Changakarnikh& game, std::string_view text);
  // A race setup with steps; the state that it comes to, as in the rules.
  static Result<nlohmann::ordered_json> run_state_file(std::string_view text);
};

// The scores, the draft, and the race in the form of a setup, with the decision that is due.
nlohmann::ordered_json state_json(const Changakarnikh& game, const State& state);

}  // namespace clanhouse::changakarnikh
