// Looks one action ahead: wins when it can, avoids actions after which the next seat wins at once,
// and otherwise takes the action whose position the game's Heuristic likes best.
#pragma once

#include <limits>
#include <vector>

#include "agents/agent.h"
#include "agents/one_ply.h"

namespace clanhouse {

template <Game G>
requires HasHeuristic<G>
class GreedyAgent : public Agent<G> {
 public:
  explicit GreedyAgent(const G& game) : game_(game), random_(0, "") {}

  void begin_game(const RandomStream& random) override { random_ = random; }
  typename G::Action choose(const typename G::View& view) override {
    // Where the view leaves something open, actions are judged in several states that agree with
    // it.
    constexpr int kSamples = G::kPerfectInformation ? 1 : 8;
    typename G::ActionList actions;
    std::vector<float> values;
    std::vector<float> judged;
    for (int sample = 0; sample < kSamples; ++sample) {
      const typename G::State state = game_.sample(view, random_);
      game_.legal(state, actions);
      values.resize(actions.size());
      judged.resize(actions.size());
      judge_actions(game_, state, actions, judged.data());
      for (std::size_t i = 0; i < actions.size(); ++i) values[i] += judged[i];
    }
    float best = -std::numeric_limits<float>::infinity();
    std::uint32_t ties = 0;
    typename G::Action choice = actions[0];
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (values[i] > best) {
        best = values[i];
        ties = 1;
        choice = actions[i];
      } else if (values[i] == best && random_.below(++ties) == 0) {
        choice = actions[i];  // each of the equals is as likely as the others
      }
    }
    return choice;
  }

 private:
  G game_;
  RandomStream random_;
};

}  // namespace clanhouse
