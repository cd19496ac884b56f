// The state of a game of Ssansh: counts of figurines, a plain value.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "core/ssansh/layout.h"

namespace clanhouse::ssansh {

// Figurines by Colour.
using Counts = std::array<std::uint8_t, kColours>;
constexpr int total(const Counts& counts) { return counts[0] + counts[1] + counts[2]; }
constexpr void add(Counts& to, const Counts& more) {
  for (int c = 0; c < kColours; ++c) to[c] = static_cast<std::uint8_t>(to[c] + more[c]);
}
constexpr void subtract(Counts& from, const Counts& less) {
  for (int c = 0; c < kColours; ++c) from[c] = static_cast<std::uint8_t>(from[c] - less[c]);
}

inline constexpr std::uint8_t kNobody = 255;

enum class Phase : std::uint8_t {
  kSetup,   // chance deals spaces and hands
  kTurn,    // `to_move` parleys or acts
  kBag,     // chance draws for the Parley
  kReturn,  // `to_move` shows a figurine, which goes into the bag
  kOver,
};

// What a seat knows of the bag beside its size. Figurines that it has seen go in are there, but for
// `leaks` of the `old` ones: so many have been drawn unseen since.
struct BagKnowledge {
  Counts fresh{};
  Counts old{};
  std::uint8_t leaks = 0;
  bool operator==(const BagKnowledge&) const = default;
};

struct State {
  std::array<Counts, kMaxSpaces> spaces{};
  Counts king{};
  Counts weather{};
  Counts bag{};
  std::array<Counts, kMaxPlayers> hands{};
  std::array<BagKnowledge, kMaxPlayers> knowledge{};  // by seat
  std::uint8_t players = 0;
  std::uint8_t to_move = 0;
  std::uint8_t parleys = 0;  // in a row
  Phase phase = Phase::kSetup;
  std::uint8_t turns = 0;  // that have been taken; stops at 255

  bool operator==(const State&) const = default;
};
static_assert(std::is_trivially_copyable_v<State>);
static_assert(std::has_unique_object_representations_v<State>);

}  // namespace clanhouse::ssansh
