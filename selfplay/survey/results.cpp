#include "selfplay/survey/results.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/files.h"
#include "selfplay/report/plot.h"
#include "selfplay/report/report.h"
#include "selfplay/survey/tables.h"

namespace clanhouse::survey {
namespace {

using nlohmann::ordered_json;

// Fewer distinct games than this share of all are worth a warning: errors, which take blocks to be
// independent, are then of what the agents' chance can vary, not of the game.
constexpr double kFewDistinct = 0.5;

// The share of games that the plot of lengths leaves out.
constexpr double kLongest = 0.002;

bool few_distinct(const VariantAnalysis& v) {
  return static_cast<double>(v.distinct_games) < kFewDistinct * v.games;
}

// ---- summary.json ----

ordered_json to_json(const Estimate& e) {
  const Interval interval = e.interval();
  ordered_json json = {{"value", e.value}};
  json["error"] = e.error ? ordered_json(*e.error) : ordered_json();
  json["low"] = e.error ? ordered_json(interval.low) : ordered_json();
  json["high"] = e.error ? ordered_json(interval.high) : ordered_json();
  json["n"] = static_cast<long long>(e.n);
  return json;
}

ordered_json to_json(const Spread& spread) {
  ordered_json json = {{"mean", spread.mean}, {"least", spread.least}, {"most", spread.most}};
  for (std::size_t i = 0; i < spread.quantiles.size(); ++i) {
    json["quantiles"][fmt::format("{}", kQuantiles[i])] = spread.quantiles[i];
  }
  return json;
}

ordered_json to_json(const SurveyInfo& info, const SurveyAnalysis& analysis) {
  ordered_json json;
  json["run"] = {{"command", info.command}, {"build", info.build},   {"seed", info.seed},
                 {"game", info.game},       {"agents", info.agents}, {"settings", info.settings}};
  json["blocks"] = analysis.blocks;
  json["variants"] = ordered_json::array();
  for (std::size_t v = 0; v < analysis.variants.size(); ++v) {
    const VariantAnalysis& variant = analysis.variants[v];
    ordered_json entry = {{"name", info.variants[v]},
                          {"config", info.configs[v]},
                          {"games", static_cast<long long>(variant.games)},
                          {"distinct_games", variant.distinct_games},
                          {"few_distinct_games", few_distinct(variant)},
                          {"most_legal_actions", variant.most_legal},
                          {"steps", to_json(variant.steps)},
                          {"decisions", to_json(variant.decisions)},
                          {"measured", ordered_json::object()},
                          {"facts", ordered_json::object()}};
    for (const Answer& answer : variant.answers) {
      entry[answer.fact ? "facts" : "measured"][answer.quantity][answer.category] =
          to_json(answer.estimate);
    }
    for (const Effect& effect : variant.effects) {
      const Answer& answer = variant.answers[effect.answer];
      ordered_json difference = to_json(effect.difference);
      difference["q"] = effect.q ? ordered_json(*effect.q) : ordered_json();
      entry["minus_given"][answer.fact ? "facts" : "measured"][answer.quantity][answer.category] =
          std::move(difference);
    }
    json["variants"].push_back(std::move(entry));
  }
  return json;
}

// ---- report.html ----

class Page {
 public:
  Page(const SurveyInfo& info, const SurveyAnalysis& analysis)
      : info_(info), analysis_(analysis), given_(analysis.variants.front()), report_(title(info)) {}

  std::string html() {
    head();
    if (analysis_.variants.size() > 1) effects();
    length();
    endings();
    seats();
    if (info_.agents.size() > 1) agents();
    branching();
    facts();
    return report_.html();
  }

 private:
  static std::string title(const SurveyInfo& info) { return "Survey of " + info.title; }

  void head() {
    report_.fact("Command", info_.command);
    report_.fact("Build", info_.build);
    report_.fact("Seed", std::to_string(info_.seed));
    report_.fact("Agents", fmt::format("{}", fmt::join(info_.agents, ", ")));
    report_.fact("Players", std::to_string(info_.players));
    report_.fact("Settings", info_.configs.front().dump());
    report_.fact("Games",
                 fmt::format("{} in {} blocks{}", grouped(static_cast<long long>(given_.games)),
                             grouped(analysis_.blocks),
                             analysis_.variants.size() > 1 ? ", of each variant" : ""));
    report_.fact("Errors", analysis_.blocks > 1 ? "from the differences between blocks"
                                                : "none: there is one block");
    for (std::size_t v = 0; v < analysis_.variants.size(); ++v) {
      const VariantAnalysis& variant = analysis_.variants[v];
      const std::string which = v == 0 ? "" : ", " + info_.variants[v];
      report_.fact("Distinct games" + which, grouped(variant.distinct_games));
      if (!few_distinct(variant)) continue;
      report_.text(fmt::format(
          "Only {} of {} games{} differ from each other: these agents leave little to chance, and "
          "more games would not say more about the game.",
          grouped(variant.distinct_games), grouped(static_cast<long long>(variant.games)), which));
    }
  }

