// What games are counted in. Everything that a survey measures is a ratio of two sums over games:
//
//   length          sum of steps            / games
//   ending "road"   games that ended so     / games
//   "buy" taken     times it was played     / decisions in which it could have been
//
// so a block of games is known by its sums, which can be added, written down, and compared between
// blocks: from those differences the errors come (analysis.h).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace clanhouse::survey {

// One quantity, by category ("seat 1", "road"; "" where there is only one).
struct Tally {
  std::map<std::string, double, std::less<>> sums;
  // What all the sums are divided by; a category that is not there has the sum 0.
  double of = 0;
  // Instead, where every category has a divisor of its own.
  std::map<std::string, double, std::less<>> each;

  // Games in which something was so, where it was so for one category out of several.
  void count(std::string_view category, double weight = 1);
  // The mean of a number by category.
  void add(std::string_view category, double number, double weight = 1);

  bool operator==(const Tally&) const = default;
};
using Tallies = std::map<std::string, Tally, std::less<>>;

struct Sums {
  Tallies measured;  // what is measured in every game (surveyor.h)
  Tallies facts;     // what the game itself adds (facts.h)
  double games = 0;
  int most_legal = 0;                  // actions in one decision
  std::map<int, long long> steps;      // games by their number of steps
  std::map<int, long long> decisions;  // and of decisions
  std::vector<std::uint64_t> prints;   // fingerprints of the games, ascending, each once

  void add(const Sums& other);

  bool operator==(const Sums&) const = default;
};

// A part of the journal's line of a block; reading throws nlohmann's exceptions for what is none.
nlohmann::ordered_json to_json(const Sums& sums);
Sums read_sums(const nlohmann::ordered_json& json);

}  // namespace clanhouse::survey
