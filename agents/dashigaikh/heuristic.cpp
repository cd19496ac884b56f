#include "agents/dashigaikh/heuristic.h"

#include <algorithm>
#include <cmath>

#include "core/dashigaikh/instantiate.h"

namespace clanhouse {
namespace dashigaikh {
namespace {

constexpr std::array<float, kFeatureCount> kWeights = {0.15F,  1.0F,  0.7F, 0.05F,
                                                       -0.03F, 0.05F, 0.1F, 0.2F};

// The fewest squares that have to be added to `road` to join the two sides, going over empty
// squares and squares in `takeable`; N if they cannot be joined within N - 1.
template <int N>
int road_distance(Bitboard road, Bitboard addable, Bitboard from, Bitboard to) {
  using B = Board<N>;
  Bitboard reached = B::flood(from & road, road);
  for (int added = 0; added < N; ++added) {
    if ((reached & to) != 0) return added;
    const Bitboard grown = reached | ((B::dilate(reached) | from) & addable);
    const Bitboard next = B::flood(grown, road | grown);
    if (next == reached) break;
    reached = next;
  }
  return N;
}

// How near a player is to a road, from 0 (nowhere) to 1 (done): each missing square halves it, and
// the better of the two directions counts most.
template <int N>
float road_merit(const State<N>& s, Color color) {
  using B = Board<N>;
  static constexpr auto kMerit = [] {
    std::array<float, N + 1> merit{};
    float m = 1;
    for (int d = 0; d < N; ++d, m /= 2) merit[d] = m;
    return merit;
  }();
  const Bitboard road = s.road_squares(color);
  // Flats of the opponent's next to a stack of the player's can be covered.
  const Bitboard addable = s.empty() | (s.top_flats(opponent(color)) & B::dilate(s.tops[color]));
  const int across = road_distance<N>(road, addable, B::kFileA, B::kLastFile);
  const int up = road_distance<N>(road, addable, B::kBottom, B::kTop);
  return kMerit[std::min(across, up)] + 0.25F * kMerit[std::max(across, up)];
}

}  // namespace

template <int N>
std::array<float, kFeatureCount> heuristic_features(const Dashigaikh<N>& game, const State<N>& s) {
  std::array<float, kFeatureCount> f{};
  const float move = s.to_move == kWhite ? 1.F : -1.F;
  f[kFeatureFlats] = static_cast<float>(s.flat_count(kWhite) - s.flat_count(kBlack)) -
                     static_cast<float>(game.config().half_komi) / 2;
  f[kFeatureRoadMover] = move * road_merit(s, s.to_move);
  f[kFeatureRoadWaiter] = -move * road_merit(s, opponent(s.to_move));
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
