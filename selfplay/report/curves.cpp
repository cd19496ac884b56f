#include "selfplay/report/curves.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "selfplay/report/gnuplot.h"

namespace clanhouse {

using namespace plotting;

namespace {

constexpr const char* kAxes =
    "set border 3\nset xtics nomirror\nset ytics nomirror\n"
    "set grid ytics linetype 1 linecolor rgb '#dddddd'\n"
    "set lmargin 10\nset rmargin 2\n";

using Points = std::vector<std::pair<double, double>>;

Points thinned(const Points& points) {
  const std::size_t group = (points.size() + kMostPoints - 1) / kMostPoints;
  if (group <= 1) return points;
  Points means;
  for (std::size_t from = 0; from < points.size(); from += group) {
    const std::size_t to = std::min(from + group, points.size());
    const auto count = static_cast<double>(to - from);
    auto& [x, y] = means.emplace_back(0, 0);
    for (std::size_t k = from; k < to; ++k) {
      x += points[k].first / count;
      y += points[k].second / count;
    }
  }
  return means;
}

// The end of a horizontal axis that begins at 0.
double end_of(const std::vector<Panel>& panels) {
  double end = 0;
  for (const Panel& panel : panels) {
    for (const Series& curve : panel.curves) {
      for (const auto& [x, y] : curve.points) end = std::max(end, x);
    }
  }
  return end > 0 ? end : 1;
}

std::size_t curves_of(const Panel& panel) {
  return static_cast<std::size_t>(
      std::count_if(panel.curves.begin(), panel.curves.end(),
                    [](const Series& curve) { return !curve.points.empty(); }));
}

std::string panel_script(const Panel& panel, const std::string& name) {
  constexpr std::size_t kFewPoints = 40;  // can be seen one by one
  std::string blocks;
  std::string lines;
  std::size_t drawn = 0;
  for (const Series& curve : panel.curves) {
    if (curve.points.empty()) continue;
    std::vector<std::string> rows;
    for (const auto& [x, y] : thinned(curve.points)) {
      rows.push_back(fmt::format("{:.6g} {:.6g}", x, y));
    }
    const std::string block_name = fmt::format("{}_{}", name, drawn);
    blocks += block(block_name, rows);
    lines += fmt::format(
        "{}${} using 1:2 with {} linewidth 1.8 linecolor rgb '{}' title {}", drawn > 0 ? ", " : "",
        block_name, rows.size() <= kFewPoints ? "linespoints pointtype 7 pointsize 0.35" : "lines",
        curve_colour(drawn), gnuplot_quote(curve.name));
    ++drawn;
  }
  return fmt::format(
      "{}set title {} noenhanced\nset yrange [{}]\n{}plot {}\n", blocks, gnuplot_quote(panel.title),
      panel.from_zero ? "0:*" : "*:*",
      drawn > 1 ? "set key at graph 1,1.01 right bottom horizontal samplen 2\n" : "unset key\n",
      lines);
}

}  // namespace

Plot curves_plot(const std::string& id, const std::vector<Panel>& panels, const std::string& axis,
                 const std::string& description) {
  std::vector<Panel> drawn;
  std::copy_if(panels.begin(), panels.end(), std::back_inserter(drawn),
               [](const Panel& panel) { return curves_of(panel) > 0; });
  // Names of curves stand between title and curves.
  const bool named = std::any_of(drawn.begin(), drawn.end(),
                                 [](const Panel& panel) { return curves_of(panel) > 1; });
  const std::size_t rows = (drawn.size() + 1) / 2;
  const double end = end_of(drawn);
  std::string script = fmt::format(
      "{}{}set xrange [0:{:.6g}]\n{}set xlabel {} noenhanced\nset multiplot layout {},2\n", kAxes,
      named ? "set tmargin 4\nset title offset 0,0.9\n" : "set tmargin 2.5\n", end,
      end < 10 ? "set xtics 1\n" : "", gnuplot_quote(axis), rows);
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    script += panel_script(drawn[k], fmt::format("p{}", k));
  }
  script += "unset multiplot\n";
  return {id, 1000, 320 * static_cast<int>(rows), description, script};
}

Plot timed_estimates_plot(const std::string& id, const std::vector<TimedEstimate>& estimates,
                          const std::string& axis, const std::string& vertical_axis,
                          const std::string& anchor, const std::string& description) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  double end = 0;
  for (const TimedEstimate& e : estimates) {
    end = std::max(end, e.time);
    for (const auto& number : {e.value, e.low, e.high}) {
      if (!number) continue;
      least = std::min(least, *number);
      most = std::max(most, *number);
    }
  }
  const double margin = std::max(1.0, 0.12 * (most - least));
  least -= margin;
  most += margin;

  std::vector<std::string> values;
  std::vector<std::string> bars;
  std::vector<std::string> open;
  for (const TimedEstimate& e : estimates) {
    if (e.value) values.push_back(fmt::format("{:.6g} {:.6g}", e.time, *e.value));
    const auto bar = [&](double from, double to) {
      return fmt::format("{:.6g} {:.6g} 0 {:.6g}", e.time, from, to - from);
    };
    // From the value, or from one bound to the other.
    const auto known = e.value ? e.value : e.low ? e.low : e.high;
    if (!known) continue;
    (e.low ? bars : open).push_back(bar(*known, e.low.value_or(least)));
    (e.high ? bars : open).push_back(bar(*known, e.high.value_or(most)));
  }
  std::string blocks;
  std::string lines;
  const auto draw = [&](const char* name, const std::vector<std::string>& rows,
                        const std::string& how) {
    if (rows.empty()) return;
    blocks += block(name, rows);
    lines += fmt::format("{}${} using {}", lines.empty() ? "" : ", ", name, how);
  };
  draw("bars", bars, "1:2:3:4 with vectors nohead linewidth 1.6 linecolor rgb '#80b8d9'");
  draw("open", open,
       "1:2:3:4 with vectors head filled size screen 0.008,20 linewidth 1.6 linecolor rgb "
       "'#80b8d9'");
  draw(
      "values", values,
      fmt::format("1:2 with linespoints pointtype 7 pointsize 0.5 linewidth 1.8 linecolor rgb '{}'",
                  kBlue));
  const std::string reference =
      least > 0 || most < 0
          ? ""
          : fmt::format(
                "set arrow from graph 0, first 0 to graph 1, first 0 nohead dashtype 2 "
                "linecolor rgb '#555555'\nset label {} at graph 0.995, first 0 right "
                "offset 0,0.6 textcolor rgb '#555555'\n",
                gnuplot_quote(anchor));
  const std::string script = fmt::format(
      "{}{}unset key\nset xrange [0:{:.6g}]\nset yrange [{:.6g}:{:.6g}]\nset xlabel {} noenhanced\n"
      "set ylabel {} noenhanced\n{}plot {}\n",
      blocks, kAxes, end > 0 ? 1.02 * end : 1, least, most, gnuplot_quote(axis),
      gnuplot_quote(vertical_axis), reference, lines);
  return {id, 1000, 380, description, script};
}

}  // namespace clanhouse
