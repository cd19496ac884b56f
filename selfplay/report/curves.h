// Plots of quantities that change in the course of something.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "selfplay/report/plot.h"

namespace clanhouse {

// Longer curves are drawn as the means of neighbouring points, so that a page of a long run stays
// small and noise does not hide what it is about.
inline constexpr std::size_t kMostPoints = 400;

// One of several small plots that share a canvas.
struct Panel {
  std::string title;           // what is drawn, with its unit
  std::vector<Series> curves;  // at most 8 can be told apart; those without points are left out
  bool from_zero = false;      // for shares and numbers of things
};
// The panels, two in a row, over the same horizontal axis, which begins at 0. There must be a point
// in one of them; panels without any are left out.
Plot curves_plot(const std::string& id, const std::vector<Panel>& panels, const std::string& axis,
                 const std::string& description);

// An estimate with its interval. A bound that is not known is open: the bar then ends in an arrow
// at the edge of the plot. Without a value there is only the bar.
struct TimedEstimate {
  double time = 0;
  std::optional<double> value;
  std::optional<double> low;
  std::optional<double> high;
};
// At least one of the estimates must have a value or a bound. `anchor` is what 0 stands for.
Plot timed_estimates_plot(const std::string& id, const std::vector<TimedEstimate>& estimates,
                          const std::string& axis, const std::string& vertical_axis,
                          const std::string& anchor, const std::string& description);

}  // namespace clanhouse
