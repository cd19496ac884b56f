// The engine of a race: takes it from one decision or die to the next (rules/changakarnikh.md §§3
// and 4). The public part is for games and tools; the rest is the vocabulary of powers.cpp.
#pragma once

#include <optional>
#include <span>

#include "core/changakarnikh/power.h"
#include "core/changakarnikh/race.h"
#include "core/changakarnikh/step.h"
#include "core/game.h"

namespace clanhouse::changakarnikh {

// A race of these pieces, by seat; seat `first` moves first. Nobody has entered yet.
Race make_race(std::span<const Piece> pieces, Seat first, int number);

// What can be asked of a race, which is left as it is.
class RaceQueries {
 public:
  RaceQueries(const Race& race, const Rules& rules) : race_(race), rules_(rules) {}

  // Who acts: a seat, chance for a die, nobody when it is over.
  static Actor actor(const Race& race);
  // The steps among which the race waits for a decision, ascending.
  void legal(ActionList& steps) const;

  const Race& race() const { return race_; }
  const Rules& rules() const { return rules_; }
  int position(Seat seat) const { return race_.position[seat]; }
  bool is_female(Seat seat) const;
  SeatSet on_space(int space) const;  // everybody on a space 1..30
  // Two pieces that stand on one space; nobody shares the gate.
  bool share_space(Seat a, Seat b) const;
  // Where a single move of the piece to a space would end (§5.11).
  int end_of_move(Seat seat, int to) const;
  bool can_advance(Seat seat, int spaces) const;
  int space_behind(Seat seat, int spaces) const;  // before §5.11
  bool can_go_back(Seat seat, int spaces) const;
  // The seat of the Ahoggyá while its power is on, or kNobody.
  Seat ahoggya() const;

 private:
  const Race& race_;
  const Rules& rules_;
};

class Engine : public RaceQueries {
 public:
  Engine(Race& race, const Rules& rules) : RaceQueries(race, rules), race_(race) {}

  // From the state after make_race (with the scores set) or a setup to the first decision or die.
  void start() { run(); }
  // The step must be one of legal(); the number 1..6.
  void apply(Action step);
  void apply_die(int number);

  using RaceQueries::race;
  Race& race() { return race_; }

  // ---- For powers: what can be done ----

  // Single moves; whether the piece has moved.
  bool move_to(Seat seat, int to, SeatSet together_with = 0);
  bool advance(Seat seat, int spaces) { return move_to(seat, race_.position[seat] + spaces); }
  bool go_back(Seat seat, int spaces) { return move_to(seat, space_behind(seat, spaces)); }
  // Several pieces at once to the spaces in `to` (by seat); whether any has moved. The Ahoggyá
  // stops who would come to its space. In a pull it is the other way round (§5.7): only those who
  // come to the space they are pulled to land on others, and the Ahoggyá makes room afterwards.
  using Destinations = std::array<std::uint8_t, kMaxSeats>;
  bool move_together(SeatSet movers, const Destinations& to,
                     std::optional<int> pulled_to = std::nullopt);
  // The power of the seat's piece has changed something (§4, "a use").
  void used(Seat seat);
  // Sets off the power of `owner`, to be queued when the action is complete.
  void trigger(Seat owner, Seat other, SeatSet met = 0);
  void offer(Seat seat, int a = 0, int b = 0) { push(TaskKind::kOffer, seat, a, b); }
  void declare(Seat seat, int a = 0, int b = 0);
  // Moves by counting, all at once; the Pé Chói may skip.
  void count_ahead(SeatSet movers, int spaces);
  void ask_companion();
  // What is pushed last is done first.
  void push(TaskKind kind, int seat, int a = 0, int b = 0);
  void go_to(Stage stage) { race_.stage = stage; }
  void set_flag(Race::RollFlag flag) { race_.roll_flags |= flag; }
  bool has_flag(Race::RollFlag flag) const { return (race_.roll_flags & flag) != 0; }

 private:
  void run();
  void begin_turn();
  void enter(Seat seat);
  void end_turn();
  void run_stage();
  // Nothing is begun or waiting.
  bool idle() const { return race_.agenda_size == 0 && race_.queue_size == 0; }
  const Power& mover_power() const { return power_of(race_.piece[race_.to_move]); }
  bool mover_has(PieceSet hook) const {
    return (race_.active & hook & piece_bit(race_.piece[race_.to_move])) != 0;
  }
  template <class Hook>
  void each_watcher(PieceSet kinds, Hook&& hook);
  void ask_at_roll(Stage stage);
  void show_number(bool movement_roll);
  void next_trigger();
  void execute(Task task);
  void carry_out_advance(SeatSet movers, int spaces);
  void roll_move(Seat seat, int spaces);
  void follow(Seat companion, Seat host, int left);
  void roll_die_for(DieFor purpose, Seat seat, int other, int number);
  void decide(Action step);
  void note_who_is_behind_widow(SeatSet seats);
  void take_place(Seat seat);
  void score_next_place(Seat seat);
  void cross(SeatSet movers);
  void make_room_for_ahoggya();
  SeatSet met_by(Seat seat, SeatSet together) const;
  void notice(const Move& move);
  void end_action(int base);
  void enqueue(Trigger trigger);
  void finish_race();
  void stop_by_watchdog();

  Race& race_;
};

template <class Hook>
void Engine::each_watcher(PieceSet kinds, Hook&& hook) {
  kinds &= race_.active;
  if (kinds == 0) return;
  for (Seat seat = 0; seat < race_.seats; ++seat) {
    const Piece piece = race_.piece[seat];
    if ((kinds & piece_bit(piece)) != 0) hook(power_of(piece), seat);
  }
}

}  // namespace clanhouse::changakarnikh
