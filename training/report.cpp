#include "training/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "core/json_input.h"
#include "selfplay/report/curves.h"
#include "selfplay/report/report.h"
#include "training/run_info.h"

namespace clanhouse::training {
namespace {

using nlohmann::json;

std::string whole(double value) { return grouped(std::llround(value)); }

std::string interval_text(const TimedEstimate& elo) {
  const auto text = [](double bound) {
    return fmt::format("{}{:.0f}", std::round(bound) < 0 ? "−" : "", std::abs(bound));
  };
  if (elo.low && elo.high) return text(*elo.low) + " to " + text(*elo.high);
  if (elo.low) return text(*elo.low) + " or more";
  if (elo.high) return text(*elo.high) + " or less";
  return "";
}

struct LogKey {
  const char* key;
  const char* help;
};
constexpr std::array<LogKey, 22> kLogKeys = {{
    {"generation", "nets so far"},
    {"games", "all games so far"},
    {"rows", "all positions so far"},
    {"window", "positions that were learned from"},
    {"age", "of those positions, in generations, in the mean"},
    {"steps", "of the optimiser"},
    {"rate", "learning rate"},
    {"policy_loss", "cross-entropy of the net's policy with the search's"},
    {"value_loss", "of the net's expectation against results"},
    {"owners_loss", "mean square of the error of the squares' owners"},
    {"entropy", "of the net's policy"},
    {"game_length", "decisions of a game, in the mean"},
    {"resigned", "share of the games that a seat would have given up"},
    {"resigned_wrongly", "share of those that it did not lose"},
    {"mean_batch", "positions that were evaluated at once, in the mean"},
    {"cache_hits", "share of the evaluations that had been made before"},
    {"seconds", "for the whole generation"},
    {"seconds_waiting", "for games"},
    {"cpu_hours", "of the process that learns, since the run began"},
    {"validation_rows", "positions of games that are never learned from"},
    {"validation_policy_loss", "as policy_loss, on those"},
    {"validation_value_loss", "as value_loss, on those"},
}};

class Page {
 public:
  Page(const std::string& name, const RunInfo& info, const RunLog& log)
      : info_(info), log_(log), report_("Training run " + name) {
    head();
    rating();
    losses();
    games();
    learning();
    speed();
    settings();
    newest();
  }
  std::string html() const { return report_.html(); }

 private:
  void head() {
    report_.fact("Game", info_.game);
    report_.fact("Its settings", info_.game_settings);
    report_.fact("Net", info_.net);
    report_.fact("Seed", info_.seed);
    report_.fact("Begun by build", info_.build);
    const auto newest = [&](const char* key) {
      return log_.generations.empty() ? std::nullopt : number_at(log_.generations.back(), key);
    };
    report_.fact("Generations", fmt::format("{} of {}", whole(newest("generation").value_or(0)),
                                            info_.generations));
    report_.fact("Games", whole(newest("games").value_or(0)));
    report_.fact("Positions", whole(newest("rows").value_or(0)));
    report_.fact("CPU hours", fmt::format("{:.3g}", log_.cpu_hours));
    for (const std::string& change : info_.changes) report_.fact("Settings changed", change);
    if (log_.generations.empty()) {
      report_.text("No generation is complete yet, so there is nothing to be shown but settings.");
    }
  }

  void rating() {
    report_.section("Rating");
    if (log_.ratings.empty()) return report_.text("No net of this run has been rated yet.");
    std::vector<TimedEstimate> estimates;
    for (const Rating& rating : log_.ratings) {
      if (rating.elo.value || rating.elo.low || rating.elo.high) estimates.push_back(rating.elo);
    }
    if (!estimates.empty()) {
      report_.plot(
          timed_estimates_plot("plot-rating", estimates, "CPU hours", "Elo", "greedy",
                               "Rating of the nets over the CPU hours of the run"),
          "Elo of the nets, greedy being 0, with 95 % intervals. An arrow is an open end: the net "
          "has won or lost all games against some opponent.");
    }
    std::set<std::string> opponents;
    for (const Rating& r : log_.ratings) {
      for (const auto& [opponent, score] : r.scores) opponents.insert(opponent);
    }
    Table table{"ratings",
                {{"generation", "Generation"},
                 {"cpu_hours", "CPU hours", 3},
                 {"elo", "Elo", 0},
                 {"interval", "95 %"},
                 {"games", "Games", 0}},
                {}};
    for (const std::string& opponent : opponents) {
      table.columns.push_back({opponent, "% against " + opponent, 1, Unit::kPercent});
    }
    for (const Rating& r : log_.ratings) {
      auto& row = table.rows.emplace_back();
      const auto cell = [](const std::optional<double>& value) {
        return value ? Cell(*value) : Cell();
      };
      row = {static_cast<long long>(r.generation), r.elo.time, cell(r.elo.value),
             interval_text(r.elo), cell(r.games)};
      for (const std::string& opponent : opponents) {
        const auto score = r.scores.find(opponent);
        row.push_back(score == r.scores.end() ? Cell() : Cell(score->second));
      }
    }
    report_.folded_table("Every rating", table);
  }

  // A quantity of the log by generation.
  Series curve(const std::string& key, const std::string& name = {}, double factor = 1) const {
    Series series{name, {}};
    for (const json& line : log_.generations) {
      const auto value = number_at(line, key);
      if (value) series.points.emplace_back(*number_at(line, "generation"), factor * *value);
    }
    return series;
  }
  static bool has(const Series& series) {
    return std::any_of(series.points.begin(), series.points.end(),
                       [](const auto& point) { return point.second != 0; });
  }

