// Exact values in endings of Ssansh for two players.
//
// Every deal of the hidden figurines that the view allows is solved with all hands open, by
// expectimax: both players choose for themselves, draws from the bag are chance. The value of an
// action is the mean over the deals, each weighed by its probability. Where the other player's hand
// is empty nothing but draws is hidden, and the values are those of the game itself; otherwise they
// are those of players who look at each other's cards from then on.
#pragma once

#include <cstdint>
#include <vector>

#include "core/error.h"
#include "core/ssansh/game.h"

namespace clanhouse::ssansh {

struct EndingAction {
  Action action;
  double value = 0;  // expected utility of the seat to act
};

// All actions of the seat to act, which is the one that looks, best first. It is an error if there
// are not two players, if it is somebody else's turn, or if more than `max_positions` would have to
// be solved; three figurines in both hands take up to about a million.
Result<std::vector<EndingAction>> solve_ending(const Ssansh& game, const Ssansh::View& view,
                                               std::size_t max_positions);

}  // namespace clanhouse::ssansh
