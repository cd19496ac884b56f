#include "selfplay/standings.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

namespace clanhouse {
namespace {

// Characters on a screen, counting each UTF-8 sequence as one.
std::size_t width_of(const std::string& text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

// Rows of cells in columns just wide enough; the first `left` columns are aligned to the left.
std::string layout(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width_of(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (i < left ? row[i] + padding : padding + row[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string elo_text(const Rating& rating) {
  switch (rating.kind) {
    case RatingKind::kNone: return "?";
    case RatingKind::kEstimate: return fmt::format("{:+.0f}", rating.elo);
    case RatingKind::kAtLeast: return fmt::format("≥ {:+.0f}", rating.elo);
    case RatingKind::kAtMost: return fmt::format("≤ {:+.0f}", rating.elo);
  }
  return {};
}

std::string interval_text(const Rating& rating) {
  if (rating.kind != RatingKind::kEstimate || rating.low == rating.high) return "";
  return fmt::format("[{:+.0f}, {:+.0f}]", rating.low, rating.high);
}

const char* kind_name(RatingKind kind) {
  switch (kind) {
    case RatingKind::kNone: return "none";
    case RatingKind::kEstimate: return "estimate";
    case RatingKind::kAtLeast: return "at_least";
    case RatingKind::kAtMost: return "at_most";
  }
  return "";
}

}  // namespace

Standings::Standings(std::vector<std::string> names, int anchor)
    : names_(std::move(names)),
      anchor_(anchor),
      pairs_(names_.size(), std::vector<PairScore>(names_.size())) {}

void Standings::add(const FinishedGame& game) {
  for (std::size_t i = 0; i < game.agents.size(); ++i) {
    for (std::size_t j = 0; j < game.agents.size(); ++j) {
      if (i == j) continue;
      PairScore& score = pairs_[game.agents[i]][game.agents[j]];
      const float lead = game.utilities[i] - game.utilities[j];
      ++(lead > 0 ? score.wins : lead < 0 ? score.losses : score.draws);
    }
  }
  fingerprints_.insert(game.fingerprint);
  games_.push_back(game);
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
  std::map<std::tuple<int, int, int>, BlockScore> blocks;
  for (const FinishedGame& game : games_) {
    for (std::size_t i = 0; i < game.agents.size(); ++i) {
      for (std::size_t j = i + 1; j < game.agents.size(); ++j) {
        const bool in_order = game.agents[i] < game.agents[j];
        const int a = game.agents[in_order ? i : j];
        const int b = game.agents[in_order ? j : i];
        const float lead = (game.utilities[i] - game.utilities[j]) * (in_order ? 1.F : -1.F);
        BlockScore& block = blocks[{game.block, a, b}];
        block.a = a;
        block.b = b;
        block.score_a += lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
        block.games += 1;
      }
    }
  }
  std::vector<BlockScore> scores;
  for (const auto& [key, block] : blocks) scores.push_back(block);
  return rate(static_cast<int>(names_.size()), scores, anchor_);
}

std::vector<int> Standings::ranking(const std::vector<Rating>& ratings) const {
  std::vector<int> order(names_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if (ratings[a].kind != RatingKind::kNone && ratings[b].kind != RatingKind::kNone) {
      return ratings[a].elo > ratings[b].elo;
    }
    return total(a).points() > total(b).points();
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

std::string Standings::crosstable() const {
  const std::vector<Rating> rated = ratings();
  const std::vector<int> order = ranking(rated);
  std::vector<std::vector<std::string>> ranks;
  std::vector<std::vector<std::string>> cross;
  ranks.push_back({"#", "Agent", "Elo", "95 %", "Games", "Won", "Drawn", "Lost", "Score"});
  cross.push_back({"#", "Agent"});
  for (std::size_t i = 1; i <= order.size(); ++i) cross[0].push_back(std::to_string(i));
  for (const int agent : order) {
    const std::string rank = std::to_string(ranks.size());
    const PairScore sum = total(agent);
    const double share = sum.games() == 0 ? 0 : 100 * sum.points() / sum.games();
    ranks.push_back({rank, names_[agent], elo_text(rated[agent]), interval_text(rated[agent]),
                     std::to_string(sum.games()), std::to_string(sum.wins),
                     std::to_string(sum.draws), std::to_string(sum.losses),
                     fmt::format("{:.1f} %", share)});
    cross.push_back({rank, names_[agent]});
    for (const int other : order) {
      const PairScore& score = pairs_[agent][other];
      cross.back().push_back(
          other == agent ? "·" : fmt::format("{}-{}-{}", score.wins, score.draws, score.losses));
    }
  }
  return fmt::format(
      "{}\nWon, drawn and lost against each:\n{}\n"
      "Elo: one fit of all games, {}; a draw counts half.\n"
      "Intervals take the games of one opening as one observation; ≥ and ≤ are 95 % bounds.\n"
      "{} games, {} distinct.\n",
      layout(ranks, 2), layout(cross, 2), anchor_text(rated), games(), distinct_games());
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
    const PairScore sum = total(agent);
    ordered_json entry = {{"name", names_[agent]},
                          {"games", sum.games()},
                          {"wins", sum.wins},
                          {"draws", sum.draws},
                          {"losses", sum.losses},
                          {"points", sum.points()},
                          {"rating", kind_name(rated[agent].kind)},
                          {"elo", nullptr},
                          {"elo_low", nullptr},
                          {"elo_high", nullptr}};
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
  std::map<std::string, int> endings;
  for (const FinishedGame& game : games_) ++endings[game.ending];
  json["endings"] = endings;
  return json;
}

}  // namespace clanhouse
