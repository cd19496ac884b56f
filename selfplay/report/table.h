// Tables of results, from which both the CSV files and the tables of the report are made.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "selfplay/statistics.h"

namespace clanhouse {

// Nothing, a text, a whole number, a number, or an interval (two columns key_low and key_high in
// CSV).
using Cell = std::variant<std::monostate, std::string, long long, double, Interval>;

enum class Unit {
  kPlain,
  kPercent,  // a probability or share: 0.25 in CSV, 25.00 under a heading with "%" in the report
  kSmall,    // a q-value: "< 0.0001" in the report where its digits would all be 0
};

enum class Where { kBoth, kFileOnly };

struct Column {
  std::string key;      // in CSV
  std::string heading;  // in the report
  int digits = 2;       // after the point, in the report
  Unit unit = Unit::kPlain;
  Where where = Where::kBoth;
};

struct Table {
  std::string id;  // the name of its CSV file, without the ending
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
};

// RFC 4180, with a heading line, "\n" between lines; numbers with six significant digits; nothing
// for an empty cell.
std::string to_csv(const Table& table);

// A table that can be sorted by each column.
std::string to_html(const Table& table);

// `text` with the characters that mean something to HTML escaped.
std::string escape_html(std::string_view text);

// A whole number with a comma between thousands.
std::string grouped(long long number);

}  // namespace clanhouse
