// Evaluation of leaves. A search never evaluates by itself: it hands out a LeafRequest and goes on
// when the value is filled in, so leaves of many searches can be evaluated in one batch.
#pragma once

#include <span>
#include <vector>

#include "agents/heuristics.h"
#include "core/game.h"
#include "core/playthrough.h"

namespace clanhouse {

template <Game G>
struct LeafRequest {
  // A position of the search, where the game is not over. It was sampled from what the searching
  // seat knows, so it holds no secret.
  typename G::State state;
  // The stream of the search that asks; an evaluator draws from no other, so that results do not
  // depend on how leaves are batched.
  RandomStream* random = nullptr;
  // The answer: expected utilities by seat, and, from evaluators that have a policy, how likely the
  // seat to act is to play each legal action, in the order of legal(); empty from the others.
  Utilities<G::kMaxSeats> value{};
  std::vector<float> policy;
};

template <Game G>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // Fills in the value of every request.
  virtual void evaluate(std::span<LeafRequest<G>* const> batch) = 0;
};

// Says 0 for everybody; for tests, and to measure the search alone.
template <Game G>
class UniformEvaluator : public Evaluator<G> {
 public:
  void evaluate(std::span<LeafRequest<G>* const> batch) override {
    for (LeafRequest<G>* leaf : batch) leaf->value = {};
  }
};

// Plays on at random. After `plies` random actions the game's Heuristic judges the position; a
// game without one, and plies = 0, play to the end.
template <Game G>
class PlayoutEvaluator : public Evaluator<G> {
 public:
  PlayoutEvaluator(const G& game, int plies) : game_(game), plies_(plies) {}

  void evaluate(std::span<LeafRequest<G>* const> batch) override {
    for (LeafRequest<G>* leaf : batch) leaf->value = play_out(leaf->state, *leaf->random);
  }

 private:
  Utilities<G::kMaxSeats> play_out(typename G::State state, RandomStream& random) const {
    for (int ply = 0; !game_.actor(state).over(); ++ply) {
      if constexpr (HasHeuristic<G>) {
        if (plies_ > 0 && ply >= plies_) return Heuristic<G>::value(game_, state);
      }
      if (ply >= G::kMaxPlayoutSteps) return {};
      apply_random_step(game_, state, random);
    }
    return game_.utility(state);
  }

  G game_;
  int plies_;
};

// Plays on as "greedy" would, as far as the game's policy says, and has the Heuristic judge there.
template <Game G>
requires HasPlayoutPolicy<G> && HasHeuristic<G>
class GreedyPlayoutEvaluator : public Evaluator<G> {
 public:
  explicit GreedyPlayoutEvaluator(const G& game) : game_(game) {}

  void evaluate(std::span<LeafRequest<G>* const> batch) override {
    for (LeafRequest<G>* leaf : batch) leaf->value = play_out(leaf->state, *leaf->random);
  }

 private:
  Utilities<G::kMaxSeats> play_out(const typename G::State& start, RandomStream& random) const {
    typename G::State state = start;
    for (int ply = 0; ply < G::kMaxPlayoutSteps; ++ply) {
      const Actor actor = game_.actor(state);
      if (actor.over()) return game_.utility(state);
      if (PlayoutPolicy<G>::far_enough(start, state)) return Heuristic<G>::value(game_, state);
      if (actor.chance()) {
        game_.apply(state, draw_outcome(game_, state, random));
      } else {
        game_.apply(state, PlayoutPolicy<G>::choose(game_, state));
      }
    }
    return {};
  }

  G game_;
};

// The game's Heuristic alone.
template <Game G>
requires HasHeuristic<G>
class HeuristicEvaluator : public Evaluator<G> {
 public:
  explicit HeuristicEvaluator(const G& game) : game_(game) {}
  void evaluate(std::span<LeafRequest<G>* const> batch) override {
    for (LeafRequest<G>* leaf : batch) leaf->value = Heuristic<G>::value(game_, leaf->state);
  }

 private:
  G game_;
};

}  // namespace clanhouse
