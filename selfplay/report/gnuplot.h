// Plots drawn by gnuplot, as a child process.
#pragma once

#include <optional>
#include <string>

#include "core/error.h"

namespace clanhouse {

// What gnuplot writes to its standard output for a script; it is found on PATH and started without
// a shell and without the user's settings.
Result<std::string> run_gnuplot(const std::string& script);

// `text` as a string of gnuplot's language, with its quotes.
std::string gnuplot_quote(std::string_view text);

// Draws the plots of one report. Should gnuplot not be there, or fail, it says so once on standard
// error and draws no more.
class Plotter {
 public:
  // An <svg> element to stand inside an HTML page: the script's plot on a canvas of width × height.
  // `id` is unique in the page; `description` says in words what is seen. Nothing without gnuplot.
  std::optional<std::string> draw(const std::string& id, int width, int height,
                                  const std::string& description, const std::string& script);

 private:
  bool failed_ = false;
};

}  // namespace clanhouse
