#include "selfplay/tournament/schedule.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/random.h"
#include "selfplay/statistics.h"
#include "selfplay/tournament/line_ups.h"
#include "selfplay/tournament/stages.h"

namespace clanhouse {
namespace {

using LineUps = std::vector<LineUp>;

// Line-ups of formats that do not look at results, round by round.
std::vector<LineUps> planned_rounds(const ScheduleSettings& settings) {
  switch (settings.format) {
    case Format::kRoundRobin:
      return std::vector<LineUps>(settings.blocks, all_line_ups(settings.agents, settings.seats));
    case Format::kGauntlet:
      return std::vector<LineUps>(settings.blocks,
                                  gauntlet_line_ups(settings.agents, settings.seats));
    case Format::kRandom: {
      std::vector<LineUps> rounds;
      RandomStream random(settings.seed, "line-ups");
      for (const LineUps& round :
           balanced_line_ups(settings.agents, settings.seats, settings.rounds, random)) {
        for (int b = 0; b < settings.blocks; ++b) rounds.push_back(round);
      }
      return rounds;
    }
    default: return {};
  }
}

// Adds a block. In games of more than two seats who sits next to whom varies between blocks.
void add_block(const ScheduleSettings& settings, LineUp seats, int stage, int first,
               std::vector<Block>& blocks) {
  const int number = first + static_cast<int>(blocks.size());
  if (settings.seats > 2) RandomStream(settings.seed, "seats", number).shuffle(seats);
  blocks.push_back({number, stage, std::move(seats)});
}

double line_up_count(int agents, int seats) {
  // Of too few agents, each has a seat and the rest are shared out.
  return static_cast<double>(agents >= seats ? binomial(agents, seats)
                                             : binomial(seats - 1, agents - 1));
}

// The blocks of a tournament, however many.
double count_of(const ScheduleSettings& settings) {
  const int agents = settings.agents;
  const double blocks = settings.blocks;
  switch (settings.format) {
    case Format::kRoundRobin: return blocks * line_up_count(agents, settings.seats);
    case Format::kGauntlet: return blocks * line_up_count(agents - 1, settings.seats - 1);
    case Format::kRandom:
    case Format::kSwiss: return blocks * settings.rounds * (agents / settings.seats);
    case Format::kKnockout: return blocks * (agents - 1);
    case Format::kLadder: return blocks * settings.rounds * (agents - 1);
  }
  return 0;
}

}  // namespace

int game_id(const Block& block, int rotation, int seats) {
  return block.number * seats + rotation + 1;
}

ScheduledGame game_of(const Block& block, int rotation) {
  const int seats = static_cast<int>(block.seats.size());
  ScheduledGame game{game_id(block, rotation, seats), block.number, block.seats};
  std::rotate(game.agents.begin(), game.agents.begin() + rotation, game.agents.end());
  return game;
}

std::vector<Block> next_stage(const ScheduleSettings& settings,
                              const std::vector<BlockPoints>& finished) {
  std::vector<Block> blocks;
  if (!looks_at_results(settings.format)) {
    if (!finished.empty()) return {};
    for (const LineUps& round : planned_rounds(settings)) {
      for (const LineUp& seats : round) add_block(settings, seats, 0, 0, blocks);
    }
    return blocks;
  }
  const int stage = finished.empty() ? 0 : finished.back().block.stage + 1;
  const LineUps line_ups = stage_line_ups(settings, finished);
  for (int b = 0; b < settings.blocks; ++b) {
    for (const LineUp& seats : line_ups) {
      add_block(settings, seats, stage, static_cast<int>(finished.size()), blocks);
    }
  }
  return blocks;
}

Result<void> check_schedule(const ScheduleSettings& settings) {
  if (settings.agents < 2) return invalid("agent: a tournament needs at least two agents");
  const bool duel = settings.format == Format::kKnockout || settings.format == Format::kLadder;
  if (duel && settings.seats != 2) {
    return invalid("format: knockouts and ladders are for games of two seats");
  }
  const bool whole = settings.format == Format::kRandom || settings.format == Format::kSwiss;
  if (whole && settings.agents < settings.seats) {
    return invalid("format: fewer agents than seats; round-robin and gauntlet seat some twice");
  }
  const double games = count_of(settings) * settings.seats;
  if (games > kMostGames) {
    return invalid(
        fmt::format("games: these would be {:.0f}, more than {} games", games, kMostGames));
  }
  return {};
}

int blocks_of(const ScheduleSettings& settings) { return static_cast<int>(count_of(settings)); }

}  // namespace clanhouse
