#include "selfplay/survey/tables.h"

#include <algorithm>

#include <fmt/format.h>

namespace clanhouse::survey {
namespace {

constexpr double kFindingRate = 0.05;

std::string name_in_files(const Answer& answer) {
  return answer.fact ? "fact: " + answer.quantity : answer.quantity;
}

Cell cell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

Cell whole(double value) { return static_cast<long long>(value); }

Cell interval_cell(const Estimate& e) { return e.error ? Cell(e.interval()) : Cell(); }

std::vector<Cell> long_row(const std::string& variant, const Answer& answer, const Estimate& e) {
  std::vector<Cell> row{variant, name_in_files(answer), answer.category, e.value, cell(e.error)};
  if (e.error) {
    row.emplace_back(e.interval().low);
    row.emplace_back(e.interval().high);
  } else {
    row.insert(row.end(), 2, Cell());
  }
  row.push_back(whole(e.n));
  return row;
}

void add_spread(Table& table, const std::string& variant, const std::string& name,
                const VariantAnalysis& analysis, const Spread& spread) {
  const auto add = [&](const std::string& quantity, const std::string& category,
                       const Cell& value) {
    table.rows.push_back(
        {variant, quantity, category, value, Cell(), Cell(), Cell(), whole(analysis.games)});
  };
  add(name + " quantile", "least", static_cast<long long>(spread.least));
  for (std::size_t i = 0; i < spread.quantiles.size(); ++i) {
    add(name + " quantile", fmt::format("{}", kQuantiles[i]),
        static_cast<long long>(spread.quantiles[i]));
  }
  add(name + " quantile", "most", static_cast<long long>(spread.most));
  const Histogram bins = histogram(spread.games, spread.least, spread.most);
  for (const auto& [from, share] : bins.bins) {
    add(name + " histogram",
        bins.width == 1 ? std::to_string(from) : fmt::format("{}-{}", from, from + bins.width - 1),
        share);
  }
}

// Values of numbers need digits by their size.
std::string shown(const Answer& answer, double value) {
  if (answer.share) return fmt::format("{:.2f} %", 100 * value);
  return fmt::format("{:.4g}", value);
}

bool is_main(const Answer& answer) {
  return !answer.fact && (answer.quantity == "length" || answer.quantity == "utility" ||
                          answer.quantity == "wins" || answer.quantity == "ending" ||
                          answer.quantity == "branching");
}

// What mostly says again what others say.
bool is_minor(const Answer& answer) {
  return !answer.fact && (answer.quantity == "decisions" || answer.quantity == "played" ||
                          answer.quantity == "possible" || answer.quantity == "result by ending");
}

}  // namespace

Table long_table(const SurveyInfo& info, const SurveyAnalysis& analysis) {
  Table table{"survey",
              {{"variant", ""},
               {"quantity", ""},
               {"category", ""},
               {"value", ""},
               {"error", ""},
               {"low", ""},
               {"high", ""},
               {"n", ""}},
              {}};
  for (std::size_t v = 0; v < analysis.variants.size(); ++v) {
    const VariantAnalysis& variant = analysis.variants[v];
    const std::string& name = info.variants[v];
    const auto plain = [&](const char* quantity, long long value, double n) {
      table.rows.push_back({name, quantity, "", value, Cell(), Cell(), Cell(), whole(n)});
    };
    plain("games", static_cast<long long>(variant.games), variant.games);
    plain("distinct games", variant.distinct_games, variant.games);
    plain("most legal actions", variant.most_legal, variant.games);
    for (const Answer& answer : variant.answers) {
      table.rows.push_back(long_row(name, answer, answer.estimate));
    }
    add_spread(table, name, "steps", variant, variant.steps);
    add_spread(table, name, "decisions", variant, variant.decisions);
    for (const Effect& effect : variant.effects) {
      table.rows.push_back(
          long_row(name + " - given", variant.answers[effect.answer], effect.difference));
    }
  }
  return table;
}

Table length_table(const SurveyInfo& info, const SurveyAnalysis& analysis) {
  Table table{"length", {{"variant", "Settings"}, {"of", "Of"}, {"mean", "Mean", 2}}, {}};
  table.columns.push_back({"error", "± (1 s.e.)", 3});
  table.columns.push_back({"least", "Least"});
  for (const double q : kQuantiles) {
    table.columns.push_back({fmt::format("q{}", q), fmt::format("{} %", 100 * q)});
  }
  table.columns.push_back({"most", "Most"});
  for (std::size_t v = 0; v < analysis.variants.size(); ++v) {
    const VariantAnalysis& variant = analysis.variants[v];
    const std::pair<const char*, const Spread*> spreads[] = {{"steps", &variant.steps},
                                                             {"decisions", &variant.decisions}};
    for (const auto& [name, spread] : spreads) {
      const Answer* mean = variant.find("length", name);
      std::vector<Cell> row{info.variants[v], std::string(name), spread->mean,
                            mean == nullptr ? Cell() : cell(mean->estimate.error),
                            static_cast<long long>(spread->least)};
      for (const int quantile : spread->quantiles) {
        row.emplace_back(static_cast<long long>(quantile));
      }
      row.emplace_back(static_cast<long long>(spread->most));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

Table quantity_table(const std::string& id, const VariantAnalysis& analysis,
                     const std::string& quantity, const std::string& heading, bool fact) {
  std::vector<const Answer*> answers;
  for (const Answer& answer : analysis.answers) {
    if (answer.quantity == quantity && answer.fact == fact) answers.push_back(&answer);
  }
  const bool share = !answers.empty() && answers.front()->share;
  if (share || fact) {
    std::stable_sort(answers.begin(), answers.end(), [](const Answer* a, const Answer* b) {
      return a->estimate.value > b->estimate.value;
    });
  }
  const Unit unit = share ? Unit::kPercent : Unit::kPlain;
  const int digits = share ? 2 : 3;
  Table table{id,
              {{"category", heading},
               {"value", share ? "Share, %" : "Mean", digits, unit},
               {"value", "95 %", digits, unit},
               {"n", "Of"}},
              {}};
  for (const Answer* answer : answers) {
    const Estimate& e = answer->estimate;
    table.rows.push_back({answer->category, e.value, interval_cell(e), whole(e.n)});
  }
  return table;
}

Table players_table(const std::string& id, const VariantAnalysis& analysis, const std::string& of,
                    const std::string& heading) {
  Table table{id,
              {{"name", heading},
               {"utility", "Mean utility", 4},
               {"utility", "95 %", 4},
               {"wins", "Wins, %", 2, Unit::kPercent},
               {"wins", "95 %", 2, Unit::kPercent}},
              {}};
  for (const Answer& answer : analysis.answers) {
    if (answer.fact || answer.quantity != "utility" + of) continue;
    const Answer* wins = analysis.find("wins" + of, answer.category);
    table.rows.push_back({answer.category, answer.estimate.value, interval_cell(answer.estimate),
                          wins == nullptr ? Cell() : wins->estimate.value,
                          wins == nullptr ? Cell() : interval_cell(wins->estimate)});
  }
  return table;
}

Table kinds_table(const VariantAnalysis& analysis) {
  Table table{"kinds",
              {{"kind", "Kind of action"},
               {"played", "Of decisions, %", 2, Unit::kPercent},
               {"possible", "Possible in, %", 2, Unit::kPercent},
               {"taken", "Taken when possible, %", 2, Unit::kPercent},
               {"taken", "95 %", 2, Unit::kPercent}},
              {}};
  for (const Answer& answer : analysis.answers) {
    if (answer.fact || answer.quantity != "possible") continue;
    const Answer* played = analysis.find("played", answer.category);
    const Answer* taken = analysis.find("taken", answer.category);
    table.rows.push_back({answer.category, played == nullptr ? 0.0 : played->estimate.value,
                          answer.estimate.value, taken == nullptr ? 0.0 : taken->estimate.value,
                          taken == nullptr ? Cell() : interval_cell(taken->estimate)});
  }
  std::stable_sort(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
    return std::get<double>(a[1]) > std::get<double>(b[1]);
  });
  return table;
}

Table numbers_table(const VariantAnalysis& analysis) {
  Table table{
      "numbers", {{"fact", "Number"}, {"value", "Mean", 3}, {"value", "95 %", 3}, {"n", "Of"}}, {}};
  for (const Answer& answer : analysis.answers) {
    if (!answer.fact || answer.share || !answer.category.empty()) continue;
    const Estimate& e = answer.estimate;
    table.rows.push_back({answer.quantity, e.value, interval_cell(e), whole(e.n)});
  }
  return table;
}

Table effects_table(const SurveyInfo& info, const SurveyAnalysis& analysis) {
  Table table{"effects",
              {{"variant", "Settings"},
               {"quantity", "Quantity"},
               {"category", "Of"},
               {"given", "Given"},
               {"value", "Here"},
               {"difference", "Difference"},
               {"difference", "95 %"},
               {"q", "q", 4, Unit::kSmall}},
              {}};
  for (std::size_t v = 1; v < analysis.variants.size(); ++v) {
    const VariantAnalysis& variant = analysis.variants[v];
    for (const Effect& effect : variant.effects) {
      const Answer& answer = variant.answers[effect.answer];
      if (is_minor(answer)) continue;
      if (!is_main(answer) && effect.q.value_or(1) > kFindingRate) continue;
      const Estimate& d = effect.difference;
      const Interval interval = d.interval();
      table.rows.push_back(
          {info.variants[v], answer.quantity, answer.category, shown(answer, effect.given),
           shown(answer, answer.estimate.value), shown(answer, d.value),
           d.error ? Cell(shown(answer, interval.low) + " to " + shown(answer, interval.high))
                   : Cell(),
           cell(effect.q)});
    }
  }
  return table;
}

}  // namespace clanhouse::survey
