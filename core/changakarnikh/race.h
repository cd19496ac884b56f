// The state of one race: a plain value of at most 256 bytes.
//
// What happens next is an explicit agenda instead of a call stack, so that a race can stop at any
// decision or die and be copied there:
//
//   stage    where the turn stands (rules/changakarnikh.md §3); it goes on when the agenda and the
//            queue are empty
//   queue    triggers waiting for their turn (§4), first in first out
//   agenda   a stack of tasks: what has been begun and is to be completed, the last one first. The
//            task on top is the decision or the die that the race waits for
//
// Pieces are known by their seat: each player has one in the race. Sets of seats are bit masks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>

#include "core/changakarnikh/piece.h"

namespace clanhouse::changakarnikh {

inline constexpr int kMinSeats = 3;
inline constexpr int kMaxSeats = 6;
// Spaces are 1..30. Position 0 is the gate (or nowhere, before entering), 31 past the threshold.
inline constexpr int kThreshold = 30;
inline constexpr int kGate = 0;
inline constexpr int kFinished = kThreshold + 1;
inline constexpr int kNobody = 255;
inline constexpr int kBlessedLimit = 100;
inline constexpr int kMaxScore = 60000;
// Watchdogs (§4).
inline constexpr int kMaxTriggersInTurn = 1000;
inline constexpr int kMaxTurns = 500;

using Seat = int;
using SeatSet = std::uint8_t;
constexpr SeatSet seat_bit(Seat seat) { return static_cast<SeatSet>(1U << seat); }
constexpr bool contains(SeatSet set, Seat seat) { return (set >> seat & 1U) != 0; }

template <class Visit>
constexpr void for_each_seat(SeatSet set, Visit&& visit) {
  for (unsigned rest = set; rest != 0; rest &= rest - 1) visit(std::countr_zero(rest));
}

// The switches of the rules, where two readings are reasonable.
struct Rules {
  enum class Replacement : std::uint8_t { kRandom, kChosen };
  enum class Entry : std::uint8_t { kThenMove, kOnly };
  enum class CancelledMove : std::uint8_t { kLost, kRoll };
  enum class CompanionFollows : std::uint8_t { kRoll, kAnyMove };
  enum class Objective : std::uint8_t { kPot, kPoints };
  Replacement assassin_replacement = Replacement::kRandom;
  Entry entry = Entry::kThenMove;
  CancelledMove cancelled_move = CancelledMove::kLost;
  CompanionFollows companion_follows = CompanionFollows::kRoll;
  Objective objective = Objective::kPot;
  // Not a rule but a measurement: these pieces race without their powers.
  PieceSet powers_off = 0;
  bool operator==(const Rules&) const = default;
};

// The parts of a turn, in order. Between them the queue is emptied.
enum class Stage : std::uint8_t {
  kWard,       // before the race: the Matron's owner names her ward
  kTurnBegin,  // rest, or enter
  kStartPowers,
  kChooseMove,
  kCompanion,  // the movement roll, arrow by arrow
  kBoisterous,
  kDie,
  kReroll,
  kSeen,
  kGeneral,
  kMove,
  kSchemeSeen,  // the Scheming Prince's die instead
  kSchemeTarget,
  kTurnEnd,
  kOver,
};

enum class TaskKind : std::uint8_t {
  kOffer,      // the owner of `seat` decides about its power; a, b: the power's own
  kAskCancel,  // the Ill-Omened Prince is asked about the power of `seat`
  kAskStep,    // the owner of a cancelled piece may move it ahead 1
  kDie,        // a die is rolled for the power of `seat`, or for its movement; a: DieFor
  kCarryOut,   // the power of `seat` takes effect
  kEndAction,  // queues the triggers from number a of `pending` on
  kAdvance,    // the pieces of the set a move b spaces ahead by counting, all at once
  kRollMove,   // `seat` moves b spaces ahead by counting, and the Companion with it if it follows
  kFollow,     // `seat` moves to where seat a has gone from space b
  kLower,      // the Boisterous Prince lowers the movement die
  kTakePlace,  // `seat` takes the next place
  kOnPlace,    // the power of `seat` looks at the place that seat a has taken
  kAfterPlace,
};
struct Task {
  TaskKind kind = TaskKind::kOffer;
  std::uint8_t seat = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  bool operator==(const Task&) const = default;
};
enum class DieFor : std::uint8_t { kMovement, kReroll, kScheme, kContestOwn, kContestOther };

// A power of `owner` set off by seat `other`; for the Philosopher, `met` is whom it met.
struct Trigger {
  std::uint8_t owner : 4;
  std::uint8_t other : 4;
  SeatSet met;
  bool operator==(const Trigger&) const = default;
};

struct Race {
  // The roll in progress.
  enum RollFlag : std::uint8_t {
    kFollowing = 1,  // the Companion has declared
    kLowering = 2,   // the Boisterous Prince has not waived
    kStopped = 4,    // by the Adviser
    kFour = 8,       // the General's
    kFresh = 16,     // the die on the table has not been lowered yet
  };
  enum Watchdog : std::uint8_t { kTooManyTriggers = 1, kTooManyTurns = 2, kQueueFull = 4 };

