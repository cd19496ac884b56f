// What a net learns from: one position of a finished game.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "agents/net/tower.h"

namespace clanhouse {

struct TrainingRow {
  std::vector<float> features;
  // All legal actions: slot of the policy, and share of the visits.
  std::vector<std::pair<std::uint32_t, float>> policy;
  std::array<float, Tower::kResults> result{};  // win, draw, loss: one of them 1
};

}  // namespace clanhouse
