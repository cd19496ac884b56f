// Takes a turn back: what the turn is about to change is kept and put in its place again. For loops
// over the turns of one position this measured faster than a copy of the state for each of them
// (docs/performance.md).
#pragma once

#include <array>
#include <cstdint>

#include "core/dashigaikh/state.h"

namespace clanhouse::dashigaikh {

template <int N>
class Undo {
 public:
  // To be made before the action is applied.
  Undo(const State<N>& s, Action action)
      : tops_(s.tops),
        standing_(s.standing),
        overseers_(s.overseers),
        tall_(s.tall),
        hash_(s.hash),
        flats_(s.flats),
        caps_(s.caps),
        turns_(s.turns),
        quiet_turns_(s.quiet_turns),
        move_number_(s.move_number),
        to_move_(s.to_move) {
    const bool placement = action.is_placement();
    const int step = placement ? 0 : Board<N>::kStep[action.direction()];
    touched_ = placement ? 1 : 1 + action.squares_entered();
    int square = action.square();
    for (int i = 0; i < touched_; ++i, square += step) {
      squares_[i] = {s.buried[square], s.height[square], static_cast<std::uint8_t>(square)};
    }
  }

  // The position before the action. It was not at an end, or nothing could have been applied.
  void restore(State<N>& s) const {
    s.tops = tops_;
    s.standing = standing_;
    s.overseers = overseers_;
    s.tall = tall_;
    s.hash = hash_;
    s.flats = flats_;
    s.caps = caps_;
    s.turns = turns_;
    s.quiet_turns = quiet_turns_;
    s.move_number = move_number_;
    s.to_move = to_move_;
    s.winner = Winner::kNobody;
    s.ending = Ending::kNone;
    for (int i = 0; i < touched_; ++i) {
      s.buried[squares_[i].square] = squares_[i].buried;
      s.height[squares_[i].square] = squares_[i].height;
    }
  }

 private:
  struct Square {
    Buried buried;
    std::uint8_t height;
    std::uint8_t square;
  };

  std::array<Bitboard, 2> tops_;
  Bitboard standing_;
  Bitboard overseers_;
  Bitboard tall_;
  std::uint64_t hash_;
  std::array<std::uint8_t, 2> flats_;
  std::array<std::uint8_t, 2> caps_;
  std::uint32_t turns_;
  std::uint32_t quiet_turns_;
  std::uint32_t move_number_;
  Color to_move_;
  int touched_;
  std::array<Square, N> squares_;
};

}  // namespace clanhouse::dashigaikh
