// Races and games played straight through, for tests that count.
#pragma once

#include <vector>

#include "core/changakarnikh/engine.h"
#include "core/changakarnikh/game.h"
#include "core/random.h"

namespace clanhouse::changakarnikh::test {

// Plays a started race; choose(race, steps) decides.
template <class Choose>
void run_race(Race& race, const Rules& rules, RandomStream& dice, Choose&& choose) {
  Engine engine(race, rules);
  for (Actor actor = Engine::actor(race); !actor.over(); actor = Engine::actor(race)) {
    if (actor.chance()) {
      engine.apply_die(1 + static_cast<int>(dice.below(6)));
    } else {
      ActionList steps;
      engine.legal(steps);
      engine.apply(choose(race, steps));
    }
  }
}

}  // namespace clanhouse::changakarnikh::test
