// Squares, directions and bitboards of an N x N board.
//
// A square is rank * N + file, both from 0: a1 is 0, b1 is 1. Bit s of a bitboard is square s.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace clanhouse::dashigaikh {

using Bitboard = std::uint64_t;

// Four bitboards that are worked on at once (one AVX2 register): chains are followed from several
// sides, or for both players, in the time of one.
using Lanes = Bitboard __attribute__((vector_size(32)));
inline bool any(Lanes lanes) { return (lanes[0] | lanes[1] | lanes[2] | lanes[3]) != 0; }
inline Lanes broadcast(Bitboard b) { return Lanes{b, b, b, b}; }

// In the order in which slides of one stack are listed.
enum Direction : int { kUp, kDown, kLeft, kRight };
inline constexpr int kDirections = 4;
// The letters of PTN, by direction.
inline constexpr char kDirectionText[] = "+-<>";

template <int N>
struct Board {
  static constexpr int kSize = N;
  static constexpr int kSquares = N * N;
  static constexpr Bitboard kAll = N == 8 ? ~Bitboard{0} : (Bitboard{1} << (N * N)) - 1;
  static constexpr Bitboard kBottom = (Bitboard{1} << N) - 1;
  static constexpr Bitboard kTop = kBottom << (N * (N - 1));
  static constexpr Bitboard kFileA = [] {
    Bitboard files = 0;
    for (int rank = 0; rank < N; ++rank) files |= Bitboard{1} << (rank * N);
    return files;
  }();
  static constexpr Bitboard kLastFile = kFileA << (N - 1);
  static constexpr std::array<int, kDirections> kStep = {N, -N, -1, 1};

  static constexpr Bitboard bit(int square) { return Bitboard{1} << square; }
  static constexpr int square(int file, int rank) { return rank * N + file; }
  static constexpr int file(int square) { return square % N; }
  static constexpr int rank(int square) { return square / N; }

  // Number of squares between this one and the edge.
  static constexpr int edge_distance(int square, int direction) {
    switch (direction) {
      case kUp: return N - 1 - rank(square);
      case kDown: return rank(square);
      case kLeft: return file(square);
      default: return N - 1 - file(square);
    }
  }

  // Every square one step away in the direction.
  static constexpr Bitboard shift(Bitboard b, int direction) {
    switch (direction) {
      case kUp: return (b << N) & kAll;
      case kDown: return b >> N;
      case kLeft: return (b & ~kFileA) >> 1;
      default: return (b & ~kLastFile) << 1;
    }
  }

  // The squares orthogonally adjacent to any of b, together with b; T is Bitboard or Lanes.
  template <class T>
  static constexpr T dilate(T b) {
    return (b | (b << N) | (b >> N) | ((b & ~kLastFile) << 1) | ((b & ~kFileA) >> 1)) & kAll;
  }

  // All squares from a square to the edge, without the square itself.
  static constexpr auto kRays = [] {
    std::array<std::array<Bitboard, kSquares>, kDirections> rays{};
    for (int d = 0; d < kDirections; ++d) {
      for (int s = 0; s < kSquares; ++s) {
        for (int i = 1; i <= edge_distance(s, d); ++i) rays[d][s] |= bit(s + i * kStep[d]);
      }
    }
    return rays;
  }();

  // Number of squares that can be entered from a square in the direction before one of blockers.
  static constexpr int free_squares(int square, int direction, Bitboard blockers) {
    const Bitboard hit = kRays[direction][square] & blockers;
    if (hit == 0) return edge_distance(square, direction);
    switch (direction) {
      case kUp: return (std::countr_zero(hit) - square) / N - 1;
      case kDown: return (square - 63 + std::countl_zero(hit)) / N - 1;
      case kLeft: return square - 63 + std::countl_zero(hit) - 1;
      default: return std::countr_zero(hit) - square - 1;
    }
  }

  // The part of `within` that is orthogonally connected to `seed` (which is part of it).
  static constexpr Bitboard flood(Bitboard seed, Bitboard within) {
    Bitboard reached = seed & within;
    for (Bitboard before = 0; reached != before;) {
      before = reached;
      reached = dilate(reached) & within;
    }
    return reached;
  }

  static Lanes flood(Lanes seed, Lanes within) {
    Lanes reached = seed & within;
    for (;;) {
      // Two steps to one look at whether anything has changed.
      const Lanes before = dilate(reached) & within;
      reached = dilate(before) & within;
      if (!any(reached ^ before)) return reached;
    }
  }

  // Whether some chain of these squares touches two opposite sides.
  static constexpr bool has_road(Bitboard squares) {
    if (std::popcount(squares) < N) return false;
    return (flood(squares & kFileA, squares) & kLastFile) != 0 ||
           (flood(squares & kBottom, squares) & kTop) != 0;
  }

  // The same when any road must pass through one square.
  static constexpr bool has_road_through(Bitboard squares, int square) {
    if (std::popcount(squares) < N) return false;
    const Bitboard chain = flood(bit(square), squares);
    return ((chain & kFileA) && (chain & kLastFile)) || ((chain & kBottom) && (chain & kTop));
  }
};

}  // namespace clanhouse::dashigaikh
