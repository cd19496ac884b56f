// Turns that win at once, found without trying every turn.
//
// Both kinds of turn ask the same question: which squares touch chains that reach one side, and
// which the opposite one? A placement makes a road exactly on an empty square that does both. A
// stack move can make one only if the squares that it touches do both between them; few do, and
// of those the road is looked at.
#include "core/dashigaikh/game.h"
#include "core/dashigaikh/instantiate.h"

namespace clanhouse::dashigaikh {
namespace {

// For each side of the board, the squares that are on it or next to a chain that reaches it.
template <int N>
struct Reach {
  using B = Board<N>;
  explicit Reach(Bitboard road) {
    const Lanes sides = {B::kFileA, B::kLastFile, B::kBottom, B::kTop};
    const Lanes reach = B::dilate(B::flood(sides, broadcast(road))) | sides;
    left = reach[0];
    right = reach[1];
    bottom = reach[2];
    top = reach[3];
  }

  // The squares that would join two opposite sides by themselves.
  Bitboard joining() const { return (left & right) | (bottom & top); }
  // Whether connected squares would join two opposite sides.
  bool joined_by(Bitboard squares) const {
    return ((squares & left) != 0 && (squares & right) != 0) ||
           ((squares & bottom) != 0 && (squares & top) != 0);
  }

  Bitboard left, right, bottom, top;
};

// The squares of the mover's road after a stack move.
template <int N>
Bitboard road_after(const State<N>& s, Action action) {
  using B = Board<N>;
  const Color mover = s.to_move;
  int square = action.square();
  int in_hand = action.hand();
  // What is taken and what it lay on, the top at bit 0; set is black.
  const auto stack = static_cast<unsigned>(s.buried[square]) << 1 | mover;
  Bitboard road = s.road_squares(mover);
  const auto set_top = [&](bool own) {
    road = own ? road | B::bit(square) : road & ~B::bit(square);
  };
  set_top(s.height[square] > in_hand && (stack >> in_hand & 1) == mover);
  for_each_drop(action.pattern(), [&](int count) {
    square += B::kStep[action.direction()];
    in_hand -= count;
    set_top((stack >> in_hand & 1) == mover);
  });
  // The piece that was on top comes last.
  if (s.top_piece(action.square()) == kStanding) set_top(false);
  return road;
}

}  // namespace

template <int N>
bool Dashigaikh<N>::find_win(const State& s, Action& action) const {
  using B = Board<N>;
  if (s.over() || s.opening()) return false;
  const Color mover = s.to_move;
  const auto wins = [&](Action candidate) {
    State next = s;
    apply(next, candidate);
    if (next.winner != winner_of(mover)) return false;
    action = candidate;
    return true;
  };
  // With one square or one piece left, or none, any turn may end the game by count.
  if (std::popcount(s.empty()) <= 1 || s.reserve(mover) <= 1) {
    ActionList list;
    legal(s, list);
    return std::any_of(list.begin(), list.end(), wins);
  }

  // A placement adds one square to the road, the move of a single piece none.
  const Bitboard road = s.road_squares(mover);
  const int count = std::popcount(road);
  if (count < N - 1 && (s.tops[mover] & s.tall) == 0) return false;
  const Reach<N> reach(road);
  if (const Bitboard squares = reach.joining() & s.empty(); squares != 0) {
    action = Action::place(s.flats[mover] > 0 ? kFlat : kOverseer, std::countr_zero(squares));
    return true;
  }

  const Bitboard blockers = s.blockers();
  for (Bitboard todo = s.tops[mover]; todo != 0; todo &= todo - 1) {
    const int square = std::countr_zero(todo);
    const int hand = std::min<int>(s.height[square], N);
    for (int d = 0; d < kDirections; ++d) {
      const int free = B::free_squares(square, d, blockers);
      const bool flatten = can_flatten(s, square, d, free);
      if (free == 0 && !flatten) continue;
      Bitboard line = B::bit(square);
      const int reached = std::min(hand, free + (flatten ? 1 : 0));
      for (int i = 1; i <= reached; ++i) line |= B::bit(square + i * B::kStep[d]);
      const bool may_join = reach.joined_by(line) && std::popcount(road | line) >= N;
      // A spread over all the squares that are left ends the game by count.
      const bool may_fill = (s.empty() & ~line) == 0;
      if (!may_join && !may_fill) continue;
      const int moves = kDrops<N>.counts[flatten][free][hand];
      for (int i = 0; i < moves; ++i) {
        action = Action::slide(square, d, kDrops<N>.patterns[flatten][free][i]);
        if (may_join && B::has_road(road_after(s, action))) return true;
        if (may_fill && wins(action)) return true;
      }
    }
  }
  return false;
}

template <int N>
bool Dashigaikh<N>::same_position(const State& a, const State& b) const {
  return a.hash == b.hash && a.to_move == b.to_move && a.tops == b.tops &&
         a.standing == b.standing && a.overseers == b.overseers && a.height == b.height &&
         a.buried == b.buried;
}

#define CLANHOUSE_INSTANTIATE(N)                                      \
  template bool Dashigaikh<N>::find_win(const State&, Action&) const; \
  template bool Dashigaikh<N>::same_position(const State&, const State&) const;
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
