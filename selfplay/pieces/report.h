// report.html: one page that stands alone, with the tables and plots of a run and what they say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "selfplay/pieces/gnuplot.h"
#include "selfplay/pieces/plots.h"
#include "selfplay/pieces/tables.h"

namespace clanhouse::pieces {

// What made the results.
struct RunInfo {
  std::string command;
  std::string build;
  std::uint64_t seed = 0;
  std::string agents;
  int players = 0;
  std::string design;               // "fields", "replacement", "ablation", "draft"
  nlohmann::ordered_json settings;  // rules and options of the run
};

class Report {
 public:
  Report(RunInfo info, std::string title) : info_(std::move(info)), title_(std::move(title)) {}

  // Parts of the page, from the top. Texts are plain.
  void section(const std::string& heading);
  void text(const std::string& paragraph);
  void table(const Table& table);
  void folded_table(const std::string& summary, const Table& table);  // to be opened
  void plot(const Plot& plot, const std::string& caption);
  void fact(const std::string& name, const std::string& value);  // a line of the head

  std::string html() const;

 private:
  RunInfo info_;
  std::string title_;
  std::string facts_;
  std::string body_;
  Plotter plotter_;
};

}  // namespace clanhouse::pieces
