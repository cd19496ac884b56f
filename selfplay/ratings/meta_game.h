// The game of choosing an agent: what a table of how agents do against each other says about a
// population that is free to choose. Both answers see cycles, which no single number per agent can.
#pragma once

#include <vector>

namespace clanhouse {

// Row by row, square.
using PayoffTable = std::vector<std::vector<double>>;

struct NashAverage {
  // The equilibrium of the largest entropy, so that copies of an agent share its part.
  std::vector<double> mix;
  // What each agent makes against the mix; 0 for those in it, at most 0 for all.
  std::vector<double> values;
};

// Nash averaging (Balduzzi, Tuyls, Perolat and Graepel, 2018). `payoff` is antisymmetric: what the
// row makes of the column.
NashAverage nash_average(const PayoffTable& payoff);

struct AlphaRankSettings {
  int population = 50;  // m
  double alpha = 1;     // strength of selection
  // Whether a mutant is compared with whom it meets alone, not with all of the population.
  bool local = true;
};

// The share of time that a population spends with each agent when mutants come one at a time and
// take over with the chance of a Moran process (Omidshafiei and others, "α-Rank", 2019; one
// population). All in logarithms and without subtraction, so that no alpha overflows.
std::vector<double> alpha_rank(const PayoffTable& payoff, const AlphaRankSettings& settings);

// The stationary distribution of a Markov chain from the logarithms of its transition rates between
// different states (Grassmann, Taksar and Heyman, 1985); any state must be reachable from any.
std::vector<double> stationary_distribution(PayoffTable log_rates);

}  // namespace clanhouse
