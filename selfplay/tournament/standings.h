// What a tournament has come to: points, pairings, ratings; as a crosstable and as JSON. All of it
// is a function of the set of finished games and not of their order.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/ratings/bradley_terry.h"
#include "selfplay/tournament/finished_game.h"

namespace clanhouse {

// Wins, draws and losses of one agent against another. With more than two seats every two seats
// of a game count as a game between them, won by the higher utility.
struct PairScore {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
};

// What an agent has made of its seats, in games with others.
struct SeatScore {
  int games = 0;
  double wins = 0;       // of all seats; ties share one
  double points = 0;     // points_of() its games
  double utilities = 0;  // sum

  // Per game; 0 without any.
  double win_share() const { return mean(wins); }
  double mean_points() const { return mean(points); }
  double mean_utility() const { return mean(utilities); }

 private:
  double mean(double sum) const { return games == 0 ? 0 : sum / games; }
};

class Standings {
 public:
  // `anchor`: the agent whose Elo is 0, or -1 for the mean of all.
  Standings(std::vector<std::string> names, int anchor);

  void add(const FinishedGame& game);

  int games() const { return static_cast<int>(games_.size()); }
  int distinct_games() const { return static_cast<int>(fingerprints_.size()); }
  const PairScore& pair(int a, int b) const { return pairs_[a][b]; }
  PairScore total(int agent) const;
  const SeatScore& seats_of(int agent) const { return seats_[agent]; }
  // What seats were worth: points per game of each, in all games.
  std::vector<double> points_by_seat() const;
  // The agents, best first: by rating, or, as long as not all have one, by points per game.
  std::vector<int> ranking(const std::vector<Rating>& ratings) const;
  // With two seats those of Bradley and Terry; with more those of Plackett and Luce, with ties, or,
  // where there is never more than one winner and all others are level, of the winners alone.
  std::vector<Rating> ratings() const;

  // Tables for a screen, the best agent first: ranks alone, or with a crosstable and what it all
  // means.
  std::string ranks() const;
  std::string crosstable() const;
  // {"agents": […], "pairs": […], "games", "distinct_games", "seats": [points a game], "endings",
  // "anchor"}
  nlohmann::ordered_json to_json() const;
  // What these ratings are measured from: "greedy is 0".
  std::string anchor_text(const std::vector<Rating>& ratings) const;
  const std::vector<FinishedGame>& finished() const { return games_; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  bool duels() const { return games_.empty() || games_.front().agents.size() == 2; }
  nlohmann::ordered_json score_json(int agent) const;
  std::vector<std::vector<std::string>> rank_rows(const std::vector<Rating>& rated,
                                                  const std::vector<int>& order) const;

  std::vector<std::string> names_;
  int anchor_;
  std::vector<std::vector<PairScore>> pairs_;
  std::vector<SeatScore> seats_;
  std::vector<FinishedGame> games_;
  std::set<std::string> fingerprints_;
};

}  // namespace clanhouse
