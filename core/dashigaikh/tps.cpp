// Positions in TPS.
#include <algorithm>

#include <fmt/format.h>

#include "core/dashigaikh/instantiate.h"
#include "core/dashigaikh/text.h"

namespace clanhouse::dashigaikh {
namespace {

constexpr int kLastMoveNumber = 9999;

}  // namespace

Result<int> tps_size(std::string_view tps, TextCursor::Position start) {
  TextCursor cursor(tps, start);
  cursor.skip_space();
  const auto at = cursor.position();
  const std::string_view board = cursor.take_while([](char c) { return !TextCursor::is_space(c); });
  const auto rows = 1 + std::count(board.begin(), board.end(), '/');
  if (rows < kMinSize || rows > kMaxSize) {
    return TextCursor::error(
        at, fmt::format("a TPS has {}..{} rows, this one {}", kMinSize, kMaxSize, rows));
  }
  return static_cast<int>(rows);
}

template <int N>
std::string write_tps(const State<N>& s) {
  using B = Board<N>;
  std::string text;
  for (int rank = N - 1; rank >= 0; --rank) {
    int empty = 0;
    bool first = true;
    const auto separate = [&] {
      if (!first) text += ',';
      first = false;
    };
    const auto flush_empty = [&] {
      if (empty == 0) return;
      separate();
      text += 'x';
      if (empty > 1) text += static_cast<char>('0' + empty);
      empty = 0;
    };
    for (int file = 0; file < N; ++file) {
      const int square = B::square(file, rank);
      if (s.height[square] == 0) {
        ++empty;
        continue;
      }
      flush_empty();
      separate();
      for (int depth = s.height[square] - 1; depth >= 0; --depth) {
        text += s.color_at(square, depth) == kWhite ? '1' : '2';
      }
      if (s.top_piece(square) == kStanding) text += 'S';
      if (s.top_piece(square) == kOverseer) text += 'C';
    }
    flush_empty();
    if (rank > 0) text += '/';
  }
  return text + (s.to_move == kWhite ? " 1 " : " 2 ") + std::to_string(s.move_number);
}

namespace {

// Reads the board of a TPS into a state.
template <int N>
class BoardReader {
 public:
  BoardReader(State<N>& state, TextCursor& cursor) : s_(state), cursor_(cursor) {}

  Result<void> read() {
    for (int rank = N - 1; rank >= 0; --rank) {
      const auto row_at = cursor_.position();
      file_ = 0;
      do {
        if (auto item = read_item(rank); !item) return item;
      } while (cursor_.take_if(','));
      if (file_ != N) {
        return TextCursor::error(row_at,
                                 fmt::format("this row has {} squares instead of {}", file_, N));
      }
      if (rank > 0 && !cursor_.take_if('/')) {
        return TextCursor::error(cursor_.position(),
                                 fmt::format("expected ',' or '/', not {}", next()));
      }
    }
    if (!cursor_.at_end() && !TextCursor::is_space(cursor_.peek())) {
      return TextCursor::error(cursor_.position(),
                               fmt::format("expected the player to move, not {}", next()));
    }
    return {};
  }

 private:
  std::string next() const {
    return cursor_.at_end() ? "the end" : quoted(cursor_.rest().substr(0, 1));
  }

  // "x", "x3" or a stack.
  Result<void> read_item(int rank) {
    const auto at = cursor_.position();
    const std::string_view item =
        cursor_.take_while([](char c) { return c != ',' && c != '/' && !TextCursor::is_space(c); });
    if (item.empty()) return TextCursor::error(at, "an item of the row is empty");
    if (item.front() == 'x') {
      if (item.size() > 2 || (item.size() == 2 && (item[1] < '1' || item[1] > '8'))) {
        return TextCursor::error(
            at, fmt::format("{} is not a number of empty squares (x, x2 .. x8)", quoted(item)));
      }
      file_ += item.size() == 2 ? item[1] - '0' : 1;
      return {};
    }
    if (file_ < N) {
      if (auto stack = read_stack(item, Board<N>::square(file_, rank), at); !stack) return stack;
    }
    ++file_;
    return {};
  }

