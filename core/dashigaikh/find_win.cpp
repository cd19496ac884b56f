// Turns that win at once, found without trying every turn.
//
// A placement makes a road exactly where an empty square, or the side itself, touches chains that
// reach both of two opposite sides. A stack move can make one only if its line, filled with the
// mover's flats, would; few do, and those are played out.
#include "core/dashigaikh/game.h"
#include "core/dashigaikh/instantiate.h"

namespace clanhouse::dashigaikh {
namespace {

// Empty squares on which a flat or an overseer of the mover completes a road.
template <int N>
Bitboard road_completions(const State<N>& s) {
  using B = Board<N>;
  const Bitboard road = s.road_squares(s.to_move);
  if (std::popcount(road) < N - 1) return 0;
  const auto reach = [&](Bitboard side) { return B::dilate(B::flood(side, road)) | side; };
  return s.empty() & ((reach(B::kFileA) & reach(B::kLastFile)) | (reach(B::kBottom) & reach(B::kTop)));
}

}  // namespace

template <int N>
bool Dashigaikh<N>::find_win(const State& s, Action& action) const {
  using B = Board<N>;
  if (s.over() || s.opening()) return false;
  const Color mover = s.to_move;
  if (s.reserve(mover) > 0) {
    if (const Bitboard squares = road_completions(s); squares != 0) {
      action = Action::place(s.flats[mover] > 0 ? kFlat : kOverseer, std::countr_zero(squares));
      return true;
    }
  }
  const Winner own_win = winner_of(mover);
  const auto wins = [&](Action candidate) {
    State next = s;
    apply(next, candidate);
    if (next.winner != own_win) return false;
    action = candidate;
    return true;
  };

  // With one square or one piece left, or none, any turn may end the game by count.
  if (std::popcount(s.empty()) <= 1 || s.reserve(mover) <= 1) {
    ActionList list;
    legal(s, list);
    return std::any_of(list.begin(), list.end(), wins);
  }

  const Bitboard road = s.road_squares(mover);
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
      if (!B::has_road(road | line)) continue;
      const int count = kDrops<N>.counts[flatten][free][hand];
      for (int i = 0; i < count; ++i) {
        if (wins(Action::slide(square, d, kDrops<N>.patterns[flatten][free][i]))) return true;
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

#define CLANHOUSE_INSTANTIATE(N)                                                 \
  template bool Dashigaikh<N>::find_win(const State&, Action&) const;            \
  template bool Dashigaikh<N>::same_position(const State&, const State&) const;
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
