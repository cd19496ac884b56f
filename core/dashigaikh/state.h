// A position of Dashigáikh.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/dashigaikh/action.h"
#include "core/dashigaikh/board.h"

namespace clanhouse::dashigaikh {

enum Color : std::uint8_t { kWhite, kBlack };  // player 1, player 2
constexpr Color opponent(Color c) { return static_cast<Color>(1 - c); }

// Who has won.
enum class Winner : std::uint8_t { kNobody, kWhite, kBlack, kDraw };
constexpr Winner winner_of(Color c) { return c == kWhite ? Winner::kWhite : Winner::kBlack; }

// What ended the game; kDeclared is the word of a record alone (resignation, time, agreement).
enum class Ending : std::uint8_t {
  kNone,
  kRoad,
  kBoard,
  kReserve,
  kInactivity,
  kRepetition,
  kTurnLimit,
  kDeclared,
};

// The colours of a stack under its top piece, the next one below the top at bit 0; set is black.
// 128 bits hold every stack: 2 * 64 flats under one overseer, the most that a config allows (no
// other overseer can be in the same stack).
using Buried = unsigned __int128;

template <int N>
struct State {
  using B = Board<N>;

  // Squares whose top piece is white's, black's; standing; an overseer.
  std::array<Bitboard, 2> tops{};
  Bitboard standing = 0;
  Bitboard overseers = 0;
  // Squares with more than one piece.
  Bitboard tall = 0;
  // Of the stacks and the player to move: equal positions have equal hashes.
  std::uint64_t hash = 0;
  std::array<Buried, B::kSquares> buried{};
  std::array<std::uint8_t, B::kSquares> height{};
  // Pieces in reserve, by colour.
  std::array<std::uint8_t, 2> flats{};
  std::array<std::uint8_t, 2> caps{};
  // Single turns since the start of the record, and how many of the last ones were quiet.
  std::uint32_t turns = 0;
  std::uint32_t quiet_turns = 0;
  // Of the next turn, as a TPS counts.
  std::uint32_t move_number = 1;
  Color to_move = kWhite;
  Winner winner = Winner::kNobody;
  Ending ending = Ending::kNone;

  bool operator==(const State&) const = default;

  Bitboard occupied() const { return tops[0] | tops[1]; }
  Bitboard empty() const { return B::kAll & ~occupied(); }
  // Squares that no stack move enters, but for an overseer that flattens.
  Bitboard blockers() const { return standing | overseers; }
  // Squares that count for a player's road.
  Bitboard road_squares(Color c) const { return tops[c] & ~standing; }
  // Squares that count in a player's flat count.
  Bitboard top_flats(Color c) const { return tops[c] & ~standing & ~overseers; }
  int flat_count(Color c) const { return std::popcount(top_flats(c)); }
  int reserve(Color c) const { return flats[c] + caps[c]; }
  bool over() const { return ending != Ending::kNone; }
  // The first turn of each player places a flat of the opponent's (rules, "Opening").
  bool opening() const {
    const Bitboard on_board = occupied();
    return on_board == 0 ||
           ((on_board & (on_board - 1)) == 0 && height[std::countr_zero(on_board)] == 1);
  }
  Color top_color(int square) const { return (tops[kBlack] >> square & 1) != 0 ? kBlack : kWhite; }
  Piece top_piece(int square) const {
    if ((standing >> square & 1) != 0) return kStanding;
    return (overseers >> square & 1) != 0 ? kOverseer : kFlat;
  }
  // The colour of the piece `depth` pieces under the top (0: the top itself).
  Color color_at(int square, int depth) const {
    return depth == 0 ? top_color(square) : static_cast<Color>(buried[square] >> (depth - 1) & 1);
  }
};

}  // namespace clanhouse::dashigaikh
