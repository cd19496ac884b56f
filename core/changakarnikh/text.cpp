#include "core/changakarnikh/text.h"

#include <algorithm>

#include "core/text_cursor.h"

namespace clanhouse::changakarnikh {
namespace {

// The words of a text with single spaces between them.
std::string normalized(std::string_view text) {
  std::string words;
  TextCursor cursor(text);
  for (cursor.skip_space(); !cursor.at_end(); cursor.skip_space()) {
    if (!words.empty()) words += ' ';
    words += cursor.take_while([](char c) { return !TextCursor::is_space(c); });
  }
  return words;
}

template <class Item, class TextOf>
Result<Item> find_by_text(std::span<const Item> possible, std::string_view text, TextOf&& text_of) {
  const std::string wanted = normalized(text);
  std::string known;
  for (const Item& item : possible) {
    const std::string name = text_of(item);
    if (name == wanted) return item;
    known += (known.empty() ? "" : ", ") + name;
  }
  return invalid(quoted(text) + " is not possible here (possible: " + known + ")");
}

}  // namespace

std::string step_text(const Race& race, Action step) {
  const StepWord& word = kStepWords[static_cast<std::size_t>(step.kind)];
  std::string text(word.word);
  switch (word.argument) {
    case ArgumentKind::kNothing: break;
    case ArgumentKind::kPiece:
      text += ' ';
      text += piece_name(static_cast<Piece>(step.argument));
      break;
    case ArgumentKind::kRacer: text += ' ' + race.name_of(step.argument); break;
    case ArgumentKind::kSeat:
    case ArgumentKind::kSpace: text += ' ' + std::to_string(step.argument); break;
  }
  return text;
}

std::string step_text(Outcome step) {
  if (step.kind == ChanceKind::kDie) return "die " + std::to_string(step.value);
  return (step.kind == ChanceKind::kDraw ? "draw " : "replace ") +
         std::string(piece_name(static_cast<Piece>(step.value)));
}

Result<Action> find_step(const Race& race, std::span<const Action> possible,
                         std::string_view text) {
  return find_by_text(possible, text, [&](Action step) { return step_text(race, step); });
}

Result<Outcome> find_step(std::span<const WeightedOutcome<Outcome>> possible,
                          std::string_view text) {
  return find_by_text(possible, text,
                      [](const auto& weighted) { return step_text(weighted.outcome); })
      .map([](const auto& weighted) { return weighted.outcome; });
}

void race_outcomes(OutcomeList& outcomes) {
  outcomes.clear();
  for (int number = 1; number <= 6; ++number) outcomes.push_back({die(number), 1.F / 6});
}

}  // namespace clanhouse::changakarnikh
