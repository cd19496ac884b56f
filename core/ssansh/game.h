// Ssansh (rules/ssansh.md) as a Game. Hidden are the hands of others and the bag; hand sizes, what
// goes into the bag openly and everything on the board is public.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/game.h"
#include "core/ssansh/config.h"
#include "core/ssansh/rules.h"
#include "core/ssansh/state.h"
#include "core/ssansh/step.h"

namespace clanhouse::ssansh {

class Ssansh {
 public:
  using Config = ssansh::Config;
  using State = ssansh::State;
  using Action = ssansh::Action;
  using Outcome = ssansh::Outcome;
  using ActionList = ssansh::ActionList;
  using OutcomeList = ssansh::OutcomeList;
  // What one seat knows: a state without the others' hands, the bag and the others' knowledge of
  // it.
  struct View {
    State state;
    std::array<std::uint8_t, kMaxPlayers> hand_sizes{};
    std::uint8_t seat = 0;
    bool operator==(const View&) const = default;
  };

  static constexpr std::string_view kName = "ssansh";
  static constexpr int kMaxSeats = kMaxPlayers;
  static constexpr bool kPerfectInformation = false;
  static constexpr float kMinUtility = -0.5F;
  static constexpr float kMaxUtility = 0.8F;
  // At most 8p² + p turns of at most three steps, and the set-up.
  static constexpr int kMaxPlayoutSteps = 3 * (8 * kMaxPlayers * kMaxPlayers + kMaxPlayers) + 30;

  // The config must pass check_config.
  explicit Ssansh(const Config& config)
      : Ssansh(config, find_layout(config.layout).value_or(Layout())) {}
  Ssansh(const Config& config, Layout layout) : config_(config), layout_(std::move(layout)) {}

  const Config& config() const { return config_; }
  const Layout& layout() const { return layout_; }
  int seats() const { return config_.players; }

  State initial() const { return empty_board(layout_, config_.players); }
  Actor actor(const State& s) const;
  std::uint64_t hash(const State& s) const;
  void legal(const State& s, ActionList& list) const { list_actions(layout_, s, list); }
  // In the set-up spaces come before hands, the lowest first.
  void outcomes(const State& s, OutcomeList& list) const;
  void apply(State& s, Action action) const { apply_action(layout_, s, action); }
  void apply(State& s, Outcome outcome) const { apply_outcome(layout_, s, outcome); }
  // 1 for the winner and 0 for others, minus 1/players; 0 when all draw.
  Utilities<kMaxPlayers> utility(const State& s) const;

  View view(const State& s, int seat) const;
  // The figurines in the bag and in the hands of others, all together.
  Counts unseen_by(const View& view) const;
  // All deals of the figurines that the seat does not see are equally likely, figurine by figurine,
  // if they agree with what it knows of the bag.
  State sample(const View& view, RandomStream& random) const;

  int feature_count() const;
  int policy_count() const;
  void encode(const View& view, std::span<float> features) const;
  int policy_index(const State& s, Action action) const;

  std::string action_text(const State& s, Action action) const;
  std::string outcome_text(const State& s, Outcome outcome) const;
  Result<Action> parse_action(const State& s, std::string_view text) const;
  std::string state_text(const State& s) const;
  std::string result_text(const State& s) const;  // "2", "draw"
  std::string ending_text(const State& s) const;

 private:
  Config config_;
  Layout layout_;
};

}  // namespace clanhouse::ssansh
