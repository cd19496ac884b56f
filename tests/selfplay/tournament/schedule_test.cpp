#include "selfplay/tournament/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "selfplay/tournament/line_ups.h"
#include "selfplay/tournament/stages.h"
#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using testing::ElementsAre;

ScheduleSettings settings_of(Format format, int agents, int seats, int blocks, int rounds = 5) {
  return {format, agents, seats, blocks, rounds, 1};
}

// Plays a tournament in which the stronger agent, that with the lower number in `strength`, always
// finishes ahead; equal ones are level.
std::vector<BlockPoints> play_out(const ScheduleSettings& settings,
                                  const std::vector<int>& strength) {
  std::vector<BlockPoints> finished;
  for (;;) {
    const auto stage = next_stage(settings, finished);
    if (stage.empty()) return finished;
    for (const Block& block : stage) {
      BlockPoints result{block, std::vector<double>(block.seats.size())};
      for (std::size_t i = 0; i < block.seats.size(); ++i) {
        for (std::size_t j = 0; j < block.seats.size(); ++j) {
          if (i == j) continue;
          const int mine = strength[block.seats[i]];
          const int other = strength[block.seats[j]];
          result.points[i] += mine < other ? 1 : mine == other ? 0.5 : 0;
        }
      }
      EXPECT_EQ(block.number, static_cast<int>(finished.size()));
      finished.push_back(std::move(result));
    }
  }
}

std::vector<int> ascending(int n) {
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

TEST(Schedule, RoundRobinIsBalanced) {
  const auto blocks = next_stage(settings_of(Format::kRoundRobin, 4, 2, 5), {});
  ASSERT_EQ(blocks.size(), 6U * 5);
  std::map<std::vector<int>, int> seatings;
  std::set<int> ids;
  for (const Block& block : blocks) {
    for (int rotation = 0; rotation < 2; ++rotation) {
      const ScheduledGame game = game_of(block, rotation);
      ids.insert(game.id);
      EXPECT_EQ(game.block, block.number);
      ++seatings[game.agents];
    }
  }
  EXPECT_EQ(*ids.begin(), 1);
  EXPECT_EQ(*ids.rbegin(), 60);
  EXPECT_EQ(ids.size(), 60U);
  EXPECT_EQ(seatings.size(), 12U);
  for (const auto& [seats, count] : seatings) EXPECT_EQ(count, 5);
}

// Every agent in the first seat against every agent in the second, itself too.
TEST(Schedule, BookTestsHaveEveryPairOfSeatsOnce) {
  for (const int agents : {1, 2, 4}) {
    const auto settings = settings_of(Format::kBookTest, agents, 2, 3);
    ASSERT_TRUE(check_schedule(settings));
    std::map<std::vector<int>, int> seatings;
    int id = 0;
    for (const Block& block : next_stage(settings, {})) {
      for (int rotation = 0; rotation < block.games(); ++rotation) {
        const ScheduledGame game = game_of(block, rotation);
        EXPECT_EQ(game.id, ++id);
        ++seatings[game.agents];
      }
    }
    EXPECT_EQ(id, games_of(settings));
    EXPECT_EQ(static_cast<int>(seatings.size()), agents * agents);
    for (const auto& [seats, count] : seatings) EXPECT_EQ(count, 3);
  }
  // Of three seats: one line-up in three rotations, and three agents alone.
  EXPECT_EQ(games_of(settings_of(Format::kBookTest, 3, 3, 1)), 3 + 3);
}

// A longer tournament begins with the games of a shorter one.
TEST(Schedule, MoreBlocksAddGamesAtTheEnd) {
  const auto few = next_stage(settings_of(Format::kRoundRobin, 3, 2, 2), {});
  const auto many = next_stage(settings_of(Format::kRoundRobin, 3, 2, 4), {});
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].seats, many[i].seats);
}

TEST(Schedule, EveryAgentOfABlockSitsInEverySeat) {
  for (const Block& block : next_stage(settings_of(Format::kRoundRobin, 5, 4, 2), {})) {
    for (int seat = 0; seat < 4; ++seat) {
      std::set<int> agents;
      for (int rotation = 0; rotation < 4; ++rotation) {
        agents.insert(game_of(block, rotation).agents[seat]);
      }
      EXPECT_EQ(agents, std::set<int>(block.seats.begin(), block.seats.end()));
    }
  }
}

