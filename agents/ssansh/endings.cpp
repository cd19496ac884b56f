#include "agents/ssansh/endings.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "agents/ssansh/heuristic.h"
#include "core/hash.h"

namespace clanhouse::ssansh {
namespace {

struct Hash {
  std::size_t operator()(const State& s) const { return hash_bytes(s); }
};

// Expectimax with a table of solved positions. Values are those of seat 0; seat 1's are the
// opposite.
class Solver {
 public:
  Solver(const Ssansh& game, std::size_t max_positions)
      : game_(game), max_positions_(max_positions) {}

  // Nothing when there are too many positions.
  std::optional<double> value(const State& state) {
    const Actor actor = game_.actor(state);
    if (actor.over()) return game_.utility(state)[0];
    const State key = without_history(state);
    if (const auto known = solved_.find(key); known != solved_.end()) return known->second;
    if (solved_.size() >= max_positions_) return std::nullopt;
    const auto result = actor.chance() ? mean_of_outcomes(key) : best_of_actions(key);
    if (result) solved_.emplace(key, *result);
    return result;
  }

 private:
  // What decides nothing when all hands are open.
  static State without_history(State s) {
    s.knowledge = {};
    s.turns = 0;
    return s;
  }

  std::optional<double> mean_of_outcomes(const State& state) {
    Ssansh::OutcomeList outcomes;
    game_.outcomes(state, outcomes);
    double mean = 0;
    for (const auto& [outcome, probability] : outcomes) {
      State after = state;
      game_.apply(after, outcome);
      const auto v = value(after);
      if (!v) return v;
      mean += probability * *v;
    }
    return mean;
  }

  // Actions that look best come first, since nothing is better than a sure win.
  std::optional<double> best_of_actions(const State& state) {
    const int seat = game_.actor(state).seat();
    ActionList actions;
    game_.legal(state, actions);
    std::vector<float> judged(actions.size());
    Heuristic<Ssansh>::judge_actions(game_, state, actions, judged.data());
    std::vector<std::size_t> order(actions.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return judged[a] > judged[b]; });
    const double sign = seat == 0 ? 1 : -1;
    constexpr double kSureWin = 0.5;
    double best = -kSureWin;
    for (const std::size_t i : order) {
      State after = state;
      game_.apply(after, actions[i]);
      const auto v = value(after);
      if (!v) return v;
      best = std::max(best, sign * *v);
      if (best >= kSureWin) break;
    }
    return sign * best;
  }

  Ssansh game_;
  std::size_t max_positions_;
  std::unordered_map<State, double, Hash> solved_;
};

struct Deal {
  State state;
  double probability;
};

// All states that the view allows, with their probabilities.
std::vector<Deal> deals_of(const Ssansh& game, const Ssansh::View& view) {
  const int other = 1 - view.seat;
  const Counts unseen = game.unseen_by(view);
  std::vector<Deal> deals;
  double sum = 0;
  for_each_choice(unseen, view.hand_sizes[other], [&](const Counts& hand, double ways) {
    Deal deal{view.state, ways};
    deal.state.hands[other] = hand;
    deal.state.bag = unseen;
    subtract(deal.state.bag, hand);
    if (!agrees(view.state.knowledge[view.seat], deal.state.bag)) return;
    sum += ways;
    deals.push_back(deal);
  });
  for (Deal& deal : deals) deal.probability /= sum;
  return deals;
}

}  // namespace

Result<std::vector<EndingAction>> solve_ending(const Ssansh& game, const Ssansh::View& view,
                                               std::size_t max_positions) {
  if (game.seats() != 2) return invalid("endings are solved for two players only");
  const Actor actor = game.actor(view.state);
  if (!actor.is_seat() || actor.seat() != view.seat) {
    return invalid("it is not the turn of the seat that looks");
  }
  Solver solver(game, max_positions);
  const double sign = view.seat == 0 ? 1 : -1;
  std::vector<EndingAction> result;
  for (const Deal& deal : deals_of(game, view)) {
    ActionList actions;
    game.legal(deal.state, actions);
    result.resize(actions.size());
    for (std::size_t i = 0; i < actions.size(); ++i) {
      State after = deal.state;
      game.apply(after, actions[i]);
      const auto value = solver.value(after);
      if (!value) return invalid("the ending is too large to be solved");
      result[i].action = actions[i];
      result[i].value += deal.probability * sign * *value;
    }
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const EndingAction& a, const EndingAction& b) { return a.value > b.value; });
  return result;
}

}  // namespace clanhouse::ssansh
