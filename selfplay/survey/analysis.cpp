#include "selfplay/survey/analysis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clanhouse::survey {
namespace {

struct Quantity {
  const char* name;
  bool share;
};
// In the order of a report.
constexpr std::array<Quantity, 13> kMeasured = {{
    {"length", false},
    {"decisions", false},
    {"ending", true},
    {"result", true},
    {"result by ending", true},
    {"utility", false},
    {"wins", true},
    {"utility of agents", false},
    {"wins of agents", true},
    {"branching", false},
    {"forced", true},
    {"played", true},
    {"possible", true},
}};
constexpr Quantity kTaken = {"taken", true};

double value_of(const std::map<std::string, double, std::less<>>& map,
                const std::string& category) {
  const auto found = map.find(category);
  return found == map.end() ? 0 : found->second;
}

// One category in one block, or in all.
struct Ratio {
  double sum = 0;
  double of = 0;
};

Ratio ratio_of(const Tallies& tallies, const Answer& answer) {
  const auto found = tallies.find(answer.quantity);
  if (found == tallies.end()) return {};
  const Tally& tally = found->second;
  return {value_of(tally.sums, answer.category),
          tally.each.empty() ? tally.of : value_of(tally.each, answer.category)};
}

// The residual of each block, as a part of the estimate.
std::vector<double> residuals(const std::vector<Sums>& blocks, const Answer& answer) {
  std::vector<double> parts;
  parts.reserve(blocks.size());
  for (const Sums& block : blocks) {
    const Ratio r = ratio_of(answer.fact ? block.facts : block.measured, answer);
    parts.push_back((r.sum - answer.estimate.value * r.of) / answer.estimate.n);
  }
  return parts;
}

std::optional<double> error_of(const std::vector<double>& residuals) {
  const double count = static_cast<double>(residuals.size());
  if (count < 2) return std::nullopt;
  double squares = 0;
  for (const double e : residuals) squares += e * e;
  return std::sqrt(squares * count / (count - 1));
}

Spread spread_of(const std::map<int, long long>& games) {
  Spread spread;
  spread.games = games;
  if (games.empty()) return spread;
  spread.least = games.begin()->first;
  spread.most = games.rbegin()->first;
  double total = 0;
  for (const auto& [length, count] : games) {
    total += static_cast<double>(count);
    spread.mean += static_cast<double>(length) * static_cast<double>(count);
  }
  spread.mean /= total;
  for (const double q : kQuantiles) spread.quantiles.push_back(quantile(games, q));
  return spread;
}

class VariantAnalyst {
 public:
  explicit VariantAnalyst(const std::vector<Sums>& blocks) : blocks_(blocks) {
    for (const Sums& block : blocks) total_.add(block);
  }

  VariantAnalysis analyse() {
    analysis_.games = total_.games;
    analysis_.distinct_games = static_cast<long long>(total_.prints.size());
    analysis_.most_legal = total_.most_legal;
    analysis_.steps = spread_of(total_.steps);
    analysis_.decisions = spread_of(total_.decisions);
    for (const Quantity& quantity : kMeasured) add(total_.measured, quantity.name, quantity.share);
    add(total_.measured, kTaken.name, kTaken.share);
    for (const auto& [name, tally] : total_.facts) {
      add(total_.facts, name, tally.each.empty(), true);
    }
    return std::move(analysis_);
  }

 private:
  void add(const Tallies& tallies, const std::string& quantity, bool share, bool fact = false) {
    const auto found = tallies.find(quantity);
    if (found == tallies.end()) return;
    for (const auto& [category, sum] : found->second.sums) {
      Answer answer{quantity, category, fact, share, {}};
      const double of = ratio_of(tallies, answer).of;
      if (of == 0) continue;
      answer.estimate.value = sum / of;
      answer.estimate.n = of;
      answer.estimate.error = error_of(residuals(blocks_, answer));
      analysis_.answers.push_back(std::move(answer));
    }
  }

