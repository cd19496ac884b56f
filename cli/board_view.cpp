#include "cli/board_view.h"

#include <fmt/format.h>

#include "core/dashigaikh/instantiate.h"
#include "core/dashigaikh/text.h"

namespace clanhouse::cli {
namespace {

using namespace dashigaikh;

constexpr int kCellWidth = 7;

// By colour and piece: flats are round, standing pieces upright, overseers diamonds.
constexpr const char* kTopSymbols[2][3] = {{"○", "△", "◇"}, {"●", "▲", "◆"}};
constexpr const char* kFlatSymbols[2] = {"○", "●"};

std::string padded(const std::string& text, int characters) {
  return text + std::string(std::max(0, kCellWidth - characters), ' ');
}

// The top piece, and how many pieces the stack has if more than one.
template <int N>
std::string upper_half(const State<N>& s, int square) {
  if (s.height[square] == 0) return padded("", 0);
  const std::string symbol = kTopSymbols[s.top_color(square)][s.top_piece(square)];
  const std::string count = s.height[square] > 1 ? std::to_string(s.height[square]) : "";
  return padded(" " + symbol + (count.empty() ? "" : " " + count),
                2 + (count.empty() ? 0 : 1 + static_cast<int>(count.size())));
}

// The pieces under the top, the next one first; as many as there is room for.
template <int N>
std::string lower_half(const State<N>& s, int square) {
  constexpr int kRoom = kCellWidth - 2;
  const int below = s.height[square] - 1;
  if (below <= 0) return padded("", 0);
  std::string text = " ";
  const int shown = below <= kRoom ? below : kRoom - 1;
  for (int depth = 1; depth <= shown; ++depth) text += kFlatSymbols[s.color_at(square, depth)];
  if (shown < below) text += "…";
  return padded(text, 1 + std::min(below, kRoom));
}

std::string counted(int count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string rule(int size, const char* left, const char* middle, const char* right) {
  std::string text = std::string("   ") + left;
  for (int file = 0; file < size; ++file) {
    for (int i = 0; i < kCellWidth; ++i) text += "─";
    text += file + 1 < size ? middle : right;
  }
  return text + "\n";
}

}  // namespace

template <int N>
std::string draw(const Dashigaikh<N>& game, const State<N>& s, int /*viewer*/) {
  std::string text = rule(N, "┌", "┬", "┐");
  for (int rank = N - 1; rank >= 0; --rank) {
    std::string upper = fmt::format(" {} │", rank + 1);
    std::string lower = "   │";
    for (int file = 0; file < N; ++file) {
      const int square = Board<N>::square(file, rank);
      upper += upper_half(s, square) + "│";
      lower += lower_half(s, square) + "│";
    }
    text += upper + "\n" + lower + "\n";
    text += rank > 0 ? rule(N, "├", "┼", "┤") : rule(N, "└", "┴", "┘");
  }
  text += "    ";
  for (int file = 0; file < N; ++file) {
    text += fmt::format(" {}", static_cast<char>('a' + file)) + std::string(kCellWidth - 1, ' ');
  }
  text += "\n\n";
  for (const Color color : {kWhite, kBlack}) {
    text += fmt::format("   Player {} {}{}{}  reserve {}, {}; {} on top{}\n", color + 1,
                        kTopSymbols[color][kFlat], kTopSymbols[color][kStanding],
                        kTopSymbols[color][kOverseer], counted(s.flats[color], "flat"),
                        counted(s.caps[color], "overseer"), counted(s.flat_count(color), "flat"),
                        color == kBlack && game.config().half_komi != 0
                            ? fmt::format(" and komi {:g}", game.config().half_komi / 2.0)
                            : "");
  }
  if (s.over()) {
    return text +
           fmt::format("   The game is over: {} ({}).\n", game.result_text(s), game.ending_text(s));
  }
  return text + fmt::format("   Move {}, player {} {} to move{}\n", s.move_number, s.to_move + 1,
                            kTopSymbols[s.to_move][kFlat],
                            s.opening() ? ": a flat of the opponent's on any empty square" : "");
}

#define CLANHOUSE_INSTANTIATE(N) \
  template std::string draw<N>(const Dashigaikh<N>&, const State<N>&, int);
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::cli
