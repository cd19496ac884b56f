// Steps of the game: what players decide (Action) and what chance does (Outcome), as in the
// notation of rules/ssansh.md.
#pragma once

#include <compare>
#include <cstdint>

#include "core/fixed_list.h"
#include "core/game.h"
#include "core/ssansh/state.h"

namespace clanhouse::ssansh {

// A decision: what is done with a figurine of which colour, and where.
struct Action {
  enum Kind : std::uint8_t { kPlace, kKing, kWeather, kParley, kReturn };

  Kind kind = kParley;
  std::uint8_t colour = kRed;  // of the figurine that is placed or returned
  // kPlace: the space. kKing: where figurines are removed; kWeather: where they move from; both
  // kNowhere if none are.
  std::uint8_t space = 0;
  // kKing: how many of each of the other colours are removed, in the order R, G, B. kWeather: the
  // space that they move to, and how many.
  std::uint8_t a = 0;
  std::uint8_t b = 0;

  constexpr auto operator<=>(const Action&) const = default;
};
inline constexpr std::uint8_t kNowhere = 255;

struct Outcome {
  enum Kind : std::uint8_t { kNeutral, kHand, kBag };
  Kind kind = kBag;
  std::uint8_t index = 0;  // the space or seat
  Counts counts{};         // what is dealt or drawn
  constexpr bool operator==(const Outcome&) const = default;
};

// With all figurines of a colour on one space, the King can remove the others in 252 ways, and the
// Weather move 1..21 to each of 22 neighbours; this for every colour in hand is more than any
// position has.
inline constexpr int kMaxActions = kColours * (kMaxSpaces + 1 + 252 + 1 + 21 * 22) + 1;
using ActionList = FixedList<Action, kMaxActions>;
// A hand of eight of three colours: 45.
using OutcomeList = FixedList<WeightedOutcome<Outcome>, 45>;

}  // namespace clanhouse::ssansh
