// What a game is.
//
// A game is one type that holds its rules (a Config) and answers questions about states; it has no
// other data, so it may be shared by any number of threads. States are plain values: trivially
// copyable, without pointers and without a random number generator. Search and agents are compiled
// for each game against the concept below; there is no base class and no virtual call.
//
// The order in which things are asked:
//
//   G game(config);
//   typename G::State state = game.initial();
//   while (!game.actor(state).over()) {
//     if (game.actor(state).chance()) {
//       game.outcomes(state, outcomes);           // draw one by its probability
//       game.apply(state, outcome);
//     } else {
//       game.legal(state, actions);               // never empty here
//       game.apply(state, action);                // chosen from game.view(state, seat)
//     }
//   }
//   game.utility(state);                          // one number per seat
//
// docs/add-a-game.md walks through the smallest example, tests/toy_game.h.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/error.h"
#include "core/random.h"

namespace clanhouse {

// Whose turn it is: a seat (0-based), chance, or nobody because the game is over.
class Actor {
 public:
  static constexpr Actor of_seat(int seat) { return Actor(seat); }
  static constexpr Actor of_chance() { return Actor(-1); }
  static constexpr Actor none() { return Actor(-2); }

  constexpr bool is_seat() const { return value_ >= 0; }
  constexpr bool chance() const { return value_ == -1; }
  constexpr bool over() const { return value_ == -2; }
  // Only when is_seat().
  constexpr int seat() const { return value_; }
  constexpr bool operator==(const Actor&) const = default;

 private:
  constexpr explicit Actor(int value) : value_(static_cast<std::int8_t>(value)) {}
  std::int8_t value_;
};

// One number per seat; the entries of seats that are not taken are 0.
template <int MaxSeats>
using Utilities = std::array<float, MaxSeats>;

// An outcome of chance with its probability; the probabilities of a list add up to 1.
template <class Outcome>
struct WeightedOutcome {
  Outcome outcome;
  float probability;
};

template <class G>
concept Game = requires(const G& game, typename G::State& state, const typename G::State& position,
                        const typename G::View& view, typename G::Action action,
                        typename G::Outcome outcome, typename G::ActionList& actions,
                        typename G::OutcomeList& outcomes, RandomStream& random, int seat,
                        std::span<float> features, std::string_view text) {
  // The name used in flags, files and journals: "dashigaikh".
  { G::kName } -> std::convertible_to<std::string_view>;
  // The most seats that a game of this type can have; seats() says how many this one has.
  { G::kMaxSeats } -> std::convertible_to<int>;
  { game.seats() } -> std::same_as<int>;
  // True where every seat sees the whole state: then View is State and nothing is ever sampled.
  { G::kPerfectInformation } -> std::convertible_to<bool>;
  // Utilities lie in this closed range.
  { G::kMinUtility } -> std::convertible_to<float>;
  { G::kMaxUtility } -> std::convertible_to<float>;
  // A bound on the number of steps (actions and outcomes) of random play, for tests and buffers;
  // games without a bound of their own end as draws there.
  { G::kMaxPlayoutSteps } -> std::convertible_to<int>;
  { game.config() } -> std::same_as<const typename G::Config&>;

  requires std::is_trivially_copyable_v<typename G::State>;
  requires std::is_trivially_copyable_v<typename G::Action>;
  requires std::is_trivially_copyable_v<typename G::Outcome>;
  requires !std::is_same_v<typename G::Action, typename G::Outcome>;
  requires std::totally_ordered<typename G::Action>;
  requires std::equality_comparable<typename G::Outcome>;
  requires std::equality_comparable<typename G::State>;

  { game.initial() } -> std::same_as<typename G::State>;
  { game.actor(position) } -> std::same_as<Actor>;
  // Equal states have equal hashes.
  { game.hash(position) } -> std::same_as<std::uint64_t>;
  // Replaces the content of the list by the legal actions, ascending and without repeats. When a
  // seat acts there is at least one.
  {game.legal(position, actions)};
  // The same for chance; each entry is a WeightedOutcome.
  {game.outcomes(position, outcomes)};
  // The action must be legal, the outcome possible: this is not checked.
  {game.apply(state, action)};
  {game.apply(state, outcome)};
  // Meaningful when the game is over.
  { game.utility(position) } -> std::same_as<Utilities<G::kMaxSeats>>;

  // What one seat may know of a state, and a full state drawn in proportion to its probability
  // given that knowledge. legal() and actor() of the sampled state are those of the true one
  // whenever the seat that looks is the one to act.
  { game.view(position, seat) } -> std::convertible_to<typename G::View>;
  { game.sample(view, random) } -> std::convertible_to<typename G::State>;

  // Network input: feature_count() finite floats as seen by the seat to act; and the slot of an
  // action in the policy_count() outputs of a policy.
  { game.feature_count() } -> std::same_as<int>;
  { game.policy_count() } -> std::same_as<int>;
  {game.encode(view, features)};
  { game.policy_index(position, action) } -> std::same_as<int>;

  // Text of an action or outcome in the notation of rules/; parse refuses what is not legal, with
  // the reason.
  { game.action_text(position, action) } -> std::same_as<std::string>;
  { game.outcome_text(position, outcome) } -> std::same_as<std::string>;
  { game.parse_action(position, text) } -> std::same_as<Result<typename G::Action>>;
  { game.state_text(position) } -> std::same_as<std::string>;
  // How it ended, in the game's own notation ("R-0") and in a word ("road"); empty while it goes
  // on.
  { game.result_text(position) } -> std::same_as<std::string>;
  { game.ending_text(position) } -> std::same_as<std::string>;
};

// Optional hooks of a game; who uses them asks with these concepts.

// An action that wins for the seat to act at once, if there is one: faster than trying them all.
template <class G>
concept FindsWins = requires(const G& game, const typename G::State& state,
                             typename G::Action& action) {
  { game.find_win(state, action) } -> std::same_as<bool>;
};

// Rules that look back at earlier positions, which a state does not hold: whoever runs the game
// (core/playthrough.h) counts how often a position has occurred.
template <class G>
concept HasRepetitionRule = requires(const G& game, typename G::State& state,
                                     const typename G::State& other) {
  // How many occurrences end the game.
  { G::kRepetitions } -> std::convertible_to<int>;
  // Whether the rule is on and comes before whatever else may have ended the game here.
  { game.may_end_by_repetition(other) } -> std::same_as<bool>;
  { game.same_position(state, other) } -> std::same_as<bool>;
  {game.end_by_repetition(state)};
};

// What chance may do, and how likely it is, depends on nothing that is hidden from a seat: dice are
// such chance, tokens drawn from a bag are not where hands are hidden.
template <class G>
concept HasPublicChance = requires {
  requires G::kPublicChance;
};

// The symmetries of the board: 0 is the identity, transform() maps states and actions alike.
template <class G>
concept HasSymmetries = requires(const G& game, const typename G::State& state,
                                 typename G::Action action, int symmetry) {
  { G::kSymmetries } -> std::convertible_to<int>;
  { game.transform(state, symmetry) } -> std::same_as<typename G::State>;
  { game.transform(action, symmetry) } -> std::same_as<typename G::Action>;
};

// Boards on which a square may belong to a seat: owners() writes the seat of every square, or -1.
template <class G>
concept HasOwners = requires(const G& game, const typename G::State& state,
                             std::span<std::int8_t> owners) {
  {game.owners(state, owners)};
};

}  // namespace clanhouse
