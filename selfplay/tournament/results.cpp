#include "selfplay/tournament/results.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/files.h"
#include "selfplay/report/curves.h"
#include "selfplay/report/plot.h"
#include "selfplay/report/report.h"

namespace clanhouse {
namespace {

std::string text_of(const nlohmann::ordered_json& json) {
  return json.is_string() ? json.get<std::string>() : json.dump();
}

// Ratings are one fit, which is made once.
struct Rated {
  explicit Rated(const Standings& standings)
      : ratings(standings.ratings()),
        order(standings.ranking(ratings)),
        anchor(standings.anchor_text(ratings)) {}
  std::vector<Rating> ratings;
  std::vector<int> order;  // agents, best first
  std::string anchor;
};

Table ranks_table(const Standings& standings, const Rated& rated) {
  Table table{"ranks",
              {{"rank", "#", 0},
               {"agent", "Agent"},
               {"elo", "Elo", 0},
               {"elo", "95 %", 0},
               {"bound", "Bound"},
               {"games", "Games"},
               {"wins", "Won %", 2, Unit::kPercent},
               {"points", "Points %", 2, Unit::kPercent},
               {"utility", "Utility", 3}},
              {}};
  for (const int agent : rated.order) {
    const Rating& rating = rated.ratings[agent];
    const SeatScore& seat = standings.seats_of(agent);
    Cell elo;
    Cell interval;
    if (rating.kind != RatingKind::kNone) elo = rating.elo;
    if (rating.kind == RatingKind::kEstimate) interval = Interval{rating.low, rating.high};
    const char* bound = rating.kind == RatingKind::kAtLeast  ? "at least"
                        : rating.kind == RatingKind::kAtMost ? "at most"
                                                             : "";
    table.rows.push_back({static_cast<long long>(table.rows.size()) + 1, standings.names()[agent],
                          elo, interval, std::string(bound), static_cast<long long>(seat.games)});
    for (const double mean : {seat.win_share(), seat.mean_points(), seat.mean_utility()}) {
      table.rows.back().push_back(seat.games == 0 ? Cell() : Cell(mean));
    }
  }
  return table;
}

// "5-2-3" of the row's agent against the column's.
Table crosstable(const Standings& standings, const Rated& rated) {
  Table table{"crosstable", {{"agent", "Agent"}}, {}};
  for (const int agent : rated.order) {
    table.columns.push_back({standings.names()[agent], standings.names()[agent]});
  }
  for (const int agent : rated.order) {
    std::vector<Cell> row = {standings.names()[agent]};
    for (const int other : rated.order) {
      const PairScore& score = standings.pair(agent, other);
      row.push_back(agent == other || score.games() == 0
                        ? Cell()
                        : fmt::format("{}-{}-{}", score.wins, score.draws, score.losses));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table endings_table(const Standings& standings) {
  std::map<std::string, long long> endings;
  for (const FinishedGame& game : standings.finished()) ++endings[game.ending];
  Table table{
      "endings", {{"ending", "Ending"}, {"games", "Games"}, {"share", "%", 2, Unit::kPercent}}, {}};
  for (const auto& [ending, games] : endings) {
    table.rows.push_back(
        {ending, games, static_cast<double>(games) / std::max(1, standings.games())});
  }
  return table;
}

Table seats_table(const Standings& standings) {
  const std::vector<double> points = standings.points_by_seat();
  Table table{"seats", {{"seat", "Seat"}, {"points", "Points %", 2, Unit::kPercent}}, {}};
  for (std::size_t seat = 0; seat < points.size(); ++seat) {
    table.rows.push_back({static_cast<long long>(seat) + 1, points[seat]});
  }
  return table;
}

Table forfeits_table(const Standings& standings) {
  Table table{"forfeits",
              {{"game", "Game"}, {"agent", "Agent"}, {"kind", "Kind"}, {"text", "What it said"}},
              {}};
  for (const FinishedGame& game : standings.finished()) {
    if (!game.forfeit) continue;
    table.rows.push_back({static_cast<long long>(game.id),
                          standings.names()[game.agents[game.forfeit->seat]], game.forfeit->kind,
                          game.forfeit->text});
  }
  return table;
}

std::optional<Plot> ratings_plot(const Standings& standings, const Rated& rated) {
  std::vector<Estimate> estimates;
  for (const int agent : rated.order) {
    const Rating& rating = rated.ratings[agent];
    if (rating.kind != RatingKind::kEstimate) continue;
    estimates.push_back({standings.names()[agent], rating.elo, {rating.low, rating.high}, 0});
  }
  if (estimates.size() < 2) return std::nullopt;
  return estimates_plot("plot-ratings", estimates, 0, "Elo; " + rated.anchor,
                        "Ratings of the agents with their 95 % intervals", 1);
}

std::optional<Plot> test_plot(const StrengthTest& test) {
  if (test.blocks() < 2) return std::nullopt;
  const SprtState state = test.state();
  Panel panel{"LLR", {{"LLR", {}}, {"H1", {}}, {"H0", {}}}};
  for (std::size_t i = 0; i < test.history().size(); ++i) {
    panel.curves[0].points.emplace_back(static_cast<double>(i) + 1, test.history()[i]);
  }
  for (const double x : {0.0, static_cast<double>(test.blocks())}) {
    panel.curves[1].points.emplace_back(x, state.bounds.upper);
    panel.curves[2].points.emplace_back(x, state.bounds.lower);
  }
  return curves_plot("plot-test", {panel}, "blocks",
                     "The log likelihood ratio of the test after each block, and its bounds");
}

std::string html(const TournamentResult& result, const Rated& rated, const std::string& command) {
  const Standings& standings = result.standings;
  const auto& settings = result.summary["settings"];
  Report report("Tournament of " + text_of(settings["game"]));
  report.fact("Command", command);
  for (const auto& build : result.summary["builds"]) report.fact("Build", text_of(build));
  for (const auto& [key, value] : settings.items()) {
    if (key != "agents" && key != "game") report.fact(key, text_of(value));
  }
  report.fact("Games", fmt::format("{} of {}, {} distinct", standings.games(), result.planned,
                                   standings.distinct_games()));
  if (result.test) report.fact("Test", verdict(result));

  report.section("Ranks");
  if (const auto plot = ratings_plot(standings, rated)) {
    report.plot(*plot,
                "Ratings of one fit of all games, with 95 % intervals. Agents that won or "
                "lost everything have only a bound, which the table gives.");
  }
  report.table(ranks_table(standings, rated));
  report.text("Points are the share of opponents left behind, ties counting half. Elo: " +
              rated.anchor + ". Games of one block count as one observation.");
  if (!result.order.empty()) {
    std::string order;
    for (const int agent : result.order) {
      order += (order.empty() ? "" : ", ") + standings.names()[agent];
    }
    report.text("The order that the format gives: " + order + ".");
  }
  report.section("Crosstable");
  report.text(
      "Won, drawn and lost against each; with more than two seats, games that ended ahead "
      "of, level with and behind each.");
  report.table(crosstable(standings, rated));
  if (result.test) {
    if (const auto plot = test_plot(*result.test)) {
      report.section("Test");
      report.plot(*plot, verdict(result));
    }
  }
  report.section("Endings and seats");
  report.table(endings_table(standings));
  report.table(seats_table(standings));
  const Table forfeits = forfeits_table(standings);
  if (!forfeits.rows.empty()) {
    report.section("Forfeits");
    report.table(forfeits);
  }
  return report.html();
}

}  // namespace

std::string verdict(const TournamentResult& result) {
  const SprtState state = result.test->state();
  const char* says = state.decision == SprtDecision::kTakeH1 ? "H1 is accepted: the first agent is "
                                                               "stronger"
                     : state.decision == SprtDecision::kTakeH0
                         ? "H0 is accepted: the first agent is not stronger"
                         : "inconclusive";
  std::string forfeits;
  int sum = 0;
  for (std::size_t agent = 0; agent < result.forfeits.size(); ++agent) {
    sum += result.forfeits[agent];
    if (result.forfeits[agent] == 0) continue;
    forfeits += fmt::format("{}{} {}", forfeits.empty() ? " (" : ", ",
                            result.standings.names()[agent], result.forfeits[agent]);
  }
  return fmt::format("{}; {}; {} blocks, {} forfeits{}", says, result.test->text(),
                     result.test->blocks(), sum, forfeits.empty() ? "" : forfeits + ")");
}

Result<void> write_results(const std::filesystem::path& out, const TournamentResult& result,
                           const std::string& command) {
  const Rated rated(result.standings);
  auto written = write_file(out / "crosstable.csv", to_csv(crosstable(result.standings, rated)));
  if (!written) return written;
  return write_file(out / "report.html", html(result, rated, command));
}

}  // namespace clanhouse
