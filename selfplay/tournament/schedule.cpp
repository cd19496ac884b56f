#include "selfplay/tournament/schedule.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/random.h"
#include "selfplay/ratings/results.h"
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
    case Format::kBookTest:
      return std::vector<LineUps>(settings.blocks,
                                  book_test_line_ups(settings.agents, settings.seats));
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

double line_up_count(int agents, int seats) {
  // Of too few agents, each has a seat and the rest are shared out.
  return static_cast<double>(agents >= seats ? binomial(agents, seats)
                                             : binomial(seats - 1, agents - 1));
}

// The games of a tournament, however many.
double count_of(const ScheduleSettings& settings) {
  const int agents = settings.agents;
  const int seats = settings.seats;
  const double games = static_cast<double>(settings.blocks) * seats;
  switch (settings.format) {
    case Format::kRoundRobin: return games * line_up_count(agents, seats);
    case Format::kBookTest:
      return (agents > 1 ? games * line_up_count(agents, seats) : 0) +
             static_cast<double>(settings.blocks) * agents;
    case Format::kGauntlet: return games * line_up_count(agents - 1, seats - 1);
    case Format::kRandom:
    case Format::kSwiss: return games * settings.rounds * (agents / seats);
    case Format::kKnockout: return games * (agents - 1);
    case Format::kLadder: return games * settings.rounds * (agents - 1);
  }
  return 0;
}

}  // namespace

int Block::games() const { return against_itself(seats) ? 1 : static_cast<int>(seats.size()); }

ScheduledGame game_of(const Block& block, int rotation) {
  ScheduledGame game{block.first_game + rotation, block.number, block.seats};
  std::rotate(game.agents.begin(), game.agents.begin() + rotation, game.agents.end());
  return game;
}

std::vector<Block> next_stage(const ScheduleSettings& settings,
                              const std::vector<BlockPoints>& finished) {
  Block next;
  if (!finished.empty()) {
    const Block& last = finished.back().block;
    next = {last.number + 1, last.stage + 1, last.first_game + last.games(), {}};
  }
  std::vector<LineUps> rounds;
  if (looks_at_results(settings.format)) {
    rounds.assign(settings.blocks, stage_line_ups(settings, finished));
  } else if (finished.empty()) {
    rounds = planned_rounds(settings);
  }
  std::vector<Block> blocks;
  for (const LineUps& round : rounds) {
    for (const LineUp& line_up : round) {
      next.seats = line_up;
      // In games of more than two seats who sits next to whom varies between blocks.
      if (settings.seats > 2) {
        RandomStream(settings.seed, "seats", next.number).shuffle(next.seats);
      }
      blocks.push_back(next);
      ++next.number;
      next.first_game += next.games();
    }
  }
  return blocks;
}

Result<void> check_schedule(const ScheduleSettings& settings) {
  const bool alone = settings.format == Format::kBookTest && settings.agents == 1;
  if (settings.agents < 2 && !alone) {
    return invalid("agent: a tournament needs at least two agents, a book-test one");
  }
  const bool duel = settings.format == Format::kKnockout || settings.format == Format::kLadder;
  if (duel && settings.seats != 2) {
    return invalid("format: knockouts and ladders are for games of two seats");
  }
  const bool whole = settings.format == Format::kRandom || settings.format == Format::kSwiss;
  if (whole && settings.agents < settings.seats) {
    return invalid("format: fewer agents than seats; round-robin and gauntlet seat some twice");
  }
  const double games = count_of(settings);
  if (games > kMostGames) {
    return invalid(
        fmt::format("games: these would be {:.0f}, more than {} games", games, kMostGames));
  }
  return {};
}

int games_of(const ScheduleSettings& settings) { return static_cast<int>(count_of(settings)); }

}  // namespace clanhouse