  Result<void> read_stack(std::string_view item, int square, TextCursor::Position at) {
    Piece top = kFlat;
    std::string_view colors = item;
    if (item.back() == 'S' || item.back() == 'C') {
      top = item.back() == 'S' ? kStanding : kOverseer;
      colors.remove_suffix(1);
    }
    if (colors.empty()) return TextCursor::error(at, fmt::format("{} has no piece", quoted(item)));
    if (const auto bad = colors.find_first_not_of("12"); bad != std::string_view::npos) {
      const bool letter = colors[bad] == 'S' || colors[bad] == 'C';
      return TextCursor::error(
          at, letter ? fmt::format("{}: only the top piece of a stack can be standing or an "
                                   "overseer",
                                   quoted(item))
                     : fmt::format("{} is not a stack: pieces are 1 or 2", quoted(item)));
    }
    for (std::size_t i = 0; i < colors.size(); ++i) {
      const Color color = colors[i] == '1' ? kWhite : kBlack;
      const bool overseer = i + 1 == colors.size() && top == kOverseer;
      auto& reserve = (overseer ? s_.caps : s_.flats)[color];
      if (reserve == 0) {
        return TextCursor::error(
            at, fmt::format("player {} has more {} on the board than there are", color + 1,
                            overseer ? "overseers" : "flats"));
      }
      --reserve;
      if (i > 0) s_.buried[square] = s_.buried[square] << 1 | s_.top_color(square);
      s_.tops[1 - color] &= ~Board<N>::bit(square);
      s_.tops[color] |= Board<N>::bit(square);
      ++s_.height[square];
    }
    const Bitboard bit = Board<N>::bit(square);
    if (colors.size() > 1) s_.tall |= bit;
    if (top == kStanding) s_.standing |= bit;
    if (top == kOverseer) s_.overseers |= bit;
    return {};
  }

  State<N>& s_;
  TextCursor& cursor_;
  int file_ = 0;
};

}  // namespace

template <int N>
Result<State<N>> read_tps(const Dashigaikh<N>& game, std::string_view tps,
                          TextCursor::Position start) {
  TextCursor cursor(tps, start);
  const auto word = [&] {
    cursor.skip_space();
    return cursor.take_while([](char c) { return !TextCursor::is_space(c); });
  };
  State<N> s = game.initial();
  cursor.skip_space();
  const auto board_at = cursor.position();
  if (const auto size = tps_size(tps, start); !size) return tl::unexpected(size.error());
  if (auto board = BoardReader<N>(s, cursor).read(); !board) return tl::unexpected(board.error());

  cursor.skip_space();
  const auto player_at = cursor.position();
  const std::string_view player = word();
  if (player != "1" && player != "2") {
    return TextCursor::error(
        player_at, player.empty()
                       ? "the player to move (1 or 2) is missing"
                       : fmt::format("the player to move is 1 or 2, not {}", quoted(player)));
  }
  s.to_move = player == "1" ? kWhite : kBlack;

  cursor.skip_space();
  const auto number_at = cursor.position();
  const std::string_view number = word();
  const auto parsed = parse_integer(number, 1, kLastMoveNumber);
  if (!parsed || number.front() == '0') {
    return TextCursor::error(
        number_at, number.empty() ? "the move number is missing"
                                  : fmt::format("the move number is 1..{} without leading zeros, "
                                                "not {}",
                                                kLastMoveNumber, quoted(number)));
  }
  s.move_number = static_cast<std::uint32_t>(*parsed);
  cursor.skip_space();
  if (!cursor.at_end()) {
    const auto at = cursor.position();
    return TextCursor::error(
        at, fmt::format("nothing may follow the move number, but {} does", quoted(word())));
  }

  if (s.occupied() == 0 && s.to_move == kBlack) {
    return TextCursor::error(player_at, "player 1 begins on an empty board");
  }
  if (s.occupied() != 0 && s.opening() && (s.to_move != kBlack || s.top_flats(kBlack) == 0)) {
    return TextCursor::error(s.to_move == kBlack ? board_at : player_at,
                             "a single piece on the board is the black flat of player 1's "
                             "opening turn, with player 2 to move");
  }
  rehash(s);
  judge(s, opponent(s.to_move), game.config());
  return s;
}

#define CLANHOUSE_INSTANTIATE(N)                                                \
  template std::string write_tps<N>(const State<N>&);                           \
  template Result<State<N>> read_tps<N>(const Dashigaikh<N>&, std::string_view, \
                                        TextCursor::Position);
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
