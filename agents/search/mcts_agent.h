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

  void begin_game(const RandomStream& random) override {
    random_ = random;
    search_.forget();
  }

  typename G::Action choose(const typename G::View& view) override {
    return choose_within(view, {});
  }
  typename G::Action choose_within(const typename G::View& view,
                                   const ChoiceLimits<G>& limits) override {
    const Clock::time_point begin = Clock::now();
    search_.set_visits(visits_within(limits));
    search_.start(view, RandomStream(random_.next(), "search"));
    const auto time = time_within(limits);
    if (time || limits.depth || limits.report || limits.stop.stop_possible()) {
      run_within(limits, time ? begin + *time : Clock::time_point::max());
    } else {
      run_search(search_, *evaluator_);
    }
    return search_.best_action();
  }
  Analysis<G> analysis() const override { return search_.analysis(); }

 private:
  using Clock = std::chrono::steady_clock;

  // The first visit goes to the root itself.
  static SearchOptions at_least_two_visits(SearchOptions options) {
    options.visits = std::max<std::uint64_t>(options.visits, 2);
    return options;
  }

  // The most that a node can count.
  static constexpr std::uint64_t kEndless = 1'000'000'000;

  std::uint64_t visits_within(const ChoiceLimits<G>& limits) const {
    const std::uint64_t own = limits.own ? options_.visits : kEndless;
    return std::max<std::uint64_t>(2, std::min(own, limits.visits.value_or(kEndless)));
  }
  std::optional<std::chrono::milliseconds> time_within(const ChoiceLimits<G>& limits) const {
    if (limits.time || !limits.own || options_.movetime_ms == 0) return limits.time;
    return std::chrono::milliseconds(options_.movetime_ms);
  }

  void run_within(const ChoiceLimits<G>& limits, Clock::time_point deadline) {
    constexpr int kIterationsPerLookAtTheClock = 16;
    constexpr std::chrono::milliseconds kBetweenReports(500);
    Clock::time_point next_report = Clock::now() + kBetweenReports;
    while (!search_.done()) {
      if (LeafRequest<G>* leaf = search_.next_leaf_within(kIterationsPerLookAtTheClock)) {
        evaluator_->evaluate({&leaf, 1});
        search_.receive();
      }
      if (search_.visits() < 2) continue;  // there is no action to play yet
      const Clock::time_point now = Clock::now();
      // A tree that does not grow any more does not grow deeper.
      const bool deep = limits.depth && (search_.mean_depth() >= *limits.depth || search_.full());
      if (now >= deadline || deep || limits.stop.stop_requested()) search_.stop();
      if (limits.report && now >= next_report) {
        limits.report(search_.analysis());
        next_report = now + kBetweenReports;
      }
    }
  }

  SearchOptions options_;
  Search<G> search_;
  std::unique_ptr<Evaluator<G>> evaluator_;
  RandomStream random_;
};

}  // namespace clanhouse
