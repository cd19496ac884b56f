#include "agents/changakarnikh/piece_values.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clanhouse::changakarnikh {
namespace {

struct Worth {
  float strength;
  float points;
};
// By Piece. The Assassin, the Elder and the plain piece do nothing in races: what the measurements
// give them differs by luck alone, and must be the same here so that greedy takes one for another.
constexpr std::array<Worth, kPieceKinds> kWorth = {{
    {-0.98F, 0.75F},  // assassin
    {-0.98F, 0.75F},  // elder
    {-0.99F, 1.45F},  // matron
    {1.29F, 2.59F},   // aridani
    {-0.05F, 1.34F},  // consort
    {0.60F, 1.97F},   // blessed
    {-0.45F, 1.05F},  // glorious
    {0.03F, 1.49F},   // ambitious
    {-0.70F, 0.89F},  // widow
    {0.62F, 1.77F},   // matchmaker
    {-0.48F, 1.06F},  // ahoggya
    {0.40F, 1.78F},   // boisterous
    {0.09F, 1.48F},   // illomened
    {0.59F, 1.92F},   // pechoi
    {0.11F, 1.48F},   // adviser
    {-0.51F, 1.01F},  // spiteful
    {0.02F, 1.40F},   // philosopher
    {1.03F, 2.37F},   // kindhearted
    {-0.97F, 0.73F},  // scheming
    {0.83F, 2.13F},   // governor
    {0.23F, 1.65F},   // healthy
    {-0.98F, 1.02F},  // lateborn
    {0.38F, 1.79F},   // companion
    {0.70F, 2.00F},   // lover
    {0.18F, 1.65F},   // general
    {-0.98F, 0.75F},  // plain
}};

// How much faster a strong piece is; fitted by eye to the places of greedy races.
constexpr float kMeanPace = 3.8F;
constexpr float kPacePerStrength = 0.35F;
constexpr int kPositions = 32;

// By piece and position: exp() is too slow for every decision of a race.
const auto kWeights = [] {
  std::array<std::array<float, kPositions>, kPieceKinds> weights{};
  for (int i = 0; i < kPieceKinds; ++i) {
    const float pace = std::max(2.F, kMeanPace + kPacePerStrength * kWorth[i].strength);
    for (int position = 0; position < kPositions; ++position) {
      const float turns = static_cast<float>(kPositions - 1 - position) / pace;
      weights[i][position] = std::exp(-kDecay * turns);
    }
  }
  return weights;
}();

}  // namespace

float place_weight(Piece piece, int position) {
  return kWeights[static_cast<std::size_t>(piece)][static_cast<std::size_t>(position)];
}

float piece_strength(Piece piece) { return kWorth[static_cast<std::size_t>(piece)].strength; }
float piece_points(Piece piece) { return kWorth[static_cast<std::size_t>(piece)].points; }

}  // namespace clanhouse::changakarnikh
