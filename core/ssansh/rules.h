// The rules of Ssansh (rules/ssansh.md): what is legal, what a step does, who dominates, who wins.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "core/ssansh/config.h"
#include "core/ssansh/state.h"
#include "core/ssansh/step.h"

namespace clanhouse::ssansh {

// The colours beside the one given, in order.
constexpr std::array<Colour, 2> others(int colour) {
  return colour == kRed     ? std::array{kGreen, kBlue}
         : colour == kGreen ? std::array{kRed, kBlue}
                            : std::array{kRed, kGreen};
}

// In how many ways k figurines of a colour can be chosen out of n, at most 21.
inline constexpr auto kWays = [] {
  constexpr int kSize = kFigurinesOfColour + 1;
  std::array<std::array<double, kSize>, kSize> table{};
  for (int n = 0; n < kSize; ++n) {
    table[n][0] = 1;
    for (int k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
  }
  return table;
}();

// Calls visit(counts, ways) for every choice of `size` figurines out of some, the least red and
// then the least green first; `ways` says in how many ways it can be made.
template <class Visit>
void for_each_choice(const Counts& from, int size, Visit&& visit) {
  for (int r = 0; r <= std::min<int>(size, from[0]); ++r) {
    for (int g = 0; g <= std::min<int>(size - r, from[1]); ++g) {
      const int b = size - r - g;
      if (b > from[2]) continue;
      visit(Counts{static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g),
                   static_cast<std::uint8_t>(b)},
            kWays[from[0]][r] * kWays[from[1]][g] * kWays[from[2]][b]);
    }
  }
}

// ---- Set-up ----

State empty_board(const Layout& layout, int players);
bool neutral_due(const Layout& layout, const State& s, int space);
bool hand_due(const State& s, int seat);
// What can be dealt to a neutral space, or to a hand, that is due, with its probability.
void list_setup(const State& s, int index, bool hand, OutcomeList& list);

// ---- Play ----

void list_actions(const Layout& layout, const State& s, ActionList& list);
void apply_action(const Layout& layout, State& s, Action action);
void apply_outcome(const Layout& layout, State& s, Outcome outcome);
// Takes decisions that have one option, and sees the end of the set-up and of the game.
void run_forced(const Layout& layout, State& s);

// Whether a bag agrees with what a seat has seen go into it.
bool agrees(const BagKnowledge& known, const Counts& bag);

// ---- The end ----

// The dominant colour of a disc or a space; nothing where it is empty or tied.
std::optional<Colour> dominant(const Counts& disc);
std::optional<Colour> dominant_in_space(const State& s, int space, const Rules& rules);
std::optional<Colour> winning_colour(const Layout& layout, const State& s, const Rules& rules);
// Of a game that is over; nothing when all draw. The winning colour may be given if it is known.
std::optional<int> winner(const Layout& layout, const State& s, const Rules& rules);
std::optional<int> winner(const State& s, std::optional<Colour> colour, const Rules& rules);
// 1 for the winner and 0 for others, minus 1/players; 0 when all draw.
Utilities<kMaxPlayers> utility_of(std::optional<int> winner, int players);

}  // namespace clanhouse::ssansh
