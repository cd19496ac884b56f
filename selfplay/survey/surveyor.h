// Plays the games of a survey and counts: the part that is compiled for each game.
//
// Games are played in rounds: a round is one seed of chance, played once for every rotation of the
// line-up of agents (once if the agents are all the same). Chance, and the choices of agents, draw
// from streams keyed by (seed, round) and (seed, round, rotation, seat), which are the same
// whatever the settings of the game: surveys of two settings are paired round by round.
//
// What is counted, by the names under Sums::measured (`of` is what it is divided by):
//
//   length               "steps", "decisions"         games
//   decisions            by seat                      games
//   ending               by the game's word           games
//   result               by who won                   games
//   result by ending     "road: seat 1"               games
//   utility, wins        by seat; a win of k seats is 1/k for each         games
//   utility of agents, wins of agents                 games, by agent, times its seats
//   branching            legal actions                decisions
//   forced               decisions with one action    decisions
//   played, possible     by kind of action            decisions
//   taken                by kind of action            decisions in which it was possible
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "agents/registry.h"
#include "core/playthrough.h"
#include "selfplay/interrupt.h"
#include "selfplay/survey/changakarnikh_facts.h"
#include "selfplay/survey/dashigaikh_facts.h"
#include "selfplay/survey/facts.h"
#include "selfplay/survey/ssansh_facts.h"

namespace clanhouse::survey {

// Counts how often each kind of action is played and how often it could have been.
template <Game G>
class KindCounter {
 public:
  void count(const G& game, const typename G::State& state, const typename G::ActionList& legal,
             typename G::Action played) {
    ++decisions_;
    for (const auto action : legal) {
      Kind& kind = kinds_[find(game, state, action)];
      if (kind.last_seen == decisions_) continue;
      kind.last_seen = decisions_;
      ++kind.possible;
    }
    ++kinds_[find(game, state, played)].played;
  }

  void add_to(Tallies& tallies) {
    Tally& played = tallies["played"];
    Tally& possible = tallies["possible"];
    Tally& taken = tallies["taken"];
    for (Kind& kind : kinds_) {
      if (kind.possible == 0) continue;
      possible.count(kind.name, static_cast<double>(kind.possible));
      if (kind.played > 0) played.count(kind.name, static_cast<double>(kind.played));
      taken.add(kind.name, static_cast<double>(kind.played), static_cast<double>(kind.possible));
      kind = Kind{kind.name};
    }
    played.of += static_cast<double>(decisions_);
    possible.of += static_cast<double>(decisions_);
    decisions_ = 0;
  }

 private:
  struct Kind {
    std::string name;
    long long played = 0;
    long long possible = 0;
    long long last_seen = 0;  // in which decision
  };

  std::size_t find(const G& game, const typename G::State& state, typename G::Action action) {
    if constexpr (HasActionKinds<G>) {
      if (kinds_.empty()) {
        for (int k = 0; k < SurveyFacts<G>::kKinds; ++k) {
          kinds_.push_back({std::string(SurveyFacts<G>::kind_name(k))});
        }
      }
      return static_cast<std::size_t>(SurveyFacts<G>::kind(action));
    } else {
      const std::string text = game.action_text(state, action);
      const std::string word = text.substr(0, text.find(' '));
      std::size_t k = 0;
      while (k < kinds_.size() && kinds_[k].name != word) ++k;
      if (k == kinds_.size()) kinds_.push_back({word});
      return k;
    }
  }

  std::vector<Kind> kinds_;
  long long decisions_ = 0;
};

// As a Playthrough, for games whose rules do not look back: only the present is kept.
template <Game G>
class PresentOnly {
 public:
  explicit PresentOnly(const G& game) : game_(game), state_(game.initial()) {}
  const typename G::State& state() const { return state_; }
  template <class Step>
  void play(Step step) {
    game_.apply(state_, step);
  }

 private:
  const G& game_;
  typename G::State state_;
};

template <Game G>
class Surveyor {
 public:
  // `agents` is one for all seats, or one for each; `names` are theirs.
  static Result<std::unique_ptr<Surveyor>> make(const G& game,
                                                const std::vector<std::string>& agents,
                                                const std::vector<std::string>& names,
                                                std::uint64_t seed) {
    std::unique_ptr<Surveyor> surveyor(new Surveyor(game, seed));
    surveyor->names_ = names;
    surveyor->rotations_ = static_cast<int>(agents.size());
    for (int seat = 0; seat < game.seats(); ++seat) {
      auto agent = make_agent(game, agents[static_cast<std::size_t>(seat) % agents.size()]);
      if (!agent) return tl::unexpected(agent.error());
      surveyor->agents_.push_back(std::move(*agent));
      surveyor->seat_names_.push_back(fmt::format("seat {}", seat + 1));
    }
    return surveyor;
  }

  // Plays rounds first … last - 1, a block; null when interrupted.
  std::optional<Sums> play_rounds(int first, int last) {
    Sums sums;
    for (int round = first; round < last; ++round) {
      for (int rotation = 0; rotation < rotations_; ++rotation) {
        if (!play_game(round, rotation, sums)) return std::nullopt;
      }
    }
    finish_block(sums);
    return sums;
  }

 private:
  using State = typename G::State;
  using Play = std::conditional_t<HasRepetitionRule<G>, Playthrough<G>, PresentOnly<G>>;

  Surveyor(const G& game, std::uint64_t seed) : game_(game), seed_(seed) {}

