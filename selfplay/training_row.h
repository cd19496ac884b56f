// What a net learns from: one position of a finished game, as the seat to act saw it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace clanhouse {

struct TrainingRow {
  std::vector<float> features;
  // All legal actions: slot of the policy, and the share that the search gave it before any
  // temperature. Empty where the net has no policy.
  std::vector<std::pair<std::uint32_t, float>> policy;
  // How the game ended, in the order of the net's values: win, draw and loss, one of them 1; or the
  // utilities of the seats.
  std::vector<float> outcome;
  // What the search expected, in the same units: win less loss, or the first seat's utility.
  float root_value = 0;
  // Whose the squares were at the end: 1 own, -1 somebody else's, 0 nobody's. May be empty.
  std::vector<float> owners;
  // Number of the game among those of its player.
  std::uint64_t game = 0;
};

}  // namespace clanhouse
