#include "core/ssansh/family.h"

namespace clanhouse::ssansh {
namespace {

constexpr const char* kNoPositions = "positions of ssansh are files; see 'state FILE.json'";

}  // namespace

std::vector<Config> Family::signature_configs() {
  std::vector<Config> configs;
  for (int players = kMinPlayers; players <= kMaxPlayers; ++players) {
    configs.emplace_back().players = players;
  }
  configs.push_back({.players = 4,
                     .layout = "filled",
                     .rules = {.tie_break = Rules::TieBreak::kLeader,
                               .level_colours = Rules::LevelColours::kNone,
                               .no_colour = Rules::NoColour::kNobody}});
  return configs;
}

GameFile Family::read_games(std::string_view text, const Config&) {
  ReadRecord read = read_record(text);
  GameFile file;
  if (read.error) {
    file.error = std::move(read.error);
    return file;
  }
  const Ssansh& game = read.play.game();
  const State& state = read.play.state();
  GameSummary summary;
  summary.turns = state.turns;
  summary.result = game.result_text(state);
  summary.reason = game.ending_text(state);
  summary.state_text = game.state_text(state);
  summary.state = state_json(game, state);
  file.games.push_back(std::move(summary));
  return file;
}

Result<void> Family::fit_to_state(Config&, std::string_view, bool) { return invalid(kNoPositions); }
Result<State> Family::read_state(const Ssansh&, std::string_view) { return invalid(kNoPositions); }

Result<nlohmann::ordered_json> Family::run_state_file(std::string_view text) {
  const auto position = read_position(text);
  if (!position) return tl::unexpected(position.error());
  return run_position(*position).map(
      [&](const State& state) { return position_json(position->game, state); });
}

nlohmann::ordered_json state_json(const Ssansh& game, const State& state) {
  return position_json(game, state);
}

}  // namespace clanhouse::ssansh
