#include "selfplay/pieces/odds.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>

#include "selfplay/interrupt.h"
#include "selfplay/progress.h"

namespace clanhouse::pieces {

using changakarnikh::kMaxSeats;
using changakarnikh::Race;
using changakarnikh::Seat;

namespace {

struct Counts {
  int races = 0;
  std::array<int, kMaxSeats> first{};
  std::array<int, kMaxSeats> placed{};
};

constexpr int kRacesOfBlock = 500;

// One block of races, the same whatever thread runs it.
Counts run_block(const OddsSettings& s, Racer& racer, int block) {
  Counts counts;
  const int end = std::min(s.races, (block + 1) * kRacesOfBlock);
  for (int race = block * kRacesOfBlock; race < end && interrupted() == 0; ++race) {
    const DiceSet dice(RandomStream(s.seed, "odds dice", race).next());
    const Race& run = racer.run(s.start, dice, RandomStream(s.seed, "odds decisions", race).next());
    ++counts.races;
    ++counts.first[run.place[0]];
    for (const auto seat : run.place) ++counts.placed[seat];
  }
  return counts;
}

Chance chance_of(int count, int races) {
  return {static_cast<double>(count) / races, wilson(count, races)};
}

}  // namespace

Result<Odds> find_odds(const OddsSettings& s) {
  if (auto racer = Racer::make(s.conditions, s.start.seats); !racer)
    return tl::unexpected(racer.error());
  const int blocks = (s.races + kRacesOfBlock - 1) / kRacesOfBlock;
  Counts sum;
  std::atomic<int> taken = 0;
  std::mutex mutex;
  {
    Progress progress("blocks of races", 0, blocks, s.quiet);
    std::vector<std::jthread> threads;
    for (int i = 0; i < std::min(s.threads, blocks); ++i) {
      threads.emplace_back([&] {
        auto racer = Racer::make(s.conditions, s.start.seats);
        for (int block = taken++; block < blocks && interrupted() == 0; block = taken++) {
          const Counts counts = run_block(s, *racer, block);
          const std::lock_guard lock(mutex);
          sum.races += counts.races;
          for (int seat = 0; seat < kMaxSeats; ++seat) {
            sum.first[seat] += counts.first[seat];
            sum.placed[seat] += counts.placed[seat];
          }
          progress.advance();
        }
      });
    }
  }
  if (sum.races == 0) return invalid("races: interrupted before the first one was over");
  Odds odds;
  odds.races = sum.races;
  for (int i = 0; i < s.start.seats; ++i) {
    const Seat seat = s.start.in_turn_order(i);
    odds.pieces.push_back({s.start.name_of(seat), chance_of(sum.first[seat], sum.races),
                           chance_of(sum.placed[seat], sum.races)});
  }
  return odds;
}

}  // namespace clanhouse::pieces
