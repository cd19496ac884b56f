// Positions to learn from, made by an untrained net.
#pragma once

#include "selfplay/net_games.h"
#include "tests/agents/random_net.h"

namespace clanhouse::test {

// At least so many whole games.
template <Game G>
std::vector<NetGame> some_games(const G& game, std::size_t games, std::uint64_t seed = 1,
                                NetGamesOptions options = {}) {
  if (options.search.visits == NetGamesOptions().search.visits) options.search.visits = 16;
  NetGames<G> player(game, *read_net_for(game, untrained_net(game, 3)), options, seed, 0);
  std::vector<NetGame> finished;
  while (finished.size() < games) {
    player.step();
    for (NetGame& done : player.take_finished()) finished.push_back(std::move(done));
  }
  return finished;
}

template <Game G>
std::vector<TrainingRow> some_rows(const G& game, std::size_t games, std::uint64_t seed = 1) {
  std::vector<TrainingRow> rows;
  for (NetGame& done : some_games(game, games, seed)) {
    std::move(done.rows.begin(), done.rows.end(), std::back_inserter(rows));
  }
  return rows;
}

}  // namespace clanhouse::test
