#include "selfplay/schedule.h"

#include <algorithm>

namespace clanhouse {
namespace {

std::vector<std::vector<int>> line_ups(Format format, int agents) {
  std::vector<std::vector<int>> result;
  const int challengers = format == Format::kGauntlet ? 1 : agents;
  for (int a = 0; a < challengers; ++a) {
    for (int b = a + 1; b < agents; ++b) result.push_back({a, b});
  }
  return result;
}

}  // namespace

std::vector<ScheduledGame> make_schedule(Format format, int agents, int rounds) {
  std::vector<ScheduledGame> games;
  int block = 0;
  for (int round = 0; round < rounds; ++round) {
    for (std::vector<int> seats : line_ups(format, agents)) {
      for (std::size_t rotation = 0; rotation < seats.size(); ++rotation) {
        games.push_back({static_cast<int>(games.size()) + 1, block, round, seats});
        std::rotate(seats.begin(), seats.begin() + 1, seats.end());
      }
      ++block;
    }
  }
  return games;
}

}  // namespace clanhouse
