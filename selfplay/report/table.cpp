#include "selfplay/report/table.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace clanhouse {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string csv_cell(const Cell& cell, bool interval_column) {
  if (const auto* text = std::get_if<std::string>(&cell)) return quoted(*text);
  if (const auto* whole = std::get_if<long long>(&cell)) return std::to_string(*whole);
  if (const auto* number = std::get_if<double>(&cell)) return fmt::format("{:.6g}", *number);
  if (const auto* interval = std::get_if<Interval>(&cell)) {
    return fmt::format("{:.6g},{:.6g}", interval->low, interval->high);
  }
  return interval_column ? "," : "";
}

bool is_interval(const Table& table, std::size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
    return std::holds_alternative<Interval>(row[column]);
  });
}

std::string html_number(double value, const Column& column) {
  const double least = std::pow(10.0, -column.digits);
  if (column.unit == Unit::kSmall && value < least)
    return fmt::format("&lt; {:.{}f}", least, column.digits);
  const double shown = column.unit == Unit::kPercent ? 100 * value : value;
  std::string text = fmt::format("{:.{}f}", shown, column.digits);
  // Rounding leaves a sign on what is now zero.
  if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
  if (text.front() == '-') text.replace(0, 1, "−");
  return text;
}

std::string html_cell(const Cell& cell, const Column& column) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    const bool sentence = text->size() > 60;
    return fmt::format("<td class=\"text{}\">{}</td>", sentence ? " sentence" : "",
                       escape_html(*text));
  }
  if (const auto* whole = std::get_if<long long>(&cell)) {
    return fmt::format("<td data-value=\"{}\">{}</td>", *whole, grouped(*whole));
  }
  if (const auto* number = std::get_if<double>(&cell)) {
    return fmt::format("<td data-value=\"{:.9g}\">{}</td>", *number, html_number(*number, column));
  }
  if (const auto* interval = std::get_if<Interval>(&cell)) {
    const std::string low = html_number(interval->low, column);
    const std::string high = html_number(interval->high, column);
    return fmt::format("<td data-value=\"{:.9g}\">{}</td>", interval->low,
                       low == high ? low : fmt::format("{} to {}", low, high));
  }
  return "<td></td>";
}

}  // namespace

std::string to_csv(const Table& table) {
  std::string csv;
  std::vector<bool> intervals;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    intervals.push_back(is_interval(table, c));
    const std::string& key = table.columns[c].key;
    if (c > 0) csv += ',';
    csv += intervals[c] ? fmt::format("{0}_low,{0}_high", key) : key;
  }
  csv += '\n';
  for (const auto& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) csv += ',';
      csv += csv_cell(row[c], intervals[c]);
    }
    csv += '\n';
  }
  return csv;
}

std::string to_html(const Table& table) {
  std::string html = fmt::format(
      "<div class=\"scroll{}\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table "
      "id=\"{}\">\n<thead><tr>",
      table.rows.size() > 40 ? " long" : "", table.id, table.id);
  for (const Column& column : table.columns) {
    if (column.where == Where::kFileOnly) continue;
    html += fmt::format("<th scope=\"col\"><button type=\"button\">{}</button></th>",
                        escape_html(column.heading));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (table.columns[c].where != Where::kFileOnly) html += html_cell(row[c], table.columns[c]);
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string escape_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string grouped(long long number) {
  std::string digits = std::to_string(number);
  const std::size_t sign = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3;) digits.insert(at -= 3, ",");
  return digits;
}

}  // namespace clanhouse