  std::array<Piece, kMaxSeats> piece{};
  std::array<std::uint8_t, kMaxSeats> position{};
  std::array<std::uint8_t, kMaxSeats> uses{};     // of the piece's power in this race; stops at 255
  std::array<std::uint8_t, kMaxSeats> crossed{};  // who has finished, in order
  std::array<std::uint8_t, 2> place{kNobody, kNobody};
  std::uint8_t seats = 0;
  std::uint8_t first = 0;   // the seat that moves first
  std::uint8_t number = 1;  // of the race, from 1: first place scores number + 1 points
  std::uint8_t crossed_count = 0;
  std::uint8_t places = 0;
  std::uint8_t ward = kNobody;  // the Matron's, a seat
  SeatSet ward_candidates = 0;  // who may be the ward as far as everybody knows
  std::uint8_t blessed_used = 0;
  SeatSet entered = 0;
  SeatSet on_track = 0;  // entered and not finished
  SeatSet resting = 0;   // to rest in their next turn

  std::uint8_t to_move = 0;
  Stage stage = Stage::kTurnBegin;
  std::uint8_t round = 0;  // rounds of the table before this turn; stops at 255
  std::uint8_t dice = 0;   // rolled in this turn for movement (or scheming)
  std::uint8_t contest_dice = 0;
  std::uint8_t number_seen = 0;  // of the die, lowered where it applies
  std::uint8_t roll_flags = 0;
  std::uint8_t skip_to = 0;    // the space that the Pé Chói counts to by skipping; 0: none
  SeatSet behind_widow = 0;    // stood behind her at the start of the turn and have not passed yet
  std::uint8_t watchdogs = 0;  // that have fired
  std::uint8_t agenda_size = 0;
  std::uint8_t pending_size = 0;
  std::uint8_t queue_head = 0;
  std::uint8_t queue_size = 0;
  std::uint8_t unused = 0;  // no padding: equal races are equal byte for byte

  std::array<std::uint16_t, kMaxSeats> score{};
  PieceSet active = 0;  // kinds on the track whose power is on
  std::uint16_t turns = 0;
  std::uint16_t triggers = 0;  // taken off the queue in this turn

  static constexpr int kAgendaCapacity = 18;
  static constexpr int kPendingCapacity = 20;
  static constexpr int kQueueCapacity = 32;
  std::array<Task, kAgendaCapacity> agenda{};
  std::array<Trigger, kPendingCapacity> pending{};  // of the actions in progress, not yet queued
  std::array<Trigger, kQueueCapacity> queue{};      // a ring

  bool operator==(const Race&) const = default;

  bool over() const { return stage == Stage::kOver; }
  bool is_on_track(Seat seat) const { return contains(on_track, seat); }
  bool has_finished(Seat seat) const { return position[seat] == kFinished; }
  SeatSet all() const { return static_cast<SeatSet>((1U << seats) - 1); }
  // How many seats after the one whose turn it is, round the table: the order of §4.
  int after_mover(Seat seat) const { return round_table(seat - to_move + seats); }
  // 1 for the seat that moves first.
  int place_in_turn_order(Seat seat) const { return round_table(seat - first + seats) + 1; }
  Seat in_turn_order(int index) const { return round_table(first + index); }
  // A number below twice that of the seats, less the seats if it can be: faster than %.
  int round_table(int number) const { return number < seats ? number : number - seats; }
  bool is_active(Piece kind) const { return (active & piece_bit(kind)) != 0; }
  // The seat of a kind of piece, or kNobody.
  Seat seat_of(Piece kind) const {
    for (Seat seat = 0; seat < seats; ++seat) {
      if (piece[seat] == kind) return seat;
    }
    return kNobody;
  }
  // Its name; several plain ones are told apart by their order: "plain", "plain2".
  std::string name_of(Seat seat) const;
};
static_assert(sizeof(Race) <= 256);
static_assert(std::is_trivially_copyable_v<Race>);

}  // namespace clanhouse::changakarnikh
