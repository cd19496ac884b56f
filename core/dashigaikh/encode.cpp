// Network input and policy slots of Dashigáikh.
//
// Features are planes of N x N floats, plane-major, squares in bitboard order, always seen by the
// player to move ("own" before "opponent"):
//   6           tops: own flat, opponent's flat, own standing, ..., opponent's overseer
//   2 * 2N      what lies 1 .. 2N pieces under the top: own, opponent's
//   4           reserves as a share of the initial ones: own flats, opponent's, own overseers, ...
//   4           whether player 2 is to move; opening turn; lead in flats / N; komi / N
//
// Policy slots are planes too, plane * N * N + square: 3 kinds of placement, then for each
// direction the 2^N - 2 drop patterns that fit on a board (rules, "A turn").
#include "core/dashigaikh/game.h"
#include "core/dashigaikh/instantiate.h"

namespace clanhouse::dashigaikh {
namespace {

constexpr int kPieceKinds = 3;
template <int N>
constexpr int kBuriedPlanes = 2 * N;
template <int N>
constexpr int kFeaturePlanes = 2 * (kPieceKinds + kBuriedPlanes<N>)+8;
template <int N>
constexpr int kSlidePatterns = (1 << N) - 2;

}  // namespace

template <int N>
int Dashigaikh<N>::feature_count() const {
  return kFeaturePlanes<N> * N * N;
}

template <int N>
int Dashigaikh<N>::policy_count() const {
  return (kPieceKinds + kDirections * kSlidePatterns<N>)*N * N;
}

template <int N>
void Dashigaikh<N>::encode(const View& s, std::span<float> features) const {
  constexpr int kSquares = N * N;
  std::fill(features.begin(), features.end(), 0.F);
  const Color own = s.to_move;
  const Color other = opponent(own);
  int plane = 0;
  const auto set_squares = [&](Bitboard squares) {
    for (; squares != 0; squares &= squares - 1) {
      features[plane * kSquares + std::countr_zero(squares)] = 1.F;
    }
    ++plane;
  };
  const auto fill = [&](float value) {
    std::fill_n(features.begin() + plane * kSquares, kSquares, value);
    ++plane;
  };
  for (const Color color : {own, other}) set_squares(s.top_flats(color));
  for (const Color color : {own, other}) set_squares(s.tops[color] & s.standing);
  for (const Color color : {own, other}) set_squares(s.tops[color] & s.overseers);
  for (Bitboard stacks = s.tall; stacks != 0; stacks &= stacks - 1) {
    const int square = std::countr_zero(stacks);
    const int depths = std::min<int>(s.height[square] - 1, kBuriedPlanes<N>);
    for (int depth = 1; depth <= depths; ++depth) {
      const int side = s.color_at(square, depth) == own ? 0 : 1;
      features[(plane + 2 * (depth - 1) + side) * kSquares + square] = 1.F;
    }
  }
  plane += 2 * kBuriedPlanes<N>;
  const auto share = [](int left, int initial) {
    return initial == 0 ? 0.F : static_cast<float>(left) / static_cast<float>(initial);
  };
  for (const Color color : {own, other}) fill(share(s.flats[color], config_.flats_each()));
  for (const Color color : {own, other}) fill(share(s.caps[color], config_.overseers_each()));
  fill(own == kBlack ? 1.F : 0.F);
  fill(s.opening() ? 1.F : 0.F);
  fill(static_cast<float>(s.flat_count(own) - s.flat_count(other)) / N);
  const float komi = static_cast<float>(config_.half_komi) / 2;
  fill((own == kBlack ? komi : -komi) / N);
}

template <int N>
int Dashigaikh<N>::policy_index(const State&, Action action) const {
  const int plane = action.is_placement() ? static_cast<int>(action.piece())
                                          : kPieceKinds + action.direction() * kSlidePatterns<N> +
                                                action.pattern() - 1;
  return plane * N * N + action.square();
}

#define CLANHOUSE_INSTANTIATE(N)                                            \
  template int Dashigaikh<N>::feature_count() const;                        \
  template int Dashigaikh<N>::policy_count() const;                         \
  template void Dashigaikh<N>::encode(const View&, std::span<float>) const; \
  template int Dashigaikh<N>::policy_index(const State&, Action) const;
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
