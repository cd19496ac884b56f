#include "selfplay/tournament/schedule.h"

#include <algorithm>
#include <numeric>

#include "core/random.h"
#include "selfplay/tournament/line_ups.h"
#include "selfplay/tournament/stages.h"

namespace clanhouse {
namespace {

using LineUps = std::vector<LineUp>;

// Line-ups of formats that do not look at results, round by round: all line-ups of a round share
// its opening.
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
void add_block(const ScheduleSettings& settings, LineUp seats, int stage, int opening, int first,
               std::vector<Block>& blocks) {
  const int number = first + static_cast<int>(blocks.size());
  if (settings.seats > 2) RandomStream(settings.seed, "seats", number).shuffle(seats);
  blocks.push_back({number, stage, opening, std::move(seats)});
}

}  // namespace

int game_id(const Block& block, int rotation, int seats) {
  return block.number * seats + rotation + 1;
}

ScheduledGame game_of(const Block& block, int rotation) {
  const int seats = static_cast<int>(block.seats.size());
  ScheduledGame game{game_id(block, rotation, seats), block.number, block.opening, block.seats};
  std::rotate(game.agents.begin(), game.agents.begin() + rotation, game.agents.end());
  return game;
}

std::vector<Block> next_stage(const ScheduleSettings& settings,
                              const std::vector<BlockPoints>& finished) {
  std::vector<Block> blocks;
  if (!looks_at_results(settings.format)) {
    if (!finished.empty()) return {};
    int opening = 0;
    for (const LineUps& round : planned_rounds(settings)) {
      for (const LineUp& seats : round) add_block(settings, seats, 0, opening, 0, blocks);
      ++opening;
    }
    return blocks;
  }
  const int stage = finished.empty() ? 0 : finished.back().block.stage + 1;
  const int opening = finished.empty() ? 0 : finished.back().block.opening + 1;
  const LineUps line_ups = stage_line_ups(settings, finished);
  for (int b = 0; b < settings.blocks; ++b) {
    for (const LineUp& seats : line_ups) {
      add_block(settings, seats, stage, opening + b, static_cast<int>(finished.size()), blocks);
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
  return {};
}

int blocks_of(const ScheduleSettings& settings) {
  const int agents = settings.agents;
  switch (settings.format) {
    case Format::kSwiss: return settings.rounds * settings.blocks * (agents / settings.seats);
    case Format::kKnockout: return (agents - 1) * settings.blocks;
    case Format::kLadder: return settings.rounds * (agents - 1) * settings.blocks;
    default: return static_cast<int>(next_stage(settings, {}).size());
  }
}

}  // namespace clanhouse
