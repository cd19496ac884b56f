// The board of the race: who stands where, moves and what they set off, places.
#include <algorithm>

#include "core/changakarnikh/engine.h"

namespace clanhouse::changakarnikh {

// ---- What there is ----

bool RaceQueries::is_female(Seat seat) const { return power_of(race_.piece[seat]).female; }

SeatSet RaceQueries::on_space(int space) const {
  unsigned found = 0;
  for (Seat seat = 0; seat < kMaxSeats; ++seat) {
    found |= static_cast<unsigned>(race_.position[seat] == space) << seat;
  }
  return static_cast<SeatSet>(found & race_.on_track);
}

bool RaceQueries::share_space(Seat a, Seat b) const {
  return race_.position[a] == race_.position[b] && race_.position[a] != kGate &&
         race_.is_on_track(a) && race_.is_on_track(b);
}

Seat RaceQueries::ahoggya() const {
  return race_.is_active(Piece::kAhoggya) ? race_.seat_of(Piece::kAhoggya) : kNobody;
}

int RaceQueries::end_of_move(Seat seat, int to) const {
  const Seat blocker = ahoggya();
  const bool stopped = blocker != kNobody && blocker != seat && race_.position[blocker] == to;
  return stopped ? to - 1 : to;
}

bool RaceQueries::can_advance(Seat seat, int spaces) const {
  return end_of_move(seat, race_.position[seat] + spaces) != race_.position[seat];
}

int RaceQueries::space_behind(Seat seat, int spaces) const {
  const int from = race_.position[seat];
  return from == kGate ? kGate : std::max(1, from - spaces);
}

bool RaceQueries::can_go_back(Seat seat, int spaces) const {
  return end_of_move(seat, space_behind(seat, spaces)) != race_.position[seat];
}

SeatSet Engine::met_by(Seat seat, SeatSet together) const {
  const int space = race_.position[seat];
  if (space == kGate) return 0;
  unsigned met = on_space(space) & ~(together | seat_bit(seat));
  // The Ahoggyá and whom it displaces have not landed on each other.
  if (const Seat blocker = ahoggya(); blocker != kNobody) met &= ~seat_bit(blocker);
  return static_cast<SeatSet>(met);
}

// ---- Moves ----

bool Engine::move_to(Seat seat, int to, SeatSet together_with) {
  const int from = race_.position[seat];
  if (to >= kFinished) {
    cross(seat_bit(seat));
    return true;
  }
  const int end = end_of_move(seat, to);
  if (end == from) return false;
  race_.position[seat] = static_cast<std::uint8_t>(end);
  if (end != to) used(ahoggya());
  if (seat == ahoggya()) make_room_for_ahoggya();
  notice({seat, from, end, met_by(seat, together_with)});
  return true;
}

bool Engine::move_together(SeatSet movers, const Destinations& to, std::optional<int> pulled_to) {
  const Destinations from = race_.position;
  const Seat blocker = ahoggya();
  SeatSet crossing = 0;
  SeatSet moved = 0;
  bool stopped = false;
  for_each_seat(movers, [&](Seat seat) {
    int end = to[seat];
    if (end >= kFinished) {
      crossing |= seat_bit(seat);
      return;
    }
    if (!pulled_to && blocker != kNobody && blocker != seat && from[blocker] == end) {
      --end;
      stopped |= end != from[seat];
    }
    if (end == from[seat]) return;
    moved |= seat_bit(seat);
    race_.position[seat] = static_cast<std::uint8_t>(end);
  });
  if (stopped) used(blocker);
  std::array<Move, kMaxSeats> moves;
  int count = 0;
  for_each_seat(moved, [&](Seat seat) {
    const bool lands = seat != blocker && (!pulled_to || *pulled_to == race_.position[seat]);
    const SeatSet met = lands ? met_by(seat, movers) : SeatSet{0};
    moves[count++] = {seat, from[seat], race_.position[seat], met};
  });
  if (blocker != kNobody) make_room_for_ahoggya();
  for (int i = 0; i < count; ++i) notice(moves[i]);
  if (crossing != 0) cross(crossing);
  return (moved | crossing) != 0;
}

// Whoever shares with the Ahoggyá is put back one space, all at once (§5.11).
void Engine::make_room_for_ahoggya() {
  const Seat blocker = ahoggya();
  const int space = race_.position[blocker];
  const auto displaced = static_cast<SeatSet>(on_space(space) & ~seat_bit(blocker));
  if (displaced == 0) return;
  for_each_seat(displaced, [&](Seat seat) { --race_.position[seat]; });
  used(blocker);
  for_each_seat(displaced, [&](Seat seat) {
    notice({seat, space, space - 1, met_by(seat, displaced)});
  });
}

void Engine::notice(const Move& move) {
  each_watcher(kWatchers.on_move,
               [&](const Power& power, Seat me) { power.on_move(*this, me, move); });
}

void Engine::count_ahead(SeatSet movers, int spaces) {
  push(TaskKind::kAdvance, 0, movers, spaces);
  for_each_seat(movers, [&](Seat seat) {
    const Piece piece = race_.piece[seat];
    if (race_.active & kWatchers.before_counting & piece_bit(piece)) {
      power_of(piece).before_counting(*this, seat, spaces);
    }
  });
}

void Engine::carry_out_advance(SeatSet movers, int spaces) {
  movers &= race_.on_track;
  Destinations to{};
  for_each_seat(movers, [&](Seat seat) {
    int end = race_.position[seat] + spaces;
    if (race_.skip_to != 0 && race_.piece[seat] == Piece::kPechoi) {
      end = race_.skip_to;
      race_.skip_to = 0;
      used(seat);
    }
    to[seat] = static_cast<std::uint8_t>(std::min(end, kFinished));
  });
  if (std::has_single_bit(movers)) {
    const Seat seat = std::countr_zero(movers);
    move_to(seat, to[seat]);
  } else {
    move_together(movers, to);
  }
}

void Engine::roll_move(Seat seat, int spaces) {
  if (has_flag(Race::kFour)) used(seat);
  if (has_flag(Race::kFollowing) && race_.is_active(Piece::kCompanion)) {
    const Seat companion = race_.seat_of(Piece::kCompanion);
    if (share_space(seat, companion)) {
      push(TaskKind::kFollow, companion, seat, race_.position[seat]);
    }
  }
  carry_out_advance(seat_bit(seat), spaces);
}

void Engine::follow(Seat companion, Seat host, int left) {
  const int to = race_.position[host];
  if (to == left || !race_.is_on_track(companion)) return;
  used(companion);
  move_to(companion, to, seat_bit(host));
}

// ---- Places ----

// Pieces that finish at once take their places in the order of §4.
void Engine::cross(SeatSet movers) {
  for (int i = 0; i < race_.seats; ++i) {
    const Seat seat = race_.round_table(race_.to_move + i);
    if (!contains(movers, seat)) continue;
    race_.position[seat] = kFinished;
    race_.crossed[race_.crossed_count++] = static_cast<std::uint8_t>(seat);
    race_.on_track &= static_cast<SeatSet>(~seat_bit(seat));
    race_.resting &= static_cast<SeatSet>(~seat_bit(seat));
    race_.active &= ~piece_bit(race_.piece[seat]);
  }
  for (int i = race_.seats - 1; i >= 0; --i) {
    const Seat seat = race_.round_table(race_.to_move + i);
    if (contains(movers, seat)) push(TaskKind::kTakePlace, seat);
  }
}

// First place scores 2/3/4/5/6 in races 1..5, second place two fewer.
void Engine::score_next_place(Seat seat) {
  const int points = race_.number + (race_.places == 0 ? 1 : -1);
  race_.score[seat] = static_cast<std::uint16_t>(race_.score[seat] + points);
  race_.place[race_.places++] = static_cast<std::uint8_t>(seat);
}

void Engine::take_place(Seat seat) {
  score_next_place(seat);
  if (race_.places == 1 && race_.is_active(Piece::kMatron)) {
    // Whether she claims second place now shows everybody who her ward is, or is not.
    race_.ward_candidates &=
        race_.ward == seat ? seat_bit(seat) : static_cast<SeatSet>(~seat_bit(seat));
  }
  push(TaskKind::kAfterPlace, seat);
  // The piece's own power comes before those of others (§3: the Late-Born Prince, then the Matron).
  each_watcher(kWatchers.on_place,
               [&](const Power&, Seat me) { push(TaskKind::kOnPlace, me, seat); });
  const Piece own = race_.piece[seat];
  const bool finished = !race_.is_active(own);
  if (finished && (kWatchers.on_place & ~rules().powers_off & piece_bit(own)) != 0) {
    push(TaskKind::kOnPlace, seat, seat);
  }
}

void Engine::finish_race() {
  race_.stage = Stage::kOver;
  race_.agenda = {};
  race_.pending = {};
  race_.queue = {};
  race_.agenda_size = race_.pending_size = race_.queue_head = race_.queue_size = 0;
}

void Engine::stop_by_watchdog() {
  race_.watchdogs |= Race::kTooManyTurns;
  while (race_.places < 2) {
    Seat best = kNobody;
    for (int i = 0; i < race_.seats; ++i) {
      const Seat seat = race_.in_turn_order(i);
      if (race_.has_finished(seat)) continue;
      if (race_.places == 1 && race_.place[0] == seat) continue;
      if (best == kNobody || race_.position[seat] > race_.position[best]) best = seat;
    }
    score_next_place(best);
  }
  finish_race();
}

}  // namespace clanhouse::changakarnikh
