// A quick judgement of Dashigáikh positions.
//
// The value is x / sqrt(1 + x^2) of a weighted sum x of differences between the players: flats on
// top (with komi), how many more pieces a road needs at least, pieces buried under own and foreign
// tops, overseers on the board, and the move. docs/performance.md says how the weights were found.
#pragma once

#include <array>

#include "agents/heuristic.h"
#include "core/dashigaikh/game.h"

namespace clanhouse {

namespace dashigaikh {

// What the judgement is made of, each as player 1's advantage. The order is that of kWeights.
enum Feature : int {
  kFeatureFlats,       // flats on top, minus komi
  kFeatureRoadMover,   // road_merit() with the move
  kFeatureRoadWaiter,  // road_merit() without it
  kFeatureFriends,     // own pieces under own tops
  kFeatureCaptives,    // foreign pieces under own tops
  kFeatureStanding,    // standing pieces
  kFeatureOverseer,    // overseers on the board
  kFeatureMove,        // whose turn it is
  kFeatureCount
};

template <int N>
std::array<float, kFeatureCount> heuristic_features(const Dashigaikh<N>& game, const State<N>& s);

}  // namespace dashigaikh

template <int N>
struct Heuristic<dashigaikh::Dashigaikh<N>> {
  static Utilities<2> value(const dashigaikh::Dashigaikh<N>& game, const dashigaikh::State<N>& s);
};

}  // namespace clanhouse
