#include "selfplay/tournament/games_so_far.h"

#include <algorithm>

namespace clanhouse {

bool GamesSoFar::plan_stage() {
  const auto blocks = next_stage(settings_, all_points());
  blocks_.insert(blocks_.end(), blocks.begin(), blocks.end());
  games_.resize(blocks_.size() * static_cast<std::size_t>(settings_.seats));
  return !blocks.empty();
}

ScheduledGame GamesSoFar::scheduled(int id) const {
  return game_of(blocks_[(id - 1) / settings_.seats], (id - 1) % settings_.seats);
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

void GamesSoFar::count_whole_blocks() {
  const auto is_whole = [&](int block) {
    for (int id = block * settings_.seats + 1; id <= (block + 1) * settings_.seats; ++id) {
      if (is_missing(id)) return false;
    }
    return true;
  };
  while (whole_ < static_cast<int>(blocks_.size()) && is_whole(whole_)) ++whole_;
}

BlockPoints GamesSoFar::points(int block) const {
  BlockPoints result{blocks_[block], {}};
  const auto seats = static_cast<std::size_t>(settings_.seats);
  result.points.assign(seats, 0);
  for (std::size_t rotation = 0; rotation < seats; ++rotation) {
    const auto points =
        game_points(game_id(blocks_[block], static_cast<int>(rotation), settings_.seats));
    // Seat s of this game is entry s + rotation of the line-up.
    for (std::size_t s = 0; s < seats; ++s) result.points[(s + rotation) % seats] += points[s];
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
  for (int id = block * settings_.seats + 1; id <= (block + 1) * settings_.seats; ++id) {
    if (is_left_out(id)) return true;
  }
  return false;
}

double GamesSoFar::wins(int block, int agent) const {
  double sum = 0;
  for (int rotation = 0; rotation < settings_.seats; ++rotation) {
    const FinishedGame* game = finished(game_id(blocks_[block], rotation, settings_.seats));
    if (game == nullptr) continue;
    const std::vector<double> wins = wins_of(game->utilities);
    for (std::size_t seat = 0; seat < wins.size(); ++seat) {
      if (game->agents[seat] == agent) sum += wins[seat];
    }
  }
  return sum / settings_.seats;
}

std::vector<BlockPoints> GamesSoFar::all_points() const {
  std::vector<BlockPoints> result;
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    result.push_back(points(static_cast<int>(block)));
  }
  return result;
}

}  // namespace clanhouse
