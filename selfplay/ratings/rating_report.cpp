#include "selfplay/ratings/rating_report.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "selfplay/report/text_table.h"

namespace clanhouse {
namespace {

using nlohmann::ordered_json;

struct Total {
  double points = 0;
  double games = 0;
  double share() const { return games > 0 ? points / games : 0; }
};

std::vector<Total> totals_of(const PoolScores& scores) {
  std::vector<Total> totals(scores.games.size());
  for (std::size_t i = 0; i < totals.size(); ++i) {
    totals[i].points = std::accumulate(scores.points[i].begin(), scores.points[i].end(), 0.0);
    totals[i].games = std::accumulate(scores.games[i].begin(), scores.games[i].end(), 0.0);
  }
  return totals;
}

// The best first; those without a rating last.
std::vector<int> ranking(const RatingReport& report, const std::vector<Total>& totals) {
  const auto value = [&](int i) -> std::pair<bool, double> {
    if (!report.ladder.empty()) return {true, report.ladder[i].rating};
    const Rating& rating = report.rated->ratings[i];
    if (rating.kind == RatingKind::kNone) return {false, totals[i].share()};
    return {true, rating.elo};
  };
  std::vector<int> order(report.pool.names.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return value(a) > value(b); });
  return order;
}

std::ptrdiff_t games_alone(const ResultPool& pool) {
  return std::count_if(pool.games.begin(), pool.games.end(),
                       [](const RatedGame& game) { return against_itself(game.agents); });
}

// Games of agents against themselves are enough, for models of pairs.
bool tells_first_seat(const RatingReport& report) {
  const bool alone =
      report.settings.model != RatingModel::kPlackettLuce && games_alone(report.pool) > 0;
  return report.settings.first_seat && (alone || !report.rated->connected.core.empty());
}

std::string names_of(const ResultPool& pool, const std::vector<int>& group) {
  constexpr std::size_t kMost = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(group.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + pool.names[group[i]];
  }
  if (group.size() > kMost) text += fmt::format(", … ({} in all)", group.size());
  return "{" + text + "}";
}

using Rows = std::vector<std::vector<std::string>>;

std::string rating_rows(const RatingReport& report, const std::vector<int>& order,
                        const std::vector<Total>& totals) {
  Rows rows;
  if (report.rated) {
    rows.push_back({"#", "Agent", "Elo", "95 %", "Games", "Points", "Score"});
  } else {
    rows.push_back({"#", "Agent", "Rating", "±", "Games", "Points", "Score"});
  }
  for (const int i : order) {
    rows.push_back({std::to_string(rows.size()), report.pool.names[i]});
    if (report.rated) {
      rows.back().push_back(elo_text(report.rated->ratings[i]));
      rows.back().push_back(interval_text(report.rated->ratings[i]));
    } else {
      const int digits = report.ladder[i].rating < 100 ? 2 : 0;
      rows.back().push_back(fmt::format("{:.{}f}", report.ladder[i].rating, digits));
      rows.back().push_back(report.ladder[i].spread > 0
                                ? fmt::format("{:.{}f}", report.ladder[i].spread, digits)
                                : "");
    }
    rows.back().push_back(fmt::format("{}", totals[i].games));
    rows.back().push_back(fmt::format("{}", totals[i].points));
    rows.back().push_back(fmt::format("{:.1f} %", 100 * totals[i].share()));
  }
  return text_table(rows, 2);
}

std::string superiority_rows(const RatingReport& report, const std::vector<int>& order) {
  Rows rows = {{"#", "Agent"}};
  for (std::size_t i = 1; i <= order.size(); ++i) rows[0].push_back(std::to_string(i));
  for (const int i : order) {
    rows.push_back({std::to_string(rows.size()), report.pool.names[i]});
    for (const int j : order) {
      const auto chance = report.rated->superiority[i][j];
      rows.back().push_back(i == j ? "·" : !chance ? "?" : fmt::format("{:.1f}", 100 * *chance));
    }
  }
  return "\nChance that the row is stronger than the column, in %:\n" + text_table(rows, 2);
}

std::string meta_rows(const RatingReport& report) {
  std::vector<int> order(report.meta_shares.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return report.meta_shares[a] > report.meta_shares[b]; });
  const bool nash = report.meta == "nash";
  Rows rows = {{"Agent", "Share"}};
  if (nash) rows[0].push_back("Against the mix");
  for (const int i : order) {
    rows.push_back({report.pool.names[i], fmt::format("{:.1f} %", 100 * report.meta_shares[i])});
    if (nash) rows.back().push_back(fmt::format("{:.1f} %", 100 * (0.5 + report.meta_values[i])));
  }
  return (nash ? "\nNash average, the most even mix that nobody beats:\n"
               : "\nα-rank, the share of time that a population spends with each:\n") +
         text_table(rows, 1);
}

