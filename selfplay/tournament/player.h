// Plays the games of a tournament: the part that is compiled for each game.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "agents/registry.h"
#include "core/games.h"
#include "selfplay/interrupt.h"
#include "selfplay/opening.h"
#include "selfplay/tournament/adjudication.h"
#include "selfplay/tournament/tournament.h"

namespace clanhouse {

template <class Family, Game G>
class TournamentPlayer : public TournamentGamePlayer {
 public:
  // The openings of a book, or none for random ones.
  static Result<std::unique_ptr<TournamentGamePlayer>> make(
      const G& game, const TournamentSettings& settings, const std::vector<Playthrough<G>>& book) {
    std::unique_ptr<TournamentPlayer> player(new TournamentPlayer(game, settings, book));
    for (const std::string& spec : settings.agents) {
      auto parsed = parse_agent_spec(spec);
      if (!parsed) return tl::unexpected(parsed.error());
      player->specs_.push_back(std::move(*parsed));
    }
    player->agents_.resize(player->specs_.size());
    for (std::size_t agent = 0; agent < player->specs_.size(); ++agent) {
      if (auto seated = player->seat(static_cast<int>(agent), 0); !seated) {
        return tl::unexpected(seated.error());
      }
    }
    return std::unique_ptr<TournamentGamePlayer>(std::move(player));
  }

  Result<std::optional<PlayedGame>> play(const ScheduledGame& scheduled) override {
    std::vector<Agent<G>*> agents;
    for (std::size_t s = 0; s < scheduled.agents.size(); ++s) {
      // An agent that sits in several seats is several objects.
      const auto before = std::count(scheduled.agents.begin(),
                                     scheduled.agents.begin() + static_cast<std::ptrdiff_t>(s),
                                     scheduled.agents[s]);
      auto agent = seat(scheduled.agents[s], static_cast<std::size_t>(before));
      if (!agent) return tl::unexpected(agent.error());
      agents.push_back(*agent);
    }
    Table table(*this, scheduled, std::move(agents));
    if (!table.play()) return std::nullopt;
    return table.finished();
  }

  std::vector<std::string> remarks() const override {
    std::vector<std::string> all;
    for (const auto& copies : agents_) {
      for (const auto& agent : copies) {
        if (auto text = agent->remarks(); !text.empty()) all.push_back(std::move(text));
      }
    }
    return all;
  }

 private:
  TournamentPlayer(const G& game, const TournamentSettings& settings,
                   const std::vector<Playthrough<G>>& book)
      : game_(game), settings_(settings), names_(agent_names(settings.agents)), book_(book) {}

  // One game.
  class Table {
   public:
    Table(const TournamentPlayer& player, const ScheduledGame& scheduled,
          std::vector<Agent<G>*> agents)
        : player_(player),
          scheduled_(scheduled),
          agents_(std::move(agents)),
          play_(player.opening(scheduled.block)),
          adjudicator_(player.settings_.adjudication, player.game_.seats()),
          thought_(agents_.size()) {}

    // False when interrupted.
    bool play() {
      for (std::size_t seat = 0; seat < agents_.size() && !forfeit_; ++seat) {
        guard(static_cast<int>(seat), [&] {
          agents_[seat]->begin_game(
              RandomStream(player_.settings_.seed, "agent", scheduled_.id, seat));
        });
      }
      RandomStream chance(player_.settings_.seed, "chance", scheduled_.block);
      while (!play_.over() && !forfeit_ && !adjudged_) {
        if (interrupted() != 0) return false;
        const Actor actor = game().actor(play_.state());
        if (actor.chance()) {
          play_.play(draw_outcome(game(), play_.state(), chance));
        } else {
          guard(actor.seat(), [&] { take_turn(actor.seat()); });
        }
        if (!play_.over()) adjudged_ = adjudicator_.verdict(turns());
      }
      return true;
    }

    PlayedGame finished() const {
      PlayedGame played;
      FinishedGame& result = played.result;
      result.id = scheduled_.id;
      result.block = scheduled_.block;
      result.agents = scheduled_.agents;
      result.utilities = utilities();
      result.result = result_text();
      result.ending = ending();
      result.turns = turns();
      result.fingerprint = fmt::format("{:016x}", fingerprint(play_));
      for (const auto time : thought_) {
        result.milliseconds.push_back(
            static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()));
      }
      result.forfeit = forfeit_;
      played.record = record_text(play_, record_info());
      return played;
    }

