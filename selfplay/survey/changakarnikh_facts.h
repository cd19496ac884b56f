// What a survey of Changakárnikh tells beside what it tells of any game.
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/changakarnikh/game.h"
#include "selfplay/survey/facts.h"

namespace clanhouse::survey {

template <>
struct SurveyFacts<changakarnikh::Changakarnikh> {
  using Game = changakarnikh::Changakarnikh;

  static constexpr int kKinds = changakarnikh::kStepKinds;
  static int kind(Game::Action action) { return static_cast<int>(action.kind); }
  static std::string_view kind_name(int kind) { return changakarnikh::kStepWords[kind].word; }

  // The game may go on from one race to the next at once, so the end of a race is seen by taking
  // its last step again.
  template <class Step>
  static void note_step(const Game& game, const Game::State& before, Step step,
                        const Game::State& after, Facts& facts) {
    if (after.races_run == before.races_run) return;
    changakarnikh::Race race = before.race;
    changakarnikh::Engine engine(race, game.config().rules);
    if constexpr (std::is_same_v<Step, Game::Outcome>) {
      engine.apply_die(step.value);
    } else {
      engine.apply(step);
    }
    facts.count("end of the race", race.watchdogs != 0 ? "watchdog" : "places");
    facts.number("turns in a race", race.turns);
    const int winner = race.place[0];
    if (winner == changakarnikh::kNobody) return;
    facts.count("winner of the race", piece_name(race.piece[winner]));
  }

  static void note(const GameEnd<Game>& end, Facts& facts) {
    const auto& score = end.state.race.score;
    const int seats = end.game.seats();
    int first = 0;
    int second = 0;
    for (int seat = 0; seat < seats; ++seat) {
      second = std::max(second, std::min<int>(first, score[seat]));
      first = std::max<int>(first, score[seat]);
    }
    facts.number("points of the winner", first);
    facts.number("lead of the winner, points", first - second);
    facts.count("most points", first == second ? "tied" : "alone");
    for (int seat = 0; seat < seats; ++seat) {
      facts.number("shares left over", end.state.shares[seat]);
    }
    for (int piece = 0; piece < changakarnikh::kSetSize; ++piece) {
      const int where = end.state.where[piece];
      const auto name = piece_name(static_cast<changakarnikh::Piece>(piece));
      const int seat = where >= changakarnikh::kRaced    ? where - changakarnikh::kRaced
                       : where >= changakarnikh::kInTeam ? where - changakarnikh::kInTeam
                                                         : -1;
      if (seat < 0) {
        facts.count("fate of the pieces", where == changakarnikh::kRemoved ? "removed" : "unused");
        continue;
      }
      facts.count("fate of the pieces", "in a team");
      facts.number("utility with the piece in the team", name, end.utility[seat]);
      if (end.won[seat]) facts.count("piece in a winner's team", name);
    }
  }
};

}  // namespace clanhouse::survey
