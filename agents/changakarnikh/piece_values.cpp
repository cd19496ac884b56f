#include "agents/changakarnikh/piece_values.h"

#include <array>

namespace clanhouse::changakarnikh {
namespace {

struct Worth {
  float strength;
  float points;
};
// By Piece; the plain one is weaker than most.
constexpr std::array<Worth, kPieceKinds> kWorth = {{
    {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F},
    {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F},
    {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F},
    {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F}, {0, 1.5F},
}};

}  // namespace

float piece_strength(Piece piece) { return kWorth[static_cast<std::size_t>(piece)].strength; }
float piece_points(Piece piece) { return kWorth[static_cast<std::size_t>(piece)].points; }

}  // namespace clanhouse::changakarnikh
