// How a game to learn from begins: as the game does, unless said otherwise here.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/changakarnikh/engine.h"
#include "core/changakarnikh/family.h"
#include "core/changakarnikh/game.h"
#include "core/random.h"

namespace clanhouse {

template <Game G>
struct NetStart {
  static G draw(const G& game, RandomStream& /*random*/) { return game; }
};

// Races of other pieces each time, with the seats, number, scores and rules of the one given. The
// scores must be equal: a utility is then the same for a game with another start.
template <>
struct NetStart<changakarnikh::RaceGame> {
  static changakarnikh::RaceGame draw(const changakarnikh::RaceGame& game, RandomStream& random) {
    using namespace changakarnikh;
    auto config = game.config();
    std::array<Piece, kSetSize> set;
    for (int i = 0; i < kSetSize; ++i) set[i] = static_cast<Piece>(i);
    random.shuffle(set);
    const auto score = config.start.score;
    config.start = make_race(std::span(set).first(static_cast<std::size_t>(game.seats())), 0,
                             config.start.number);
    config.start.score = score;
    return RaceGame(config);
  }
};

// The race from which others are drawn, with these many seats and one point for each.
inline changakarnikh::RaceGame race_to_learn(int seats, const changakarnikh::Rules& rules) {
  using namespace changakarnikh;
  constexpr int kNumber = 3;
  std::array<Piece, kMaxSeats> pieces;
  for (int i = 0; i < kMaxSeats; ++i) pieces[i] = static_cast<Piece>(i);
  Race start = make_race(std::span(pieces).first(static_cast<std::size_t>(seats)), 0, kNumber);
  std::fill_n(start.score.begin(), seats, std::uint16_t{1});
  return RaceGame({start, rules});
}

// Calls visit(game) with what a net of this name (G::kName) learns to play: the family's game, or
// the part of it that the name is of.
template <class Family, class Visit>
decltype(auto) with_game_to_learn(std::string_view name, const typename Family::Config& config,
                                  Visit&& visit) {
  if constexpr (std::is_same_v<Family, changakarnikh::Family>) {
    if (name == Family::kPartName) return visit(race_to_learn(config.players, config.rules));
  }
  return Family::with(config, std::forward<Visit>(visit));
}

}  // namespace clanhouse
