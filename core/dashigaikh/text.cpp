#include "core/dashigaikh/text.h"

#include <algorithm>
#include <bit>
#include <vector>

#include <fmt/format.h>

#include "core/dashigaikh/instantiate.h"

namespace clanhouse::dashigaikh {
namespace {

constexpr std::string_view kMarks = "'\"*!?";
constexpr int kLastMoveNumber = 9999;

tl::unexpected<Error> not_a_turn(std::string_view text, std::string_view why) {
  return invalid(fmt::format("{} is not a turn: {}", quoted(text), why));
}

}  // namespace

std::string square_text(int size, int square) {
  return {static_cast<char>('a' + square % size), static_cast<char>('1' + square / size)};
}

std::string turn_text(int size, Action action) {
  const std::string square = square_text(size, action.square());
  if (action.is_placement()) {
    constexpr std::array<std::string_view, 3> kLetters = {"", "S", "C"};
    return std::string(kLetters[action.piece()]) + square;
  }
  std::string text;
  if (action.hand() > 1) text += static_cast<char>('0' + action.hand());
  text += square;
  text += kDirectionText[action.direction()];
  if (action.squares_entered() > 1) {
    for_each_drop(action.pattern(), [&](int count) { text += static_cast<char>('0' + count); });
  }
  return text;
}

Result<Action> parse_turn(int size, std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty() && kMarks.find(rest.back()) != std::string_view::npos) {
    rest.remove_suffix(1);
  }
  const auto take = [&] {
    const char c = rest.empty() ? '\0' : rest.front();
    if (!rest.empty()) rest.remove_prefix(1);
    return c;
  };
  const auto is_count = [](char c) { return c >= '1' && c <= '8'; };

  char c = take();
  char letter = '\0';
  int hand = 0;
  if (c == 'F' || c == 'S' || c == 'C') {
    letter = c;
    c = take();
  } else if (is_count(c)) {
    hand = c - '0';
    c = take();
  }
  const int file = c - 'a';
  const int rank = take() - '1';
  if (file < 0 || file >= kMaxSize || rank < 0 || rank > 8) {
    return not_a_turn(text, "expected a square such as c3");
  }
  if (file >= size || rank >= size) {
    return not_a_turn(text, fmt::format("the square is off the {0}x{0} board", size));
  }
  const int square = rank * size + file;
  if (rest.empty()) {
    if (hand != 0) return not_a_turn(text, "a direction must follow");
    return Action::place(letter == 'S' ? kStanding : letter == 'C' ? kOverseer : kFlat, square);
  }
  const auto direction = std::string_view(kDirectionText).find(take());
  if (direction == std::string_view::npos) {
    return not_a_turn(text, "expected one of + - < > after the square");
  }
  if (letter != '\0') return not_a_turn(text, "a stack move has no piece letter");
  if (hand == 0) hand = 1;
  if (hand > size) return not_a_turn(text, fmt::format("the carry limit is {}", size));

  int in_hand = rest.empty() ? 0 : hand;
  unsigned pattern = 1U << (hand - 1);
  while (!rest.empty()) {
    const char drop = take();
    if (!is_count(drop)) return not_a_turn(text, "drops are digits from 1");
    in_hand -= drop - '0';
    if (in_hand <= 0) break;
    pattern |= 1U << (in_hand - 1);
  }
  if (in_hand != 0 || !rest.empty()) {
    return not_a_turn(text, "the drops do not add up to the pieces taken");
  }
  return Action::slide(square, static_cast<int>(direction), static_cast<int>(pattern));
}

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

std::string result_text(Winner winner, Ending ending) {
  if (winner == Winner::kNobody) return {};
  if (winner == Winner::kDraw) return "1/2-1/2";
  const char* mark = "1";
  if (ending == Ending::kRoad) mark = "R";
  if (ending == Ending::kBoard || ending == Ending::kReserve) mark = "F";
  return winner == Winner::kWhite ? std::string(mark) + "-0" : "0-" + std::string(mark);
}

std::string ending_text(Ending ending) {
  constexpr std::array<std::string_view, 8> kNames = {
      "", "road", "board", "reserve", "inactivity", "repetition", "turn-limit", "declared"};
  return std::string(kNames[static_cast<int>(ending)]);
}

namespace {

// Why a well-formed turn that is not legal is not.
template <int N>
std::string illegal_reason(const State<N>& s, Action action) {
  using B = Board<N>;
  if (s.over()) return "the game is over";
  const int square = action.square();
  const std::string name = square_text(N, square);
  if (action.is_placement()) {
    if (s.height[square] > 0) return name + " is not empty";
    if (s.opening()) return "the first turn of each player places a flat of the opponent's";
    return action.piece() == kOverseer ? "no overseer is left" : "no flat is left";
  }
  if (s.opening()) return "the first turn of each player places a flat of the opponent's";
  if (s.height[square] == 0) return name + " is empty";
  if (s.top_color(square) != s.to_move) return "the stack on " + name + " is the opponent's";
  if (action.hand() > s.height[square]) {
    return fmt::format("the stack on {} has only {} piece(s)", name, int{s.height[square]});
  }
  const int free = B::free_squares(square, action.direction(), s.blockers());
  if (free == B::edge_distance(square, action.direction())) return "the move leaves the board";
  const int blocked = square + (free + 1) * B::kStep[action.direction()];
  return fmt::format("{} on {} is in the way",
                     s.top_piece(blocked) == kStanding ? "a standing piece" : "an overseer",
                     square_text(N, blocked));
}

}  // namespace

template <int N>
std::string Dashigaikh<N>::action_text(const State&, Action action) const {
  return turn_text(N, action);
}

template <int N>
Result<Action> Dashigaikh<N>::parse_action(const State& s, std::string_view text) const {
  auto action = parse_turn(N, text);
  if (!action) return action;
  ActionList list;
  if (!s.over()) legal(s, list);
  if (std::binary_search(list.begin(), list.end(), *action)) return action;
  return invalid(
      fmt::format("{} is not legal: {}", turn_text(N, *action), illegal_reason(s, *action)));
}

template <int N>
std::string Dashigaikh<N>::state_text(const State& s) const {
  return write_tps(s);
}

template <int N>
std::string Dashigaikh<N>::result_text(const State& s) const {
  return dashigaikh::result_text(s.winner, s.ending);
}

template <int N>
std::string Dashigaikh<N>::ending_text(const State& s) const {
  return dashigaikh::ending_text(s.ending);
}

#define CLANHOUSE_INSTANTIATE(N)                                                             \
  template std::string write_tps<N>(const State<N>&);                                        \
  template Result<State<N>> read_tps<N>(const Dashigaikh<N>&, std::string_view,              \
                                        TextCursor::Position);                               \
  template std::string Dashigaikh<N>::action_text(const State&, Action) const;               \
  template Result<Action> Dashigaikh<N>::parse_action(const State&, std::string_view) const; \
  template std::string Dashigaikh<N>::state_text(const State&) const;                        \
  template std::string Dashigaikh<N>::result_text(const State&) const;                       \
  template std::string Dashigaikh<N>::ending_text(const State&) const;
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