  // A section with panels over generations, if there is anything to draw.
  void curves(const std::string& id, const std::string& heading, const std::vector<Panel>& panels,
              std::string caption) {
    report_.section(heading);
    const bool anything = std::any_of(panels.begin(), panels.end(), [](const Panel& panel) {
      return std::any_of(panel.curves.begin(), panel.curves.end(),
                         [](const Series& curve) { return !curve.points.empty(); });
    });
    if (!anything) return report_.text("Nothing yet.");
    const std::size_t group = (log_.generations.size() + kMostPoints - 1) / kMostPoints;
    if (group > 1) caption += fmt::format(" Each point is the mean of {} generations.", group);
    report_.plot(curves_plot(id, panels, "generation", heading + " over the generations"), caption);
  }

  void losses() {
    const Series owners = curve("owners_loss");
    std::vector<Panel> panels = {
        {"Loss of the policy",
         {curve("policy_loss", "training"), curve("validation_policy_loss", "validation")}},
        {"Loss of the value",
         {curve("value_loss", "training"), curve("validation_value_loss", "validation")}}};
    if (has(owners)) panels.push_back({"Loss of the squares' owners", {owners}});
    panels.push_back({"Entropy of the net's policy", {curve("entropy")}});
    const bool validated = !curve("validation_policy_loss").points.empty();
    const char* const validation = validated ? "Validation is on games that are never learned from."
                                   : info_.validates ? "There are no games for validation yet."
                                                     : "The run keeps no games for validation.";
    curves(
        "plot-losses", "Losses", panels,
        std::string("Means over the positions learned from. The loss of the policy is a "
                    "cross-entropy, which cannot get below the entropy of the search's policy. ") +
            validation);
  }

  void games() {
    std::vector<Panel> panels = {{"Decisions of a game", {curve("game_length")}, true}};
    const Series resigned = curve("resigned", "", 100);
    std::string caption = info_.resigns ? "No seat would have given up a game yet."
                                        : "No game is given up in this run.";
    if (has(resigned)) {
      panels.push_back({"Games given up, % of all", {resigned}, true});
      panels.push_back(
          {"Given up wrongly, % of those", {curve("resigned_wrongly", "", 100)}, true});
      caption =
          "Games that a seat gives up are played to their end all the same; those that it does not "
          "lose then were given up wrongly.";
    }
    curves("plot-games", "Games", panels, caption);
  }

  void learning() {
    curves("plot-learning", "What is learned from",
           {{"Positions in the window", {curve("window")}, true},
            {"Age of these positions, generations", {curve("age")}, true},
            {"Learning rate", {curve("rate")}, true},
            {"Steps of the optimiser", {curve("steps")}, true}},
           "The window is the newest games; its age is how many nets ago they were played, in the "
           "mean.");
  }

  void speed() {
    curves("plot-speed", "Speed",
           {{"Positions evaluated at once", {curve("mean_batch")}, true},
            {"Found in the cache, % of evaluations", {curve("cache_hits", "", 100)}, true},
            {"Seconds of a generation",
             {curve("seconds", "whole"), curve("seconds_waiting", "waiting")},
             true}},
           "The learner waits when there are too few new games: more threads that play would help. "
           "Where it never waits, learning itself is what takes the time.");
  }

  void settings() {
    report_.section("Settings that differ from the defaults");
    if (info_.unusual.empty()) return report_.text("None.");
    Table table{
        "settings",
        {{"key", "Setting"}, {"value", "Value"}, {"default", "Default"}, {"help", "What it is"}},
        {}};
    for (const Setting& s : info_.unusual) table.rows.push_back({s.key, s.value, s.usual, s.help});
    report_.table(table);
  }

  void newest() {
    report_.section("The newest line of the log");
    if (log_.generations.empty()) return report_.text("Nothing yet.");
    const json& line = log_.generations.back();
    Table table{"newest", {{"key", "Key"}, {"value", "Value"}, {"help", "What it is"}}, {}};
    const auto add = [&](const std::string& key, const json& value, const char* help) {
      table.rows.push_back({key,
                            value.is_number_float() ? fmt::format("{:.4g}", value.get<double>())
                            : value.is_number()     ? grouped(value.get<long long>())
                                                    : value.dump(),
                            std::string(help)});
    };
    std::set<std::string> known;
    for (const auto& [key, help] : kLogKeys) {
      known.insert(key);
      if (const json* value = json_input::find(line, key)) add(key, *value, help);
    }
    for (const auto& [key, value] : line.items()) {
      if (!known.contains(key)) add(key, value, "");
    }
    report_.table(table);
  }

  const RunInfo& info_;
  const RunLog& log_;
  Report report_;
};

}  // namespace

Result<std::string> report_html(const std::filesystem::path& run) {
  const RunDirectory folder(run);
  const auto info = read_run_info(folder);
  if (!info) return tl::unexpected(info.error());
  const auto log = read_run_log(folder);
  if (!log) return tl::unexpected(log.error());
  // "runs/mine/" is called "mine" too.
  const auto path = std::filesystem::absolute(run).lexically_normal();
  const auto name = path.has_filename() ? path.filename() : path.parent_path().filename();
  return Page(name.string(), *info, *log).html();
}

}  // namespace clanhouse::training