TEST(Schedule, LineUpsOfMoreSeats) {
  EXPECT_EQ(all_line_ups(6, 4).size(), 15U);
  EXPECT_EQ(all_line_ups(5, 5).size(), 1U);
  // Fewer agents than seats: every agent has a seat.
  EXPECT_THAT(all_line_ups(2, 3), ElementsAre(ElementsAre(0, 0, 1), ElementsAre(0, 1, 1)));
  EXPECT_THAT(gauntlet_line_ups(2, 4), ElementsAre(ElementsAre(0, 1, 1, 1)));
  EXPECT_EQ(gauntlet_line_ups(5, 2).size(), 4U);
  EXPECT_EQ(gauntlet_line_ups(5, 3).size(), 6U);
  for (const LineUp& line_up : gauntlet_line_ups(5, 3)) EXPECT_EQ(line_up[0], 0);
}

TEST(Schedule, RandomLineUpsAreBalanced) {
  for (const auto& [agents, seats] : {std::pair(7, 4), std::pair(10, 3), std::pair(12, 2)}) {
    RandomStream random(1, "test");
    std::vector<int> appearances(agents);
    std::map<std::pair<int, int>, int> pairs;
    int dealt = 0;
    for (const auto& round : balanced_line_ups(agents, seats, 60, random)) {
      EXPECT_EQ(static_cast<int>(round.size()), agents / seats);
      for (const LineUp& line_up : round) {
        ++dealt;
        EXPECT_EQ(std::set<int>(line_up.begin(), line_up.end()).size(), line_up.size());
        for (const int a : line_up) {
          ++appearances[a];
          for (const int b : line_up) {
            if (a < b) ++pairs[{a, b}];
          }
        }
      }
    }
    const auto [least, most] = std::minmax_element(appearances.begin(), appearances.end());
    EXPECT_LE(*most - *least, 1);
    ASSERT_EQ(static_cast<int>(pairs.size()), agents * (agents - 1) / 2);
    const double mean = dealt * seats * (seats - 1.0) / (agents * (agents - 1.0));
    for (const auto& [pair, met] : pairs) EXPECT_NEAR(met, mean, 3);
  }
}

TEST(Schedule, SwissRoundsHaveNoRematchesAndFindTheOrder) {
  const auto settings = settings_of(Format::kSwiss, 16, 2, 1, 7);
  const auto strength = std::vector<int>{5, 3, 12, 0, 9, 1, 15, 7, 2, 14, 4, 11, 6, 13, 8, 10};
  const auto finished = play_out(settings, strength);
  EXPECT_EQ(finished.size(), 7U * 8);
  std::set<std::set<int>> met;
  for (const BlockPoints& block : finished) {
    EXPECT_TRUE(met.insert({block.block.seats.begin(), block.block.seats.end()}).second);
  }
  const auto order = final_order(settings, finished);
  EXPECT_EQ(strength[order[0]], 0);
  EXPECT_EQ(strength[order[15]], 15);
}

TEST(Schedule, SwissAgentsSitOutInTurn) {
  const auto settings = settings_of(Format::kSwiss, 5, 2, 1, 5);
  std::map<int, int> played;
  for (const BlockPoints& block : play_out(settings, ascending(5))) {
    for (const int agent : block.block.seats) ++played[agent];
  }
  for (int agent = 0; agent < 5; ++agent) EXPECT_EQ(played[agent], 4) << agent;
}

TEST(Schedule, SwissPodsOfFour) {
  const auto settings = settings_of(Format::kSwiss, 12, 4, 1, 4);
  const auto finished = play_out(settings, ascending(12));
  EXPECT_EQ(finished.size(), 12U);
  std::map<std::pair<int, int>, int> met;
  for (const BlockPoints& block : finished) {
    for (const int a : block.block.seats) {
      for (const int b : block.block.seats) {
        if (a < b) ++met[{a, b}];
      }
    }
  }
  for (const auto& [pair, count] : met) EXPECT_LE(count, 3);
  EXPECT_EQ(final_order(settings, finished)[0], 0);
}

TEST(Schedule, KnockoutsAreSeededAndEndWithTheBest) {
  for (const int agents : {2, 3, 6, 8, 13}) {
    const auto settings = settings_of(Format::kKnockout, agents, 2, 3);
    auto strength = ascending(agents);
    std::reverse(strength.begin(), strength.end());
    const auto finished = play_out(settings, strength);
    EXPECT_EQ(static_cast<int>(finished.size()), (agents - 1) * 3);
    EXPECT_EQ(2 * static_cast<int>(finished.size()), games_of(settings));
    EXPECT_EQ(final_order(settings, finished)[0], agents - 1);
  }
  // The first two can only meet in the final.
  const auto settings = settings_of(Format::kKnockout, 8, 2, 1);
  const auto finished = play_out(settings, ascending(8));
  EXPECT_THAT(finished.back().block.seats, ElementsAre(0, 1));
  EXPECT_THAT(final_order(settings, finished)[1], 1);
}

