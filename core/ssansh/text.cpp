#include "core/ssansh/text.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/options.h"
#include "core/ssansh/rules.h"
#include "core/text_cursor.h"

namespace clanhouse::ssansh {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t blank = text.find(' ');
    words.push_back(text.substr(0, blank));
    if (blank == std::string_view::npos) return words;
    text.remove_prefix(blank + 1);
  }
}

Result<int> number(std::string_view word, int max) {
  const bool padded = word.size() > 1 && word.front() == '0';
  const auto value = padded ? invalid("") : parse_integer(word, 0, max);
  if (!value) return invalid(fmt::format("expected a number 0..{}, not {}", max, quoted(word)));
  return static_cast<int>(*value);
}

Result<Counts> figurines(std::string_view word) {
  Counts counts{};
  for (const char c : word) {
    const std::size_t colour = std::string_view(kColourLetters).find(c);
    if (colour == std::string_view::npos || counts[colour] == kFigurinesOfColour) {
      return invalid("expected letters R, G and B, not " + quoted(word));
    }
    ++counts[colour];
  }
  if (word.empty()) return invalid("expected letters R, G and B");
  return counts;
}

Result<std::uint8_t> colour_of(std::string_view word) {
  const auto counts = figurines(word);
  if (!counts || total(*counts) != 1) return invalid("expected R, G or B, not " + quoted(word));
  return static_cast<std::uint8_t>(std::find(counts->begin(), counts->end(), 1) - counts->begin());
}

tl::unexpected<Error> not_understood(std::string_view text) {
  return invalid(quoted(text) + " is no step");
}

Result<Action> read_king(std::uint8_t colour, const std::vector<std::string_view>& words,
                         std::string_view text) {
  Action action{Action::kKing, colour, kNowhere, 0, 0};
  if (words.size() == 3) return action;
  if (words.size() != 5) return not_understood(text);
  const auto space = number(words[3], kMaxSpaces - 1);
  if (!space) return tl::unexpected(space.error());
  const auto removed = figurines(words[4]);
  if (!removed) return tl::unexpected(removed.error());
  if ((*removed)[colour] > 0) return invalid("the King removes figurines of other colours");
  action.space = static_cast<std::uint8_t>(*space);
  const auto [first, second] = others(colour);
  action.a = (*removed)[first];
  action.b = (*removed)[second];
  return action;
}

Result<Action> read_weather(std::uint8_t colour, const std::vector<std::string_view>& words,
                            std::string_view text) {
  Action action{Action::kWeather, colour, kNowhere, 0, 0};
  if (words.size() == 3) return action;
  if (words.size() != 6) return not_understood(text);
  const auto from = number(words[3], kMaxSpaces - 1);
  const auto to = number(words[4], kMaxSpaces - 1);
  const auto count = number(words[5], kFigurinesOfColour);
  for (const auto* read : {&from, &to, &count}) {
    if (!*read) return tl::unexpected(read->error());
  }
  if (*count == 0) return invalid("with nothing moved only 'act COLOUR weather' is right");
  action.space = static_cast<std::uint8_t>(*from);
  action.a = static_cast<std::uint8_t>(*to);
  action.b = static_cast<std::uint8_t>(*count);
  return action;
}

}  // namespace

std::string letters(const Counts& counts) {
  std::string text;
  for (int c = 0; c < kColours; ++c) text.append(counts[c], kColourLetters[c]);
  return text;
}

std::string step_text(Action action) {
  const char colour = kColourLetters[action.colour];
  switch (action.kind) {
    case Action::kParley: return "parley";
    case Action::kReturn: return fmt::format("return {}", colour);
    case Action::kPlace: return fmt::format("act {} {}", colour, action.space);
    case Action::kKing: {
      if (action.space == kNowhere) return fmt::format("act {} king", colour);
      Counts removed{};
      const auto [first, second] = others(action.colour);
      removed[first] = action.a;
      removed[second] = action.b;
      return fmt::format("act {} king {} {}", colour, action.space, letters(removed));
    }
    case Action::kWeather:
      if (action.space == kNowhere) return fmt::format("act {} weather", colour);
      return fmt::format("act {} weather {} {} {}", colour, action.space, action.a, action.b);
  }
  return "";
}

std::string step_text(Outcome outcome) {
  switch (outcome.kind) {
    case Outcome::kBag: return "bag " + letters(outcome.counts);
    case Outcome::kNeutral:
      return fmt::format("neutral {} {}", outcome.index, letters(outcome.counts));
    case Outcome::kHand: return fmt::format("hand {} {}", outcome.index, letters(outcome.counts));
  }
  return "";
}

bool is_chance_word(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(' '));
  return word == "neutral" || word == "hand" || word == "bag";
}

Result<Action> read_action(std::string_view text) {
  const auto words = words_of(text);
  if (words[0] == "parley" && words.size() == 1) return Action{Action::kParley, 0, 0, 0, 0};
  if (words[0] == "return" && words.size() == 2) {
    return colour_of(words[1]).map([](std::uint8_t colour) {
      return Action{Action::kReturn, colour, 0, 0, 0};
    });
  }
  if (words[0] != "act" || words.size() < 3) return not_understood(text);
  const auto colour = colour_of(words[1]);
  if (!colour) return tl::unexpected(colour.error());
  if (words[2] == "king") return read_king(*colour, words, text);
  if (words[2] == "weather") return read_weather(*colour, words, text);
  if (words.size() != 3) return not_understood(text);
  return number(words[2], kMaxSpaces - 1).map([&](int space) {
    return Action{Action::kPlace, *colour, static_cast<std::uint8_t>(space), 0, 0};
  });
}

Result<Outcome> read_outcome(std::string_view text) {
  const auto words = words_of(text);
  if (words[0] == "bag" && words.size() == 2) {
    const auto colour = colour_of(words[1]);
    if (!colour) return tl::unexpected(colour.error());
    Outcome outcome;
    outcome.counts[*colour] = 1;
    return outcome;
  }
  if ((words[0] != "neutral" && words[0] != "hand") || words.size() != 3) {
    return not_understood(text);
  }
  const bool hand = words[0] == "hand";
  const auto index = number(words[1], hand ? kMaxPlayers - 1 : kMaxSpaces - 1);
  if (!index) return tl::unexpected(index.error());
  const auto counts = figurines(words[2]);
  if (!counts) return tl::unexpected(counts.error());
  return Outcome{hand ? Outcome::kHand : Outcome::kNeutral, static_cast<std::uint8_t>(*index),
                 *counts};
}

}  // namespace clanhouse::ssansh
