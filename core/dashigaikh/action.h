// A turn of Dashigáikh in 16 bits.
//
//   bits 15..10  square (of the placement, or of the stack that moves)
//   bits  9..8   kind of piece placed, or direction
//   bits  7..0   0 for a placement; for a stack move how the hand is dropped
//
// The drop pattern of a hand of h pieces has its highest bit at h - 1. Each further set bit b says
// that after some square b + 1 pieces are left in the hand: 3c3>12 takes three, leaves two, then
// none: bits 2 and 1. So popcount is the number of squares entered, and the last drop is a single
// piece exactly when bit 0 is set.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace clanhouse::dashigaikh {

enum Piece : int { kFlat, kStanding, kOverseer };

class Action {
 public:
  constexpr Action() = default;
  static constexpr Action place(Piece piece, int square) {
    return Action(square << 10 | piece << 8);
  }
  static constexpr Action slide(int square, int direction, int pattern) {
    return Action(square << 10 | direction << 8 | pattern);
  }
  static constexpr Action from_bits(std::uint16_t bits) { return Action(bits); }

  constexpr std::uint16_t bits() const { return bits_; }
  constexpr int square() const { return bits_ >> 10; }
  constexpr bool is_placement() const { return pattern() == 0; }
  // Of a placement.
  constexpr Piece piece() const { return static_cast<Piece>(bits_ >> 8 & 3); }
  // Of a stack move.
  constexpr int direction() const { return bits_ >> 8 & 3; }
  constexpr int pattern() const { return bits_ & 0xff; }
  constexpr int hand() const { return std::bit_width(static_cast<unsigned>(pattern())); }
  constexpr int squares_entered() const { return std::popcount(static_cast<unsigned>(pattern())); }

  constexpr auto operator<=>(const Action&) const = default;

 private:
  constexpr explicit Action(int bits) : bits_(static_cast<std::uint16_t>(bits)) {}
  std::uint16_t bits_ = 0;
};

// Calls visit(count) for each square entered, in order, with the number of pieces dropped there.
template <class Visit>
constexpr void for_each_drop(int pattern, Visit&& visit) {
  unsigned rest = static_cast<unsigned>(pattern);
  while (rest != 0) {
    const int in_hand = std::bit_width(rest);
    rest ^= 1U << (in_hand - 1);
    visit(in_hand - std::bit_width(rest));
  }
}

// Dashigáikh has no chance; the type is there so that it meets the Game concept.
struct Outcome {
  constexpr bool operator==(const Outcome&) const = default;
};

}  // namespace clanhouse::dashigaikh
