// The smallest game with everything in it: three seats, chance, a hidden card, and a seat that
// moves twice in a row. Tests of search compare with its exact solution; docs/add-a-game.md uses
// it as the example.
//
// Chance deals seat 0 a card (0 or 1) that only it sees. Seat 1 picks one of three doors, then one
// of two keys. A die with the faces 0, 1, 2 (1/2, 1/4, 1/4) is rolled. Seat 2 answers yes or no,
// then seat 0 answers yes or no. What each seat gets is a fixed but arbitrary function of all that.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/fixed_list.h"
#include "core/game.h"
#include "core/options.h"

namespace clanhouse::test {

class ToyGame {
 public:
  // Which arbitrary function; any number.
  struct Config {
    std::uint64_t payoffs = 1;
  };
  enum class Action : std::uint8_t {};
  enum class Outcome : std::uint8_t {};
  static constexpr int kSteps = 6;  // card, door, key, die, answer of seat 2, answer of seat 0
  static constexpr std::uint8_t kUnknown = 255;

  struct State {
    std::array<std::uint8_t, kSteps> taken{};
    std::uint8_t steps = 0;
    bool operator==(const State&) const = default;
  };
  // A state in which the card is kUnknown to seats 1 and 2.
  struct View {
    State state;
    bool operator==(const View&) const = default;
  };
  using ActionList = FixedList<Action, 3>;
  using OutcomeList = FixedList<WeightedOutcome<Outcome>, 3>;

  static constexpr std::string_view kName = "toy";
  static constexpr int kMaxSeats = 3;
  static constexpr bool kPerfectInformation = false;
  static constexpr float kMinUtility = -1;
  static constexpr float kMaxUtility = 1;
  static constexpr int kMaxPlayoutSteps = kSteps;

  explicit ToyGame(const Config& config) : config_(config) {}
  const Config& config() const { return config_; }
  int seats() const { return kMaxSeats; }
  State initial() const { return {}; }

  Actor actor(const State& s) const {
    switch (s.steps) {
      case 0:
      case 3: return Actor::of_chance();
      case 1:
      case 2: return Actor::of_seat(1);
      case 4: return Actor::of_seat(2);
      case 5: return Actor::of_seat(0);
      default: return Actor::none();
    }
  }
  std::uint64_t hash(const State& s) const {
    std::uint64_t h = s.steps;
    for (const auto t : s.taken) h = mix64(h * 257 + t);
    return h;
  }
  void legal(const State& s, ActionList& list) const {
    list.clear();
    for (int i = 0; i < (s.steps == 1 ? 3 : 2); ++i) list.push_back(static_cast<Action>(i));
  }
  void outcomes(const State& s, OutcomeList& list) const {
    list.clear();
    if (s.steps == 0) {
      for (int card = 0; card < 2; ++card) list.push_back({static_cast<Outcome>(card), 0.5F});
    } else {
      for (int face = 0; face < 3; ++face) {
        list.push_back({static_cast<Outcome>(face), face == 0 ? 0.5F : 0.25F});
      }
    }
  }
  void apply(State& s, Action a) const { s.taken[s.steps++] = static_cast<std::uint8_t>(a); }
  void apply(State& s, Outcome o) const { s.taken[s.steps++] = static_cast<std::uint8_t>(o); }
  Utilities<3> utility(const State& s) const {
    Utilities<3> u;
    for (int seat = 0; seat < 3; ++seat) {
      const std::uint64_t h = mix64(hash(s) + mix64(config_.payoffs * 3 + seat));
      u[seat] = static_cast<float>(h % 2001) / 1000.F - 1.F;
    }
    return u;
  }

  View view(const State& s, int seat) const {
    View v{s};
    if (seat != 0 && s.steps > 0) v.state.taken[0] = kUnknown;
    return v;
  }
  State sample(const View& v, RandomStream& random) const {
    State s = v.state;
    if (s.taken[0] == kUnknown) s.taken[0] = static_cast<std::uint8_t>(random.below(2));
    return s;
  }

  int feature_count() const { return kSteps; }
  int policy_count() const { return 3; }
  void encode(const View& v, std::span<float> features) const {
    for (int i = 0; i < kSteps; ++i) {
      features[i] = v.state.taken[i] == kUnknown ? -1.F : static_cast<float>(v.state.taken[i]);
    }
  }
  int policy_index(const State&, Action a) const { return static_cast<int>(a); }

  std::string action_text(const State&, Action a) const {
    return std::to_string(static_cast<int>(a));
  }
  std::string outcome_text(const State&, Outcome o) const {
    return std::to_string(static_cast<int>(o));
  }
  Result<Action> parse_action(const State& s, std::string_view text) const {
    return parse_integer(text, 0, s.steps == 1 ? 2 : 1).map([](long long v) {
      return static_cast<Action>(v);
    });
  }
  std::string state_text(const State& s) const {
    std::string text;
    for (int i = 0; i < s.steps; ++i) text += std::to_string(s.taken[i]);
    return text;
  }
  std::string result_text(const State& s) const { return actor(s).over() ? "over" : ""; }
  std::string ending_text(const State& s) const { return result_text(s); }

 private:
  Config config_;
};

static_assert(Game<ToyGame>);

}  // namespace clanhouse::test
