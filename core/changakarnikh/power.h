// What a piece can do, as a row of a table: its name and the moments at which its power comes into
// a race. Everything a piece does stands together in powers.cpp.
//
// The life of a power's use (rules/changakarnikh.md §4, §5.13):
//
//   1. A hook notices the moment: start_of_turn, choose_move, at_roll, or, through the queue of
//      triggers, on_move, on_seen, on_use.
//   2. If the owner may choose, the hook calls engine.offer(); `options` lists the steps, `chosen`
//      takes one. Without `chosen`, a step that refuses ends it and any other declares it.
//   3. engine.declare(): the Ill-Omened Prince may cancel it, if it can be cancelled.
//   4. `effect` is carried out and says engine.used() where something changes; or `cancelled`.
//
// A regional set adds a piece by adding a row.
#pragma once

#include <array>

#include "core/changakarnikh/piece.h"
#include "core/changakarnikh/race.h"
#include "core/changakarnikh/step.h"

namespace clanhouse::changakarnikh {

class Engine;
class RaceQueries;

// One piece has moved; taken at the end of the move (§4).
struct Move {
  Seat seat;
  int from;
  int to;
  SeatSet met;  // whom it has landed on
};

struct Power {
  std::string_view name;
  std::string_view title;
  bool female = false;
  bool cancellable = true;

  // In the piece's own turn, before it moves.
  void (*start_of_turn)(Engine&, Seat me) = nullptr;
  // Offers something instead of rolling, if there is anything.
  void (*choose_move)(Engine&, Seat me) = nullptr;
  // After a die that was rolled instead of the movement roll has been seen.
  void (*choose_target)(Engine&, Seat me) = nullptr;
  // At one stage of every movement roll, the piece's own and others'.
  Stage roll_stage = Stage::kOver;
  void (*at_roll)(Engine&, Seat me) = nullptr;
  // After every move of every piece, when a number is seen, and at every use: may set off triggers.
  void (*on_move)(Engine&, Seat me, const Move& move) = nullptr;
  void (*on_seen)(Engine&, Seat me, int number, bool movement_roll) = nullptr;
  void (*on_use)(Engine&, Seat me, Seat user) = nullptr;
  // Before the piece moves ahead by counting spaces (its roll, a push, an argument).
  void (*before_counting)(Engine&, Seat me, int spaces) = nullptr;
  // When a seat (also the piece itself) takes first or second place.
  void (*on_place)(Engine&, Seat me, Seat who) = nullptr;

  // A trigger of the piece's has come to the head of the queue.
  void (*resolve)(Engine&, Seat me, Trigger trigger) = nullptr;
  // The steps among which the owner chooses, for what was offered.
  void (*options)(const RaceQueries&, Seat me, Task offer, ActionList& steps) = nullptr;
  void (*chosen)(Engine&, Seat me, Task offer, Action step) = nullptr;
  // a and b are those of declare().
  void (*effect)(Engine&, Seat me, int a, int b) = nullptr;
  void (*cancelled)(Engine&, Seat me, int a, int b) = nullptr;
};

// By Piece.
extern const std::array<const Power*, kPieceKinds> kPowers;
inline const Power& power_of(Piece piece) { return *kPowers[static_cast<std::size_t>(piece)]; }

// The kinds of pieces whose row has a hook, so that the engine asks only those.
struct Watchers {
  PieceSet start_of_turn = 0;
  PieceSet choose_move = 0;
  PieceSet at_roll[static_cast<int>(Stage::kOver) + 1] = {};
  PieceSet any_roll = 0;  // at_roll of any stage, or on_seen
  PieceSet on_move = 0;
  PieceSet on_seen = 0;
  PieceSet on_use = 0;
  PieceSet on_place = 0;
  PieceSet before_counting = 0;
};
extern const Watchers kWatchers;

}  // namespace clanhouse::changakarnikh