std::string zero_text(const RatingReport& report) {
  const auto& settings = report.settings;
  if (settings.anchor >= 0 &&
      report.rated->ratings[settings.anchor].kind == RatingKind::kEstimate) {
    return fmt::format("{} is {:g}", report.pool.names[settings.anchor], settings.anchor_elo);
  }
  std::string text = "the mean of those without ≥ or ≤ is 0";
  if (settings.anchor >= 0) {
    text += fmt::format(", since {} has no finite rating", report.pool.names[settings.anchor]);
  }
  return text;
}

std::string model_text(const RatingReport& report) {
  const PoolRatings& rated = *report.rated;
  const char* what = "";
  switch (report.settings.model) {
    case RatingModel::kBradleyTerry: what = "Bradley-Terry, a draw counts half"; break;
    case RatingModel::kDavidson: what = "Davidson's model of draws"; break;
    case RatingModel::kRaoKupper: what = "Rao and Kupper's model of draws"; break;
    case RatingModel::kPlackettLuce: what = "Plackett-Luce"; break;
  }
  std::string text = fmt::format("Elo: {}; {}.\n", what, zero_text(report));
  text +=
      report.settings.errors == RatingErrors::kBootstrap
          ? fmt::format("Intervals: bootstrap of blocks, {} resamples; ", report.settings.bootstrap)
          : std::string("Intervals: sandwich, games of one block as one observation; ");
  text += "≥ and ≤ are 95 % bounds.\n";
  if (tells_first_seat(report)) {
    text += fmt::format("The first seat is worth {:+.1f} ± {:.1f} Elo.\n", rated.advantage,
                        rated.advantage_error);
  }
  if (report.settings.model == RatingModel::kDavidson) {
    text += fmt::format("ν = {:.3f}: of games between equals {:.1f} % are drawn.\n",
                        rated.draw_value, 100 * rated.draw_value / (2 + rated.draw_value));
  }
  if (report.settings.model == RatingModel::kRaoKupper) {
    text +=
        fmt::format("Draws part wins from losses by {:.1f} Elo either way.\n", rated.draw_value);
  }
  return text;
}

}  // namespace

const char* model_name(RatingModel model) {
  switch (model) {
    case RatingModel::kBradleyTerry: return "bt";
    case RatingModel::kDavidson: return "davidson";
    case RatingModel::kRaoKupper: return "rao-kupper";
    case RatingModel::kPlackettLuce: return "pl";
  }
  return "";
}

std::string connection_fault(const RatingReport& report) {
  if (!report.rated) return {};
  const Connectivity& connected = report.rated->connected;
  if (connected.groups.empty()) {
    return connected.core.empty() && !tells_first_seat(report) ? "there are no games to rate" : "";
  }
  std::string text = fmt::format("the pool falls into {} groups that results do not connect: ",
                                 connected.groups.size());
  constexpr std::size_t kMost = 4;
  for (std::size_t i = 0; i < std::min(kMost, connected.groups.size()); ++i) {
    text += (i == 0 ? "" : " ") + names_of(report.pool, connected.groups[i]);
  }
  if (connected.groups.size() > kMost) text += " …";
  return text + "; only " + names_of(report.pool, connected.core) + " can be rated";
}

std::string report_text(const RatingReport& report) {
  const std::vector<Total> totals = totals_of(scores_of(report.pool));
  const std::vector<int> order = ranking(report, totals);
  std::string text = rating_rows(report, order, totals);
  if (report.superiority && report.rated) text += superiority_rows(report, order);
  if (!report.meta.empty()) text += meta_rows(report);
  text += "\n";
  if (report.rated) {
    text += model_text(report);
  } else {
    text += fmt::format("{}: game after game, in the order of the files.\n", report.online);
  }
  text += fmt::format("{} games, {} blocks", report.pool.games.size(), report.pool.blocks);
  text += fmt::format(", {} {}", report.pool.forfeits,
                      report.pool.forfeits == 1 ? "forfeit" : "forfeits");
  if (const auto alone = games_alone(report.pool); alone > 0) {
    text += fmt::format(", {} of an agent against itself", alone);
  }
  if (report.pool.unfinished > 0) {
    text += fmt::format(", {} without a result left out", report.pool.unfinished);
  }
  return text + ".\n";
}

