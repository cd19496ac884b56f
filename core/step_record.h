// Records that are tag pairs and then a step a line, as Changakárnikh and Ssansh have them:
//
//   [Game "ssansh"]
//   [Players "3"]
//
//   parley            # what follows a # outside quotes is skipped, and so are blank lines
//   bag R
//
// Reading here is about lines; what tags and steps mean is each game's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/options.h"
#include "core/text_cursor.h"

namespace clanhouse {

struct StepRecord {
  struct Tag {
    std::string name;
    std::string value;
    int line = 0;
  };
  struct Step {
    std::string text;  // without surrounding white space
    int line = 0;
  };
  std::vector<Tag> tags;
  std::vector<Step> steps;
  int lines = 0;
  // What cannot be read, and so everything behind it: a tag that stands twice or behind a step.
  std::optional<Error> error;

  const Tag* find_tag(std::string_view name) const;
  // Where a fault of the tag is to be shown: its line, or that of the last tag.
  int line_of(std::string_view name) const;
};

StepRecord parse_step_record(std::string_view text);

// A tag pair as a line.
std::string tag_line(std::string_view name, std::string value);

// Settings as in a Rules tag: "key=value key=value", each key once.
template <class T>
Result<void> set_all(const OptionTable<T>& table, T& target, std::string_view text) {
  TextCursor cursor(text);
  std::vector<std::string> seen;
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    const auto word = cursor.take_while([](char c) { return !TextCursor::is_space(c); });
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return invalid("expected key=value, not " + quoted(word));
    const std::string key(word.substr(0, equals));
    for (const std::string& earlier : seen) {
      if (earlier == key) return invalid(key + " stands there twice");
    }
    seen.push_back(key);
    if (auto set = table.set(target, key, word.substr(equals + 1)); !set) return set;
  }
  return {};
}

// The other way round.
template <class T>
std::string print_all(const OptionTable<T>& table, const T& target) {
  std::string text;
  for (const auto& option : table.options()) {
    text += (text.empty() ? "" : " ") + option.key + "=" + option.print(target);
  }
  return text;
}

}  // namespace clanhouse
