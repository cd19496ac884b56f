// What it does to a standard normal variable's mean to learn that t plus it lies above or within a
// margin: the functions v and w of TrueSkill.
#pragma once

namespace clanhouse {

struct Truncation {
  double shift = 0;   // v: how far the mean moves, in deviations
  double shrink = 0;  // w: the share of the variance that goes, 0 to 1
};

// t + x > margin.
Truncation above(double t, double margin);
// |t + x| ≤ margin.
Truncation between(double t, double margin);

// The point that a standard normal variable stays below with this probability, within (0, 1).
double normal_quantile(double probability);

}  // namespace clanhouse
