#include "selfplay/tournament/games_so_far.h"

#include <algorithm>

namespace clanhouse {

bool GamesSoFar::plan_stage() {
  const auto blocks = next_stage(settings_, all_points());
  for (const Block& block : blocks) {
    for (int i = 0; i < block.games(); ++i) games_.push_back({block.number, nullptr});
    blocks_.push_back(block);
  }
  return !blocks.empty();
}

ScheduledGame GamesSoFar::scheduled(int id) const {
  const Block& block = blocks_[games_[id - 1].block];
  return game_of(block, id - block.first_game);
}

const FinishedGame* GamesSoFar::finished(int id) const { return games_[id - 1].result.get(); }

int GamesSoFar::missing() const {
  int sum = 0;
  for (int id = 1; id <= planned(); ++id) sum += is_missing(id) ? 1 : 0;
  return sum;
}

bool GamesSoFar::add(FinishedGame game) {
  const int id = game.id;
  if (id < 1 || id > planned() || scheduled(id).agents != game.agents) return false;
  if (game.block != scheduled(id).block) return false;
  if (games_[id - 1].result != nullptr) return true;  // the first one counts
  games_[id - 1].result = std::make_unique<FinishedGame>(std::move(game));
  count_whole_blocks();
  return true;
}

void GamesSoFar::leave_out(int id, int agent) {
  games_[id - 1].absent = agent;
  count_whole_blocks();
}

int GamesSoFar::games_in(int blocks) const {
  if (blocks == 0) return 0;
  const Block& last = blocks_[blocks - 1];
  return last.first_game + last.games() - 1;
}

template <class Predicate>
bool GamesSoFar::none_of_block(int block, Predicate&& is) const {
  for (int id = games_in(block) + 1; id <= games_in(block + 1); ++id) {
    if (is(id)) return false;
  }
  return true;
}

void GamesSoFar::count_whole_blocks() {
  const auto is_whole = [&](int block) {
    return none_of_block(block, [this](int id) { return is_missing(id); });
  };
  while (whole_ < static_cast<int>(blocks_.size()) && is_whole(whole_)) ++whole_;
}

BlockPoints GamesSoFar::points(int block) const {
  const Block& played = blocks_[block];
  const int seats = settings_.seats;
  BlockPoints result{played, std::vector<double>(played.seats.size())};
  for (int rotation = 0; rotation < played.games(); ++rotation) {
    const auto points = game_points(played.first_game + rotation);
    // Seat s of this game is entry s + rotation of the line-up.
    for (int s = 0; s < seats; ++s) result.points[(s + rotation) % seats] += points[s];
  }
  return result;
}

std::vector<double> GamesSoFar::game_points(int id) const {
  if (const FinishedGame* game = finished(id)) return points_of(game->utilities);
  std::vector<float> utilities;
  for (const int agent : scheduled(id).agents) {
    utilities.push_back(agent == games_[id - 1].absent ? -1.F : 0.F);
  }
  return points_of(utilities);
}

bool GamesSoFar::has_left_out(int block) const {
  return !none_of_block(block, [this](int id) { return is_left_out(id); });
}

double GamesSoFar::wins(int block, int agent) const {
  double sum = 0;
  const Block& played = blocks_[block];
  for (int rotation = 0; rotation < played.games(); ++rotation) {
    const FinishedGame* game = finished(played.first_game + rotation);
    if (game == nullptr) continue;
    const std::vector<double> wins = wins_of(game->utilities);
    for (std::size_t seat = 0; seat < wins.size(); ++seat) {
      if (game->agents[seat] == agent) sum += wins[seat];
    }
  }
  return sum / played.games();
}

std::vector<BlockPoints> GamesSoFar::all_points() const {
  std::vector<BlockPoints> result;
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    result.push_back(points(static_cast<int>(block)));
  }
  return result;
}

}  // namespace clanhouse
