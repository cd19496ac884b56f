// What both sides of TEI, the Tak Engine Interface, read: options and search information.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace clanhouse::tei {

std::vector<std::string_view> words_of(std::string_view line);
// A piece of the other side's text fit for messages, records and journals: what is not ASCII
// becomes
// '?', and what is long is cut.
std::string foreign(std::string_view text, std::size_t longest = 200);
// Names of options and values of choices are the same in capitals and small letters.
bool same_name(std::string_view a, std::string_view b);

// A setting that an engine offers: "option name Hash type spin default 64 min 1 max 4096".
struct EngineOption {
  std::string name;
  std::string type;  // check, spin, combo, button, string
  std::string preset;
  std::optional<long long> min;
  std::optional<long long> max;
  std::vector<std::string> choices;

  // The value as it is to be sent, or why the engine would not take it.
  Result<std::string> check(std::string_view value) const;
};
// Nothing if the line is no such thing.
std::optional<EngineOption> parse_option(std::string_view line);
const EngineOption* find_option(const std::vector<EngineOption>& options, std::string_view name);

// "size 5 6 halfkomi 0 4": boards and half komis that an engine of the newer protocol plays.
struct Offer {
  std::vector<int> sizes;
  std::vector<int> half_komis;
  bool has(int size, int half_komi) const;
};
std::optional<Offer> parse_offer(std::string_view line);

// "info depth 3 nodes 500 score cp 20 pv a1 b2"
struct SearchInfo {
  int depth = 0;
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  int variation = 1;           // multipv
  std::optional<float> value;  // -1..1 for the side to move
  std::vector<std::string> line;
};
// Nothing for lines that say nothing of a search. What makes no sense is passed over.
std::optional<SearchInfo> parse_info(std::string_view line);

// Hundredths of a flat as a value between -1 and 1, and back: the usual logistic curve, on which
// 400 more make the odds ten times as good.
float value_of_score(int centipieces);
int score_of_value(float value);

}  // namespace clanhouse::tei
