// Dashigáikh as the rest of the program sees it (core/games.h).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/dashigaikh/game.h"
#include "core/playthrough.h"
#include "core/records.h"

namespace clanhouse::dashigaikh {

struct Family {
  static constexpr std::string_view kName = "dashigaikh";
  static constexpr std::string_view kTitle = "Dashigáikh";
  static constexpr std::string_view kSummary =
      "Tak: two players, roads and stacks on a board of 3 x 3 to 8 x 8";
  static constexpr std::string_view kRecordExtension = "ptn";
  using Config = dashigaikh::Config;

  static const OptionTable<Config>& options() { return config_options(); }
  static Result<void> check(const Config&) { return {}; }
  template <class Visit>
  static decltype(auto) with(const Config& config, Visit&& visit) {
    return with_size(config, std::forward<Visit>(visit));
  }
  // A turn limit that no serious game reaches, if there is none.
  static Config for_tournaments(Config config) {
    if (config.turn_limit == 0) config.turn_limit = 20 * config.size * config.size;
    return config;
  }
  // What its signature is computed for: every size.
  static std::vector<Config> signature_configs();
  // PTN.
  static GameFile read_games(std::string_view text, const Config& defaults);
  // Takes the size from a TPS; an error if the config's own was asked for and differs.
  static Result<void> fit_to_state(Config& config, std::string_view text, bool size_given);
  // TPS.
  template <int N>
  static Result<State<N>> read_state(const Dashigaikh<N>& game, std::string_view text);
};

// PTN of a game that was played.
template <int N>
std::string record_text(const Playthrough<Dashigaikh<N>>& play, const RecordInfo& info);

// {"tps", "to_move", "legal", "over", "result"} (rules/dashigaikh.md, "State").
template <int N>
nlohmann::ordered_json state_json(const Dashigaikh<N>& game, const State<N>& state);

}  // namespace clanhouse::dashigaikh
