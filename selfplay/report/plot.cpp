#include "selfplay/report/plot.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "selfplay/report/gnuplot.h"

namespace clanhouse {

using namespace plotting;

namespace plotting {

std::string block(const std::string& name, const std::vector<std::string>& rows) {
  std::string text = "$" + name + " << EOD\n";
  for (const std::string& row : rows) text += row + "\n";
  return text + "EOD\n";
}

const char* curve_colour(std::size_t k) {
  // Okabe and Ito's colours, the dark ones first.
  constexpr std::array<const char*, 8> kColours = {kBlue,     kVermilion, "#009E73", "#000000",
                                                   "#CC79A7", "#56B4E9",  "#E69F00", "#999999"};
  return kColours[k % kColours.size()];
}

std::string tics(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k) {
    text += fmt::format("{}{} {}", k > 0 ? ", " : "", gnuplot_quote(names[k]), k + 1);
  }
  return text;
}

}  // namespace plotting

Plot estimates_plot(const std::string& id, const std::vector<Estimate>& estimates, double reference,
                    const std::string& axis, const std::string& description, double factor) {
  const std::size_t n = estimates.size();
  std::vector<std::string> names;
  std::vector<std::string> rows;
  std::string bands;
  for (std::size_t k = 0; k < n; ++k) {
    const Estimate& e = estimates[k];
    names.push_back(e.name);
    rows.push_back(fmt::format("{:.9g} {} {:.9g} {:.9g}", factor * e.value, k + 1,
                               factor * e.interval.low, factor * e.interval.high));
    const bool starts = k == 0 || estimates[k - 1].group != e.group;
    if (!starts || e.group % 2 == 0) continue;
    std::size_t end = k;
    while (end < n && estimates[end].group == e.group) ++end;
    bands += fmt::format(
        "set object rectangle from graph 0, first {} to graph 1, first {} behind "
        "fillcolor rgb '#ececec' fillstyle solid noborder\n",
        k + 0.5, end + 0.5);
  }
  const int height = 90 + 22 * static_cast<int>(n);
  const std::string script = fmt::format(
      "{}{}"
      "unset key\nset yrange [{}:0.5]\nset ytics ({}) scale 0\nset xtics nomirror\n"
      "set xlabel {} noenhanced\nset border 1\nset offsets graph 0.02, graph 0.02, 0, 0\nset "
      "bmargin 3.5\nset grid xtics linetype 1 linecolor rgb '#cccccc'\n"
      "set arrow from {:.9g}, graph 0 to {:.9g}, graph 1 nohead dashtype 2 linecolor rgb "
      "'#555555'\n"
      "plot $rows using 1:2:3:4 with xerrorbars pointtype 7 pointsize 0.6 linewidth 1.6 "
      "linecolor rgb '{}'\n",
      block("rows", rows), bands, static_cast<double>(n) + 0.5, tics(names), gnuplot_quote(axis),
      factor * reference, factor * reference, kBlue);
  return {id, 760, height, description, script};
}

Plot distribution_plot(const std::string& id, const std::vector<Series>& series,
                       const std::string& axis, const std::string& description) {
  std::string blocks;
  std::string lines;
  for (std::size_t k = 0; k < series.size(); ++k) {
    std::vector<std::string> rows;
    for (const auto& [x, share] : series[k].points) {
      rows.push_back(fmt::format("{:.9g} {:.9g}", x, 100 * share));
    }
    blocks += block(fmt::format("s{}", k), rows);
    lines += fmt::format("{}$s{} using 1:2 with fsteps linewidth 1.8 linecolor rgb '{}' title {}",
                         k > 0 ? ", " : "", k, curve_colour(k), gnuplot_quote(series[k].name));
  }
  const std::string script = fmt::format(
      "{}{}set xlabel {}\nset ylabel '% of games'\nset yrange [0:*]\nset border 3\n"
      "set xtics nomirror\nset ytics nomirror\nset grid ytics linetype 1 linecolor rgb '#cccccc'\n"
      "plot {}\n",
      blocks, series.size() == 1 ? "unset key\n" : "set key outside top horizontal\n",
      gnuplot_quote(axis), lines);
  return {id, 760, 360, description, script};
}

}  // namespace clanhouse
