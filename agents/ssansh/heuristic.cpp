#include "agents/ssansh/heuristic.h"

#include <algorithm>
#include <cmath>

namespace clanhouse {

using namespace ssansh;

namespace {

constexpr float kUsed = 0.29F;        // how late it is when all hands are empty, of 1
constexpr float kSpace = 2.5F;        // how surely a figurine more holds a space
constexpr float kEarly = 0.51F;       // how much a space more decides, at the start
constexpr float kLate = 1.96F;        // and when the game is about to end
constexpr float kOfColour = 0.42F;    // how much a figurine of the winning colour decides
constexpr float kOfOthers = 0.014F;   // and one of the others, against its holder
constexpr float kTieBreaker = 0.92F;  // a figurine on the King, in spaces; half on the Weather
constexpr float kNoColour = 0.05F;    // weight of there being no winning colour

const auto kOdds = [] {
  std::array<float, kFigurinesOfColour + 1> odds{};
  for (std::size_t n = 0; n < odds.size(); ++n) {
    odds[n] = std::exp(kSpace * std::min(static_cast<float>(n), 20.F));
  }
  return odds;
}();

// How near the end is, 0..1.
float lateness(const State& s) {
  int held = 0;
  for (int seat = 0; seat < s.players; ++seat) held += total(s.hands[seat]);
  const float used = 1 - static_cast<float>(held) / static_cast<float>(kHandSize * s.players);
  const float parleyed = static_cast<float>(s.parleys) / static_cast<float>(s.players);
  return std::clamp(std::max(kUsed * used, parleyed), 0.F, 1.F);
}

using Shares = std::array<float, kMaxPlayers>;

// Adds each seat's share of `weight` by exp of its score.
template <class Score>
void add_shares(Shares& shares, int players, float weight, Score&& score) {
  Shares odds{};
  float sum = 0;
  for (int seat = 0; seat < players; ++seat) sum += odds[seat] = std::exp(score(seat));
  for (int seat = 0; seat < players; ++seat) shares[seat] += weight * odds[seat] / sum;
}

}  // namespace

Utilities<kMaxPlayers> Heuristic<Ssansh>::value(const Ssansh& game, const State& s) {
  std::array<float, kColours> held{};
  for (int space = 0; space < game.layout().spaces; ++space) {
    const Counts& counts = s.spaces[space];
    if (total(counts) == 0) continue;
    const float sum = kOdds[counts[0]] + kOdds[counts[1]] + kOdds[counts[2]];
    for (int c = 0; c < kColours; ++c) held[c] += kOdds[counts[c]] / sum;
  }
  const float late = lateness(s);
  const float sharpness = kEarly + (kLate - kEarly) * late * late;
  std::array<float, kColours> chance{};
  float sum = 0;
  for (int c = 0; c < kColours; ++c) {
    const float tie = kTieBreaker * (static_cast<float>(s.king[c]) + 0.5F * s.weather[c]);
    sum += chance[c] = std::exp(sharpness * (held[c] + tie));
  }
  const bool draw = game.config().rules.no_colour == Rules::NoColour::kNobody;
  Shares shares{};
  for (int c = 0; c < kColours; ++c) {
    add_shares(shares, s.players, (1 - kNoColour) * chance[c] / sum, [&](int seat) {
      const Counts& hand = s.hands[seat];
      return kOfColour * hand[c] - kOfOthers * static_cast<float>(total(hand) - hand[c]);
    });
  }
  if (!draw) {
    add_shares(shares, s.players, kNoColour,
               [&](int seat) { return -kOfColour * static_cast<float>(total(s.hands[seat])); });
  }
  Utilities<kMaxPlayers> value{};
  const float even = (draw ? 1 - kNoColour : 1) / static_cast<float>(s.players);
  for (int seat = 0; seat < s.players; ++seat) value[seat] = shares[seat] - even;
  return value;
}

}  // namespace clanhouse
