// What a game adds to a survey of its own. Nothing is needed: a game without a SurveyFacts is
// surveyed all the same. A game that has something to say specialises the template in
// selfplay/survey/<game>_facts.h, which surveyor.h includes:
//
//   template <>
//   struct SurveyFacts<Mine> {
//     // After each game.
//     static void note(const GameEnd<Mine>& end, Facts& facts) {
//       facts.count("winning colour", colour_name(end.state));        // share of each, by name
//       facts.number("turns", end.state.turns);                       // mean
//       facts.number("utility by role", role, end.utility[0]);        // mean for each role
//     }
//     // Optional: after each step, where the end of the game does not tell. `before` is the
//     // position that the step (an Action or an Outcome) was taken in.
//     template <class Step>
//     static void note_step(const Mine& game, const Mine::State& before, Step step,
//                           const Mine::State& after, Facts& facts);
//     // Optional: kinds of actions by number, with names; else the kind is the first word of the
//     // action's text, which is slow (every legal action is written out).
//     static constexpr int kKinds = 4;
//     static int kind(Mine::Action action);
//     static std::string_view kind_name(int kind);
//   };
//
// Facts must follow from the game alone. Errors are found by comparing blocks of games, so a fact
// may be noted once a game, several times, or only in some.
#pragma once

#include <array>
#include <concepts>
#include <string_view>

#include "core/game.h"
#include "selfplay/survey/sums.h"

namespace clanhouse::survey {

class Facts {
 public:
  explicit Facts(Tallies& tallies) : tallies_(tallies) {}

  // One of several things was so. What is reported is the share of each value in all that was
  // counted under the name; note a value such as "none" too where that is to be seen.
  void count(std::string_view name, std::string_view value) {
    Tally& tally = find(name);
    tally.count(value);
    ++tally.of;
  }
  // A number, of which the mean is reported; or its mean for each value of something.
  void number(std::string_view name, double number) { find(name).add("", number); }
  void number(std::string_view name, std::string_view value, double number) {
    find(name).add(value, number);
  }

 private:
  Tally& find(std::string_view name) {
    const auto found = tallies_.find(name);
    return found != tallies_.end() ? found->second : tallies_[std::string(name)];
  }
  Tallies& tallies_;
};

// A game that is over.
template <Game G>
struct GameEnd {
  const G& game;
  const typename G::State& state;
  Utilities<G::kMaxSeats> utility{};
  std::array<bool, G::kMaxSeats> won{};  // the seats with the highest utility
  int winners = 0;                       // how many; all seats: a draw
  int steps = 0;                         // of players and chance
  int decisions = 0;
  std::array<int, G::kMaxSeats> decisions_by_seat{};
};

template <Game G>
struct SurveyFacts {};

template <class G>
concept HasFacts = requires(const GameEnd<G>& end, Facts& facts) {
  SurveyFacts<G>::note(end, facts);
};

template <class G>
concept HasStepFacts = requires(const G& game, const typename G::State& state,
                                typename G::Action step, Facts& facts) {
  SurveyFacts<G>::note_step(game, state, step, state, facts);
};

template <class G>
concept HasActionKinds = requires(typename G::Action action, int kind) {
  { SurveyFacts<G>::kKinds } -> std::convertible_to<int>;
  { SurveyFacts<G>::kind(action) } -> std::same_as<int>;
  { SurveyFacts<G>::kind_name(kind) } -> std::convertible_to<std::string_view>;
};

}  // namespace clanhouse::survey
