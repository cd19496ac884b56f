// Steps of the game, in the notation of rules/changakarnikh.md §7: what players decide (Action) and
// what chance does (Outcome).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>

#include "core/changakarnikh/piece.h"
#include "core/fixed_list.h"
#include "core/game.h"

namespace clanhouse::changakarnikh {

// Ascending as text.
enum class StepKind : std::uint8_t {
  kAllow,
  kArgue,
  kBuy,
  kCancel,
  kDecline,
  kDrag,
  kFive,
  kFollow,
  kFour,
  kGovern,
  kKeep,
  kKick,
  kLower,
  kName,
  kPass,
  kPick,
  kReplace,
  kReroll,
  kRest,
  kRoll,
  kScheme,
  kStay,
  kStep,
  kSwap,
  kTake,
  kTarget,
  kTo,
  kUse,
  kWaive,
  kWard,
};
inline constexpr int kStepKinds = static_cast<int>(StepKind::kWard) + 1;

// What the word of a step is followed by.
enum class ArgumentKind : std::uint8_t {
  kNothing,
  kPiece,  // a piece of the set, by its number: the draft
  kRacer,  // a piece in the race, by its seat
  kSeat,   // a player
  kSpace,  // 1..31
};
struct StepWord {
  std::string_view word;
  ArgumentKind argument;
};
// By StepKind.
inline constexpr std::array<StepWord, kStepKinds> kStepWords = {{
    {"allow", ArgumentKind::kNothing},   {"argue", ArgumentKind::kRacer},
    {"buy", ArgumentKind::kPiece},       {"cancel", ArgumentKind::kNothing},
    {"decline", ArgumentKind::kNothing}, {"drag", ArgumentKind::kRacer},
    {"five", ArgumentKind::kNothing},    {"follow", ArgumentKind::kNothing},
    {"four", ArgumentKind::kNothing},    {"govern", ArgumentKind::kRacer},
    {"keep", ArgumentKind::kNothing},    {"kick", ArgumentKind::kNothing},
    {"lower", ArgumentKind::kNothing},   {"name", ArgumentKind::kPiece},
    {"pass", ArgumentKind::kNothing},    {"pick", ArgumentKind::kPiece},
    {"replace", ArgumentKind::kPiece},   {"reroll", ArgumentKind::kNothing},
    {"rest", ArgumentKind::kNothing},    {"roll", ArgumentKind::kNothing},
    {"scheme", ArgumentKind::kNothing},  {"stay", ArgumentKind::kNothing},
    {"step", ArgumentKind::kNothing},    {"swap", ArgumentKind::kPiece},
    {"take", ArgumentKind::kSeat},       {"target", ArgumentKind::kRacer},
    {"to", ArgumentKind::kSpace},        {"use", ArgumentKind::kNothing},
    {"waive", ArgumentKind::kNothing},   {"ward", ArgumentKind::kRacer},
}};

struct Action {
  StepKind kind = StepKind::kAllow;
  std::uint8_t argument = 0;
  constexpr auto operator<=>(const Action&) const = default;
};
constexpr Action action(StepKind kind, int argument = 0) {
  return {kind, static_cast<std::uint8_t>(argument)};
}

// The owner does not use the power.
constexpr bool is_refusal(StepKind kind) {
  return kind == StepKind::kDecline || kind == StepKind::kKeep || kind == StepKind::kStay ||
         kind == StepKind::kWaive;
}

enum class ChanceKind : std::uint8_t { kDie, kDraw, kReplace };
struct Outcome {
  ChanceKind kind = ChanceKind::kDie;
  std::uint8_t value = 0;  // 1..6 of a die, else the number of a piece
  constexpr bool operator==(const Outcome&) const = default;
};
constexpr Outcome die(int number) { return {ChanceKind::kDie, static_cast<std::uint8_t>(number)}; }

// The longest lists: the Assassin names one of 25 or declines; 25 pieces to draw.
using ActionList = FixedList<Action, 32>;
using OutcomeList = FixedList<WeightedOutcome<Outcome>, 25>;

}  // namespace clanhouse::changakarnikh
