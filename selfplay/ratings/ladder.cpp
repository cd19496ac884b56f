#include "selfplay/ratings/ladder.h"

#include "selfplay/ratings/online.h"

namespace clanhouse {
namespace {

constexpr double kNewcomer = 1500;
constexpr double kElo = 32;

double score_of(const RatedGame& game, std::size_t i, std::size_t j) {
  const int order = game.ranks[i] - game.ranks[j];
  return order < 0 ? 1 : order == 0 ? 0.5 : 0;
}

void climb_by_elo(const ResultPool& pool, std::vector<LadderRating>& ratings) {
  for (LadderRating& r : ratings) r.rating = kNewcomer;
  for (const RatedGame& game : pool.games) {
    const std::size_t n = game.agents.size();
    std::vector<double> change(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double own = ratings[game.agents[i]].rating;
      for (std::size_t j = 0; j < n; ++j) {
        if (game.agents[i] == game.agents[j]) continue;
        const double other = ratings[game.agents[j]].rating;
        change[i] +=
            elo_update(own, other, score_of(game, i, j), kElo / static_cast<double>(n - 1)) - own;
      }
    }
    for (std::size_t i = 0; i < n; ++i) ratings[game.agents[i]].rating += change[i];
  }
}

void climb_by_skill(const ResultPool& pool, bool trueskill, std::vector<LadderRating>& ratings) {
  std::vector<Skill> skills(ratings.size());
  for (const RatedGame& game : pool.games) {
    if (against_itself(game.agents)) continue;
    std::vector<Skill> seated;
    for (const int agent : game.agents) seated.push_back(skills[agent]);
    SkillSettings settings;
    const std::vector<Skill> after =
        trueskill ? trueskill_update(seated, game.ranks, settings)
                  : weng_lin_update(seated, game.ranks, WengLinModel::kPlackettLuce, settings);
    for (std::size_t i = 0; i < after.size(); ++i) skills[game.agents[i]] = after[i];
  }
  for (std::size_t i = 0; i < skills.size(); ++i) {
    ratings[i].rating = skills[i].mu;
    ratings[i].spread = skills[i].sigma;
  }
}

void climb_by_glicko2(const ResultPool& pool, std::vector<LadderRating>& ratings) {
  std::vector<Glicko2> players(ratings.size());
  for (int file = 0; file < pool.files; ++file) {
    std::vector<std::vector<Glicko2Game>> games(players.size());
    for (const RatedGame& game : pool.games) {
      if (game.file != file) continue;
      for (std::size_t i = 0; i < game.agents.size(); ++i) {
        for (std::size_t j = 0; j < game.agents.size(); ++j) {
          if (game.agents[i] == game.agents[j]) continue;
          games[game.agents[i]].push_back({players[game.agents[j]], score_of(game, i, j)});
        }
      }
    }
    for (std::size_t i = 0; i < players.size(); ++i) {
      players[i] = glicko2_update(players[i], games[i]);
    }
  }
  for (std::size_t i = 0; i < players.size(); ++i) {
    ratings[i].rating = players[i].rating;
    ratings[i].spread = players[i].deviation;
  }
}

}  // namespace

std::vector<LadderRating> climb(const ResultPool& pool, OnlineSystem system) {
  std::vector<LadderRating> ratings(pool.names.size());
  switch (system) {
    case OnlineSystem::kElo: climb_by_elo(pool, ratings); break;
    case OnlineSystem::kWengLin: climb_by_skill(pool, false, ratings); break;
    case OnlineSystem::kTrueSkill: climb_by_skill(pool, true, ratings); break;
    case OnlineSystem::kGlicko2: climb_by_glicko2(pool, ratings); break;
  }
  for (const RatedGame& game : pool.games) {
    if (against_itself(game.agents)) continue;
    for (const int agent : game.agents) ++ratings[agent].games;
  }
  return ratings;
}

}  // namespace clanhouse
