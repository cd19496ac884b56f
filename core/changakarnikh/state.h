// The state of a whole game: the parade (rules/changakarnikh.md §2), then races (§3).
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/changakarnikh/race.h"

namespace clanhouse::changakarnikh {

// What the game waits for.
enum class Phase : std::uint8_t {
  kDraw,     // chance draws a piece for the parade
  kBuy,      // `to_act` buys one or passes
  kName,     // the Assassin's owner names a piece
  kReplace,  // the named piece is replaced by a dead one: by chance, or `to_act` chooses
  kPick,     // `to_act` picks a piece for the race
  kElder,    // the Elder's owner may swap it
  kRace,     // the race waits
  kOver,
};

// Where a piece of the set is: one of these, or in a team (see in_team).
inline constexpr std::uint8_t kUndrawn = 0;
inline constexpr std::uint8_t kInParade = 1;
inline constexpr std::uint8_t kDead = 2;     // never drafted
inline constexpr std::uint8_t kRemoved = 3;  // named by the Assassin
inline constexpr std::uint8_t kInTeam = 16;  // + seat: has not raced
inline constexpr std::uint8_t kRaced = 32;   // + seat
// In views: something is there, but this seat may not know what.
inline constexpr std::uint8_t kHidden = 254;

inline constexpr int kParadePlaces = 4;

struct State {
  // The race in progress, or the last one; its scores are those of the game. Before the first race
  // it only knows how many seats there are.
  Race race;
  std::array<std::uint8_t, kSetSize> where{};  // by Piece
  // By place - 1: the number of the piece, or kNobody.
  std::array<std::uint8_t, kParadePlaces> parade{kNobody, kNobody, kNobody, kNobody};
  std::array<std::uint8_t, kMaxSeats> shares{};
  std::array<std::uint8_t, kMaxSeats> team{};  // pieces drafted so far
  // For the next race, until it starts: the number of the piece, or kNobody.
  std::array<std::uint8_t, kMaxSeats> picked{kNobody, kNobody, kNobody, kNobody, kNobody, kNobody};
  Phase phase = Phase::kDraw;
  std::uint8_t to_act = 0;  // the seat whose turn it is in the parade, or who chooses
  std::uint8_t named = kNobody;
  std::uint8_t races_run = 0;
  std::uint8_t watchdogs = 0;  // races in which one has fired

  // There is no padding: equal states are equal byte for byte.
  bool operator==(const State&) const = default;
  int where_is(Piece piece) const { return where[static_cast<std::size_t>(piece)]; }
};
static_assert(std::is_trivially_copyable_v<State>);

}  // namespace clanhouse::changakarnikh
