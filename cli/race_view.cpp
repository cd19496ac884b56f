#include <fmt/format.h>

#include "cli/board_view.h"

namespace clanhouse::cli {
namespace {

using namespace changakarnikh;

std::string name_of(int number) { return std::string(piece_name(static_cast<Piece>(number))); }

constexpr int kColumns = 5;
constexpr int kRows = 6;

// The space at a place of the board, rows from below: the village is the lowest row, then the track
// winds in a spiral up the mountain to the threshold in its middle.
constexpr auto kSpaceAt = [] {
  std::array<std::array<int, kColumns>, kRows> spaces{};
  int row = 0;
  int column = -1;
  int down = 0;
  int right = 1;
  for (int space = 1; space <= kThreshold; ++space) {
    const int r = row + down;
    const int c = column + right;
    const bool free = r >= (space > kColumns ? 1 : 0) && r < kRows && c >= 0 && c < kColumns &&
                      spaces[r][c] == 0 && (space > kColumns || r == 0);
    if (!free) {
      // Turn left: right, up, left, down.
      const int turned = right;
      right = -down;
      down = turned;
    }
    row += down;
    column += right;
    spaces[row][column] = space;
  }
  return spaces;
}();
static_assert(kSpaceAt[0][0] == 1 && kSpaceAt[1][4] == 6 && kSpaceAt[5][0] == 14);
static_assert(kSpaceAt[1][0] == 18 && kSpaceAt[3][2] == kThreshold);

std::string draw_track(const Race& race) {
  constexpr int kWidth = 15;
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    for (const int space : kSpaceAt[row]) {
      std::string cell = fmt::format("{:>2}", space);
      for (int i = 0; i < race.seats; ++i) {
        const Seat seat = race.in_turn_order(i);
        if (!race.is_on_track(seat) || race.position[seat] != space) continue;
        cell += " " + race.name_of(seat).substr(0, race.seats > 4 ? 3 : 12);
      }
      text += fmt::format(" {:<{}}", cell, kWidth);
    }
    text += row == 1 ? "\n\n" : "\n";
  }
  return text;
}

std::string draw_race(const Changakarnikh& game, const State& s, int viewer) {
  const Race& race = s.race;
  std::string text =
      fmt::format("Race {} of {}: {} points for first place, {} for second\n\n", s.races_run + 1,
                  game.config().team_size(), race.number + 1, race.number - 1);
  text += draw_track(race) + "\n";
  for (int i = 0; i < race.seats; ++i) {
    const Seat seat = race.in_turn_order(i);
    const int position = race.position[seat];
    const std::string where = race.has_finished(seat)   ? "finished"
                              : !race.is_on_track(seat) ? "to enter"
                              : position == kGate       ? "at the gate"
                                                        : fmt::format("on {}", position);
    text += fmt::format("{} seat {} {:<12} {:<11} {:>3} points{}\n",
                        race.to_move == seat ? '>' : ' ', seat, race.name_of(seat), where,
                        race.score[seat], contains(race.resting, seat) ? ", is to rest" : "");
  }
  const Seat matron = race.seat_of(Piece::kMatron);
  const bool knows = viewer == matron || viewer == kOnlooker;
  if (matron != changakarnikh::kNobody && race.ward < race.seats && knows) {
    text += fmt::format("  the Matron's ward is {}\n", race.name_of(race.ward));
  }
  return text;
}

std::string draw_teams(const Changakarnikh& game, const State& s) {
  std::string text;
  for (Seat seat = 0; seat < game.seats(); ++seat) {
    std::string unraced;
    std::string raced;
    for (int i = 0; i < kSetSize; ++i) {
      if (s.where[i] == kInTeam + seat) unraced += " " + name_of(i);
      if (s.where[i] == kRaced + seat) raced += " " + name_of(i);
    }
    text += fmt::format("{} seat {}  {} points, {} shares:{}{}\n", s.to_act == seat ? '>' : ' ',
                        seat, s.race.score[seat], s.shares[seat], unraced,
                        raced.empty() ? "" : "; raced:" + raced);
  }
  return text;
}

}  // namespace

std::string draw(const Changakarnikh& game, const State& s, int viewer) {
  if (s.phase == Phase::kRace) return draw_race(game, s, viewer);
  if (s.phase == Phase::kOver) return "All races are run: " + game.result_text(s) + "\n";
  std::string text;
  if (s.phase == Phase::kDraw || s.phase == Phase::kBuy) {
    text = "The parade:";
    for (int place = 0; place < kParadePlaces; ++place) {
      const int piece = s.parade[place];
      const bool empty = piece == changakarnikh::kNobody;
      text += fmt::format("  [{}] {}", place + 1, empty ? "-" : name_of(piece));
    }
    text += "\n\n";
  }
  return text + draw_teams(game, s);
}

}  // namespace clanhouse::cli
