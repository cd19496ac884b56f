// The signature of a game: fixed searches along fixed random games, all that they find folded into
// one integer. Any change of the rules, the random streams, the search or the heuristics shows as
// another number; a commit that means to change it says so.
#pragma once

#include <chrono>
#include <cstdint>

#include "agents/search/mcts_agent.h"
#include "core/games.h"

namespace clanhouse {

struct Signature {
  std::uint64_t value = 0;
  std::uint64_t nodes = 0;  // tree nodes of all searches
  double seconds = 0;
};

template <class Family>
Signature compute_signature() {
  constexpr int kSearchEvery = 7;
  Signature signature;
  const auto start = std::chrono::steady_clock::now();
  const auto fold = [&](std::uint64_t x) { signature.value = mix64(signature.value * 31 + x); };
  for (const auto& config : Family::signature_configs()) {
    Family::with(config, [&]<Game G>(const G& game) {
      for (const EvaluationKind evaluation : {EvaluationKind::kDefault, EvaluationKind::kPlayout}) {
        SearchOptions options;
        options.visits = 200;
        options.evaluation = evaluation;
        Search<G> search(game, options);
        const auto evaluator = make_evaluator(game, options);
        RandomStream random(1, "signature");
        Playthrough<G> play(game);
        for (int step = 0; !play.over(); ++step) {
          if (game.actor(play.state()).chance()) {
            play.play(draw_outcome(game, play.state(), random));
            continue;
          }
          typename G::ActionList actions;
          game.legal(play.state(), actions);
          fold(actions.size());
          if (step % kSearchEvery == 0) {
            search.start(game.view(play.state(), game.actor(play.state()).seat()), random);
            run_search(search, *evaluator);
            signature.nodes += search.nodes();
            fold(search.nodes());
            for (const auto& line : search.analysis().lines) fold(line.visits);
          }
          play.play(actions[random.below(static_cast<std::uint32_t>(actions.size()))]);
        }
        fold(game.hash(play.state()));
      }
    });
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  signature.seconds = seconds.count();
  return signature;
}

}  // namespace clanhouse
