// report.html: one page that stands alone, with the tables and plots of a run and what they say.
#pragma once

#include <string>
#include <utility>

#include "selfplay/report/gnuplot.h"
#include "selfplay/report/plot.h"
#include "selfplay/report/table.h"

namespace clanhouse {

class Report {
 public:
  explicit Report(std::string title) : title_(std::move(title)) {}

  // Parts of the page, from the top. Texts are plain.
  void section(const std::string& heading);
  void text(const std::string& paragraph);
  void table(const Table& table);
  void folded_table(const std::string& summary, const Table& table);  // to be opened
  void plot(const Plot& plot, const std::string& caption);
  void fact(const std::string& name, const std::string& value);  // a line of the head

  std::string html() const;

 private:
  std::string title_;
  std::string facts_;
  std::string body_;
  Plotter plotter_;
};

}  // namespace clanhouse
