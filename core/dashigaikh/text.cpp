#include "core/dashigaikh/text.h"

#include <algorithm>
#include <bit>
#include <vector>

#include <fmt/format.h>

#include "core/dashigaikh/instantiate.h"

namespace clanhouse::dashigaikh {
namespace {

constexpr std::string_view kMarks = "'\"*!?";

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
  template std::string Dashigaikh<N>::action_text(const State&, Action) const;               \
  template Result<Action> Dashigaikh<N>::parse_action(const State&, std::string_view) const; \
  template std::string Dashigaikh<N>::state_text(const State&) const;                        \
  template std::string Dashigaikh<N>::result_text(const State&) const;                       \
  template std::string Dashigaikh<N>::ending_text(const State&) const;
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
