// TrueSkill for players that each play for themselves.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "selfplay/ratings/online.h"
#include "selfplay/ratings/truncation.h"
#include "selfplay/statistics.h"

namespace clanhouse {
namespace {

double density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }

// A normal factor in natural parameters; precision 0 says nothing.
struct Message {
  double precision = 0;
  double weighted = 0;  // mean × precision

  static Message of(double mean, double variance) { return {1 / variance, mean / variance}; }
  double mean() const { return weighted / precision; }
  double variance() const { return 1 / precision; }
  Message operator*(const Message& o) const {
    return {precision + o.precision, weighted + o.weighted};
  }
  Message operator/(const Message& o) const {
    return {precision - o.precision, weighted - o.weighted};
  }
  // The message of the same variable with independent noise, or of its sum with another.
  Message widened(double by, double mean = 0) const {
    const double scale = 1 + by * precision;
    return {precision / scale, (weighted + mean * precision) / scale};
  }
};

// The order of finish as a chain: neighbours compare their performances.
class Chain {
 public:
  Chain(std::vector<Message> performances, std::vector<bool> tied, double margin)
      : own_(std::move(performances)),
        tied_(std::move(tied)),
        margin_(margin),
        to_upper_(own_.size() - 1),
        to_lower_(own_.size() - 1) {}

  // What the comparisons say about each performance.
  std::vector<Message> solve() {
    for (int round = 0; round < 1000; ++round) {
      double change = 0;
      for (std::size_t k = 0; k < tied_.size(); ++k) change = std::max(change, compare(k));
      for (std::size_t k = tied_.size(); k-- > 0;) change = std::max(change, compare(k));
      if (change < 1e-10) break;
    }
    std::vector<Message> said(own_.size());
    for (std::size_t k = 0; k < tied_.size(); ++k) {
      said[k] = said[k] * to_upper_[k];
      said[k + 1] = said[k + 1] * to_lower_[k];
    }
    return said;
  }

 private:
  // Passes the k-th comparison on; how much that changed.
  double compare(std::size_t k) {
    Message upper = own_[k];
    Message lower = own_[k + 1];
    if (k > 0) upper = upper * to_lower_[k - 1];
    if (k + 1 < tied_.size()) lower = lower * to_upper_[k + 1];
    const double variance = upper.variance() + lower.variance();
    const double lead = upper.mean() - lower.mean();
    const double c = std::sqrt(variance);
    const Truncation t = tied_[k] ? between(lead / c, margin_ / c) : above(lead / c, margin_ / c);
    // At an exact tie without a margin nothing would be left of the variance.
    const double left = std::max(1 - t.shrink, 1e-12);
    const Message learned =
        Message::of(lead + c * t.shift, variance * left) / Message::of(lead, variance);
    const Message up = learned.widened(lower.variance(), lower.mean());
    Message down = learned.widened(upper.variance(), -upper.mean());
    down.weighted = -down.weighted;
    const double change = std::abs(up.weighted - to_upper_[k].weighted) +
                          std::abs(up.precision - to_upper_[k].precision) +
                          std::abs(down.weighted - to_lower_[k].weighted);
    to_upper_[k] = up;
    to_lower_[k] = down;
    return change;
  }

  std::vector<Message> own_;
  std::vector<bool> tied_;
  double margin_;
  // From comparison k to the performances k and k + 1.
  std::vector<Message> to_upper_;
  std::vector<Message> to_lower_;
};

}  // namespace

Truncation above(double t, double margin) {
  const double x = t - margin;
  // Far out, φ/Φ by its continued fraction.
  const double v = x > -30 ? density(x) / normal_cdf(x) : -x - 1 / x;
  return {v, std::clamp(v * (v + x), 0.0, 1.0)};
}

Truncation between(double t, double margin) {
  const double upper = margin - std::abs(t);
  const double lower = -margin - std::abs(t);
  const double inside = normal_cdf(upper) - normal_cdf(lower);
  const double sign = t < 0 ? -1 : 1;
  // Far outside, or with no margin at all, the nearest point within is all that is left.
  if (inside < 1e-200) return {sign * upper, 1};
  const double v = (density(lower) - density(upper)) / inside;
  const double w = v * v + (upper * density(upper) - lower * density(lower)) / inside;
  return {sign * v, std::clamp(w, 0.0, 1.0)};
}

double normal_quantile(double probability) {
  double low = -40;
  double high = 40;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (normal_cdf(middle) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::vector<Skill> trueskill_update(const std::vector<Skill>& skills, const std::vector<int>& ranks,
                                    const SkillSettings& settings) {
  const std::size_t n = skills.size();
  if (n < 2) return skills;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  const double noise = settings.beta * settings.beta;
  std::vector<Message> strengths;
  std::vector<Message> performances;
  std::vector<bool> tied;
  for (std::size_t k = 0; k < n; ++k) {
    const Skill& skill = skills[order[k]];
    const double variance = skill.sigma * skill.sigma + settings.tau * settings.tau;
    strengths.push_back(Message::of(skill.mu, variance));
    performances.push_back(Message::of(skill.mu, variance + noise));
    if (k > 0) tied.push_back(ranks[order[k - 1]] == ranks[order[k]]);
  }
  const double margin =
      normal_quantile((settings.draw_probability + 1) / 2) * std::numbers::sqrt2 * settings.beta;
  const std::vector<Message> said = Chain(performances, tied, margin).solve();
  std::vector<Skill> after(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Message belief = strengths[k] * said[k].widened(noise);
    after[order[k]] = {belief.mean(), std::sqrt(belief.variance())};
  }
  return after;
}

}  // namespace clanhouse
