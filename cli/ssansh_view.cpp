#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/board_view.h"
#include "core/ssansh/text.h"

namespace clanhouse::cli {
namespace {

using namespace ssansh;

// A space as it is drawn: its number, whose home it is, what stands there.
std::string cell(const Ssansh& game, const State& s, int space) {
  const int home = game.layout().home[space];
  const std::string mark = home == kNeutral ? "" : fmt::format("({})", kColourNames[home]);
  const std::string figurines = letters(s.spaces[space]);
  return fmt::format("{}{}:{}", space, mark, figurines.empty() ? "-" : figurines);
}

// Spaces at the places of the layout's picture; a list where it has none.
std::string draw_spaces(const Ssansh& game, const State& s) {
  const Layout& layout = game.layout();
  constexpr int kWidth = 20;
  std::string text;
  if (layout.picture.empty()) {
    for (int space = 0; space < layout.spaces; ++space) text += "   " + cell(game, s, space) + "\n";
    return text;
  }
  std::vector<int> order;
  for (int space = 0; space < layout.spaces; ++space) order.push_back(space);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return std::pair(layout.picture[a][1], layout.picture[a][0]) <
           std::pair(layout.picture[b][1], layout.picture[b][0]);
  });
  std::string line = "   ";
  double row = layout.picture[order[0]][1];
  for (const int space : order) {
    if (layout.picture[space][1] != row) {
      text += line + "\n\n";
      line = "   ";
      row = layout.picture[space][1];
    }
    const auto column =
        static_cast<std::size_t>(3 + std::lround(kWidth * layout.picture[space][0]));
    if (line.size() < column) line.append(column - line.size(), ' ');
    line += cell(game, s, space) + " ";
  }
  return text + line + "\n";
}

}  // namespace

std::string draw(const Ssansh& game, const State& s, int viewer) {
  const auto name_of = [](std::optional<Colour> colour) {
    return std::string(colour ? kColourNames[*colour] : "nobody");
  };
  std::string text = draw_spaces(game, s);
  text += fmt::format("\n   King: {} ({})   Weather: {} ({})   winning: {}\n\n", letters(s.king),
                      name_of(dominant(s.king)), letters(s.weather), name_of(dominant(s.weather)),
                      name_of(winning_colour(game.layout(), s, game.config().rules)));
  for (int seat = 0; seat < s.players; ++seat) {
    const bool shown = viewer == seat || viewer == kOnlooker || s.phase == Phase::kOver;
    text += fmt::format(" {} seat {}: {} figurines{}\n",
                        s.to_move == seat && s.phase != Phase::kOver ? '>' : ' ', seat,
                        total(s.hands[seat]), shown ? " " + letters(s.hands[seat]) : "");
  }
  text +=
      fmt::format("   bag: {}; Parleys in a row: {} of {}\n", total(s.bag), s.parleys, s.players);
  if (s.phase == Phase::kOver) {
    text +=
        fmt::format("   The game is over: {} ({}).\n", game.result_text(s), game.ending_text(s));
  }
  return text;
}

}  // namespace clanhouse::cli