  void effects() {
    report_.section("The effect of each setting");
    report_.text(
        "Every variant differs from the given settings in what its name says and played the same "
        "seeds. Differences are to the given settings; their errors come from the differences of "
        "blocks that shared their chance. q is the false discovery rate of calling a difference "
        "real. Main quantities are always shown, most others where q ≤ 0.05; all are in "
        "survey.csv.");
    report_.table(effects_table(info_, analysis_));
  }

  void length() {
    report_.section("Length");
    report_.text(
        "Steps are what players decide and what chance does. Quantiles are of single games.");
    report_.table(length_table(info_, analysis_));
    // Bins that suit all variants; a few very long games would leave no room for the others.
    int least = given_.steps.least;
    int most = least;
    for (const VariantAnalysis& variant : analysis_.variants) {
      least = std::min(least, variant.steps.least);
      most = std::max(most, quantile(variant.steps.games, 1 - kLongest));
    }
    std::vector<Series> series;
    for (std::size_t v = 0; v < analysis_.variants.size() && v < 8; ++v) {
      const Histogram bins = histogram(analysis_.variants[v].steps.games, least, most, 40);
      Series& line = series.emplace_back();
      line.name = info_.variants[v];
      // Steps end at their points: each is the upper end of a bin.
      line.points.emplace_back(bins.bins.front().first, 0);
      for (const auto& [from, share] : bins.bins) {
        line.points.emplace_back(from + bins.width, share);
      }
      line.points.emplace_back(bins.bins.back().first + 2 * bins.width, 0);
    }
    report_.plot(
        distribution_plot("plot-length", series, "steps of a game",
                          "Share of games by their number of steps"),
        "Share of games by their number of steps, in bins. The longest 0.2 % may be left out.");
    report_.table(quantity_table("decisions", given_, "decisions", "Decisions a game"));
  }

  void endings() {
    report_.section("Endings");
    report_.table(quantity_table("endings", given_, "ending", "Ending"));
    report_.table(quantity_table("results", given_, "result", "Won by"));
    report_.folded_table("Endings by result",
                         quantity_table("result-by-ending", given_, "result by ending", "Ending"));
  }

  void seats() {
    report_.section("Seats");
    report_.text("Wins that several seats share count in parts. Utilities are those of the game.");
    std::vector<clanhouse::Estimate> estimates;
    for (const Answer& answer : given_.answers) {
      if (answer.fact || answer.quantity != "wins") continue;
      estimates.push_back({answer.category, answer.estimate.value, answer.estimate.interval(), 2});
    }
    report_.plot(estimates_plot("plot-seats", estimates, 1.0 / info_.players,
                                "Games won, %, with 95 % intervals", "Share of wins by seat"),
                 "Share of games won from each seat. The dashed line is a fair share.");
    report_.table(players_table("seats", given_, "", "Seat"));
  }

  void agents() {
    report_.section("Agents");
    report_.text("Every agent played as often from every seat.");
    report_.table(players_table("agents", given_, " of agents", "Agent"));
  }

  void branching() {
    report_.section("Decisions");
    const Answer* mean = given_.find("branching", "legal actions");
    const Answer* forced = given_.find("forced", "one action");
    if (mean != nullptr && forced != nullptr) {
      report_.text(
          fmt::format("A decision has {:.2f} legal actions on average and {} at most; {:.1f} % of "
                      "the decisions "
                      "have only one.",
                      mean->estimate.value, given_.most_legal, 100 * forced->estimate.value));
    }
    report_.table(kinds_table(given_));
  }

  void facts() {
    std::set<std::string> seen;
    for (const Answer& answer : given_.answers) {
      if (!answer.fact || !seen.insert(answer.quantity).second) continue;
      if (seen.size() == 1) {
        report_.section("Of this game");
        if (const Table numbers = numbers_table(given_); !numbers.rows.empty()) {
          report_.table(numbers);
        }
      }
      if (!answer.share && answer.category.empty()) continue;
      std::string heading = answer.quantity;
      heading[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(heading[0])));
      report_.table(quantity_table(fmt::format("fact-{}", seen.size()), given_, answer.quantity,
                                   heading, true));
    }
  }

  const SurveyInfo& info_;
  const SurveyAnalysis& analysis_;
  const VariantAnalysis& given_;
  Report report_;
};

}  // namespace

Result<ordered_json> write_results(const std::filesystem::path& out, const SurveyInfo& info,
                                   const SurveyAnalysis& analysis) {
  ordered_json summary = to_json(info, analysis);
  const auto write = [&](const char* name, const std::string& content) {
    return write_file(out / name, content);
  };
  if (auto w = write("survey.csv", to_csv(long_table(info, analysis))); !w) {
    return tl::unexpected(w.error());
  }
  if (auto w = write("report.html", Page(info, analysis).html()); !w) {
    return tl::unexpected(w.error());
  }
  // Last: where it is, the others are.
  if (auto w = write("summary.json", summary.dump(2) + "\n"); !w) return tl::unexpected(w.error());
  return summary;
}

}  // namespace clanhouse::survey
