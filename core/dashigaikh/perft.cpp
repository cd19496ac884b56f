#include "core/dashigaikh/perft.h"

#include <atomic>
#include <thread>

#include "core/dashigaikh/instantiate.h"
#include "core/dashigaikh/undo.h"

namespace clanhouse::dashigaikh {
namespace {

// Leaves two turns after `state`, when the mover places pieces: afterwards the opponent's turns
// differ from those of `state` only by the square taken and by what a standing piece or an
// overseer blocks.
template <int N>
std::uint64_t placements_two_plies(const State<N>& state) {
  using B = Board<N>;
  const Color mover = state.to_move;
  const Color other = opponent(mover);
  const Bitboard empty = state.empty();
  const std::uint64_t replies_by_placing =
      static_cast<std::uint64_t>(std::popcount(empty) - 1) * placeable_kinds(state, other);
  const Bitboard road = state.road_squares(mover);
  const bool near_road = std::popcount(road) >= N - 1;
  std::uint64_t nodes = 0;
  State<N> next = state;  // only the bitboards that blockers() reads are changed below
  const std::uint64_t unblocked_slides = count_slides(state, other);
  for (Bitboard todo = empty; todo != 0; todo &= todo - 1) {
    const int square = std::countr_zero(todo);
    const Bitboard bit = B::bit(square);
    const bool makes_road = near_road && B::has_road_through(road | bit, square);
    if (state.flats[mover] > 0) {
      if (!makes_road) nodes += replies_by_placing + unblocked_slides;
      next.standing = state.standing | bit;
      nodes += replies_by_placing + count_slides(next, other);
      next.standing = state.standing;
    }
    if (state.caps[mover] > 0 && !makes_road) {
      next.overseers = state.overseers | bit;
      nodes += replies_by_placing + count_slides(next, other);
      next.overseers = state.overseers;
    }
  }
  return nodes;
}

// Whether no single placement can end the game other than by road.
template <int N>
bool placements_go_on(const Config& config, const State<N>& s) {
  return !s.opening() && std::popcount(s.empty()) > 1 && s.reserve(s.to_move) > 1 &&
         config.turn_limit == 0;
}

// Leaves `state` as it was.
template <int N>
std::uint64_t count_below(const Dashigaikh<N>& game, State<N>& state, int depth) {
  if (depth == 0) return 1;
  if (state.over()) return 0;
  if (depth == 1) return count_legal(state);
  const bool count_placements = depth == 2 && placements_go_on(game.config(), state);
  std::uint64_t nodes = count_placements ? placements_two_plies(state) : 0;
  ActionList<N> list;
  list_legal(state, list);
  for (const Action action : list) {
    if (count_placements && action.is_placement()) continue;
    const Undo<N> undo(state, action);
    game.apply(state, action);
    nodes += count_below(game, state, depth - 1);
    undo.restore(state);
  }
  return nodes;
}

}  // namespace

template <int N>
std::uint64_t perft(const Dashigaikh<N>& game, const State<N>& state, int depth) {
  State<N> scratch = state;
  return count_below(game, scratch, depth);
}

template <int N>
std::vector<std::pair<Action, std::uint64_t>> perft_divide(const Dashigaikh<N>& game,
                                                           const State<N>& state, int depth,
                                                           int threads) {
  std::vector<std::pair<Action, std::uint64_t>> counts;
  if (depth < 1 || state.over()) return counts;
  ActionList<N> list;
  list_legal(state, list);
  for (const Action action : list) counts.emplace_back(action, 0);

  std::atomic<std::size_t> taken = 0;
  const auto work = [&] {
    for (std::size_t i = taken++; i < counts.size(); i = taken++) {
      State<N> next = state;
      game.apply(next, counts[i].first);
      counts[i].second = perft(game, next, depth - 1);
    }
  };
  std::vector<std::jthread> workers;
  for (int i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  workers.clear();
  return counts;
}

#define CLANHOUSE_INSTANTIATE(N)                                               \
  template std::uint64_t perft<N>(const Dashigaikh<N>&, const State<N>&, int); \
  template std::vector<std::pair<Action, std::uint64_t>> perft_divide<N>(      \
      const Dashigaikh<N>&, const State<N>&, int, int);
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
