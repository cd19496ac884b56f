#include "selfplay/survey/sums.h"

#include <algorithm>
#include <iterator>

namespace clanhouse::survey {
namespace {

using nlohmann::ordered_json;
using ByCategory = std::map<std::string, double, std::less<>>;

double& entry(ByCategory& map, std::string_view category) {
  const auto found = map.find(category);
  return found != map.end() ? found->second : map[std::string(category)];
}

// Sums are whole numbers but for those of utilities, which are shorter as whole numbers.
ordered_json number(double value) {
  const auto whole = static_cast<long long>(value);
  return static_cast<double>(whole) == value ? ordered_json(whole) : ordered_json(value);
}

ordered_json to_json(const ByCategory& map) {
  ordered_json json = ordered_json::object();
  for (const auto& [category, value] : map) json[category] = number(value);
  return json;
}

ByCategory read_map(const ordered_json& json) {
  ByCategory map;
  for (const auto& [category, value] : json.items()) map[category] = value.get<double>();
  return map;
}

ordered_json to_json(const Tallies& tallies) {
  ordered_json json = ordered_json::object();
  for (const auto& [quantity, tally] : tallies) {
    json[quantity]["sums"] = to_json(tally.sums);
    if (tally.each.empty()) {
      json[quantity]["of"] = number(tally.of);
    } else {
      json[quantity]["each"] = to_json(tally.each);
    }
  }
  return json;
}

Tallies read_tallies(const ordered_json& json) {
  Tallies tallies;
  for (const auto& [quantity, value] : json.items()) {
    Tally& tally = tallies[quantity];
    tally.sums = read_map(value.at("sums"));
    if (value.contains("each")) {
      tally.each = read_map(value.at("each"));
    } else {
      tally.of = value.at("of").get<double>();
    }
  }
  return tallies;
}

// As [[length, games], …].
ordered_json to_json(const std::map<int, long long>& histogram) {
  ordered_json json = ordered_json::array();
  for (const auto& [length, games] : histogram) json.push_back({length, games});
  return json;
}

std::map<int, long long> read_histogram(const ordered_json& json) {
  std::map<int, long long> histogram;
  for (const auto& pair : json) histogram[pair.at(0).get<int>()] = pair.at(1).get<long long>();
  return histogram;
}

void add(ByCategory& to, const ByCategory& from) {
  for (const auto& [category, value] : from) to[category] += value;
}

void add(Tallies& to, const Tallies& from) {
  for (const auto& [quantity, tally] : from) {
    Tally& sum = to[quantity];
    add(sum.sums, tally.sums);
    add(sum.each, tally.each);
    sum.of += tally.of;
  }
}

}  // namespace

void Tally::count(std::string_view category, double weight) { entry(sums, category) += weight; }

void Tally::add(std::string_view category, double number, double weight) {
  entry(sums, category) += number;
  entry(each, category) += weight;
}

void Sums::add(const Sums& other) {
  survey::add(measured, other.measured);
  survey::add(facts, other.facts);
  games += other.games;
  most_legal = std::max(most_legal, other.most_legal);
  for (const auto& [length, count] : other.steps) steps[length] += count;
  for (const auto& [length, count] : other.decisions) decisions[length] += count;
  std::vector<std::uint64_t> both;
  both.reserve(prints.size() + other.prints.size());
  std::set_union(prints.begin(), prints.end(), other.prints.begin(), other.prints.end(),
                 std::back_inserter(both));
  prints = std::move(both);
}

ordered_json to_json(const Sums& sums) {
  return {{"games", number(sums.games)},
          {"most_legal", sums.most_legal},
          {"measured", to_json(sums.measured)},
          {"facts", to_json(sums.facts)},
          {"steps", to_json(sums.steps)},
          {"decisions", to_json(sums.decisions)},
          {"prints", sums.prints}};
}

Sums read_sums(const ordered_json& json) {
  Sums sums;
  sums.games = json.at("games").get<double>();
  sums.most_legal = json.at("most_legal").get<int>();
  sums.measured = read_tallies(json.at("measured"));
  sums.facts = read_tallies(json.at("facts"));
  sums.steps = read_histogram(json.at("steps"));
  sums.decisions = read_histogram(json.at("decisions"));
  sums.prints = json.at("prints").get<std::vector<std::uint64_t>>();
  return sums;
}

}  // namespace clanhouse::survey
