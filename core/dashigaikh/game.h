// Dashigáikh (rules/dashigaikh.md) on an N x N board, as a Game. Seat 0 is player 1 (white).
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "core/dashigaikh/apply.h"
#include "core/dashigaikh/moves.h"
#include "core/dashigaikh/state.h"
#include "core/game.h"

namespace clanhouse::dashigaikh {

template <int N>
class Dashigaikh {
 public:
  using Config = dashigaikh::Config;
  using State = dashigaikh::State<N>;
  using View = State;
  using Action = dashigaikh::Action;
  using Outcome = dashigaikh::Outcome;
  using ActionList = dashigaikh::ActionList<N>;
  using OutcomeList = FixedList<WeightedOutcome<Outcome>, 1>;

  static constexpr std::string_view kName = "dashigaikh";
  static constexpr int kSize = N;
  static constexpr int kMaxSeats = 2;
  static constexpr bool kPerfectInformation = true;
  static constexpr float kMinUtility = -1;
  static constexpr float kMaxUtility = 1;
  // Random play places a piece every few turns, so it ends long before.
  static constexpr int kMaxPlayoutSteps = 10000;

  // The config's size must be N, its values in range.
  explicit Dashigaikh(const Config& config) : config_(config) {}

  const Config& config() const { return config_; }
  int seats() const { return kMaxSeats; }

  State initial() const {
    State s;
    s.flats.fill(static_cast<std::uint8_t>(config_.flats_each()));
    s.caps.fill(static_cast<std::uint8_t>(config_.overseers_each()));
    return s;
  }
  Actor actor(const State& s) const { return s.over() ? Actor::none() : Actor::of_seat(s.to_move); }
  std::uint64_t hash(const State& s) const { return s.hash; }
  void legal(const State& s, ActionList& list) const { list_legal(s, list); }
  void outcomes(const State&, OutcomeList& list) const { list.clear(); }
  void apply(State& s, Action action) const { apply_turn(s, action, config_); }
  void apply(State&, Outcome) const {}
  Utilities<2> utility(const State& s) const {
    const float white = s.winner == Winner::kWhite ? 1.F : s.winner == Winner::kBlack ? -1.F : 0.F;
    return {white, -white};
  }
  const View& view(const State& s, int /*seat*/) const { return s; }
  const State& sample(const View& view, RandomStream&) const { return view; }

  // Network features and policy slots (encode.cpp).
  int feature_count() const;
  int policy_count() const;
  void encode(const View& view, std::span<float> features) const;
  int policy_index(const State& s, Action action) const;

  // Turns in PTN, positions in TPS (text.cpp).
  std::string action_text(const State& s, Action action) const;
  std::string outcome_text(const State&, Outcome) const { return ""; }
  Result<Action> parse_action(const State& s, std::string_view text) const;
  std::string state_text(const State& s) const;
  std::string result_text(const State& s) const;
  std::string ending_text(const State& s) const;

  // A turn that wins at once, by road or by count (find_win.cpp).
  bool find_win(const State& s, Action& action) const;

  // Draw by repetition, looked at after roads and inactivity but before the turn limit. The flat
  // count cannot come into it: it would have ended the game at the first occurrence.
  static constexpr int kRepetitions = 3;
  bool may_end_by_repetition(const State& s) const {
    return config_.inactivity == InactivityRule::kRepetition &&
           (!s.over() || s.ending == Ending::kTurnLimit);
  }
  bool same_position(const State& a, const State& b) const;
  void end_by_repetition(State& s) const { finish(s, Winner::kDraw, Ending::kRepetition); }

  // The eight symmetries of the square (symmetry.cpp).
  static constexpr int kSymmetries = 8;
  // Who has the top piece, in bitboard order.
  void owners(const State& s, std::span<std::int8_t> owners) const {
    for (int square = 0; square < N * N; ++square) {
      const bool taken = (s.occupied() >> square & 1) != 0;
      owners[square] = taken ? static_cast<std::int8_t>(s.top_color(square)) : std::int8_t{-1};
    }
  }

  State transform(const State& s, int symmetry) const;
  Action transform(Action action, int symmetry) const;

 private:
  Config config_;
};

// Calls visit(game) with the Dashigaikh<N> of the config's size.
template <class Visit>
decltype(auto) with_size(const Config& config, Visit&& visit) {
  switch (config.size) {
    case 3: return visit(Dashigaikh<3>(config));
    case 4: return visit(Dashigaikh<4>(config));
    case 6: return visit(Dashigaikh<6>(config));
    case 7: return visit(Dashigaikh<7>(config));
    case 8: return visit(Dashigaikh<8>(config));
    default: return visit(Dashigaikh<5>(config));
  }
}

}  // namespace clanhouse::dashigaikh
