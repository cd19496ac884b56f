// The agent "greedy" of Changakárnikh: every decision by a simple judgement of what it gains.
//
// In a race the unit is a space: what I move ahead, and what others lose, weighted by how much they
// are in my way: their chance to be the next to finish as a share of all chances but mine. A roll
// is worth 3.5, a rest costs its piece as much, and every use gives the Blessed Princess, if she
// races, one space. The table of judgements, one for each piece:
//
//   lover         drags whom it costs most           kindhearted  if he gains more than the last do
//   aridani, governor, scheming: if it is more than a roll, where the Ill-Omened Prince is expected
//   to cancel it
//   companion     follows
//   boisterous    lowers, unless the Blessed         healthy      rerolls what is below the mean
//                 Princess gains more
//   general       four, unless he finishes anyhow    pechoi       as far as it can
//   ambitious     rest                               widow        if the rest costs more than 1
//   spiteful      kick                               philosopher  argues with the most harmless
//   lateborn      takes from the richest             matron       wards the strongest
//   illomened     cancels if what is lost, less the step that is given for it, is a gain
//
// In the draft it buys for what a piece makes above what comes for nothing, dearer with fewer
// shares left per piece; races its weakest piece first, since later races pay more, and swaps the
// Elder for a weaker one for the same reason; and names with the Assassin the strongest rival or
// its own weakest.
#pragma once

#include "agents/agent.h"
#include "agents/heuristic.h"
#include "core/changakarnikh/game.h"

namespace clanhouse::changakarnikh {

// A decision of a race; `steps` as Engine::legal gives them. Looks at nothing that the deciding
// seat may not know.
Action choose_greedily(const Race& race, const Rules& rules, const ActionList& steps);

// Any decision of a game.
Action choose_greedily(const Changakarnikh& game, const State& state);

class GreedyRacer : public Agent<RaceGame> {
 public:
  explicit GreedyRacer(const RaceGame& game) : game_(game) {}
  void begin_game(const RandomStream&) override {}
  Action choose(const RaceGame::View& view) override;

 private:
  RaceGame game_;
};

class GreedyPlayer : public Agent<Changakarnikh> {
 public:
  explicit GreedyPlayer(const Changakarnikh& game) : game_(game) {}
  void begin_game(const RandomStream&) override {}
  Action choose(const Changakarnikh::View& view) override;

 private:
  Changakarnikh game_;
};

}  // namespace clanhouse::changakarnikh

namespace clanhouse {

template <>
struct PlayoutPolicy<changakarnikh::RaceGame> {
  static constexpr bool kPlaysOutByDefault = false;
  static changakarnikh::Action choose(const changakarnikh::RaceGame& game,
                                      const changakarnikh::Race& race);
  static bool far_enough(const changakarnikh::Race&, const changakarnikh::Race&) { return false; }
};

// To the end of the race, or of the draft and the first race.
template <>
struct PlayoutPolicy<changakarnikh::Changakarnikh> {
  static constexpr bool kPlaysOutByDefault = false;
  static changakarnikh::Action choose(const changakarnikh::Changakarnikh& game,
                                      const changakarnikh::State& state) {
    return changakarnikh::choose_greedily(game, state);
  }
  static bool far_enough(const changakarnikh::State& start, const changakarnikh::State& now) {
    return now.races_run > start.races_run;
  }
};

}  // namespace clanhouse
