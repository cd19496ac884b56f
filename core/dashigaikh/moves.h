// Legal turns of Dashigáikh: listed, and counted without listing (rules, "A turn").
//
// A stack that may enter d squares with a hand of up to h pieces has one stack move for every drop
// pattern of at most h bits with at most d of them set. Where a standing piece comes next and an
// overseer moves, the patterns with d + 1 set bits whose last drop is the overseer alone are legal
// too. Both sets come from tables.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/dashigaikh/config.h"
#include "core/dashigaikh/state.h"
#include "core/fixed_list.h"

namespace clanhouse::dashigaikh {

// Room for the legal turns of any position. A stack of N pieces has at most 2 * (2^N - 2) moves,
// more per piece than any smaller one, and a config allows at most 2 * (64 + 4) pieces.
template <int N>
constexpr std::size_t max_legal() {
  constexpr std::size_t kPieces = 2 * (kMaxFlats + kMaxOverseers);
  constexpr std::size_t kPerStack = 2 * ((std::size_t{1} << N) - 2);
  constexpr std::size_t kPlacements = 3 * N * N;
  return std::min<std::size_t>(N * N * kPerStack, (kPieces * kPerStack + N - 1) / N) + kPlacements;
}

template <int N>
using ActionList = FixedList<Action, max_legal<N>()>;

// Drop patterns of hands of up to N pieces, by the number of free squares.
template <int N>
struct DropTable {
  static constexpr int kPatterns = (1 << N) - 1;
  // patterns[f][d]: ascending, those that enter at most d squares; with f = 1 also those that
  // flatten on square d + 1. counts[f][d][h]: how many of them take at most h pieces.
  std::array<std::array<std::array<std::uint8_t, kPatterns>, N>, 2> patterns{};
  std::array<std::array<std::array<std::uint16_t, N + 1>, N>, 2> counts{};

  constexpr DropTable() {
    for (int flatten = 0; flatten < 2; ++flatten) {
      for (int d = 0; d < N; ++d) {
        int count = 0;
        for (int pattern = 1; pattern <= kPatterns; ++pattern) {
          const int entered = std::popcount(static_cast<unsigned>(pattern));
          const bool flattens = flatten == 1 && entered == d + 1 && (pattern & 1) != 0;
          if (entered <= d || flattens) patterns[flatten][d][count++] = pattern;
          for (int h = std::bit_width(static_cast<unsigned>(pattern)); h <= N; ++h) {
            counts[flatten][d][h] = count;
          }
        }
      }
    }
  }
};
template <int N>
inline constexpr DropTable<N> kDrops{};

// Whether an overseer that has `free` squares ahead of it meets a standing piece behind them.
template <int N>
constexpr bool can_flatten(const State<N>& s, int square, int direction, int free) {
  using B = Board<N>;
  if ((s.overseers >> square & 1) == 0 || free == B::edge_distance(square, direction)) return false;
  return (s.standing >> (square + (free + 1) * B::kStep[direction]) & 1) != 0;
}

// The legal turns in ascending order of Action; the game must not be over.
template <int N>
void list_legal(const State<N>& s, ActionList<N>& list) {
  using B = Board<N>;
  list.clear();
  Bitboard places = s.empty();
  const Color mover = s.to_move;
  if (s.opening()) {
    for (; places != 0; places &= places - 1) {
      list.push_back(Action::place(kFlat, std::countr_zero(places)));
    }
    return;
  }
  const bool has_flat = s.flats[mover] > 0;
  const bool has_cap = s.caps[mover] > 0;
  const Bitboard blockers = s.blockers();
  for (Bitboard todo = places | s.tops[mover]; todo != 0; todo &= todo - 1) {
    const int square = std::countr_zero(todo);
    if ((places >> square & 1) != 0) {
      if (has_flat) {
        list.push_back(Action::place(kFlat, square));
        list.push_back(Action::place(kStanding, square));
      }
      if (has_cap) list.push_back(Action::place(kOverseer, square));
      continue;
    }
    const int hand = std::min<int>(s.height[square], N);
    for (int d = 0; d < kDirections; ++d) {
      const int free = B::free_squares(square, d, blockers);
      const bool flatten = can_flatten(s, square, d, free);
      if (free == 0 && !flatten) continue;
      const int count = kDrops<N>.counts[flatten][free][hand];
      const auto& patterns = kDrops<N>.patterns[flatten][free];
      for (int i = 0; i < count; ++i) list.push_back(Action::slide(square, d, patterns[i]));
    }
  }
}

// Number of stack moves of a colour.
template <int N>
int count_slides(const State<N>& s, Color mover) {
  using B = Board<N>;
  const Bitboard blockers = s.blockers();
  const Bitboard singles = s.tops[mover] & ~s.tall;
  const Bitboard lone_overseers = singles & s.overseers;
  int count = 0;
  for (int d = 0; d < kDirections; ++d) {
    count += std::popcount(B::shift(singles, d) & ~blockers);
    count += std::popcount(B::shift(lone_overseers, d) & s.standing);
  }
  for (Bitboard todo = s.tops[mover] & s.tall; todo != 0; todo &= todo - 1) {
    const int square = std::countr_zero(todo);
    const int hand = std::min<int>(s.height[square], N);
    for (int d = 0; d < kDirections; ++d) {
      const int free = B::free_squares(square, d, blockers);
      count += kDrops<N>.counts[can_flatten(s, square, d, free)][free][hand];
    }
  }
  return count;
}

// Kinds of piece that a colour can place on an empty square after the opening.
template <int N>
int placeable_kinds(const State<N>& s, Color mover) {
  return (s.flats[mover] > 0 ? 2 : 0) + (s.caps[mover] > 0 ? 1 : 0);
}

// Number of legal turns; 0 when the game is over.
template <int N>
int count_legal(const State<N>& s) {
  if (s.over()) return 0;
  const int empty = std::popcount(s.empty());
  if (s.opening()) return empty;
  return empty * placeable_kinds(s, s.to_move) + count_slides(s, s.to_move);
}

}  // namespace clanhouse::dashigaikh
