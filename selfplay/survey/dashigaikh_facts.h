// What a survey of Dashigáikh tells beside what it tells of any game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "core/dashigaikh/game.h"
#include "selfplay/survey/facts.h"

namespace clanhouse::survey {

template <int N>
struct SurveyFacts<dashigaikh::Dashigaikh<N>> {
  using Game = dashigaikh::Dashigaikh<N>;

  static constexpr int kKinds = 5;
  static int kind(dashigaikh::Action action) {
    if (action.is_placement()) return action.piece();
    return action.hand() == 1 ? 3 : 4;
  }
  static std::string_view kind_name(int kind) {
    constexpr std::array<std::string_view, kKinds> kNames = {"flat", "standing", "overseer",
                                                             "move one piece", "move a stack"};
    return kNames[kind];
  }

  static void note(const GameEnd<Game>& end, Facts& facts) {
    using dashigaikh::Ending;
    const auto& s = end.state;
    const bool road = s.ending == Ending::kRoad;
    const bool flats = s.ending == Ending::kBoard || s.ending == Ending::kReserve;
    facts.count("decided by", road ? "road" : flats ? "flats" : "nothing");
    facts.number("turns", s.turns);
    if (road) facts.number("turns of games won by road", s.turns);
    if (flats) {
      const int lead = s.flat_count(dashigaikh::kWhite) - s.flat_count(dashigaikh::kBlack);
      facts.number("difference in flats where they decide", std::abs(lead));
    }
    for (int seat = 0; seat < 2 && end.winners == 1; ++seat) {
      if (!end.won[seat]) continue;
      facts.number("pieces that the winner has left",
                   s.reserve(static_cast<dashigaikh::Color>(seat)));
    }
    facts.number("height of the highest stack",
                 *std::max_element(s.height.begin(), s.height.end()));
    facts.number("standing pieces at the end", std::popcount(s.standing));
    facts.number("empty squares at the end", std::popcount(s.empty()));
  }
};

}  // namespace clanhouse::survey
