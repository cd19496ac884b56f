// What a tournament has come to: points, pairings, ratings; as a crosstable and as JSON. All of it
// is a function of the set of finished games and not of their order.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/ratings/bradley_terry.h"

namespace clanhouse {

struct FinishedGame {
  int id = 0;
  int block = 0;
  std::vector<int> agents;       // by seat
  std::vector<float> utilities;  // by seat
  std::string result;            // in the game's notation
  std::string ending;
  int turns = 0;
  std::string fingerprint;  // equal for games with the same moves from the same start
};

// Wins, draws and losses of one agent against another. With more than two seats every two seats
// of a game count as a game between them, won by the higher utility.
struct PairScore {
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
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
  std::vector<Rating> ratings() const;

  // A table for a screen, the best agent first, with what it means under it.
  std::string crosstable() const;
  // {"agents": […], "pairs": […], "games", "distinct_games", "endings", "anchor"}
  nlohmann::ordered_json to_json() const;

 private:
  std::vector<int> ranking(const std::vector<Rating>& ratings) const;
  std::string anchor_text(const std::vector<Rating>& ratings) const;

  std::vector<std::string> names_;
  int anchor_;
  std::vector<std::vector<PairScore>> pairs_;
  std::vector<FinishedGame> games_;
  std::set<std::string> fingerprints_;
};

}  // namespace clanhouse
