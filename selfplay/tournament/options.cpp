#include "selfplay/tournament/tournament.h"

namespace clanhouse {

const OptionTable<TournamentSettings>& tournament_options() {
  using Settings = TournamentSettings;
  static const OptionTable<Settings> table =
      OptionTable<Settings>()
          .choice("format", &Settings::format,
                  {{"round-robin", Format::kRoundRobin},
                   {"book-test", Format::kBookTest},
                   {"gauntlet", Format::kGauntlet},
                   {"random", Format::kRandom},
                   {"swiss", Format::kSwiss},
                   {"knockout", Format::kKnockout},
                   {"ladder", Format::kLadder}},
                  "who plays whom: all line-ups; these and every agent against itself; the first "
                  "agent against the others; balanced random line-ups; rounds of agents that did "
                  "equally well; matches, whose losers are out; challenges from the last agent up")
          .integer(
              "games", &Settings::games, 1, 1'000'000,
              "games of a line-up (of a round, in formats that have rounds), in blocks of one "
              "opening and every rotation of the seats; of an agent against itself one of a block")
          .integer("rounds", &Settings::rounds, 1, 100'000,
                   "rounds of random and swiss, passes of a ladder")
          .integer("opening_plies", &Settings::opening_plies, 0, 1000,
                   "random turns that each block begins with")
          .flag("sprt", &Settings::sprt,
                "stop as soon as it is decided whether the first of two agents is the stronger one")
          .part(&Settings::test, sprt_options())
          .part(&Settings::adjudication, adjudication_options())
          .real("minutes", &Settings::minutes, 0, 1e7,
                "stop after so long; the same command goes on; 0: no limit")
          .integer("withdraw_after", &Settings::withdraw_after, 1, 1'000'000,
                   "forfeits in a row after which an agent plays no more");
  return table;
}

}  // namespace clanhouse
