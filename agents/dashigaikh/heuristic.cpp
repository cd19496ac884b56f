#include "agents/dashigaikh/heuristic.h"

#include <algorithm>
#include <cmath>

#include "core/dashigaikh/instantiate.h"

namespace clanhouse {
namespace dashigaikh {
namespace {

constexpr std::array<float, kFeatureCount> kWeights = {0.2F,   1.0F, 0.9F, 0.145F,
                                                       -0.08F, 0.1F, 0.1F, 0.12F};

// The fewest squares that each player has to add to join two opposite sides, going over empty
// squares and over flats of the opponent's that a stack of the player's stands next to (it might
// cover them); N if that does not do. Lanes: white from left to right, white from bottom to top,
// black from left to right, black from bottom to top.
template <int N>
std::array<int, 4> road_distances(const State<N>& s) {
  using B = Board<N>;
  const auto of_players = [](Bitboard white, Bitboard black) {
    return Lanes{white, white, black, black};
  };
  const auto addable = [&](Color color) {
    return s.empty() | (s.top_flats(opponent(color)) & B::dilate(s.tops[color]));
  };
  const Lanes road = of_players(s.road_squares(kWhite), s.road_squares(kBlack));
  const Lanes passable = of_players(addable(kWhite), addable(kBlack));
  const Lanes from = {B::kFileA, B::kBottom, B::kFileA, B::kBottom};
  const Lanes to = {B::kLastFile, B::kTop, B::kLastFile, B::kTop};
  std::array<int, 4> distances = {N, N, N, N};
  Lanes reached = B::flood(from, road);
  for (int added = 0;; ++added) {
    const Lanes there = reached & to;
    bool all = true;
    for (int lane = 0; lane < 4; ++lane) {
      if (there[lane] != 0) distances[lane] = std::min(distances[lane], added);
      all = all && there[lane] != 0;
    }
    if (all || added == N - 1) return distances;
    const Lanes grown = reached | ((B::dilate(reached) | from) & passable);
    const Lanes next = B::flood(grown, road | grown);
    if (!any(next ^ reached)) return distances;
    reached = next;
  }
}

// How near a player is to a road, from 0 (nowhere) to 1.25 (done): each missing square halves it,
// and the better of the two directions counts most.
template <int N>
float road_merit(int across, int up) {
  static constexpr auto kMerit = [] {
    std::array<float, N + 1> merit{};
    float m = 1;
    for (int d = 0; d < N; ++d, m /= 2) merit[d] = m;
    return merit;
  }();
  return kMerit[std::min(across, up)] + 0.25F * kMerit[std::max(across, up)];
}

}  // namespace

template <int N>
std::array<float, kFeatureCount> heuristic_features(const Dashigaikh<N>& game, const State<N>& s) {
  std::array<float, kFeatureCount> f{};
  const float move = s.to_move == kWhite ? 1.F : -1.F;
  f[kFeatureFlats] = static_cast<float>(s.flat_count(kWhite) - s.flat_count(kBlack)) -
                     static_cast<float>(game.config().half_komi) / 2;
  const std::array<int, 4> distances = road_distances(s);
  const std::array<float, 2> merit = {road_merit<N>(distances[0], distances[1]),
                                      road_merit<N>(distances[2], distances[3])};
  f[kFeatureRoadMover] = move * merit[s.to_move];
  f[kFeatureRoadWaiter] = -move * merit[opponent(s.to_move)];
  for (Bitboard stacks = s.tall; stacks != 0; stacks &= stacks - 1) {
    const int square = std::countr_zero(stacks);
    const Buried buried = s.buried[square];
    const int black = std::popcount(static_cast<std::uint64_t>(buried)) +
                      std::popcount(static_cast<std::uint64_t>(buried >> 64));
    const int white = s.height[square] - 1 - black;
    const bool is_white = s.top_color(square) == kWhite;
    f[kFeatureFriends] += static_cast<float>(is_white ? white : -black);
    f[kFeatureCaptives] += static_cast<float>(is_white ? black : -white);
  }
  const auto lead = [&](Bitboard kind) {
    return static_cast<float>(std::popcount(s.tops[kWhite] & kind) -
                              std::popcount(s.tops[kBlack] & kind));
  };
  f[kFeatureStanding] = lead(s.standing);
  f[kFeatureOverseer] = lead(s.overseers);
  f[kFeatureMove] = move;
  return f;
}

#define CLANHOUSE_INSTANTIATE(N)                                                        \
  template std::array<float, kFeatureCount> heuristic_features<N>(const Dashigaikh<N>&, \
                                                                  const State<N>&);
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace dashigaikh

template <int N>
Utilities<2> Heuristic<dashigaikh::Dashigaikh<N>>::value(const dashigaikh::Dashigaikh<N>& game,
                                                         const dashigaikh::State<N>& s) {
  const auto features = dashigaikh::heuristic_features(game, s);
  float sum = 0;
  for (int i = 0; i < dashigaikh::kFeatureCount; ++i) sum += dashigaikh::kWeights[i] * features[i];
  const float white = sum / std::sqrt(1 + sum * sum);
  return {white, -white};
}

#define CLANHOUSE_INSTANTIATE(N) template struct Heuristic<dashigaikh::Dashigaikh<N>>;
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse
