// Plays the games of a tournament: the part that is compiled for each game.
#pragma once

#include <memory>
#include <vector>

#include <fmt/format.h>

#include "agents/registry.h"
#include "core/games.h"
#include "selfplay/interrupt.h"
#include "selfplay/opening.h"
#include "selfplay/play_game.h"
#include "selfplay/tournament.h"

namespace clanhouse {

template <class Family, Game G>
class TournamentPlayer {
 public:
  // The openings of a book, or none for random ones.
  static Result<TournamentPlayer> make(const G& game, const TournamentSettings& settings,
                                       const std::vector<Playthrough<G>>& book) {
    TournamentPlayer player(game, settings, book);
    for (const std::string& spec : settings.agents) {
      // An agent may be paired with itself under another name, never with its own object.
      auto agent = make_agent(game, spec);
      if (!agent) return tl::unexpected(agent.error());
      player.agents_.push_back(std::move(*agent));
    }
    return player;
  }

  // Null when interrupted before the end.
  std::optional<PlayedGame> play(const ScheduledGame& scheduled) {
    Playthrough<G> play = opening(scheduled.round);
    std::vector<Agent<G>*> seats;
    for (std::size_t seat = 0; seat < scheduled.agents.size(); ++seat) {
      seats.push_back(agents_[scheduled.agents[seat]].get());
      seats.back()->begin_game(RandomStream(settings_.seed, "agent", scheduled.id, seat));
    }
    RandomStream chance(settings_.seed, "chance", scheduled.round);
    if (!play_on<G>(play, seats, chance, [] { return interrupted() != 0; })) return std::nullopt;
    return finished(scheduled, play);
  }

 private:
  TournamentPlayer(const G& game, const TournamentSettings& settings,
                   const std::vector<Playthrough<G>>& book)
      : game_(game), settings_(settings), book_(book) {}

  Playthrough<G> opening(int round) const {
    if (!book_.empty()) return book_[round % book_.size()];
    RandomStream random(settings_.seed, "opening", round);
    return random_opening(game_, settings_.opening_plies, random);
  }

  PlayedGame finished(const ScheduledGame& scheduled, const Playthrough<G>& play) const {
    const auto names = agent_names(settings_.agents);
    PlayedGame played;
    FinishedGame& result = played.result;
    result.id = scheduled.id;
    result.block = scheduled.block;
    result.agents = scheduled.agents;
    const auto utility = game_.utility(play.state());
    result.utilities.assign(utility.begin(), utility.begin() + game_.seats());
    result.result = game_.result_text(play.state());
    result.ending = game_.ending_text(play.state());
    result.turns = static_cast<int>(play.steps().size());
    result.fingerprint = fmt::format("{:016x}", fingerprint(play));

    RecordInfo info;
    for (const int agent : scheduled.agents) info.seat_names.push_back(names[agent]);
    info.tags = {{"Event", "clanhouse tournament"},
                 {"Round", std::to_string(scheduled.round + 1)},
                 {"Number", std::to_string(scheduled.id)},
                 {"Seed", std::to_string(settings_.seed)}};
    played.record = record_text(play, info);
    return played;
  }

  G game_;
  const TournamentSettings& settings_;
  const std::vector<Playthrough<G>>& book_;
  std::vector<std::unique_ptr<Agent<G>>> agents_;
};

}  // namespace clanhouse
