#include "selfplay/pieces/plots.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "selfplay/report/gnuplot.h"

namespace clanhouse::pieces {
namespace {

using namespace plotting;

// A point with a label somewhere near it, on a canvas of 1 × 1.
struct Label {
  std::string text;
  double x = 0;
  double y = 0;
  double text_x = 0;  // the end of the text that is nearer to the point
  double text_y = 0;
};

struct Box {
  double left, right, bottom, top;
  bool meets(const Box& other) const {
    return left < other.right && other.left < right && bottom < other.top && other.bottom < top;
  }
};

// Puts each label as near to its point as it can be without covering points or other labels.
void place(std::vector<Label>& labels) {
  constexpr double kLetter = 0.0095;    // the width of a letter
  constexpr double kHalfLine = 0.0125;  // half the height of a line
  std::vector<Box> taken;
  taken.reserve(2 * labels.size());
  for (const Label& label : labels) {
    taken.push_back({label.x - 0.007, label.x + 0.007, label.y - 0.01, label.y + 0.01});
  }
  for (Label& label : labels) {
    const double width = kLetter * static_cast<double>(label.text.size());
    Box best{};
    bool free = false;
    for (int step = 0; step < 40 && !free; ++step) {
      // Right and left, then ever further up and down.
      const bool right = step % 2 == 0;
      const int level = step / 2;
      const int lines = (level + 1) / 2;
      const double up = (level % 2 == 0 ? -0.02 : 0.02) * lines;
      const double away = level == 0 ? 0.012 : 0.03;
      label.text_x = label.x + (right ? away : -away);
      label.text_y = label.y + up;
      best = {right ? label.text_x : label.text_x - width,
              right ? label.text_x + width : label.text_x, label.text_y - kHalfLine,
              label.text_y + kHalfLine};
      free = std::none_of(taken.begin(), taken.end(),
                          [&](const Box& other) { return best.meets(other); });
    }
    taken.push_back(best);
  }
}

}  // namespace

Plot pieces_plot(const PiecesAnalysis& analysis) {
  std::vector<Estimate> estimates;
  for (const PieceResult& piece : analysis.pieces) {
    estimates.push_back({piece.name, piece.p_first, piece.p_first_interval, piece.tier});
  }
  return estimates_plot("plot-pieces", estimates, 1.0 / analysis.players,
                        "Races won, %, with 95 % intervals; bands are tiers",
                        "Share of races won by each piece, with 95 % intervals and tiers");
}

Plot interactions_plot(const PiecesAnalysis& analysis) {
  const std::size_t n = analysis.pieces.size();
  std::vector<std::string> names;
  for (const PieceResult& piece : analysis.pieces) names.push_back(piece.name);
  std::vector<double> cells(n * n, std::nan(""));
  std::vector<double> sizes;
  std::vector<std::string> found;
  for (const PairResult& pair : analysis.pairs) {
    if (!pair.interaction) continue;
    cells[pair.i * n + pair.j] = 100 * pair.interaction->value;
    sizes.push_back(std::abs(100 * pair.interaction->value));
    if (pair.interaction->found()) found.push_back(fmt::format("{} {}", pair.j + 1, pair.i + 1));
  }
  // gnuplot's images are whole rectangles; the diagonal is there without a value.
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double value = cells[i * n + j];
      rows.push_back(fmt::format("{} {} {}", j + 1, i + 1,
                                 std::isnan(value) ? "NaN" : fmt::format("{:.9g}", value)));
    }
  }
  // Beyond the range that most cells need, a few large ones would leave all others pale.
  std::sort(sizes.begin(), sizes.end());
  const double range = sizes.empty() || sizes.back() == 0
                           ? 1
                           : std::max(sizes[sizes.size() * 97 / 100], sizes.back() / 4);
  if (found.empty()) found.emplace_back("NaN NaN");
  const std::string script = fmt::format(
      "{}{}"
      "unset key\nset size ratio 1\nset xrange [0.5:{}]\nset yrange [{}:0.5]\n"
      "set xtics ({}) rotate by 90 right scale 0\nset ytics ({}) scale 0\n"
      "set palette defined (-1 '#2166ac', -0.5 '#92c5de', 0 '#ffffff', 0.5 '#f4a582', "
      "1 '#b2182b')\n"
      "set cbrange [{:.6g}:{:.6g}]\nset cblabel 'more or fewer wins than by strengths, points of "
      "%'\n"
      "set xlabel 'when this piece is in the field' offset 0,1\n"
      "set ylabel 'wins of this piece' offset -1,0\nset border linecolor rgb '#999999'\nset tics "
      "textcolor rgb 'black'\n"
      "set object rectangle from graph 0,0 to graph 1,1 behind fillcolor rgb '#dddddd' "
      "fillstyle solid noborder\n"
      "plot $rows using 1:2:3 with image pixels, "
      "$found using 1:2 with points pointtype 7 pointsize 0.3 linecolor rgb 'black'\n",
      block("rows", rows), block("found", found), static_cast<double>(n) + 0.5,
      static_cast<double>(n) + 0.5, tics(names), tics(names), -range, range);
  return {"plot-interactions", 900, 780,
          "How much more often each piece wins because another is in the field", script};
}

