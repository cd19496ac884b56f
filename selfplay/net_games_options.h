// Settings of games to learn from.
#pragma once

#include <cstdint>

#include "agents/net/options.h"
#include "core/options.h"
#include "selfplay/temperature.h"

namespace clanhouse {

// What serves games to learn from, unless told otherwise.
inline SearchOptions self_play_search() {
  SearchOptions search = net_search();
  search.visits = 32;
  search.root = RootKind::kGumbel;
  search.noise = 0.25F;
  return search;
}

struct NetGamesOptions {
  SearchOptions search = self_play_search();
  // Playout-cap randomisation (Wu, 2019): this share of the searches are full ones, whose positions
  // are learned from; the others have fast_visits.
  float full_share = 1;
  std::uint64_t fast_visits = 8;

  int games_at_once = 24;
  int random_plies = 4;
  Temperature temperature;
  // A seat gives up when its searches expect less than this share of a certain loss; 0: never.
  float resign = 0;
  int max_actions = 200;  // a draw then
  int cache = 20'000;

  // The search of a full move, with room for every visit.
  SearchOptions full_search() const;
};

const OptionTable<NetGamesOptions>& net_games_options();

}  // namespace clanhouse