  // Adds what was counted aside.
  void finish_block(Sums& sums) {
    kinds_.add_to(sums.measured);
    Tally& branching = sums.measured["branching"];
    branching.count("legal actions", static_cast<double>(legal_));
    branching.of = static_cast<double>(decisions_);
    Tally& forced = sums.measured["forced"];
    forced.count("one action", static_cast<double>(forced_));
    forced.of = static_cast<double>(decisions_);
    sums.most_legal = most_legal_;
    legal_ = decisions_ = forced_ = 0;
    most_legal_ = 0;
    std::sort(sums.prints.begin(), sums.prints.end());
    sums.prints.erase(std::unique(sums.prints.begin(), sums.prints.end()), sums.prints.end());
  }

  // The number of the agent in a seat.
  int agent_in(int seat, int rotation) const { return (seat + rotation) % rotations_; }

  bool play_game(int round, int rotation, Sums& sums) {
    const int seats = game_.seats();
    for (int seat = 0; seat < seats; ++seat) {
      agent_object(seat, rotation).begin_game(RandomStream(seed_, "agent", round, rotation, seat));
    }
    RandomStream chance(seed_, "chance", round);
    Facts facts(sums.facts);
    Play play(game_);
    std::uint64_t print = 0;
    int steps = 0;
    std::array<int, G::kMaxSeats> decisions{};
    for (Actor actor = game_.actor(play.state()); !actor.over();
         actor = game_.actor(play.state())) {
      if (interrupted() != 0) return false;
      ++steps;
      if (actor.chance()) {
        take(play, draw_outcome(game_, play.state(), chance), print, facts);
        continue;
      }
      const int seat = actor.seat();
      ++decisions[seat];
      const auto action = agent_object(seat, rotation).choose(game_.view(play.state(), seat));
      look_at_decision(play.state(), action);
      take(play, action, print, facts);
    }
    sums.prints.push_back(print);
    GameEnd<G> end{.game = game_,
                   .state = play.state(),
                   .utility = game_.utility(play.state()),
                   .steps = steps,
                   .decisions_by_seat = decisions};
    for (const int count : decisions) end.decisions += count;
    const auto best = *std::max_element(end.utility.begin(), end.utility.begin() + seats);
    for (int seat = 0; seat < seats; ++seat) {
      end.won[seat] = end.utility[seat] == best;
      end.winners += end.won[seat] ? 1 : 0;
    }
    look_at_end(end, rotation, sums);
    if constexpr (HasFacts<G>) SurveyFacts<G>::note(end, facts);
    return true;
  }

  // Where agents differ, each is one object that changes seats.
  Agent<G>& agent_object(int seat, int rotation) {
    return *agents_[static_cast<std::size_t>(rotations_ == 1 ? seat : agent_in(seat, rotation))];
  }

  template <class Step>
  void take(Play& play, Step step, std::uint64_t& print, Facts& facts) {
    if constexpr (HasStepFacts<G>) {
      const State before = play.state();
      play.play(step);
      SurveyFacts<G>::note_step(game_, before, step, play.state(), facts);
    } else {
      play.play(step);
    }
    // Games are the same if their steps are; the bytes of a step are faster than a hash of the
    // state. Empty types have a byte without meaning.
    if constexpr (std::has_unique_object_representations_v<Step> &&
                  sizeof(Step) <= sizeof(std::uint64_t)) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, &step, sizeof step);
      print = mix64(print * 0x9e3779b97f4a7c15ULL + bytes + 1);
    } else {
      print = mix64(print + game_.hash(play.state()));
    }
  }

  void look_at_decision(const State& state, typename G::Action action) {
    typename G::ActionList legal;
    game_.legal(state, legal);
    ++decisions_;
    const int count = static_cast<int>(legal.size());
    legal_ += count;
    forced_ += count == 1 ? 1 : 0;
    most_legal_ = std::max(most_legal_, count);
    kinds_.count(game_, state, legal, action);
  }

  void look_at_end(const GameEnd<G>& end, int rotation, Sums& sums) {
    const int seats = game_.seats();
    ++sums.games;
    ++sums.steps[end.steps];
    ++sums.decisions[end.decisions];
    const auto quantity = [&](const char* name) -> Tally& {
      Tally& tally = sums.measured[name];
      ++tally.of;
      return tally;
    };
    Tally& length = quantity("length");
    length.count("steps", end.steps);
    length.count("decisions", end.decisions);
    const std::string ending = game_.ending_text(end.state);
    const std::string result = result_name(end);
    quantity("ending").count(ending);
    quantity("result").count(result);
    quantity("result by ending").count(ending + ": " + result);
    Tally& decisions = quantity("decisions");
    Tally& utility = quantity("utility");
    Tally& wins = quantity("wins");
    for (int seat = 0; seat < seats; ++seat) {
      const double win = end.won[seat] ? 1.0 / end.winners : 0;
      decisions.count(seat_names_[seat], end.decisions_by_seat[seat]);
      utility.count(seat_names_[seat], end.utility[seat]);
      wins.count(seat_names_[seat], win);
      if (rotations_ == 1) continue;
      const std::string& agent = names_[static_cast<std::size_t>(agent_in(seat, rotation))];
      sums.measured["utility of agents"].add(agent, end.utility[seat]);
      sums.measured["wins of agents"].add(agent, win);
    }
  }

  std::string result_name(const GameEnd<G>& end) const {
    if (end.winners == game_.seats()) return "draw of all";
    std::string name;
    for (int seat = 0; seat < game_.seats(); ++seat) {
      if (end.won[seat]) name += (name.empty() ? "" : " and ") + seat_names_[seat];
    }
    return name;
  }

  G game_;
  std::uint64_t seed_;
  int rotations_ = 1;
  std::vector<std::string> names_;
  std::vector<std::string> seat_names_;
  std::vector<std::unique_ptr<Agent<G>>> agents_;
  KindCounter<G> kinds_;
  // Of the block.
  long long decisions_ = 0;
  long long legal_ = 0;
  long long forced_ = 0;
  int most_legal_ = 0;
};

}  // namespace clanhouse::survey
