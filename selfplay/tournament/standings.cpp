#include "selfplay/tournament/standings.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "selfplay/ratings/rate_pool.h"
#include "selfplay/report/text_table.h"

namespace clanhouse {
Standings::Standings(std::vector<std::string> names, int anchor)
    : names_(std::move(names)),
      anchor_(anchor),
      pairs_(names_.size(), std::vector<PairScore>(names_.size())),
      seats_(names_.size()) {}

void Standings::add(const FinishedGame& game) {
  fingerprints_.insert(game.fingerprint);
  games_.push_back(game);
  if (against_itself(game.agents)) return;
  const std::vector<double> points = points_of(game.utilities);
  const std::vector<double> wins = wins_of(game.utilities);
  for (std::size_t i = 0; i < game.agents.size(); ++i) {
    SeatScore& seat = seats_[game.agents[i]];
    ++seat.games;
    seat.points += points[i];
    seat.utilities += game.utilities[i];
    seat.wins += wins[i];
    for (std::size_t j = 0; j < game.agents.size(); ++j) {
      if (game.agents[i] == game.agents[j]) continue;
      PairScore& score = pairs_[game.agents[i]][game.agents[j]];
      const float lead = game.utilities[i] - game.utilities[j];
      ++(lead > 0 ? score.wins : lead < 0 ? score.losses : score.draws);
    }
  }
}

PairScore Standings::total(int agent) const {
  PairScore sum;
  for (const PairScore& score : pairs_[agent]) {
    sum.wins += score.wins;
    sum.draws += score.draws;
    sum.losses += score.losses;
  }
  return sum;
}

std::vector<Rating> Standings::ratings() const {
  ResultPool pool;
  pool.names = names_;
  std::map<int, int> blocks;
  for (const FinishedGame& game : games_) {
    RatedGame rated;
    rated.agents = game.agents;
    for (const float mine : game.utilities) {
      rated.ranks.push_back(
          static_cast<int>(std::count_if(game.utilities.begin(), game.utilities.end(),
                                         [&](float other) { return other > mine; })));
    }
    rated.seated = true;
    rated.block = blocks.try_emplace(game.block, static_cast<int>(blocks.size())).first->second;
    pool.games.push_back(std::move(rated));
  }
  pool.blocks = static_cast<int>(blocks.size());
  RateSettings settings;
  settings.anchor = anchor_;
  if (!duels()) settings.model = RatingModel::kPlackettLuce;
  return rate_pool(pool, settings).ratings;
}

std::vector<double> Standings::points_by_seat() const {
  std::vector<double> points;
  for (const FinishedGame& game : games_) {
    const auto of_game = points_of(game.utilities);
    points.resize(of_game.size());
    for (std::size_t seat = 0; seat < of_game.size(); ++seat) points[seat] += of_game[seat];
  }
  for (double& sum : points) sum /= games();
  return points;
}

std::vector<int> Standings::ranking(const std::vector<Rating>& ratings) const {
  std::vector<int> order(names_.size());
  std::iota(order.begin(), order.end(), 0);
  const bool all_rated = std::none_of(ratings.begin(), ratings.end(), [](const Rating& rating) {
    return rating.kind == RatingKind::kNone;
  });
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return all_rated ? ratings[a].elo > ratings[b].elo
                     : seats_[a].mean_points() > seats_[b].mean_points();
  });
  return order;
}

std::string Standings::anchor_text(const std::vector<Rating>& ratings) const {
  std::vector<std::string> estimated;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (ratings[i].kind == RatingKind::kEstimate) estimated.push_back(names_[i]);
  }
  if (anchor_ >= 0 && ratings[anchor_].kind == RatingKind::kEstimate) estimated = {names_[anchor_]};
  std::string text = "the mean of those without ≥ or ≤ is 0";
  if (estimated.empty()) text = "not enough results";
  if (estimated.size() == 1) text = estimated[0] + " is 0";
  if (anchor_ < 0 || estimated == std::vector{names_[anchor_]}) return text;
  return text + ", since " + names_[anchor_] + " has no finite rating";
}