Plot seats_plot(const PiecesAnalysis& analysis) {
  std::vector<std::string> rows;
  for (std::size_t s = 0; s < analysis.seats.size(); ++s) {
    const SeatResult& seat = analysis.seats[s];
    rows.push_back(fmt::format(
        "{} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g}", s + 1, 100 * seat.p_first,
        100 * seat.p_first_interval.low, 100 * seat.p_first_interval.high, 100 * seat.p_second,
        100 * seat.p_second_interval.low, 100 * seat.p_second_interval.high));
  }
  const std::string script = fmt::format(
      "{0}set xrange [0.4:{1}]\nset xtics 1 nomirror\nset ytics nomirror\nset offsets 0,0,graph "
      "0.1,graph 0.1\n"
      "set xlabel 'seat, in turn order'\nset ylabel 'races, %'\nset border 3\n"
      "set grid ytics linetype 1 linecolor rgb '#cccccc'\nset key outside top horizontal\n"
      "set arrow from graph 0, first {2:.9g} to graph 1, first {2:.9g} nohead dashtype 2 "
      "linecolor rgb '#555555'\n"
      "plot $rows using ($1-0.06):2:3:4 with yerrorbars pointtype 7 pointsize 0.7 linewidth 1.6 "
      "linecolor rgb '{3}' title 'first', "
      "$rows using ($1+0.06):5:6:7 with yerrorbars pointtype 5 pointsize 0.7 linewidth 1.6 "
      "linecolor rgb '{4}' title 'second'\n",
      block("rows", rows), static_cast<double>(analysis.seats.size()) + 0.6,
      100.0 / analysis.players, kBlue, kVermilion);
  return {"plot-seats", 620, 380, "Share of races won, and of second places, from each seat",
          script};
}

Plot differences_plot(const std::string& id, const std::vector<PairedResult>& results,
                      Difference PairedResult::*difference, const std::string& axis,
                      const std::string& description) {
  std::vector<Estimate> estimates;
  for (const PairedResult& result : results) {
    const Difference& d = result.*difference;
    estimates.push_back({result.name,
                         d.value,
                         {d.value - kNormal95 * d.error, d.value + kNormal95 * d.error},
                         2});  // no band
  }
  return estimates_plot(id, estimates, 0, axis, description);
}

