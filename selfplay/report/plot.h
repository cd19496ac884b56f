// Plots as gnuplot scripts: they say what is drawn where; gnuplot does the drawing. Colours are
// told apart by the colour-blind and in grey.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "selfplay/statistics.h"

namespace clanhouse {

struct Plot {
  std::string id;
  int width = 0;  // pixels of the canvas; pages may scale it
  int height = 0;
  std::string description;  // for those who do not see it
  std::string script;
};

// Estimates with their intervals, one line each, from the top.
struct Estimate {
  std::string name;
  double value = 0;
  Interval interval;
  int group = 1;  // neighbours of one group share a band
};
// Values are drawn times `factor`: shares in %, or as they are.
Plot estimates_plot(const std::string& id, const std::vector<Estimate>& estimates, double reference,
                    const std::string& axis, const std::string& description, double factor = 100);

// Shares by a number, as one line of steps for each series.
struct Series {
  std::string name;
  std::vector<std::pair<double, double>> points;  // from the lowest number
};
// At most 8 series can be told apart.
Plot distribution_plot(const std::string& id, const std::vector<Series>& series,
                       const std::string& axis, const std::string& description);

// Parts of scripts.
namespace plotting {

// Okabe and Ito's blue and vermilion.
inline constexpr const char* kBlue = "#0072B2";
inline constexpr const char* kVermilion = "#D55E00";

// The colour of one of several curves.
const char* curve_colour(std::size_t k);

// Rows of a data block of the script.
std::string block(const std::string& name, const std::vector<std::string>& rows);
// "name" at, "name" at, … for `set xtics (…)`.
std::string tics(const std::vector<std::string>& names);

}  // namespace plotting
}  // namespace clanhouse