std::vector<std::vector<std::string>> Standings::rank_rows(const std::vector<Rating>& rated,
                                                           const std::vector<int>& order) const {
  std::vector<std::vector<std::string>> rows;
  rows.push_back({"#", "Agent", "Elo", "95 %", "Games"});
  const std::vector<std::string> more =
      duels() ? std::vector<std::string>{"Won", "Drawn", "Lost", "Score"}
              : std::vector<std::string>{"Won", "Points", "Utility"};
  rows[0].insert(rows[0].end(), more.begin(), more.end());
  for (const int agent : order) {
    const SeatScore& seat = seats_[agent];
    std::vector<std::string> row = {std::to_string(rows.size()), names_[agent],
                                    elo_text(rated[agent]), interval_text(rated[agent]),
                                    std::to_string(seat.games)};
    if (duels()) {
      const PairScore sum = total(agent);
      for (const int count : {sum.wins, sum.draws, sum.losses})
        row.push_back(std::to_string(count));
    } else {
      row.push_back(fmt::format("{:.1f} %", 100 * seat.win_share()));
    }
    row.push_back(fmt::format("{:.1f} %", 100 * seat.mean_points()));
    if (!duels()) row.push_back(fmt::format("{:+.3f}", seat.mean_utility()));
    // Without games there is no share of them.
    for (std::size_t i = 5; i < row.size() && seat.games == 0; ++i) row[i] = "–";
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string Standings::ranks() const {
  const std::vector<Rating> rated = ratings();
  return text_table(rank_rows(rated, ranking(rated)), 2);
}

std::string Standings::crosstable() const {
  const std::vector<Rating> rated = ratings();
  const std::vector<int> order = ranking(rated);
  std::vector<std::vector<std::string>> cross;
  cross.push_back({"#", "Agent"});
  for (std::size_t i = 1; i <= order.size(); ++i) cross[0].push_back(std::to_string(i));
  for (const int agent : order) {
    cross.push_back({std::to_string(cross.size()), names_[agent]});
    for (const int other : order) {
      const PairScore& score = pairs_[agent][other];
      cross.back().push_back(
          other == agent ? "·" : fmt::format("{}-{}-{}", score.wins, score.draws, score.losses));
    }
  }
  const char* won = duels() ? "Won, drawn and lost against each:"
                            : "Games that each ended ahead of, level with and behind each:";
  const char* model = duels() ? "a draw counts half" : "Plackett and Luce's model";
  std::string seats;
  for (const double share : points_by_seat()) {
    seats += fmt::format("{}{:.1f} %", seats.empty() ? "Points by seat: " : ", ", 100 * share);
  }
  if (!seats.empty()) seats += ".\n";
  const char* points =
      duels() ? "" : "Points: share of opponents left behind, ties counting half.\n";
  return fmt::format(
      "{}\n{}\n{}\n"
      "Elo: one fit of all games, {}; {}.\n"
      "{}Intervals take the games of one block as one observation; ≥ and ≤ are 95 % bounds.\n"
      "{}{} games, {} distinct.\n",
      text_table(rank_rows(rated, order), 2), won, text_table(cross, 2), anchor_text(rated), model,
      points, seats, games(), distinct_games());
}

nlohmann::ordered_json Standings::score_json(int agent) const {
  const SeatScore& seat = seats_[agent];
  nlohmann::ordered_json json = {{"name", names_[agent]}, {"games", seat.games}};
  const PairScore sum = total(agent);
  if (duels()) {
    json.update({{"wins", sum.wins}, {"draws", sum.draws}, {"losses", sum.losses}});
  } else {
    json.update({{"wins", seat.wins}, {"utility", seat.mean_utility()}});
    json.update({{"ahead", sum.wins}, {"level", sum.draws}, {"behind", sum.losses}});
  }
  json["points"] = seat.points;
  return json;
}

nlohmann::ordered_json Standings::to_json() const {
  using nlohmann::ordered_json;
  const std::vector<Rating> rated = ratings();
  ordered_json json;
  json["games"] = games();
  json["distinct_games"] = distinct_games();
  json["anchor"] = anchor_text(rated);
  json["agents"] = ordered_json::array();
  for (const int agent : ranking(rated)) {
    ordered_json entry = score_json(agent);
    entry["rating"] = kind_name(rated[agent].kind);
    entry["elo"] = entry["elo_low"] = entry["elo_high"] = nullptr;
    const bool none = rated[agent].kind == RatingKind::kNone;
    if (!none) entry["elo"] = rated[agent].elo;
    if (rated[agent].kind == RatingKind::kEstimate || rated[agent].kind == RatingKind::kAtLeast) {
      entry["elo_low"] = rated[agent].low;
    }
    if (rated[agent].kind == RatingKind::kEstimate || rated[agent].kind == RatingKind::kAtMost) {
      entry["elo_high"] = rated[agent].high;
    }
    json["agents"].push_back(std::move(entry));
  }
  json["pairs"] = ordered_json::array();
  for (std::size_t a = 0; a < names_.size(); ++a) {
    for (std::size_t b = a + 1; b < names_.size(); ++b) {
      const PairScore& score = pairs_[a][b];
      if (score.games() == 0) continue;
      json["pairs"].push_back({{"a", names_[a]},
                               {"b", names_[b]},
                               {"wins_a", score.wins},
                               {"draws", score.draws},
                               {"wins_b", score.losses}});
    }
  }
  json["seats"] = points_by_seat();
  std::map<std::string, int> endings;
  for (const FinishedGame& game : games_) ++endings[game.ending];
  json["endings"] = endings;
  return json;
}

}  // namespace clanhouse