   private:
    using Clock = std::chrono::steady_clock;

    const G& game() const { return player_.game_; }
    int turns() const { return static_cast<int>(play_.steps().size()); }

    void take_turn(int seat) {
      const auto start = Clock::now();
      const auto action = agents_[seat]->choose(game().view(play_.state(), seat));
      thought_[seat] += Clock::now() - start;
      play_.play(action);
      if (adjudicator_.wants_scores()) adjudicator_.note(seat, score_of(seat));
    }
    // The agent's own judgement of its last move.
    std::optional<float> score_of(int seat) const {
      const auto analysis = agents_[seat]->analysis();
      if (analysis.lines.empty()) return std::nullopt;
      return analysis.lines.front().value[seat] / G::kMaxUtility;
    }

    template <class Work>
    void guard(int seat, Work&& work) {
      try {
        work();
      } catch (const AgentFailure& failure) {
        forfeit_ = Forfeit{seat, failure.kind(), failure.what(), game().state_text(play_.state())};
      }
    }

    std::optional<int> loser() const {
      if (forfeit_) return forfeit_->seat;
      return adjudged_ ? adjudged_->loser : std::nullopt;
    }
    std::vector<float> utilities() const {
      const auto seats = agents_.size();
      if (play_.over()) {
        const auto utility = game().utility(play_.state());
        return {utility.begin(), utility.begin() + static_cast<std::ptrdiff_t>(seats)};
      }
      std::vector<float> values(seats, 0.F);
      if (const auto lost = loser()) {
        values.assign(seats, -G::kMinUtility / static_cast<float>(seats - 1));
        values[*lost] = G::kMinUtility;
      }
      return values;
    }
    // For a game that the board has not ended: "0-1", "1/2-1/2", or of more seats "*".
    std::string result_text() const {
      if (play_.over()) return game().result_text(play_.state());
      if (game().seats() != 2) return "*";
      const auto lost = loser();
      return !lost ? "1/2-1/2" : *lost == 0 ? "0-1" : "1-0";
    }
    std::string ending() const {
      if (forfeit_) return "forfeit: " + forfeit_->kind;
      return adjudged_ ? adjudged_->ending : std::string(game().ending_text(play_.state()));
    }

    RecordInfo record_info() const {
      RecordInfo info;
      for (const int agent : scheduled_.agents) info.seat_names.push_back(player_.names_[agent]);
      info.tags = {{"Event", "clanhouse tournament"},
                   {"Round", std::to_string(scheduled_.block + 1)},
                   {"Number", std::to_string(scheduled_.id)},
                   {"Seed", std::to_string(player_.settings_.seed)}};
      if (!play_.over()) {
        info.tags.emplace_back("Termination", ending());
        info.resigned_seat = loser();
        info.drawn = !info.resigned_seat;
      }
      return info;
    }

    const TournamentPlayer& player_;
    const ScheduledGame& scheduled_;
    std::vector<Agent<G>*> agents_;
    Playthrough<G> play_;
    Adjudicator adjudicator_;
    std::optional<Adjudged> adjudged_;
    std::optional<Forfeit> forfeit_;
    std::vector<Clock::duration> thought_;
  };

  // The agent's object number `copy`.
  Result<Agent<G>*> seat(int agent, std::size_t copy) {
    auto& copies = agents_[agent];
    while (copies.size() <= copy) {
      auto made = make_agent(game_, specs_[agent]);
      if (!made) return tl::unexpected(made.error());
      copies.push_back(std::move(*made));
    }
    return copies[copy].get();
  }

  // The lines of a book are dealt like cards, pass after pass: each comes as often as any other,
  // and no pairing meets the same few again and again.
  Playthrough<G> opening(int block) const {
    if (!book_.empty()) {
      const int lines = static_cast<int>(book_.size());
      std::vector<int> order(book_.size());
      std::iota(order.begin(), order.end(), 0);
      RandomStream(settings_.seed, "book", block / lines).shuffle(order);
      return book_[order[block % lines]];
    }
    RandomStream random(settings_.seed, "opening", block);
    return random_opening(game_, settings_.opening_plies, random);
  }

  G game_;
  const TournamentSettings& settings_;
  std::vector<std::string> names_;
  const std::vector<Playthrough<G>>& book_;
  std::vector<AgentSpec> specs_;
  std::vector<std::vector<std::unique_ptr<Agent<G>>>> agents_;
};

}  // namespace clanhouse