Plot prices_plot(const DraftAnalysis& analysis) {
  std::vector<const DraftedResult*> bought;
  for (const DraftedResult& piece : analysis.pieces) {
    if (piece.price) bought.push_back(&piece);
  }
  std::sort(bought.begin(), bought.end(),
            [](const auto* a, const auto* b) { return *a->price < *b->price; });
  double lowest = bought.front()->points.value;
  double highest = lowest;
  const double cheapest = *bought.front()->price;
  const double dearest = *bought.back()->price;
  std::vector<std::string> rows;
  for (const auto* piece : bought) {
    lowest = std::min(lowest, piece->points.value - kNormal95 * piece->points.error);
    highest = std::max(highest, piece->points.value + kNormal95 * piece->points.error);
    rows.push_back(fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}", *piece->price, piece->points.value,
                               kNormal95 * piece->points.error, *piece->points_at_price));
  }
  const double wide = std::max(0.1, dearest - cheapest);
  const double tall = std::max(0.1, highest - lowest);
  std::vector<Label> labels;
  labels.reserve(bought.size());
  for (const auto* piece : bought) {
    labels.push_back(
        {piece->name, (*piece->price - cheapest) / wide, (piece->points.value - lowest) / tall});
  }
  place(labels);
  std::string label_lines;
  for (const Label& label : labels) {
    const double x = cheapest + label.x * wide;
    const double y = lowest + label.y * tall;
    const double text_x = cheapest + label.text_x * wide;
    const double text_y = lowest + label.text_y * tall;
    label_lines += fmt::format("set label {} at {:.9g}, {:.9g} {} font ',11' front\n",
                               gnuplot_quote(label.text), text_x, text_y,
                               label.text_x < label.x ? "right" : "left");
    label_lines += fmt::format(
        "set arrow from {:.9g}, {:.9g} to {:.9g}, {:.9g} nohead linewidth 0.7 "
        "linecolor rgb '#777777'\n",
        x, y, text_x, text_y);
  }
  const std::string script = fmt::format(
      "{}{}unset key\nset xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n"
      "set xtics nomirror\nset ytics nomirror\nset border 3\n"
      "set grid linetype 1 linecolor rgb '#dddddd'\n"
      "set xlabel 'mean price when bought, shares'\nset ylabel 'points a race, with 95 % "
      "intervals'\n"
      "plot $rows using 1:4 with steps linewidth 2 linecolor rgb '{}', "
      "$rows using 1:2:3 with yerrorbars pointtype 7 pointsize 0.6 linewidth 1.2 "
      "linecolor rgb '{}'\n",
      block("rows", rows), label_lines, cheapest - 0.12 * wide, dearest + 0.12 * wide,
      lowest - 0.05 * tall, highest + 0.05 * tall, kVermilion, kBlue);
  return {"plot-prices", 900, 620, "Points of each piece by its mean price", script};
}

Plot field_sizes_plot(const std::vector<ListOfRun>& sizes) {
  // Pieces in the order of the first size.
  std::vector<std::pair<double, std::string>> order;
  for (const auto& [piece, value] : sizes.front().values) order.emplace_back(-value, piece);
  std::sort(order.begin(), order.end());
  double highest = 1;
  double lowest = 1;
  std::string script;
  std::string panels;
  for (std::size_t k = 0; k < order.size(); ++k) {
    std::vector<std::string> rows;
    for (const ListOfRun& list : sizes) {
      const auto found = list.values.find(order[k].second);
      if (found == list.values.end()) continue;
      rows.push_back(fmt::format("{} {:.9g}", list.players, found->second * list.players));
      highest = std::max(highest, found->second * list.players);
      lowest = std::min(lowest, found->second * list.players);
    }
    script += block(fmt::format("p{}", k), rows);
    panels += fmt::format(
        "set title {} offset 0,-0.8\n"
        "plot 1 linecolor rgb '#999999' dashtype 2, $p{} using 1:2 with linespoints pointtype 7 "
        "pointsize 0.5 linewidth 1.6 linecolor rgb '{}'\n",
        gnuplot_quote(order[k].second), k, kBlue);
  }
  const int columns = 5;
  const int lines = (static_cast<int>(order.size()) + columns - 1) / columns;
  script += fmt::format(
      "unset key\nset xrange [{}:{}]\nset yrange [{:.6g}:{:.6g}]\nset xtics 1 nomirror\n"
      "set ytics 1 nomirror\nset border 3 linecolor rgb '#777777'\nset tics textcolor rgb "
      "'black'\nset tmargin 2\n"
      "set bmargin 1.6\nset lmargin 4\nset rmargin 1\nset multiplot layout {},{}\n{}"
      "unset multiplot\n",
      sizes.front().players - 0.2, sizes.back().players + 0.2,
      std::max(0.0, 1.1 * lowest - 0.1 * highest), 1.1 * highest - 0.1 * lowest, lines, columns,
      panels);
  return {"plot-field-sizes", 900, 140 * lines + 20,
          "Share of races won, times the players, by the number of players, for each piece",
          script};
}

}  // namespace clanhouse::pieces