  const std::vector<Sums>& blocks_;
  Sums total_;
  VariantAnalysis analysis_;
};

// An answer that the variant never gave, where the quantity exists: nothing was so.
std::optional<Answer> matching(const VariantAnalysis& analysis, const Answer& wanted) {
  const Answer* found = analysis.find(wanted.quantity, wanted.category, wanted.fact);
  if (found != nullptr) return *found;
  if (!wanted.share) return std::nullopt;
  // Seats and agents that are not there have no share of anything, and what was never possible was
  // never taken or left.
  const bool own_divisors = wanted.quantity == kTaken.name || wanted.quantity.starts_with("wins");
  if (!wanted.fact && own_divisors) return std::nullopt;
  for (const Answer& answer : analysis.answers) {
    if (answer.quantity != wanted.quantity || answer.fact != wanted.fact) continue;
    Answer none = wanted;
    none.estimate.value = 0;
    none.estimate.n = answer.estimate.n;
    none.estimate.error = 0;
    return none;
  }
  return std::nullopt;
}

void compare(const std::vector<Sums>& given_blocks, const VariantAnalysis& given,
             const std::vector<Sums>& blocks, VariantAnalysis& variant) {
  // What only happens under the given settings is an answer here too: it does not happen.
  for (const Answer& answer : given.answers) {
    if (variant.find(answer.quantity, answer.category, answer.fact) != nullptr) continue;
    if (auto none = matching(variant, answer)) variant.answers.push_back(std::move(*none));
  }
  for (std::size_t i = 0; i < variant.answers.size(); ++i) {
    const Answer& answer = variant.answers[i];
    const auto base = matching(given, answer);
    if (!base) continue;
    std::vector<double> parts = residuals(blocks, answer);
    const std::vector<double> given_parts = residuals(given_blocks, *base);
    for (std::size_t b = 0; b < parts.size(); ++b) parts[b] -= given_parts[b];
    Effect effect;
    effect.answer = i;
    effect.given = base->estimate.value;
    effect.difference = {answer.estimate.value - base->estimate.value, error_of(parts),
                         answer.estimate.n};
    variant.effects.push_back(effect);
  }
}

void set_rates(SurveyAnalysis& analysis) {
  std::vector<Effect*> tested;
  std::vector<double> p_values;
  for (VariantAnalysis& variant : analysis.variants) {
    for (Effect& effect : variant.effects) {
      const auto& error = effect.difference.error;
      if (!error || *error == 0) continue;
      tested.push_back(&effect);
      p_values.push_back(two_sided_p(effect.difference.value / *error));
    }
  }
  const auto q = false_discovery_rates(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) tested[i]->q = q[i];
}

}  // namespace

Interval Estimate::interval() const {
  const double half = kNormal95 * error.value_or(0);
  return {value - half, value + half};
}

const Answer* VariantAnalysis::find(const std::string& quantity, const std::string& category,
                                    bool fact) const {
  const auto found = std::find_if(answers.begin(), answers.end(), [&](const Answer& answer) {
    return answer.quantity == quantity && answer.category == category && answer.fact == fact;
  });
  return found == answers.end() ? nullptr : &*found;
}

SurveyAnalysis analyse(const std::vector<std::vector<Sums>>& blocks) {
  SurveyAnalysis analysis;
  analysis.blocks = static_cast<int>(blocks.front().size());
  for (const auto& variant : blocks) {
    analysis.variants.push_back(VariantAnalyst(variant).analyse());
  }
  for (std::size_t v = 1; v < blocks.size(); ++v) {
    compare(blocks[0], analysis.variants[0], blocks[v], analysis.variants[v]);
  }
  set_rates(analysis);
  return analysis;
}

int quantile(const std::map<int, long long>& games, double q) {
  double total = 0;
  for (const auto& [length, count] : games) total += static_cast<double>(count);
  double below = 0;
  for (const auto& [length, count] : games) {
    below += static_cast<double>(count);
    if (below >= q * total) return length;
  }
  return games.rbegin()->first;
}

Histogram histogram(const std::map<int, long long>& games, int least, int most, int bins) {
  Histogram result;
  // 1, 2, 5, 10, 20, …
  for (int power = 1; (most - least) / result.width >= bins; power *= 10) {
    for (const int step : {1, 2, 5}) {
      result.width = step * power;
      if ((most - least) / result.width < bins) break;
    }
  }
  const auto bin_of = [&](int length) { return length / result.width; };
  double total = 0;
  for (const auto& [length, count] : games) total += static_cast<double>(count);
  for (int bin = bin_of(least); bin <= bin_of(most); ++bin) {
    result.bins.emplace_back(bin * result.width, 0);
  }
  for (const auto& [length, count] : games) {
    if (length < least || length > most) continue;
    result.bins[static_cast<std::size_t>(bin_of(length) - bin_of(least))].second +=
        static_cast<double>(count) / total;
  }
  return result;
}

}  // namespace clanhouse::survey
