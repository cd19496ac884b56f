#include <fmt/format.h>

#include "cli/board_view.h"

namespace clanhouse::cli {
namespace {

using namespace changakarnikh;

std::string name_of(int number) { return std::string(piece_name(static_cast<Piece>(number))); }

std::string draw_race(const Changakarnikh& game, const State& s) {
  const Race& race = s.race;
  std::string text =
      fmt::format("Race {} of {}: {} points for first place, {} for second\n\n", s.races_run + 1,
                  game.config().team_size(), race.number + 1, race.number - 1);
  for (int i = 0; i < race.seats; ++i) {
    const Seat seat = race.in_turn_order(i);
    const int position = race.position[seat];
    std::string lane;
    for (int space = 1; space <= kThreshold; ++space) {
      lane += space == position ? "●" : space % 5 == 0 ? "╎" : "·";
    }
    std::string note = race.has_finished(seat)        ? "finished"
                       : !race.is_on_track(seat)      ? "to enter"
                       : position == kGate            ? "at the gate"
                       : contains(race.resting, seat) ? "is to rest"
                                                      : "";
    text += fmt::format("{} seat {} {:<12} {:>2} {} {:>3} points  {}\n",
                        race.to_move == seat ? '>' : ' ', seat, race.name_of(seat), position, lane,
                        race.score[seat], note);
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

std::string draw(const Changakarnikh& game, const State& s) {
  if (s.phase == Phase::kRace) return draw_race(game, s);
  if (s.phase == Phase::kOver) return "All races are run: " + game.result_text(s) + "\n";
  std::string text;
  if (s.phase == Phase::kDraw || s.phase == Phase::kBuy) {
    text = "The parade:";
    for (int place = 0; place < kParadePlaces; ++place) {
      const int piece = s.parade[place];
      text += fmt::format("  [{}] {}", place + 1, piece == kNobody ? "-" : name_of(piece));
    }
    text += "\n\n";
  }
  return text + draw_teams(game, s);
}

}  // namespace clanhouse::cli
