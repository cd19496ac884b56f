// Reads positions in JSON strictly: whatever is not as expected is an Error that names its key.
// The functions throw that Error, since readers of many keys would otherwise drown in checks; it is
// caught where a reader begins.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/options.h"
#include "core/text_cursor.h"

namespace clanhouse::json_input {

using nlohmann::json;

[[noreturn]] inline void fail(const std::string& key, const std::string& reason) {
  throw Error{key + ": " + reason, 0, 0, ErrorKind::kInvalid};
}

inline const json* find(const json& object, const char* key) {
  const auto it = object.find(key);
  return it == object.end() ? nullptr : &*it;
}

inline const json& get(const json& object, const char* key) {
  if (const json* value = find(object, key)) return *value;
  fail(key, "this key is missing");
}

inline std::string string_of(const json& value, const std::string& key) {
  if (!value.is_string()) fail(key, "expected a text, not " + clanhouse::quoted(value.dump()));
  return value.get<std::string>();
}

inline const json& array_of(const json& value, const std::string& key) {
  if (!value.is_array()) fail(key, "expected a list");
  return value;
}

inline int integer_of(const json& value, const std::string& key, int min, int max) {
  const bool whole = value.is_number_integer();
  const bool small = !value.is_number_unsigned() || value.get<std::uint64_t>() <= INT32_MAX;
  if (!whole || !small || value.get<std::int64_t>() < min || value.get<std::int64_t>() > max) {
    fail(key, "expected a whole number " + std::to_string(min) + ".." + std::to_string(max) +
                  ", not " + clanhouse::quoted(value.dump()));
  }
  return value.get<int>();
}

// {"key": "value", …} of a table of settings.
template <class T>
void set_all(const json& value, const std::string& key, const OptionTable<T>& table, T& target) {
  if (!value.is_object()) fail(key, "expected an object");
  for (const auto& [name, setting] : value.items()) {
    const auto set = table.set(target, name, string_of(setting, key));
    if (!set) fail(key, set.error().reason);
  }
}

// Parses the text and returns read(json); what is not JSON is an error with line and column.
template <class T, class Read>
Result<T> read_text(std::string_view text, Read&& read) {
  json source;
  try {
    source = json::parse(text);
  } catch (const json::parse_error& error) {
    TextCursor cursor(text);
    for (std::size_t i = 1; i < error.byte && !cursor.at_end(); ++i) cursor.take();
    return TextCursor::error(cursor.position(), "this is not JSON");
  }
  try {
    return read(source);
  } catch (const Error& error) {
    return tl::unexpected(error);
  }
}

}  // namespace clanhouse::json_input
