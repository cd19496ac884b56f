#include "selfplay/net_games_options.h"

#include <algorithm>

namespace clanhouse {

SearchOptions NetGamesOptions::full_search() const {
  SearchOptions full = search;
  // Blocks of children are half empty.
  full.max_nodes = static_cast<std::uint32_t>(8 * std::max(search.visits, fast_visits) + 1000);
  return full;
}

namespace {

const OptionTable<Temperature>& temperature_options() {
  static const OptionTable<Temperature> table =
      OptionTable<Temperature>()
          .real("temperature", &Temperature::start, 0, 10,
                "of the first move: moves are drawn by share^(1/temperature)")
          .real("temperature_end", &Temperature::end, 0, 10,
                "that it falls to; below 0.1 the best is played")
          .real("temperature_halflife", &Temperature::halflife, 0, 10'000,
                "plies in which the difference to its end halves");
  return table;
}

const OptionTable<SearchOptions>& self_play_search_options() {
  static const OptionTable<SearchOptions> table =
      OptionTable<SearchOptions>()
          .integer("visits", &SearchOptions::visits, 2, 100'000,
                   "iterations of a full search in these games")
          .real("exploration", &SearchOptions::exploration, 0, 100,
                "weight of the UCT exploration term, where the net has no policy")
          .with(policy_options())
          .real("noise", &SearchOptions::noise, 0, 1,
                "share of Dirichlet noise in the policy of the root; with sequential halving, "
                "Gumbel noise if not 0")
          .real("forced", &SearchOptions::forced, 0, 100,
                "forced playouts of the root, sqrt(this * policy * visits) each, not learned from");
  return table;
}

}  // namespace

const OptionTable<NetGamesOptions>& net_games_options() {
  static const OptionTable<NetGamesOptions> table =
      OptionTable<NetGamesOptions>()
          .part(&NetGamesOptions::search, self_play_search_options())
          .real("full_share", &NetGamesOptions::full_share, 0.01, 1,
                "share of full searches; positions of the others are not learned from")
          .integer("fast_visits", &NetGamesOptions::fast_visits, 2, 100'000,
                   "iterations of the other searches")
          .integer("games_at_once", &NetGamesOptions::games_at_once, 1, 4096,
                   "games of a thread whose positions are evaluated in one batch")
          .integer("random_plies", &NetGamesOptions::random_plies, 0, 100,
                   "at most so many random plies begin a game, any number as likely")
          .part(&NetGamesOptions::temperature, temperature_options())
          .real("resign", &NetGamesOptions::resign, 0, 1,
                "share of a certain loss that a seat expects when it gives up; the rest of the "
                "game is played by fast searches; 0: never")
          .integer("max_actions", &NetGamesOptions::max_actions, 1, 1'000'000,
                   "a game is a draw after so many")
          .integer("cache", &NetGamesOptions::cache, 0, 100'000'000,
                   "positions whose evaluation a thread remembers");
  return table;
}

}  // namespace clanhouse
