// One game being played: the position, the steps that led to it, and what only the history can
// say (draws by repetition). Everything that runs games goes through here, so the rules about
// history hold in tournaments, at the terminal and when records are read.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "core/game.h"

namespace clanhouse {

template <Game G>
class Playthrough {
 public:
  using State = typename G::State;
  using Action = typename G::Action;
  using Outcome = typename G::Outcome;
  using Step = std::variant<Action, Outcome>;

  explicit Playthrough(const G& game) : Playthrough(game, game.initial()) {}
  Playthrough(const G& game, const State& start) : game_(game), states_{start} {}

  const G& game() const { return game_; }
  const State& state() const { return states_.back(); }
  const State& start() const { return states_.front(); }
  const std::vector<Step>& steps() const { return steps_; }
  // states()[i] is the position before step i; the last one is the present.
  const std::vector<State>& states() const { return states_; }
  bool over() const { return game_.actor(state()).over(); }

  // The step must be legal (Action) or possible (Outcome).
  void play(Step step) {
    State next = state();
    std::visit([&](auto s) { game_.apply(next, s); }, step);
    if constexpr (HasRepetitionRule<G>) {
      if (game_.may_end_by_repetition(next) && occurrences(next) + 1 >= G::kRepetitions) {
        game_.end_by_repetition(next);
      }
    }
    states_.push_back(next);
    steps_.push_back(step);
  }

  // Takes back the last step; false when there is none.
  bool undo() {
    if (steps_.empty()) return false;
    steps_.pop_back();
    states_.pop_back();
    return true;
  }

 private:
  int occurrences(const State& position) const {
    int count = 0;
    for (const State& earlier : states_) count += game_.same_position(earlier, position) ? 1 : 0;
    return count;
  }

  G game_;
  std::vector<State> states_;
  std::vector<Step> steps_;
};

// Equal for games with the same positions from the start on, and for hardly any others.
template <Game G>
std::uint64_t fingerprint(const Playthrough<G>& play) {
  std::uint64_t print = 0;
  for (const auto& state : play.states()) print = mix64(print + play.game().hash(state));
  return print;
}

// Any legal action, each as likely as the others.
template <Game G>
typename G::Action draw_action(const G& game, const typename G::State& state,
                               RandomStream& random) {
  typename G::ActionList actions;
  game.legal(state, actions);
  return actions[random.below(static_cast<std::uint32_t>(actions.size()))];
}

// Draws one outcome by its probability.
template <Game G>
typename G::Outcome draw_outcome(const G& game, const typename G::State& state,
                                 RandomStream& random) {
  typename G::OutcomeList outcomes;
  game.outcomes(state, outcomes);
  float u = random.uniform();
  for (std::size_t i = 0; i + 1 < outcomes.size(); ++i) {
    u -= outcomes[i].probability;
    if (u < 0) return outcomes[i].outcome;
  }
  return outcomes[outcomes.size() - 1].outcome;
}

// Random play by one step, of chance or of the seat to act; the game must not be over.
template <Game G>
void apply_random_step(const G& game, typename G::State& state, RandomStream& random) {
  if (game.actor(state).chance()) {
    game.apply(state, draw_outcome(game, state, random));
  } else {
    game.apply(state, draw_action(game, state, random));
  }
}

}  // namespace clanhouse
