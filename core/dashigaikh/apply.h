// What a turn does to a position (rules, "A turn" and "End of the game").
#pragma once

#include <bit>
#include <cstdint>

#include "core/dashigaikh/config.h"
#include "core/dashigaikh/state.h"
#include "core/random.h"

namespace clanhouse::dashigaikh {

inline constexpr std::uint64_t kBlackToMoveHash = 0x6a09e667f3bcc909ULL;

// The contribution of one square to the hash; 0 for an empty one.
template <int N>
std::uint64_t square_hash(const State<N>& s, int square) {
  const std::uint64_t height = s.height[square];
  if (height == 0) return 0;
  const Buried buried = s.buried[square];
  const std::uint64_t top = std::uint64_t{s.top_color(square)} << 2 | s.top_piece(square);
  return mix64(mix64(static_cast<std::uint64_t>(buried) ^
                     std::rotl(static_cast<std::uint64_t>(buried >> 64), 29)) +
               (static_cast<std::uint64_t>(square) << 32 | height << 8 | top) *
                   0x9e3779b97f4a7c15ULL);
}

// Sets the hash of a position from scratch.
template <int N>
void rehash(State<N>& s) {
  s.hash = s.to_move == kBlack ? kBlackToMoveHash : 0;
  for (int square = 0; square < Board<N>::kSquares; ++square) s.hash ^= square_hash(s, square);
}

template <int N>
void put_piece(State<N>& s, Color color, Piece piece, int square) {
  const Bitboard bit = Board<N>::bit(square);
  s.tops[color] |= bit;
  if (piece == kStanding) s.standing |= bit;
  if (piece == kOverseer) s.overseers |= bit;
  s.height[square] = 1;
  s.buried[square] = 0;
  s.hash ^= square_hash(s, square);
}

// Moves a stack; true when it flattened a standing piece.
template <int N>
bool slide_stack(State<N>& s, Action action) {
  using B = Board<N>;
  const int from = action.square();
  const Color mover = s.to_move;
  const Piece piece = s.top_piece(from);
  int in_hand = action.hand();
  s.hash ^= square_hash(s, from);

  // The hand's colours, its top at bit 0.
  const unsigned hand =
      (static_cast<unsigned>(s.buried[from]) << 1 | mover) & ((1U << in_hand) - 1);
  s.tops[mover] &= ~B::bit(from);
  s.standing &= ~B::bit(from);
  s.overseers &= ~B::bit(from);
  s.height[from] -= in_hand;
  s.buried[from] >>= in_hand - 1;
  if (s.height[from] > 0) {
    s.tops[s.buried[from] & 1] |= B::bit(from);
    s.buried[from] >>= 1;
  } else {
    s.buried[from] = 0;
  }
  if (s.height[from] < 2) s.tall &= ~B::bit(from);
  s.hash ^= square_hash(s, from);

  bool flattened = false;
  int to = from;
  for_each_drop(action.pattern(), [&](int count) {
    to += B::kStep[action.direction()];
    const Bitboard bit = B::bit(to);
    s.hash ^= square_hash(s, to);
    in_hand -= count;
    const unsigned dropped = (hand >> in_hand) & ((1U << count) - 1);
    if (s.height[to] > 0) {
      s.buried[to] = (s.buried[to] << 1 | s.top_color(to)) << (count - 1);
      flattened = flattened || (s.standing & bit) != 0;
      s.standing &= ~bit;
      s.tops[0] &= ~bit;
      s.tops[1] &= ~bit;
    }
    s.buried[to] |= dropped >> 1;
    s.tops[dropped & 1] |= bit;
    s.height[to] += count;
    if (s.height[to] > 1) s.tall |= bit;
    if (in_hand == 0) {
      if (piece == kStanding) s.standing |= bit;
      if (piece == kOverseer) s.overseers |= bit;
    }
    s.hash ^= square_hash(s, to);
  });
  return flattened;
}

template <int N>
void finish(State<N>& s, Winner winner, Ending ending) {
  s.winner = winner;
  s.ending = ending;
}

// The end by flat count: a full board, or a player with nothing left to place.
template <int N>
void finish_by_count(State<N>& s, int half_komi) {
  const bool full = s.empty() == 0;
  if (!full && s.reserve(kWhite) > 0 && s.reserve(kBlack) > 0) return;
  const int lead = 2 * (s.flat_count(kWhite) - s.flat_count(kBlack)) - half_komi;
  finish(s,
         lead > 0   ? Winner::kWhite
         : lead < 0 ? Winner::kBlack
                    : Winner::kDraw,
         full ? Ending::kBoard : Ending::kReserve);
}

// The ends that do not depend on roads, in the order of the rules.
template <int N>
void judge_without_roads(State<N>& s, const Config& config) {
  if (config.inactivity == InactivityRule::kPlies &&
      s.quiet_turns >= static_cast<std::uint32_t>(config.inactivity_plies)) {
    return finish(s, Winner::kDraw, Ending::kInactivity);
  }
  finish_by_count(s, config.half_komi);
  if (!s.over() && config.turn_limit > 0 &&
      s.turns >= static_cast<std::uint32_t>(config.turn_limit)) {
    finish(s, Winner::kDraw, Ending::kTurnLimit);
  }
}

// Looks for the end of the game after a turn of `mover`, in the order of the rules.
template <int N>
void judge(State<N>& s, Color mover, const Config& config) {
  using B = Board<N>;
  if (B::has_road(s.road_squares(mover))) return finish(s, winner_of(mover), Ending::kRoad);
  if (B::has_road(s.road_squares(opponent(mover)))) {
    return finish(s, winner_of(opponent(mover)), Ending::kRoad);
  }
  judge_without_roads(s, config);
}

template <int N>
void apply_turn(State<N>& s, Action action, const Config& config) {
  using B = Board<N>;
  const Color mover = s.to_move;
  bool quiet = false;
  bool road_possible = true;
  if (action.is_placement()) {
    const Color owner = s.opening() ? opponent(mover) : mover;
    put_piece(s, owner, action.piece(), action.square());
    --(action.piece() == kOverseer ? s.caps : s.flats)[owner];
    // The position before had no road, so a new one passes through the piece just placed.
    road_possible =
        action.piece() != kStanding && B::has_road_through(s.road_squares(owner), action.square());
  } else {
    quiet = !slide_stack(s, action);
  }
  s.quiet_turns = quiet ? s.quiet_turns + 1 : 0;
  ++s.turns;
  if (mover == kBlack) ++s.move_number;
  s.to_move = opponent(mover);
  s.hash ^= kBlackToMoveHash;
  if (road_possible) {
    judge(s, mover, config);
  } else {
    judge_without_roads(s, config);
  }
}

}  // namespace clanhouse::dashigaikh
