#include "core/changakarnikh/family.h"

#include <algorithm>

#include "core/changakarnikh/setup.h"
#include "core/changakarnikh/text.h"

namespace clanhouse::changakarnikh {
namespace {

using nlohmann::ordered_json;

constexpr const char* kNoPositions =
    "positions of changakarnikh have no text form; see 'state FILE.json' for races";

std::string name_of(int number) { return std::string(piece_name(static_cast<Piece>(number))); }

ordered_json pieces_at(const State& state, int where) {
  ordered_json names = ordered_json::array();
  for (int i = 0; i < kSetSize; ++i) {
    if (state.where[i] == where) names.push_back(name_of(i));
  }
  return names;
}

ordered_json decision_json(const Changakarnikh& game, const State& state) {
  const Actor actor = game.actor(state);
  if (actor.over()) return nullptr;
  std::vector<std::string> steps;
  if (actor.chance()) {
    OutcomeList outcomes;
    game.outcomes(state, outcomes);
    for (const auto& [outcome, probability] : outcomes) steps.push_back(step_text(outcome));
  } else {
    ActionList actions;
    game.legal(state, actions);
    for (const Action step : actions) steps.push_back(step_text(state.race, step));
  }
  std::sort(steps.begin(), steps.end());
  ordered_json json;
  json["who"] = actor.chance() ? ordered_json("chance") : ordered_json(actor.seat());
  json["steps"] = steps;
  return json;
}

}  // namespace

std::vector<Config> Family::signature_configs() {
  std::vector<Config> configs;
  for (int players = kMinSeats; players <= kMaxSeats; ++players) {
    configs.emplace_back().players = players;
  }
  configs.push_back({.players = 5,
                     .team = 4,
                     .shares = 6,
                     .rules = {.assassin_replacement = Rules::Replacement::kChosen,
                               .entry = Rules::Entry::kOnly,
                               .cancelled_move = Rules::CancelledMove::kRoll,
                               .companion_follows = Rules::CompanionFollows::kAnyMove,
                               .objective = Rules::Objective::kPoints}});
  return configs;
}

GameFile Family::read_games(std::string_view text, const Config&) {
  ReadRecord read = read_record(text);
  GameFile file;
  if (read.error) {
    file.error = std::move(read.error);
    return file;
  }
  const Changakarnikh& game = read.play.game();
  const State& state = read.play.state();
  GameSummary summary;
  summary.turns = static_cast<int>(read.play.steps().size());
  summary.result = game.result_text(state);
  summary.reason = game.ending_text(state);
  summary.state_text = game.state_text(state);
  summary.state = state_json(game, state);
  file.games.push_back(std::move(summary));
  return file;
}

Result<void> Family::fit_to_state(Config&, std::string_view, bool) { return invalid(kNoPositions); }
Result<State> Family::read_state(const Changakarnikh&, std::string_view) {
  return invalid(kNoPositions);
}

Result<nlohmann::ordered_json> Family::run_state_file(std::string_view text) {
  const auto setup = read_setup(text);
  if (!setup) return tl::unexpected(setup.error());
  return run_setup(*setup).map([&](const Race& race) { return race_json(race, setup->rules); });
}

nlohmann::ordered_json state_json(const Changakarnikh& game, const State& state) {
  const int players = game.seats();
  const bool racing = state.phase == Phase::kRace;
  ordered_json teams = ordered_json::array();
  ordered_json scores = ordered_json::array();
  ordered_json shares = ordered_json::array();
  for (Seat seat = 0; seat < players; ++seat) {
    ordered_json team;
    team["unraced"] = pieces_at(state, kInTeam + seat);
    team["raced"] = pieces_at(state, kRaced + seat);
    teams.push_back(std::move(team));
    scores.push_back(state.race.score[seat]);
    shares.push_back(state.shares[seat]);
  }
  ordered_json parade = ordered_json::array();
  for (const std::uint8_t piece : state.parade) {
    parade.push_back(piece == kNobody ? ordered_json(nullptr) : ordered_json(name_of(piece)));
  }
  ordered_json json;
  json["game"] = Changakarnikh::kName;
  json["players"] = players;
  json["races_run"] = state.races_run;
  json["watchdogs"] = state.watchdogs;
  json["scores"] = std::move(scores);
  json["shares"] = std::move(shares);
  json["parade"] = std::move(parade);
  json["teams"] = std::move(teams);
  json["dead"] = pieces_at(state, kDead);
  json["removed"] = pieces_at(state, kRemoved);
  json["race"] = racing ? race_json(state.race, game.config().rules) : ordered_json(nullptr);
  json["decision"] = decision_json(game, state);
  json["over"] = state.phase == Phase::kOver;
  json["result"] =
      state.phase == Phase::kOver ? ordered_json(game.result_text(state)) : ordered_json(nullptr);
  return json;
}

}  // namespace clanhouse::changakarnikh