ordered_json report_json(const RatingReport& report) {
  const std::vector<Total> totals = totals_of(scores_of(report.pool));
  const std::vector<int> order = ranking(report, totals);
  ordered_json json = {{"games", report.pool.games.size()},
                       {"blocks", report.pool.blocks},
                       {"against_itself", games_alone(report.pool)},
                       {"forfeits", report.pool.forfeits},
                       {"unfinished", report.pool.unfinished}};
  if (report.rated) {
    json["model"] = model_name(report.settings.model);
    json["zero"] = zero_text(report);
    json["connected"] = report.rated->connected.groups.empty();
  } else {
    json["online"] = report.online;
  }
  json["agents"] = ordered_json::array();
  for (const int i : order) {
    ordered_json entry = {
        {"name", report.pool.names[i]}, {"games", totals[i].games}, {"points", totals[i].points}};
    if (report.rated) {
      const Rating& rating = report.rated->ratings[i];
      const bool bounded = rating.kind == RatingKind::kNone;
      entry["rating"] = kind_name(rating.kind);
      entry["elo"] = bounded ? ordered_json() : ordered_json(rating.elo);
      entry["elo_low"] =
          bounded || rating.kind == RatingKind::kAtMost ? ordered_json() : ordered_json(rating.low);
      entry["elo_high"] = bounded || rating.kind == RatingKind::kAtLeast
                              ? ordered_json()
                              : ordered_json(rating.high);
    } else {
      entry["rating"] = report.ladder[i].rating;
      entry["deviation"] = report.ladder[i].spread;
    }
    if (!report.meta.empty()) entry["meta_share"] = report.meta_shares[i];
    if (report.meta == "nash") entry["meta_value"] = report.meta_values[i];
    json["agents"].push_back(std::move(entry));
  }
  if (!report.rated) return json;
  json["log_likelihood"] = report.rated->log_likelihood;
  if (tells_first_seat(report)) {
    json["first_seat"] = {{"elo", report.rated->advantage},
                          {"half_width", report.rated->advantage_error}};
  }
  if (report.settings.model == RatingModel::kDavidson ||
      report.settings.model == RatingModel::kRaoKupper) {
    json["draw_value"] = report.rated->draw_value;
  }
  if (!report.rated->tie.empty()) json["tie"] = report.rated->tie;
  if (report.superiority) {
    ordered_json rows = ordered_json::array();
    for (const int i : order) {
      ordered_json row = ordered_json::array();
      for (const int j : order) {
        const auto chance = report.rated->superiority[i][j];
        row.push_back(chance ? ordered_json(*chance) : ordered_json());
      }
      rows.push_back(std::move(row));
    }
    json["superiority"] = std::move(rows);
  }
  if (!report.rated->connected.groups.empty()) {
    json["groups"] = ordered_json::array();
    for (const auto& group : report.rated->connected.groups) {
      ordered_json names = ordered_json::array();
      for (const int i : group) names.push_back(report.pool.names[i]);
      json["groups"].push_back(std::move(names));
    }
  }
  return json;
}

Table report_table(const RatingReport& report) {
  const std::vector<Total> totals = totals_of(scores_of(report.pool));
  Table table;
  table.id = "ratings";
  const auto column = [&](const char* key, const char* heading) {
    Column c;
    c.key = key;
    c.heading = heading;
    table.columns.push_back(c);
  };
  column("rank", "#");
  column("agent", "Agent");
  column("kind", "Kind");
  column("rating", "Rating");
  column("interval", "95 %");
  column("games", "Games");
  column("points", "Points");
  for (const int i : ranking(report, totals)) {
    const auto rank = static_cast<long long>(table.rows.size() + 1);
    std::vector<Cell> row = {rank, report.pool.names[i]};
    if (report.rated) {
      const Rating& rating = report.rated->ratings[i];
      const bool none = rating.kind == RatingKind::kNone;
      row.emplace_back(std::string(kind_name(rating.kind)));
      row.push_back(none ? Cell() : Cell(rating.elo));
      row.push_back(none ? Cell() : Cell(Interval{rating.low, rating.high}));
    } else {
      const LadderRating& rating = report.ladder[i];
      row.emplace_back(report.online);
      row.emplace_back(rating.rating);
      row.emplace_back(Interval{rating.rating - kNormal95 * rating.spread,
                                rating.rating + kNormal95 * rating.spread});
    }
    row.emplace_back(totals[i].games);
    row.emplace_back(totals[i].points);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace clanhouse
