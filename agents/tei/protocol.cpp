#include "agents/tei/protocol.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/options.h"
#include "core/text_cursor.h"

namespace clanhouse::tei {
namespace {

// A number from the other side, where one is due; nothing if it is none.
std::optional<long long> number_at(const std::vector<std::string_view>& words, std::size_t i) {
  if (i >= words.size()) return std::nullopt;
  const auto number = parse_integer(words[i], -1'000'000'000'000, 1'000'000'000'000);
  return number ? std::optional<long long>(*number) : std::nullopt;
}

// The words from i on up to one of the keys, joined by blanks; i is behind them then.
std::string text_until(const std::vector<std::string_view>& words, std::size_t& i,
                       std::initializer_list<std::string_view> keys) {
  std::string text;
  for (; i < words.size(); ++i) {
    if (std::find(keys.begin(), keys.end(), words[i]) != keys.end()) break;
    text += (text.empty() ? "" : " ") + std::string(words[i]);
  }
  return text;
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  TextCursor cursor(line);
  for (;;) {
    cursor.skip_space();
    if (cursor.at_end()) return words;
    words.push_back(cursor.take_while([](char c) { return !TextCursor::is_space(c); }));
  }
}

std::string foreign(std::string_view text, std::size_t longest) {
  std::string out;
  for (const char c : text.substr(0, longest)) out += c < ' ' || c == '\x7f' ? '?' : c;
  return text.size() > longest ? out + "..." : out;
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

Result<std::string> EngineOption::check(std::string_view value) const {
  if (type == "check") {
    for (const char* word : {"true", "false"}) {
      if (same_name(word, value)) return std::string(word);
    }
    return invalid(fmt::format("expected true or false, not {}", quoted(value)));
  }
  if (type == "spin") {
    const auto number = parse_integer(value, min.value_or(std::numeric_limits<int>::min()),
                                      max.value_or(std::numeric_limits<int>::max()));
    if (!number) return tl::unexpected(number.error());
    return std::to_string(*number);
  }
  if (type == "combo") {
    std::string known;
    for (const std::string& choice : choices) {
      if (same_name(choice, value)) return choice;
      known += (known.empty() ? "" : "|") + choice;
    }
    return invalid(fmt::format("expected {}, not {}", known, quoted(value)));
  }
  return std::string(value);
}

std::optional<EngineOption> parse_option(std::string_view line) {
  const auto words = words_of(line);
  if (words.size() < 3 || words[0] != "option" || words[1] != "name") return std::nullopt;
  EngineOption option;
  std::size_t i = 2;
  option.name = text_until(words, i, {"type"});
  if (option.name.empty() || i + 1 >= words.size()) return std::nullopt;
  option.type = words[i + 1];
  i += 2;
  while (i < words.size()) {
    const std::string_view key = words[i++];
    if (key == "default") option.preset = text_until(words, i, {"min", "max", "var"});
    if (key == "min") option.min = number_at(words, i);
    if (key == "max") option.max = number_at(words, i);
    if (key == "var") option.choices.push_back(text_until(words, i, {"min", "max", "var"}));
  }
  return option;
}

const EngineOption* find_option(const std::vector<EngineOption>& options, std::string_view name) {
  const auto found = std::find_if(options.begin(), options.end(), [&](const EngineOption& option) {
    return same_name(option.name, name);
  });
  return found == options.end() ? nullptr : &*found;
}

bool Offer::has(int size, int half_komi) const {
  const auto contains = [](const std::vector<int>& list, int value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  return contains(sizes, size) && (half_komis.empty() || contains(half_komis, half_komi));
}

std::optional<Offer> parse_offer(std::string_view line) {
  const auto words = words_of(line);
  if (words.empty() || words[0] != "size") return std::nullopt;
  Offer offer;
  std::vector<int>* list = &offer.sizes;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "halfkomi") list = &offer.half_komis;
    if (const auto number = number_at(words, i)) list->push_back(static_cast<int>(*number));
  }
  return offer;
}

std::optional<SearchInfo> parse_info(std::string_view line) {
  const auto words = words_of(line);
  if (words.size() < 3 || words[0] != "info") return std::nullopt;
  if (words[1] == "string" || words[1] == "error") return std::nullopt;
  constexpr std::string_view kKeys[] = {"depth", "seldepth", "time",    "nodes",
                                        "nps",   "hashfull", "multipv", "score",
                                        "wdl",   "pv",       "string",  "error"};
  const auto is_key = [&](std::string_view word) {
    return std::find(std::begin(kKeys), std::end(kKeys), word) != std::end(kKeys);
  };
  SearchInfo info;
  for (std::size_t i = 1; i < words.size();) {
    const std::string_view key = words[i++];
    const auto number = number_at(words, i);
    if (key == "depth" && number) info.depth = static_cast<int>(*number);
    if (key == "seldepth" && number) info.selective_depth = static_cast<int>(*number);
    if (key == "nodes" && number) info.nodes = static_cast<std::uint64_t>(std::max(0LL, *number));
    if (key == "multipv" && number) info.variation = static_cast<int>(*number);
    if (key == "cp" && number && !info.value) {
      constexpr long long kMost = 100'000;
      info.value = value_of_score(static_cast<int>(std::clamp(*number, -kMost, kMost)));
    }
    if (key == "mate" && number) info.value = *number < 0 ? -1.F : 1.F;
    if (key == "solved" && i < words.size()) {
      info.value = words[i] == "win" ? 1.F : words[i] == "loss" ? -1.F : 0.F;
    }
    if (key == "wdl") {
      const auto loss = number_at(words, i + 2);
      if (number && loss) info.value = static_cast<float>(*number - *loss) / 1000;
    }
    if (key == "pv") {
      for (; i < words.size() && !is_key(words[i]); ++i) info.line.emplace_back(words[i]);
    }
    if (key == "string" || key == "error") break;
  }
  if (info.value) info.value = std::clamp(*info.value, -1.F, 1.F);
  return info;
}

float value_of_score(int centipieces) {
  return 2 / (1 + std::pow(10.F, static_cast<float>(-centipieces) / 400)) - 1;
}

int score_of_value(float value) {
  constexpr float kNearest = 0.9999F;  // to certainty
  const float v = std::clamp(value, -kNearest, kNearest);
  return static_cast<int>(std::lround(400 * std::log10((1 + v) / (1 - v))));
}

}  // namespace clanhouse::tei
