// How a position is told to an engine: by the turns that led to it as far as we know them, so that
// the engine can keep what it has thought and knows of repetitions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dashigaikh/text.h"

namespace clanhouse::tei {

template <int N>
class PositionLine {
 public:
  using Game = dashigaikh::Dashigaikh<N>;
  using State = dashigaikh::State<N>;
  using Action = dashigaikh::Action;

  explicit PositionLine(const Game& game) : game_(game) { reset(); }

  void reset() { begin_at(game_.initial(), "startpos"); }

  // Goes on to the position if it is at most two turns further, and starts from it otherwise.
  void go_to(const State& position) {
    if (position == last_) return;
    if (position == game_.initial()) return reset();
    if (const auto turn = turn_to(last_, position)) return add(*turn);
    typename Game::ActionList turns;
    if (!last_.over()) game_.legal(last_, turns);
    for (const Action first : turns) {
      State after = last_;
      game_.apply(after, first);
      if (const auto second = turn_to(after, position)) {
        add(first);
        return add(*second);
      }
    }
    begin_at(position, "tps " + write_tps(position));
  }
  // A turn that was played in the last position.
  void add(Action turn) {
    turns_ += " " + dashigaikh::turn_text(N, turn);
    game_.apply(last_, turn);
  }

  // What follows the word "position". The word "moves" is always there: some engines want it.
  std::string text() const { return start_ + " moves" + turns_; }

 private:
  void begin_at(const State& position, std::string start) {
    start_ = std::move(start);
    turns_.clear();
    last_ = position;
  }
  std::optional<Action> turn_to(const State& from, const State& position) const {
    if (from.over() || from.turns + 1 != position.turns) return std::nullopt;
    typename Game::ActionList turns;
    game_.legal(from, turns);
    for (const Action turn : turns) {
      State after = from;
      game_.apply(after, turn);
      if (after == position) return turn;
    }
    return std::nullopt;
  }

  Game game_;
  std::string start_;
  std::string turns_;
  State last_;
};

}  // namespace clanhouse::tei
