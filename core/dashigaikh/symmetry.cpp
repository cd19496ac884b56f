// The eight symmetries of the square. Bit 0 of a symmetry mirrors files, bit 1 mirrors ranks, and
// then bit 2 exchanges the two.
#include <utility>

#include "core/dashigaikh/game.h"
#include "core/dashigaikh/instantiate.h"

namespace clanhouse::dashigaikh {
namespace {

template <int N>
int map_square(int square, int symmetry) {
  int file = square % N;
  int rank = square / N;
  if ((symmetry & 1) != 0) file = N - 1 - file;
  if ((symmetry & 2) != 0) rank = N - 1 - rank;
  if ((symmetry & 4) != 0) std::swap(file, rank);
  return rank * N + file;
}

int map_direction(int direction, int symmetry) {
  if ((symmetry & 1) != 0 && (direction == kLeft || direction == kRight)) {
    direction = kLeft + kRight - direction;
  }
  if ((symmetry & 2) != 0 && (direction == kUp || direction == kDown)) {
    direction = kUp + kDown - direction;
  }
  if ((symmetry & 4) != 0) {
    constexpr std::array<int, kDirections> kExchanged = {kRight, kLeft, kDown, kUp};
    direction = kExchanged[direction];
  }
  return direction;
}

template <int N>
Bitboard map_squares(Bitboard squares, int symmetry) {
  Bitboard mapped = 0;
  for (; squares != 0; squares &= squares - 1) {
    mapped |= Board<N>::bit(map_square<N>(std::countr_zero(squares), symmetry));
  }
  return mapped;
}

}  // namespace

template <int N>
State<N> Dashigaikh<N>::transform(const State& s, int symmetry) const {
  State t = s;
  for (Bitboard* squares : {&t.tops[0], &t.tops[1], &t.standing, &t.overseers, &t.tall}) {
    *squares = map_squares<N>(*squares, symmetry);
  }
  for (int square = 0; square < N * N; ++square) {
    const int to = map_square<N>(square, symmetry);
    t.buried[to] = s.buried[square];
    t.height[to] = s.height[square];
  }
  rehash(t);
  return t;
}

template <int N>
Action Dashigaikh<N>::transform(Action action, int symmetry) const {
  const int square = map_square<N>(action.square(), symmetry);
  if (action.is_placement()) return Action::place(action.piece(), square);
  return Action::slide(square, map_direction(action.direction(), symmetry), action.pattern());
}

#define CLANHOUSE_INSTANTIATE(N)                                       \
  template State<N> Dashigaikh<N>::transform(const State&, int) const; \
  template Action Dashigaikh<N>::transform(Action, int) const;
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
