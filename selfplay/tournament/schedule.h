// Which games a tournament plays.
//
// The unit is a block: one line-up of agents, one opening, one stream of chance, and every rotation
// of the seats, so that no agent gains by its seat or by a lucky opening; of an agent against
// itself one game, since all rotations are the same. No two blocks share an opening drawn at
// random, so what they come to is independent. A tournament is a sequence of stages. The blocks of
// a stage are a pure function of the settings and of what the blocks of earlier stages came to, so
// a game's number says who plays it, in which seats and from which opening, now and after any
// restart. Formats that do not look at results have one stage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.h"

namespace clanhouse {

enum class Format {
  kRoundRobin,  // every line-up of agents; with two seats every agent against every other
  kBookTest,    // every line-up, and every agent against itself
  kGauntlet,    // the first agent against every line-up of the others
  kRandom,      // random line-ups in which all agents, and all pairs, appear equally often
  kSwiss,       // rounds; agents that did equally well meet
  kKnockout,    // matches; who loses is out (two seats)
  kLadder,      // from the last agent up: who beats the one above takes its place (two seats)
};

// Whether what is played depends on results, stage by stage.
bool looks_at_results(Format format);

struct ScheduleSettings {
  Format format = Format::kRoundRobin;
  int agents = 2;
  int seats = 2;
  // Blocks of one line-up in one stage, or, of a format with one stage, in all.
  int blocks = 50;
  // Of random and Swiss: rounds in which every agent plays once, as far as the seats come out
  // even. Of a ladder: passes from its foot to its top.
  int rounds = 5;
  std::uint64_t seed = 1;
};

struct Block {
  int number = 0;          // from 0; which opening, and which chance
  int stage = 0;           // from 0
  int first_game = 1;      // the number of its first game
  std::vector<int> seats;  // agents in the seats of the block's first game; may repeat

  int games() const;
};

// What a finished block came to: for each entry of `seats` the points of that agent in all games of
// the block. A game gives an agent the share of its opponents that it left behind, ties counting
// half.
struct BlockPoints {
  Block block;
  std::vector<double> points;
};

// One game of a block.
struct ScheduledGame {
  int id = 0;  // from 1; the games of a block follow each other
  int block = 0;
  std::vector<int> agents;  // by seat
};
ScheduledGame game_of(const Block& block, int rotation);

// The blocks after those that are finished, which must be whole stages; none when the tournament is
// over.
std::vector<Block> next_stage(const ScheduleSettings& settings,
                              const std::vector<BlockPoints>& finished);

// Whether the format can be played with these numbers; the settings of the other functions must be
// such.
Result<void> check_schedule(const ScheduleSettings& settings);

// The games that a tournament has, at most kMostGames; a knockout has more where matches end level.
inline constexpr int kMostGames = 10'000'000;
int games_of(const ScheduleSettings& settings);

// Agents in the order in which a format that has one places them, best first: of Swiss by points,
// of a knockout by the stage they reached, of a ladder from its top. Empty for the others.
std::vector<int> final_order(const ScheduleSettings& settings,
                             const std::vector<BlockPoints>& finished);

}  // namespace clanhouse