TEST(Schedule, LevelKnockoutMatchesArePlayedAgainAndThenGoToTheFirst) {
  const auto settings = settings_of(Format::kKnockout, 4, 2, 1);
  const auto finished = play_out(settings, {0, 0, 0, 0});
  EXPECT_EQ(static_cast<int>(finished.size()), 3 * kMostDuels);
  EXPECT_EQ(final_order(settings, finished)[0], 0);
  // Every time from an opening of its own.
  std::set<int> openings;
  for (const BlockPoints& block : finished) openings.insert(block.block.number);
  EXPECT_EQ(openings.size(), finished.size());
}

TEST(Schedule, LaddersAreClimbed) {
  // The best begins at the foot and is at the top after one pass.
  const auto one = settings_of(Format::kLadder, 5, 2, 2, 1);
  const auto strength = std::vector<int>{4, 3, 2, 1, 0};
  auto finished = play_out(one, strength);
  EXPECT_EQ(finished.size(), 4U * 2);
  EXPECT_THAT(final_order(one, finished), ElementsAre(4, 0, 1, 2, 3));
  // Who is level stays below.
  finished = play_out(one, {0, 0, 0, 0, 0});
  EXPECT_THAT(final_order(one, finished), ElementsAre(0, 1, 2, 3, 4));
  const auto many = settings_of(Format::kLadder, 5, 2, 1, 5);
  EXPECT_THAT(final_order(many, play_out(many, strength)), ElementsAre(4, 3, 2, 1, 0));
}

TEST(Schedule, ImpossibleOnesAreRefused) {
  EXPECT_TRUE(check_schedule(settings_of(Format::kRoundRobin, 2, 5, 1)));
  EXPECT_FALSE(check_schedule(settings_of(Format::kRoundRobin, 1, 2, 1)));
  EXPECT_FALSE(check_schedule(settings_of(Format::kSwiss, 3, 4, 1)));
  EXPECT_FALSE(check_schedule(settings_of(Format::kKnockout, 4, 3, 1)));
  EXPECT_FALSE(check_schedule(settings_of(Format::kLadder, 4, 4, 1)));
  EXPECT_FALSE(check_schedule(settings_of(Format::kRoundRobin, 3, 2, 2'000'000)));
  EXPECT_FALSE(check_schedule(settings_of(Format::kSwiss, 8, 2, 1'000'000, 100'000)));
}

// Numbers of games that other programs play in the same formats.
TEST(Schedule, CountsOfOtherMatchRunners) {
  const auto games = [](Format format, int agents, int blocks) {
    return games_of(settings_of(format, agents, 2, blocks));
  };
  for (const auto& entry : test::references("schedule_counts")) {
    const auto& input = entry["input"];
    const auto& expected = entry["expected"];
    if (input.contains("engines")) {
      // "games" of a pairing in a round: both seats of an opening.
      ASSERT_EQ(input["games"], 2);
      const int engines = input["engines"];
      const int rounds = input["rounds"];
      EXPECT_EQ(games(Format::kRoundRobin, engines, rounds), expected["games"]);
      // Its rounds are those in which everybody plays once.
      if (expected.contains("rounds_played")) {
        EXPECT_EQ((engines - 1) * rounds, expected["rounds_played"]);
      }
    } else {
      // Games before every pairing is complete, as formulas.
      EXPECT_EQ(expected["gauntlet"], "2*(n-1)");
      EXPECT_EQ(expected["round_robin"], "n*(n-1)");
      EXPECT_EQ(expected["book_test"], "n*n");
      for (int n = 2; n < 8; ++n) {
        EXPECT_EQ(games(Format::kGauntlet, n, 1), 2 * (n - 1));
        EXPECT_EQ(games(Format::kRoundRobin, n, 1), n * (n - 1));
        EXPECT_EQ(games(Format::kBookTest, n, 1), n * n);
      }
      EXPECT_EQ(games(Format::kRoundRobin, 2, 1), expected["sprt"]);
    }
  }
}

}  // namespace
}  // namespace clanhouse
