// Settings of games to learn from.
#pragma once

#include <cstdint>

#include "agents/search/options.h"
#include "core/options.h"
#include "selfplay/temperature.h"

namespace clanhouse {

struct NetGamesOptions {
  std::uint64_t visits = 32;
  // Playout-cap randomisation (Wu, 2019): this share of the searches are full ones, whose positions
  // are learned from; the others have fast_visits.
  float full_share = 1;
  std::uint64_t fast_visits = 8;

  float exploration = 0.2F;  // where the net has no policy
  RootKind root = RootKind::kGumbel;
  float cpuct = 1.5F;
  int considered = 16;
  float value_scale = 0.5F;
  float noise = 0.25F;
  float forced = 0;

  int games_at_once = 24;
  int random_plies = 4;
  Temperature temperature;
  // A seat gives up when its searches expect less than this share of a certain loss; 0: never.
  float resign = 0;
  int max_actions = 200;  // a draw then
  int cache = 20'000;

  SearchOptions search() const;
};

const OptionTable<NetGamesOptions>& net_games_options();

}  // namespace clanhouse
