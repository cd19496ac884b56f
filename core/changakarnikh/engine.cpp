// The agenda of a race: what is waited for, triggers, decisions and dice, the stages of a turn.
// Moves and places are in moves.cpp.
#include "core/changakarnikh/engine.h"

#include <algorithm>
#include <cassert>

namespace clanhouse::changakarnikh {

Race make_race(std::span<const Piece> pieces, Seat first, int number) {
  Race race;
  race.seats = static_cast<std::uint8_t>(pieces.size());
  std::copy(pieces.begin(), pieces.end(), race.piece.begin());
  race.first = race.to_move = static_cast<std::uint8_t>(first);
  race.number = static_cast<std::uint8_t>(number);
  if (const Seat matron = race.seat_of(Piece::kMatron); matron != kNobody) {
    race.ward_candidates = static_cast<SeatSet>(race.all() & ~seat_bit(matron));
    race.stage = Stage::kWard;
  }
  return race;
}

// ---- The agenda ----

void Engine::push(TaskKind kind, int seat, int a, int b) {
  assert(race_.agenda_size < Race::kAgendaCapacity);
  race_.agenda[race_.agenda_size++] = {kind, static_cast<std::uint8_t>(seat),
                                       static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
}

void Engine::declare(Seat seat, int a, int b) {
  const bool asked = race_.is_active(Piece::kIllomened) && race_.piece[seat] != Piece::kIllomened &&
                     power_of(race_.piece[seat]).cancellable;
  push(asked ? TaskKind::kAskCancel : TaskKind::kCarryOut, seat, a, b);
}

void Engine::trigger(Seat owner, Seat other, SeatSet met) {
  if (race_.pending_size == Race::kPendingCapacity) {
    race_.watchdogs |= Race::kQueueFull;
    return;
  }
  race_.pending[race_.pending_size++] = {static_cast<std::uint8_t>(owner),
                                         static_cast<std::uint8_t>(other), met};
}

void Engine::enqueue(Trigger trigger) {
  if (race_.queue_size == Race::kQueueCapacity) {
    race_.watchdogs |= Race::kQueueFull;
    return;
  }
  race_.queue[(race_.queue_head + race_.queue_size++) % Race::kQueueCapacity] = trigger;
}

// Queues what the action has set off: round the table from the piece whose turn it is, by the
// other piece where one has several (§4).
void Engine::end_action(int base) {
  const auto begin = race_.pending.begin() + base;
  const auto end = race_.pending.begin() + race_.pending_size;
  const auto key = [&](Trigger t) {
    return race_.after_mover(t.owner) * kMaxSeats + race_.after_mover(t.other);
  };
  // Insertion keeps equals in the order in which they happened; there are rarely more than three.
  for (auto next = begin; next != end; ++next) {
    const Trigger moving = *next;
    auto slot = next;
    for (; slot != begin && key(*(slot - 1)) > key(moving); --slot) *slot = *(slot - 1);
    *slot = moving;
  }
  for (auto it = begin; it != end; ++it) {
    enqueue(*it);
    *it = {};
  }
  race_.pending_size = static_cast<std::uint8_t>(base);
}

void Engine::next_trigger() {
  if (race_.triggers == kMaxTriggersInTurn) {
    race_.watchdogs |= Race::kTooManyTriggers;
    race_.queue = {};
    race_.queue_size = race_.queue_head = 0;
    return;
  }
  ++race_.triggers;
  const Trigger trigger = race_.queue[race_.queue_head];
  race_.queue[race_.queue_head] = {};
  race_.queue_head = static_cast<std::uint8_t>((race_.queue_head + 1) % Race::kQueueCapacity);
  if (--race_.queue_size == 0) race_.queue_head = 0;
  if (race_.is_on_track(trigger.owner)) {
    power_of(race_.piece[trigger.owner]).resolve(*this, trigger.owner, trigger);
  }
}

void Engine::used(Seat seat) {
  if (race_.uses[seat] < 255) ++race_.uses[seat];
  each_watcher(kWatchers.on_use,
               [&](const Power& power, Seat me) { power.on_use(*this, me, seat); });
}

void Engine::run() {
  while (true) {
    if (race_.agenda_size > 0) {
      const Task task = race_.agenda[race_.agenda_size - 1];
      if (task.kind == TaskKind::kDie) return;
      if (task.kind <= TaskKind::kAskStep) {
        // A decision with one option is taken without asking.
        ActionList steps;
        legal(steps);
        if (steps.size() != 1) return;
        decide(steps[0]);
        continue;
      }
      race_.agenda[--race_.agenda_size] = {};
      execute(task);
    } else if (race_.queue_size > 0) {
      next_trigger();
    } else if (race_.over()) {
      return;
    } else {
      run_stage();
    }
  }
}

void Engine::execute(Task task) {
  switch (task.kind) {
    case TaskKind::kOffer:
    case TaskKind::kAskCancel:
    case TaskKind::kAskStep:
    case TaskKind::kDie: break;
    case TaskKind::kCarryOut:
      push(TaskKind::kEndAction, task.seat, race_.pending_size);
      power_of(race_.piece[task.seat]).effect(*this, task.seat, task.a, task.b);
      break;
    case TaskKind::kEndAction: end_action(task.a); break;
    case TaskKind::kAdvance: carry_out_advance(task.a, task.b); break;
    case TaskKind::kRollMove: roll_move(task.seat, task.b); break;
    case TaskKind::kFollow: follow(task.seat, task.a, task.b); break;
    case TaskKind::kLower:
      if (has_flag(Race::kLowering) && has_flag(Race::kFresh) && race_.number_seen > 1 &&
          race_.is_active(Piece::kBoisterous)) {
        declare(race_.seat_of(Piece::kBoisterous));
      }
      race_.roll_flags &= static_cast<std::uint8_t>(~Race::kFresh);
      break;
    case TaskKind::kTakePlace: take_place(task.seat); break;
    case TaskKind::kOnPlace:
      power_of(race_.piece[task.seat]).on_place(*this, task.seat, task.a);
      break;
    case TaskKind::kAfterPlace:
      if (race_.places == 2) finish_race();
      break;
  }
}

// ---- Decisions and dice ----

Actor RaceQueries::actor(const Race& race) {
  if (race.over()) return Actor::none();
  const Task task = race.agenda[race.agenda_size - 1];
  if (task.kind == TaskKind::kDie) return Actor::of_chance();
  return Actor::of_seat(task.kind == TaskKind::kAskCancel ? race.seat_of(Piece::kIllomened)
                                                          : task.seat);
}

void RaceQueries::legal(ActionList& steps) const {
  steps.clear();
  const Task task = race_.agenda[race_.agenda_size - 1];
  switch (task.kind) {
    case TaskKind::kOffer:
      power_of(race_.piece[task.seat]).options(*this, task.seat, task, steps);
      break;
    case TaskKind::kAskCancel:
      steps.push_back(action(StepKind::kAllow));
      steps.push_back(action(StepKind::kCancel));
      break;
    case TaskKind::kAskStep:
      steps.push_back(action(StepKind::kStay));
      steps.push_back(action(StepKind::kStep));
      break;
    default: break;
  }
}

void Engine::apply(Action step) {
  decide(step);
  run();
}

void Engine::decide(Action step) {
  const Task task = race_.agenda[--race_.agenda_size];
  race_.agenda[race_.agenda_size] = {};
  if (task.kind == TaskKind::kOffer) {
    const Power& power = power_of(race_.piece[task.seat]);
    if (power.chosen != nullptr) {
      power.chosen(*this, task.seat, task, step);
    } else if (!is_refusal(step.kind)) {
      const bool names = kStepWords[static_cast<int>(step.kind)].argument != ArgumentKind::kNothing;
      declare(task.seat, names ? step.argument : task.a, task.b);
    }
  } else if (step.kind == StepKind::kAllow) {
    push(TaskKind::kCarryOut, task.seat, task.a, task.b);
  } else if (step.kind == StepKind::kCancel) {
    // The cancelling is an action of its own, and the step belongs to it.
    const Power& power = power_of(race_.piece[task.seat]);
    if (power.cancelled != nullptr) power.cancelled(*this, task.seat, task.a, task.b);
    push(TaskKind::kEndAction, 0, race_.pending_size);
    used(race_.seat_of(Piece::kIllomened));
    if (race_.is_on_track(task.seat) && can_advance(task.seat, 1)) {
      push(TaskKind::kAskStep, task.seat);
    }
  } else if (step.kind == StepKind::kStep) {
    advance(task.seat, 1);
  }
}

void Engine::apply_die(int number) {
  const Task task = race_.agenda[--race_.agenda_size];
  race_.agenda[race_.agenda_size] = {};
  roll_die_for(static_cast<DieFor>(task.a), task.seat, task.b, number);
  run();
}

void Engine::roll_die_for(DieFor purpose, Seat seat, int other, int number) {
  switch (purpose) {
    case DieFor::kReroll: used(seat); [[fallthrough]];
    case DieFor::kMovement: set_flag(Race::kFresh); [[fallthrough]];
    case DieFor::kScheme:
      race_.number_seen = static_cast<std::uint8_t>(number);
      ++race_.dice;
      break;
    case DieFor::kContestOwn:
      ++race_.contest_dice;
      // The second die's task carries the first number beside the seat.
      push(TaskKind::kDie, seat, static_cast<int>(DieFor::kContestOther), other | number << 4);
      break;
    case DieFor::kContestOther: {
      ++race_.contest_dice;
      const bool lost = number > other >> 4;  // ties are the Philosopher's
      used(seat);
      count_ahead(seat_bit(lost ? other & 15 : seat), 2);
      break;
    }
  }
}

// ---- The turn ----

// One stage of the turn; where nothing has to be resolved in between, the next ones too.
void Engine::run_stage() {
  if (race_.stage > Stage::kTurnBegin && race_.has_finished(race_.to_move)) {
    race_.stage = Stage::kTurnEnd;
  }
  switch (race_.stage) {
    case Stage::kWard:
      race_.stage = Stage::kTurnBegin;
      if ((rules().powers_off & piece_bit(Piece::kMatron)) == 0) {
        offer(race_.seat_of(Piece::kMatron));
      }
      break;
    case Stage::kTurnEnd:
      end_turn();
      if (race_.over()) break;
      [[fallthrough]];
    case Stage::kTurnBegin:
      begin_turn();
      if (!idle() || race_.stage != Stage::kStartPowers) break;
      [[fallthrough]];
    case Stage::kStartPowers:
      race_.stage = Stage::kChooseMove;
      if (mover_has(kWatchers.start_of_turn)) mover_power().start_of_turn(*this, race_.to_move);
      if (!idle()) break;
      [[fallthrough]];
    case Stage::kChooseMove:
      // Most rolls concern nobody but the roller.
      race_.stage = race_.active & kWatchers.any_roll ? Stage::kCompanion : Stage::kDie;
      if (mover_has(kWatchers.choose_move)) mover_power().choose_move(*this, race_.to_move);
      if (!idle() || race_.stage != Stage::kDie) break;
      [[fallthrough]];
    case Stage::kDie:
      race_.stage = race_.active & kWatchers.any_roll ? Stage::kReroll : Stage::kMove;
      if (has_flag(Race::kLowering)) push(TaskKind::kLower, race_.to_move);
      push(TaskKind::kDie, race_.to_move, static_cast<int>(DieFor::kMovement));
      break;
    case Stage::kCompanion:
      race_.stage = Stage::kBoisterous;
      ask_companion();
      break;
    case Stage::kBoisterous:
      race_.stage = Stage::kDie;
      ask_at_roll(Stage::kBoisterous);
      break;
    case Stage::kReroll:
      race_.stage = Stage::kSeen;
      ask_at_roll(Stage::kReroll);
      break;
    case Stage::kSeen:
      race_.stage = Stage::kGeneral;
      show_number(true);
      break;
    case Stage::kGeneral:
      race_.stage = has_flag(Race::kStopped) ? Stage::kTurnEnd : Stage::kMove;
      if (!has_flag(Race::kStopped)) ask_at_roll(Stage::kGeneral);
      break;
    case Stage::kMove: {
      const int spaces = has_flag(Race::kFour) ? 4 : race_.number_seen;
      race_.stage = Stage::kTurnEnd;
      push(TaskKind::kEndAction, race_.to_move, race_.pending_size);
      if (mover_has(kWatchers.before_counting)) {
        push(TaskKind::kRollMove, race_.to_move, 0, spaces);
        mover_power().before_counting(*this, race_.to_move, spaces);
      } else {
        roll_move(race_.to_move, spaces);
      }
      break;
    }
    case Stage::kSchemeSeen:
      race_.stage = Stage::kSchemeTarget;
      show_number(false);
      break;
    case Stage::kSchemeTarget:
      race_.stage = Stage::kTurnEnd;
      mover_power().choose_target(*this, race_.to_move);
      break;
    case Stage::kOver: break;
  }
}

void Engine::show_number(bool movement_roll) {
  if ((race_.active & kWatchers.on_seen) == 0) return;
  const int base = race_.pending_size;
  each_watcher(kWatchers.on_seen, [&](const Power& power, Seat me) {
    power.on_seen(*this, me, race_.number_seen, movement_roll);
  });
  end_action(base);
}

void Engine::ask_companion() { ask_at_roll(Stage::kCompanion); }

void Engine::ask_at_roll(Stage stage) {
  each_watcher(kWatchers.at_roll[static_cast<int>(stage)],
               [&](const Power& power, Seat me) { power.at_roll(*this, me); });
}

void Engine::begin_turn() {
  const Seat mover = race_.to_move;
  if (contains(race_.resting, mover)) {
    race_.resting &= static_cast<SeatSet>(~seat_bit(mover));
    race_.stage = Stage::kTurnEnd;
    return;
  }
  note_who_is_behind_widow(race_.on_track);
  race_.stage = Stage::kStartPowers;
  if (contains(race_.entered, mover)) return;
  enter(mover);
  if (rules().entry == Rules::Entry::kOnly) race_.stage = Stage::kTurnEnd;
}

void Engine::note_who_is_behind_widow(SeatSet seats) {
  if (!race_.is_active(Piece::kWidow)) return;
  const Seat widow = race_.seat_of(Piece::kWidow);
  for_each_seat(seats, [&](Seat seat) {
    race_.behind_widow &= static_cast<SeatSet>(~seat_bit(seat));
    if (race_.position[seat] < race_.position[widow]) race_.behind_widow |= seat_bit(seat);
  });
}

void Engine::enter(Seat seat) {
  race_.position[seat] = static_cast<std::uint8_t>(race_.place_in_turn_order(seat));
  race_.entered |= seat_bit(seat);
  race_.on_track |= seat_bit(seat);
  race_.active |= piece_bit(race_.piece[seat]) & kWholeSet & ~rules().powers_off;
  if (ahoggya() != kNobody) {
    const int base = race_.pending_size;
    make_room_for_ahoggya();
    end_action(base);
  }
  // Compared just after entering and any put-back, for a piece that entered (§5.9).
  note_who_is_behind_widow(race_.piece[seat] == Piece::kWidow ? race_.on_track : seat_bit(seat));
}

void Engine::end_turn() {
  if (++race_.turns >= kMaxTurns) {
    stop_by_watchdog();
    return;
  }
  do {
    race_.to_move = static_cast<std::uint8_t>(race_.round_table(race_.to_move + 1));
    if (race_.to_move == race_.first && race_.round < 255) ++race_.round;
  } while (race_.has_finished(race_.to_move));
  race_.stage = Stage::kTurnBegin;
  race_.triggers = 0;
  race_.dice = race_.contest_dice = race_.number_seen = race_.roll_flags = race_.skip_to = 0;
  race_.behind_widow = 0;
}

}  // namespace clanhouse::changakarnikh
