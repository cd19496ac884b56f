// Ssansh as the rest of the program sees it (core/games.h).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/playthrough.h"
#include "core/records.h"
#include "core/ssansh/game.h"
#include "core/ssansh/position.h"
#include "core/ssansh/record.h"

namespace clanhouse::ssansh {

struct Family {
  static constexpr std::string_view kName = "ssansh";
  static constexpr std::string_view kTitle = "Ssansh";
  static constexpr std::string_view kSummary =
      "Turncoats: two to five players, hidden hands of figurines in three colours";
  static constexpr std::string_view kRecordExtension = "ssn";
  using Config = ssansh::Config;

  static const OptionTable<Config>& options() { return config_options(); }
  static Result<void> check(const Config& config) { return check_config(config); }
  template <class Visit>
  static decltype(auto) with(const Config& config, Visit&& visit) {
    return std::forward<Visit>(visit)(Ssansh(config));
  }
  // Games end by themselves.
  static Config for_tournaments(Config config) { return config; }
  static std::vector<Config> signature_configs();
  // A file holds one record.
  static GameFile read_games(std::string_view text, const Config& defaults);
  // Positions are files.
  static Result<void> fit_to_state(Config& config, std::string_view text, bool size_given);
  static Result<State> read_state(const Ssansh& game, std::string_view text);
  static Result<nlohmann::ordered_json> run_state_file(std::string_view text);
};

// The position as the rules print it.
nlohmann::ordered_json state_json(const Ssansh& game, const State& state);

}  // namespace clanhouse::ssansh
