// Changakárnikh (rules/changakarnikh.md) as a Game: the parade, then the races; and one race of it
// as a Game of its own. Hidden are the selections before the reveal and the Matron's ward; the
// order of the undrawn pieces is no part of a state.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/changakarnikh/config.h"
#include "core/changakarnikh/draft.h"
#include "core/changakarnikh/engine.h"
#include "core/changakarnikh/state.h"
#include "core/changakarnikh/step.h"
#include "core/game.h"

namespace clanhouse::changakarnikh {

// The most points that a seat can make in a race of this number, and in a game of so many races:
// first in each, with a point taken by the Late-Born Prince. The units of utilities.
constexpr float most_points_of_race(int number) { return static_cast<float>(number + 2); }
constexpr float most_points_of_game(int races) {
  return static_cast<float>(races * (races + 3)) / 2 + 1;
}

// What both games have in common.
class StepGame {
 public:
  using Action = changakarnikh::Action;
  using Outcome = changakarnikh::Outcome;
  using ActionList = changakarnikh::ActionList;
  using OutcomeList = changakarnikh::OutcomeList;
  static constexpr int kMaxSeats = changakarnikh::kMaxSeats;
  static constexpr bool kPerfectInformation = false;
  static constexpr float kMinUtility = -1;
  static constexpr float kMaxUtility = 1;

  // One slot for each action (encode.cpp).
  int policy_count() const;
};

class Changakarnikh : public StepGame {
 public:
  using Config = changakarnikh::Config;
  using State = changakarnikh::State;
  // A state with kHidden for what the seat may not know.
  struct View {
    State state;
    std::uint8_t seat = 0;
    bool operator==(const View&) const = default;
  };

  static constexpr std::string_view kName = "changakarnikh";
  // Five races of 500 turns; random play takes about 700.
  static constexpr int kMaxPlayoutSteps = 100'000;

  // The config must pass check_config.
  explicit Changakarnikh(const Config& config) : config_(config) {}

  const Config& config() const { return config_; }
  int seats() const { return config_.players; }

  State initial() const;
  Actor actor(const State& s) const;
  std::uint64_t hash(const State& s) const;
  void legal(const State& s, ActionList& list) const;
  void outcomes(const State& s, OutcomeList& list) const;
  void apply(State& s, Action step) const;
  void apply(State& s, Outcome step) const;
  // The share of the pot minus 1/players; with objective = points, the points minus their mean, in
  // units of all that one seat could make.
  Utilities<kMaxSeats> utility(const State& s) const;

  View view(const State& s, int seat) const;
  // Selections are drawn evenly from the unraced pieces, wards from those that are possible.
  State sample(const View& view, RandomStream& random) const;

  int feature_count() const;
  void encode(const View& view, std::span<float> features) const;
  int policy_index(const State& s, Action step) const;

  std::string action_text(const State& s, Action step) const;
  std::string outcome_text(const State&, Outcome step) const;
  Result<Action> parse_action(const State& s, std::string_view text) const;
  // "race 3, board …": one line for people.
  std::string state_text(const State& s) const;
  std::string result_text(const State& s) const;  // "5 15 10 0"
  std::string ending_text(const State& s) const;

 private:
  Config config_;
};

// A single race from a given state on. Its utility is what a seat has gained in the race less the
// mean of all, in units of the most that one can gain.
class RaceGame : public StepGame {
 public:
  struct Config {
    Race start;  // as made by make_race, with scores; or from a setup
    Rules rules;
  };
  using State = Race;
  struct View {
    Race state;
    std::uint8_t seat = 0;
    bool operator==(const View&) const = default;
  };

  static constexpr std::string_view kName = "changakarnikh-race";
  static constexpr bool kPublicChance = true;  // dice
  static constexpr int kMaxPlayoutSteps = 20'000;

  explicit RaceGame(const Config& config) : config_(config) {}

  const Config& config() const { return config_; }
  int seats() const { return config_.start.seats; }

  Race initial() const;
  Actor actor(const Race& race) const { return Engine::actor(race); }
  std::uint64_t hash(const Race& race) const;
  void legal(const Race& race, ActionList& list) const;
  void outcomes(const Race& race, OutcomeList& list) const;
  void apply(Race& race, Action step) const { Engine(race, config_.rules).apply(step); }
  void apply(Race& race, Outcome step) const { Engine(race, config_.rules).apply_die(step.value); }
  Utilities<kMaxSeats> utility(const Race& race) const;

  View view(const Race& race, int seat) const;
  Race sample(const View& view, RandomStream& random) const;

  int feature_count() const;
  void encode(const View& view, std::span<float> features) const;
  int policy_index(const Race& race, Action step) const;

  std::string action_text(const Race& race, Action step) const;
  std::string outcome_text(const Race&, Outcome step) const;
  Result<Action> parse_action(const Race& race, std::string_view text) const;
  std::string state_text(const Race& race) const;
  std::string result_text(const Race& race) const;  // the places: "consort lover"
  std::string ending_text(const Race& race) const;

 private:
  Config config_;
};

}  // namespace clanhouse::changakarnikh
