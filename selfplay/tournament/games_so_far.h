// The games of a tournament that are planned or finished. Not for several threads at once.
#pragma once

#include <memory>
#include <vector>

#include "selfplay/journal.h"
#include "selfplay/tournament/finished_game.h"
#include "selfplay/tournament/schedule.h"
#include "selfplay/tournament/strength_test.h"

namespace clanhouse {

class GamesSoFar {
 public:
  explicit GamesSoFar(const ScheduleSettings& settings) : settings_(settings) {}

  // Plans the next stage; false when there is none. All games so far must be finished or left out.
  bool plan_stage();

  int planned() const { return static_cast<int>(games_.size()); }
  ScheduledGame scheduled(int id) const;
  const FinishedGame* finished(int id) const;
  bool is_missing(int id) const {
    return games_[id - 1].result == nullptr && games_[id - 1].absent == kNobody;
  }
  int missing() const;
  bool is_left_out(int id) const { return games_[id - 1].absent != kNobody; }
  int absent_agent(int id) const { return games_[id - 1].absent; }  // of a game left out

  // A finished game. False if it is not planned like that.
  bool add(FinishedGame game);
  // A game that will not be played: this agent was withdrawn. In formats that look at results it
  // has lost.
  void leave_out(int id, int agent);

  // How many games the first so many blocks have.
  int games_in(int blocks) const;
  // Blocks without missing games from the first one on, without a gap.
  int whole_blocks() const { return whole_; }
  BlockPoints points(int block) const;
  bool has_left_out(int block) const;
  // Share of wins of an agent in the mean of a block's games; ties share one.
  double wins(int block, int agent) const;
  std::vector<BlockPoints> all_points() const;

 private:
  static constexpr int kNobody = -1;
  struct Entry {
    int block;
    std::unique_ptr<FinishedGame> result;
    int absent = kNobody;
  };
  void count_whole_blocks();
  template <class Predicate>
  bool none_of_block(int block, Predicate&& is) const;
  std::vector<double> game_points(int id) const;

  ScheduleSettings settings_;
  std::vector<Block> blocks_;
  std::vector<Entry> games_;  // by number, from 1
  int whole_ = 0;
};

}  // namespace clanhouse
