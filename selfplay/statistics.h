// Statistics that more than one measurement needs.
#pragma once

#include <vector>

namespace clanhouse {

// The point that a standard normal variable exceeds with probability 0.025: 95 % intervals are
// estimate ± kNormal95 × standard error.
inline constexpr double kNormal95 = 1.959963984540054;

struct Interval {
  double low = 0;
  double high = 0;
};

// The 95 % interval of a probability after `successes` of `trials` independent trials (Wilson,
// 1927). Unlike estimate ± error it stays within [0, 1] and means something at 0 and at `trials`.
// No trials: [0, 1].
Interval wilson(double successes, double trials);

// The 95 % interval of Clopper and Pearson (1934), whose coverage is never less than 95 %: the
// probabilities at which so many successes or more, or so many or fewer, have probability 0.025.
Interval clopper_pearson(double successes, double trials);

// Trials that give a 95 % interval p ± half_width: z² p (1 − p) / half_width², rounded up.
long long trials_for_half_width(double p, double half_width);

// The number of ways to choose k of n; exact as long as it fits.
long long binomial(int n, int k);

// The probability that a standard normal variable is at most z.
double normal_cdf(double z);

// The probability that a standard normal variable is further from 0 than z.
double two_sided_p(double z);

// The q-value of each p-value (Benjamini and Hochberg, 1995): calling everything with q ≤ 0.05 a
// finding makes at most 5 % of the findings false, on average.
std::vector<double> false_discovery_rates(const std::vector<double>& p_values);

// The ranks of the values, 1 for the largest; equal values share the mean of their ranks.
std::vector<double> ranks(const std::vector<double>& values);

// Spearman's rank correlation of two lists of equal length; 0 where one of them is constant or
// shorter than 2.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

// The non-decreasing sequence nearest to `y` in weighted squares (pool adjacent violators; Ayer
// and others, 1955). Weights must be positive.
std::vector<double> isotonic(const std::vector<double>& y, const std::vector<double>& weights);

}  // namespace clanhouse
