// The worked numbers of tests/data/rating_reference.json: results of other programs, published
// tables and closed forms.
#pragma once

#include <string>
#include <vector>

#include "tests/test_data.h"

namespace clanhouse::test {

// All entries of one method.
inline std::vector<nlohmann::json> references(const std::string& method) {
  static const nlohmann::json all = read_json("rating_reference.json");
  std::vector<nlohmann::json> found;
  for (const auto& entry : all) {
    if (entry["method"] == method) found.push_back(entry);
  }
  return found;
}

// A number, or a fraction as text: "25/3".
inline double number(const nlohmann::json& value) {
  if (!value.is_string()) return value;
  const std::string text = value;
  const std::size_t slash = text.find('/');
  return std::stod(text) / (slash == std::string::npos ? 1 : std::stod(text.substr(slash + 1)));
}

// Pairs from an entry's LL, LD, WL and DD (or their sum), WD and WW.
inline std::vector<double> pairs_of(const nlohmann::json& input) {
  const double even = input.contains("WL_plus_DD")
                          ? input["WL_plus_DD"].get<double>()
                          : input["WL"].get<double>() + input["DD"].get<double>();
  return {input["LL"], input["LD"], even, input["WD"], input["WW"]};
}

}  // namespace clanhouse::test
