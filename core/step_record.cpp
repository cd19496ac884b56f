#include "core/step_record.h"

#include <algorithm>

namespace clanhouse {
namespace {

std::string_view without_comment(std::string_view line) {
  bool in_quotes = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_quotes = !in_quotes;
    if (line[i] == '#' && !in_quotes) return line.substr(0, i);
  }
  return line;
}

// [Name "value"]
Result<StepRecord::Tag> parse_tag(std::string_view line) {
  TextCursor cursor(line);
  cursor.take();
  cursor.skip_space();
  const auto name =
      cursor.take_while([](char c) { return !TextCursor::is_space(c) && c != '"' && c != ']'; });
  cursor.skip_space();
  if (name.empty()) return invalid("the name of a tag is missing");
  if (!cursor.take_if('"')) {
    return invalid("the value of tag " + std::string(name) + " must stand in quotes");
  }
  const auto value = cursor.take_while([](char c) { return c != '"'; });
  if (!cursor.take_if('"')) return invalid("the value of tag " + std::string(name) + " has no end");
  cursor.skip_space();
  if (!cursor.take_if(']')) return invalid("tag " + std::string(name) + " is not closed by ]");
  if (!trimmed(cursor.rest()).empty()) return invalid("a tag stands alone on its line");
  return StepRecord::Tag{std::string(name), std::string(value), 0};
}

}  // namespace

const StepRecord::Tag* StepRecord::find_tag(std::string_view name) const {
  for (const Tag& tag : tags) {
    if (tag.name == name) return &tag;
  }
  return nullptr;
}

int StepRecord::line_of(std::string_view name) const {
  if (const Tag* tag = find_tag(name)) return tag->line;
  return tags.empty() ? 1 : tags.back().line;
}

StepRecord parse_step_record(std::string_view text) {
  StepRecord record;
  const auto stop = [&](std::string reason) {
    record.error = Error{std::move(reason), record.lines, 1, ErrorKind::kInvalid};
    return record;
  };
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(without_comment(text.substr(0, end)));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    ++record.lines;
    if (line.empty()) continue;
    if (line.front() != '[') {
      record.steps.push_back({std::string(line), record.lines});
      continue;
    }
    if (!record.steps.empty()) return stop("tags stand before all steps");
    auto tag = parse_tag(line);
    if (!tag) return stop(tag.error().reason);
    if (record.find_tag(tag->name) != nullptr) {
      return stop("tag " + tag->name + " stands there twice");
    }
    tag->line = record.lines;
    record.tags.push_back(std::move(*tag));
  }
  return record;
}

std::string tag_line(std::string_view name, std::string value) {
  std::replace_if(
      value.begin(), value.end(), [](char c) { return c == '"' || c == '\n' || c == '\r'; }, '\'');
  return "[" + std::string(name) + " \"" + value + "\"]\n";
}

}  // namespace clanhouse
