// What a survey of Ssansh tells beside what it tells of any game.
#pragma once

#include <algorithm>
#include <array>

#include "core/ssansh/game.h"
#include "selfplay/survey/facts.h"

namespace clanhouse::survey {

template <>
struct SurveyFacts<ssansh::Ssansh> {
  using Game = ssansh::Ssansh;

  static constexpr int kKinds = 5;
  static int kind(ssansh::Action action) { return action.kind; }
  static std::string_view kind_name(int kind) {
    constexpr std::array<std::string_view, kKinds> kNames = {
        "act on a space", "act on the King", "act on the Weather", "parley", "return"};
    return kNames[kind];
  }

  static void note(const GameEnd<Game>& end, Facts& facts) {
    const auto& s = end.state;
    const auto& rules = end.game.config().rules;
    const auto colour = ssansh::winning_colour(end.game.layout(), s, rules);
    facts.count("winning colour", colour ? ssansh::kColourNames[*colour] : "none");
    facts.count("winner decided by", decided_by(s, colour, end.winners == s.players));
    facts.number("turns", s.turns);
    int held = 0;
    for (int seat = 0; seat < s.players; ++seat) held += ssansh::total(s.hands[seat]);
    facts.number("figurines left in hands", held);
    facts.number("figurines on the King", ssansh::total(s.king));
    facts.number("figurines on the Weather", ssansh::total(s.weather));
    int tied = 0;
    int homes = 0;
    for (int space = 0; space < end.game.layout().spaces; ++space) {
      const auto dominant = ssansh::dominant_in_space(s, space, rules);
      const int home = end.game.layout().home[space];
      if (!dominant) ++tied;
      if (home != ssansh::kNeutral && dominant && *dominant == home) ++homes;
    }
    facts.number("spaces that nobody dominates", tied);
    facts.number("home spaces held by their own colour", homes);
  }

 private:
  // Which of the rules' comparisons told the winner from the next best.
  static std::string_view decided_by(const ssansh::State& s, std::optional<ssansh::Colour> colour,
                                     bool draw) {
    if (draw) return "nothing: a draw";
    const auto best_two = [&](auto&& score) {
      std::array<int, ssansh::kMaxPlayers> scores{};
      for (int seat = 0; seat < s.players; ++seat) scores[seat] = score(s.hands[seat]);
      std::sort(scores.begin(), scores.begin() + s.players, std::greater<>());
      return scores[0] == scores[1];
    };
    if (!colour) {
      const bool level = best_two([](const ssansh::Counts& h) { return -ssansh::total(h); });
      return level ? "no colour: turn order" : "no colour: the smallest hand";
    }
    const auto of_colour = [&](const ssansh::Counts& h) { return static_cast<int>(h[*colour]); };
    if (!best_two(of_colour)) return "most of the winning colour";
    // Among those with the most of it, the others count against their holder.
    const bool level = best_two([&](const ssansh::Counts& h) {
      return 100 * of_colour(h) - (ssansh::total(h) - of_colour(h));
    });
    return level ? "turn order" : "fewest of the losing colours";
  }
};

}  // namespace clanhouse::survey
