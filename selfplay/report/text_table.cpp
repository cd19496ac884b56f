#include "selfplay/report/text_table.h"

#include <algorithm>

#include <fmt/format.h>

namespace clanhouse {
namespace {

// Characters on a screen, counting each UTF-8 sequence as one.
std::size_t width_of(const std::string& text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

}  // namespace

std::string text_table(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - width_of(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (i < left ? row[i] + padding : padding + row[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string elo_text(const Rating& rating) {
  switch (rating.kind) {
    case RatingKind::kNone: return "?";
    case RatingKind::kEstimate: return fmt::format("{:+.0f}", rating.elo);
    case RatingKind::kAtLeast: return fmt::format("≥ {:+.0f}", rating.elo);
    case RatingKind::kAtMost: return fmt::format("≤ {:+.0f}", rating.elo);
  }
  return {};
}

std::string interval_text(const Rating& rating) {
  if (rating.kind != RatingKind::kEstimate || rating.low == rating.high) return "";
  return fmt::format("[{:+.0f}, {:+.0f}]", rating.low, rating.high);
}

const char* kind_name(RatingKind kind) {
  switch (kind) {
    case RatingKind::kNone: return "none";
    case RatingKind::kEstimate: return "estimate";
    case RatingKind::kAtLeast: return "at_least";
    case RatingKind::kAtMost: return "at_most";
  }
  return "";
}

}  // namespace clanhouse
