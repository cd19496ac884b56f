// Agents of Changakárnikh: what they play is legal, and who beats whom.
#include <array>

#include "tests/agents/matches.h"

namespace clanhouse::changakarnikh {
namespace {

TEST(ChangakarnikhAgents, GreedyBeatsRandomWithAnyNumberOfPlayers) {
  for (const int players : {3, 4, 5, 6}) {
    Config config;
    config.players = players;
    const test::Mean mean = test::one_against(Changakarnikh(config), "greedy", "random", 40);
    EXPECT_GT(mean.value - 4 * mean.error, 0) << players << " players: " << mean.value;
  }
}

TEST(ChangakarnikhAgents, SearchBeatsRandomInGames) {
  for (const char* search : {"mcts:visits=50", "mcts:visits=20,eval=greedy"}) {
    const test::Mean mean = test::one_against(Changakarnikh({}), search, "random", 40);
    EXPECT_GT(mean.value - 3 * mean.error, 0) << search << ": " << mean.value;
  }
}

// With a lead that nothing makes up for, the search plays what greedy does; without any it need
// not.
TEST(ChangakarnikhAgents, ALeadKeepsTheSearchToTheChoiceOfGreedy) {
  const auto agreements = [](const std::string& spec) {
    int agreed = 0;
    for (std::uint64_t id = 0; id < 20; ++id) {
      const RaceGame game(
          {make_race(std::array{Piece::kLover, Piece::kMatron, Piece::kSpiteful, Piece::kHealthy},
                     0, 3),
           {}});
      const auto agent = *make_agent(game, spec);
      agent->begin_game(RandomStream(id, "lead"));
      RandomStream chance(id, "dice");
      auto race = game.initial();
      for (Actor actor = game.actor(race); !actor.over(); actor = game.actor(race)) {
        if (actor.chance()) {
          game.apply(race, draw_outcome(game, race, chance));
          continue;
        }
        ActionList legal;
        game.legal(race, legal);
        const auto choice = choose_greedily(race, {}, legal);
        if (agent->choose(game.view(race, actor.seat())) != choice) return -1;
        ++agreed;
        game.apply(race, choice);
      }
    }
    return agreed;
  };
  EXPECT_GT(agreements("mcts:visits=30,greedy_lead=2,exploration=0"), 40);
  EXPECT_EQ(agreements("mcts:visits=30,exploration=0"), -1);
}

}  // namespace
}  // namespace clanhouse::changakarnikh
