// The agent "mcts": one tree search per action.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "agents/agent.h"
#include "agents/search/search.h"

namespace clanhouse {

// The evaluator that the options ask for.
template <Game G>
std::unique_ptr<Evaluator<G>> make_evaluator(const G& game, const SearchOptions& options) {
  if (options.evaluation == EvaluationKind::kUniform) {
    return std::make_unique<UniformEvaluator<G>>();
  }
  const bool by_default = options.evaluation == EvaluationKind::kDefault;
  if constexpr (HasHeuristic<G> && HasPlayoutPolicy<G>) {
    if (options.evaluation == EvaluationKind::kGreedy ||
        (by_default && PlayoutPolicy<G>::kPlaysOutByDefault)) {
      return std::make_unique<GreedyPlayoutEvaluator<G>>(game);
    }
  }
  if constexpr (HasHeuristic<G>) {
    if (by_default || options.evaluation == EvaluationKind::kHeuristic ||
        options.evaluation == EvaluationKind::kGreedy) {
      return std::make_unique<HeuristicEvaluator<G>>(game);
    }
  }
  return std::make_unique<PlayoutEvaluator<G>>(game, options.playout_plies);
}

// Runs a started search to its end.
template <Game G>
void run_search(Search<G>& search, Evaluator<G>& evaluator) {
  while (LeafRequest<G>* leaf = search.next_leaf()) {
    evaluator.evaluate({&leaf, 1});
    search.receive();
  }
}

template <Game G>
class MctsAgent : public Agent<G> {
 public:
  MctsAgent(const G& game, const SearchOptions& options)
      : MctsAgent(game, options, make_evaluator(game, options)) {}
  MctsAgent(const G& game, const SearchOptions& options, std::unique_ptr<Evaluator<G>> evaluator)
      : options_(options),
        search_(game, at_least_two_visits(options)),
        evaluator_(std::move(evaluator)),
        random_(0, "") {}

  void begin_game(const RandomStream& random) override { random_ = random; }

  typename G::Action choose(const typename G::View& view) override {
    search_.start(view, RandomStream(random_.next(), "search"));
    if (options_.movetime_ms == 0) {
      run_search(search_, *evaluator_);
    } else {
      run_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(options_.movetime_ms));
    }
    return search_.best_action();
  }
  Analysis<G> analysis() const override { return search_.analysis(); }

 private:
  // The first visit goes to the root itself.
  static SearchOptions at_least_two_visits(SearchOptions options) {
    options.visits = std::max<std::uint64_t>(options.visits, 2);
    return options;
  }

  void run_until(std::chrono::steady_clock::time_point deadline) {
    constexpr int kLeavesPerLookAtTheClock = 16;
    for (int leaves = 1; LeafRequest<G>* leaf = search_.next_leaf(); ++leaves) {
      evaluator_->evaluate({&leaf, 1});
      search_.receive();
      const bool has_move = search_.visits() >= 2;
      if (has_move && leaves % kLeavesPerLookAtTheClock == 0 &&
          std::chrono::steady_clock::now() >= deadline) {
        search_.stop();
      }
    }
  }

  SearchOptions options_;
  Search<G> search_;
  std::unique_ptr<Evaluator<G>> evaluator_;
  RandomStream random_;
};

}  // namespace clanhouse
