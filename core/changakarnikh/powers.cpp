// The pieces, each with its whole power in one place (rules/changakarnikh.md §5; power.h explains
// the columns). Four have rules of their own elsewhere: the Assassin and the Elder act before a
// race (draft.cpp); the Ahoggyá is a rule about where moves end (moves.cpp), the Ill-Omened Prince
// one about what is declared (Engine::declare).
#include <algorithm>
#include <array>

#include "core/changakarnikh/engine.h"

namespace clanhouse::changakarnikh {
namespace {

using enum StepKind;

// What several powers have in common.

SeatSet others_on_track(const RaceQueries& e, Seat me) {
  return static_cast<SeatSet>(e.race().on_track & ~seat_bit(me));
}

template <StepKind... kinds>
void choose_among(const RaceQueries&, Seat, Task, ActionList& steps) {
  (steps.push_back(action(kinds)), ...);
}

void list_racers(StepKind kind, SeatSet seats, ActionList& steps) {
  for_each_seat(seats, [&](Seat seat) { steps.push_back(action(kind, seat)); });
}

void offer_in_own_roll(Engine& e, Seat me) {
  if (me == e.race().to_move) e.offer(me);
}
void offer_in_others_roll(Engine& e, Seat me) {
  if (me != e.race().to_move) e.offer(me);
}

void declare_step(Engine& e, Seat me, Trigger trigger) {
  if (e.can_advance(me, 1)) e.declare(me, trigger.other);
}
void take_step(Engine& e, Seat me, int, int) {
  e.advance(me, 1);
  e.used(me);
}

// Makes a piece rest, if it is not resting already.
void offer_rest(Engine& e, Seat me, Trigger trigger) {
  if (e.race().is_on_track(trigger.other) && !contains(e.race().resting, trigger.other)) {
    e.offer(me, trigger.other);
  }
}

// What becomes of a cancelled power that was used instead of rolling.
void roll_if_rules_say(Engine& e, Seat, int, int) {
  const bool roll = e.rules().cancelled_move == Rules::CancelledMove::kRoll;
  e.go_to(roll ? Stage::kCompanion : Stage::kTurnEnd);
}

constexpr Power kAssassin = {.name = "assassin", .title = "the Assassin"};
constexpr Power kElder = {.name = "elder", .title = "the Elder"};

// 3. At the moment her ward takes first place, she takes second.
constexpr Power kMatron = {
    .name = "matron",
    .title = "the Matron",
    .female = true,
    .on_place =
        [](Engine& e, Seat me, Seat who) {
          const Race& race = e.race();
          if (race.places == 1 && who == race.ward && race.is_on_track(me)) e.declare(me);
        },
    .options =
        [](const RaceQueries& e, Seat me, Task, ActionList& steps) {
          list_racers(kWard, static_cast<SeatSet>(e.race().all() & ~seat_bit(me)), steps);
        },
    .chosen = [](Engine& e, Seat, Task, Action step) { e.race().ward = step.argument; },
    .effect =
        [](Engine& e, Seat me, int, int) {
          e.used(me);
          e.push(TaskKind::kTakePlace, me);
        }};

// 4. May move 5 instead of rolling; by a switch the Companion may come along.
constexpr Power kAridani = {
    .name = "aridani",
    .title = "the Aridáni",
    .female = true,
    .choose_move = [](Engine& e, Seat me) { e.offer(me); },
    .options = choose_among<kFive, kRoll>,
    .chosen =
        [](Engine& e, Seat me, Task, Action step) {
          if (step.kind == kFive) e.declare(me);
        },
    .effect =
        [](Engine& e, Seat me, int, int) {
          e.used(me);
          e.go_to(Stage::kTurnEnd);
          e.push(TaskKind::kRollMove, me, 0, 5);
          if (e.rules().companion_follows == Rules::CompanionFollows::kAnyMove) e.ask_companion();
        },
    .cancelled = roll_if_rules_say};

// 5. +1 when a movement die, or the Scheming Prince's, shows a seen 6.
constexpr Power kConsort = {.name = "consort",
                            .title = "the Consort",
                            .female = true,
                            .on_seen =
                                [](Engine& e, Seat me, int number, bool) {
                                  if (number == 6) e.trigger(me, e.race().to_move);
                                },
                            .resolve = declare_step,
                            .effect = take_step};

// 6. +1 at each use by another player's piece, at most 100 times; a cancelled time counts.
constexpr Power kBlessed = {
    .name = "blessed",
    .title = "the Hundred-Times Blessed Princess",
    .female = true,
    .on_use =
        [](Engine& e, Seat me, Seat user) {
          if (user != me) e.trigger(me, user);
        },
    .resolve =
        [](Engine& e, Seat me, Trigger trigger) {
          if (e.race().blessed_used == kBlessedLimit) return;
          if (!e.can_advance(me, 1)) return;
          e.declare(me, trigger.other);
        },
    .effect =
        [](Engine& e, Seat me, int, int) {
          ++e.race().blessed_used;
          take_step(e, me, 0, 0);
        },
    .cancelled = [](Engine& e, Seat, int, int) { ++e.race().blessed_used; }};

// 7. Every other piece moves one space towards her, all at once. A pull never ends at the gate.
SeatSet pulled_by(const RaceQueries& e, Seat me, Engine::Destinations& to) {
  SeatSet movers = 0;
  const int hers = e.position(me);
  for_each_seat(others_on_track(e, me), [&](Seat seat) {
    const int from = e.position(seat);
    const int end = from < hers ? from + 1 : from - 1;
    if (from == hers || end == kGate) return;
    to[seat] = static_cast<std::uint8_t>(end);
    movers |= seat_bit(seat);
  });
  return movers;
}
constexpr Power kGlorious = {.name = "glorious",
                             .title = "the Glorious Princess",
                             .female = true,
                             .cancellable = false,
                             .start_of_turn =
                                 [](Engine& e, Seat me) {
                                   Engine::Destinations to{};
                                   if (pulled_by(e, me, to) != 0) e.declare(me);
                                 },
                             .effect =
                                 [](Engine& e, Seat me, int, int) {
                                   Engine::Destinations to{};
                                   const SeatSet movers = pulled_by(e, me, to);
                                   if (e.move_together(movers, to, e.position(me))) e.used(me);
                                 }};

// 8. Each piece that lands on her or that she lands on: she may make it rest.
constexpr Power kAmbitious = {.name = "ambitious",
                              .title = "the Ambitious Princess",
                              .female = true,
                              .on_move =
                                  [](Engine& e, Seat me, const Move& move) {
                                    if (move.seat == me) {
                                      for_each_seat(move.met,
                                                    [&](Seat seat) { e.trigger(me, seat); });
                                    } else if (contains(move.met, me)) {
                                      e.trigger(me, move.seat);
                                    }
                                  },
                              .resolve = offer_rest,
                              .options = choose_among<kDecline, kRest>,
                              .effect =
                                  [](Engine& e, Seat me, int other, int) {
                                    e.race().resting |= seat_bit(other);
                                    e.used(me);
                                  }};

// 9. A piece that passes her in one turn: she may make it rest; then she moves back 1.
constexpr Power kWidow = {
    .name = "widow",
    .title = "the Widow",
    .female = true,
    .on_move =
        [](Engine& e, Seat me, const Move& move) {
          SeatSet& behind = e.race().behind_widow;
          if (!contains(behind, move.seat) || e.position(move.seat) <= e.position(me)) return;
          behind &= static_cast<SeatSet>(~seat_bit(move.seat));
          e.trigger(me, move.seat);
        },
    .resolve = offer_rest,
    .options = choose_among<kDecline, kRest>,
    .effect =
        [](Engine& e, Seat me, int other, int) {
          e.race().resting |= seat_bit(other);
          e.used(me);
          e.go_back(me, 1);
        }};

// 10. +5 whenever a female piece lands on a space with a non-female piece.
constexpr Power kMatchmaker = {
    .name = "matchmaker",
    .title = "the Matchmaker",
    .on_move =
        [](Engine& e, Seat me, const Move& move) {
          if (move.met == 0 || !e.is_female(move.seat)) return;
          bool suitor = false;
          for_each_seat(move.met, [&](Seat seat) { suitor |= !e.is_female(seat); });
          if (suitor) e.trigger(me, move.seat);
        },
    .resolve =
        [](Engine& e, Seat me, Trigger trigger) {
          if (e.can_advance(me, 5)) e.declare(me, trigger.other);
        },
    .effect =
        [](Engine& e, Seat me, int, int) {
          e.advance(me, 5);
          e.used(me);
        }};

// 11. Never shares a space (engine.cpp).
constexpr Power kAhoggya = {.name = "ahoggya", .title = "the Ahoggyá", .cancellable = false};

// 12. Lowers other players' movement dice by 1, unless waived for the whole roll.
constexpr Power kBoisterous = {.name = "boisterous",
                               .title = "the Boisterous Prince",
                               .roll_stage = Stage::kBoisterous,
                               .at_roll = offer_in_others_roll,
                               .options = choose_among<kLower, kWaive>,
                               .chosen =
                                   [](Engine& e, Seat, Task, Action step) {
                                     if (step.kind == kLower) e.set_flag(Race::kLowering);
                                   },
                               // Declared by TaskKind::kLower, after each die that it changes.
                               .effect =
                                   [](Engine& e, Seat me, int, int) {
                                     --e.race().number_seen;
                                     e.used(me);
                                   }};

// 13. May cancel other pieces' powers (engine.cpp).
constexpr Power kIllomened = {.name = "illomened", .title = "the Ill-Omened Prince"};

// 14. Counting ahead, each space with other pieces on the way may be skipped. a: the space it
// counts to, before §5.11; b: how many spaces it counts.
constexpr Power kPechoi = {
    .name = "pechoi",
    .title = "the Pé Chói",
    .before_counting =
        [](Engine& e, Seat me, int spaces) {
          const int next = e.position(me) + spaces;
          if (next > kThreshold) return;
          ActionList steps;
          power_of(Piece::kPechoi)
              .options(e, me, {TaskKind::kOffer, 0, 0, static_cast<std::uint8_t>(spaces)}, steps);
          if (steps.size() > 1) e.offer(me, 0, spaces);
        },
    .options =
        [](const RaceQueries& e, Seat me, Task offer, ActionList& steps) {
          // A space can be reached by skipping k others if so many on the way are occupied.
          const int unskipped = e.position(me) + offer.b;
          int occupied = 0;
          for (int space = e.position(me) + 1; space < unskipped; ++space) {
            occupied += e.on_space(space) != 0 ? 1 : 0;
          }
          for (int space = unskipped; space <= kFinished && space - unskipped <= occupied;
               ++space) {
            steps.push_back(action(kTo, space));
            occupied += space <= kThreshold && e.on_space(space) != 0 ? 1 : 0;
          }
        },
    .chosen =
        [](Engine& e, Seat me, Task offer, Action step) {
          if (step.argument != e.position(me) + offer.b) e.declare(me, step.argument, offer.b);
        },
    // The use is counted when it moves.
    .effect = [](Engine& e, Seat, int space,
                 int) { e.race().skip_to = static_cast<std::uint8_t>(space); }};

// 15. When another player's roll is a seen 1, that piece does not move and he moves 1.
constexpr Power kAdviser = {.name = "adviser",
                            .title = "the Adviser",
                            .on_seen =
                                [](Engine& e, Seat me, int number, bool movement_roll) {
                                  const Seat roller = e.race().to_move;
                                  if (number == 1 && movement_roll && roller != me)
                                    e.trigger(me, roller);
                                },
                            .resolve =
                                [](Engine& e, Seat me, Trigger trigger) {
                                  if (e.race().is_on_track(trigger.other))
                                    e.declare(me, trigger.other);
                                },
                            .effect =
                                [](Engine& e, Seat me, int, int) {
                                  e.set_flag(Race::kStopped);
                                  take_step(e, me, 0, 0);
                                }};

// 16. After each move of his, each piece overtaken in it: may send it back 1.
constexpr Power kSpiteful = {.name = "spiteful",
                             .title = "the Spiteful Prince",
                             .on_move =
                                 [](Engine& e, Seat me, const Move& move) {
                                   if (move.seat != me) return;
                                   for_each_seat(others_on_track(e, me), [&](Seat seat) {
                                     if (move.from < e.position(seat) && e.position(seat) < move.to)
                                       e.trigger(me, seat);
                                   });
                                 },
                             .resolve =
                                 [](Engine& e, Seat me, Trigger trigger) {
                                   const Seat other = trigger.other;
                                   if (e.race().is_on_track(other) && e.can_go_back(other, 1))
                                     e.offer(me, other);
                                 },
                             .options = choose_among<kDecline, kKick>,
                             .effect =
                                 [](Engine& e, Seat me, int other, int) {
                                   if (e.go_back(other, 1)) e.used(me);
                                 }};

// 17. When he lands or is landed on he may argue with one of those he met: the higher die moves 2.
constexpr Power kPhilosopher = {
    .name = "philosopher",
    .title = "the Philosopher",
    .on_move =
        [](Engine& e, Seat me, const Move& move) {
          if (move.seat != me) {
            if (contains(move.met, me)) e.trigger(me, move.seat, seat_bit(move.seat));
            return;
          }
          Seat nearest = kNobody;
          for_each_seat(move.met, [&](Seat seat) {
            const Race& race = e.race();
            if (nearest == kNobody || race.after_mover(seat) < race.after_mover(nearest)) {
              nearest = seat;
            }
          });
          if (nearest != kNobody) e.trigger(me, nearest, move.met);
        },
    .resolve =
        [](Engine& e, Seat me, Trigger trigger) {
          const int met = trigger.met & e.race().on_track;
          if (met != 0) e.offer(me, met);
        },
    .options =
        [](const RaceQueries&, Seat, Task offer, ActionList& steps) {
          list_racers(kArgue, offer.a, steps);
          steps.push_back(action(kDecline));
        },
    .effect =
        [](Engine& e, Seat me, int other, int) {
          e.push(TaskKind::kDie, me, static_cast<int>(DieFor::kContestOwn), other);
        }};

// 18. May move every piece in last place 2 ahead, all at once; then he moves 1.
constexpr Power kKindhearted = {.name = "kindhearted",
                                .title = "the Kind-Hearted Prince",
                                .start_of_turn = [](Engine& e, Seat me) { e.offer(me); },
                                .options = choose_among<kDecline, kUse>,
                                .effect =
                                    [](Engine& e, Seat me, int, int) {
                                      int lowest = kFinished;
                                      for_each_seat(e.race().on_track, [&](Seat seat) {
                                        lowest = std::min(lowest, e.position(seat));
                                      });
                                      SeatSet last = 0;
                                      for_each_seat(e.race().on_track, [&](Seat seat) {
                                        if (e.position(seat) == lowest) last |= seat_bit(seat);
                                      });
                                      e.used(me);
                                      e.push(TaskKind::kAdvance, me, seat_bit(me), 1);
                                      e.count_ahead(last, 2);
                                    }};

// 19. Instead of rolling: rolls a die, moves another piece back that many, then moves 1. Offered
// with a = 0 before the die and a = 1 for the target.
SeatSet targets_of_scheming(const RaceQueries& e, Seat me) {
  SeatSet targets = 0;
  const int number = e.race().number_seen;
  for_each_seat(others_on_track(e, me), [&](Seat seat) {
    const int end = e.space_behind(seat, number);
    bool to_gate;  // §5.11: nobody may choose a target that would put a piece there
    if (seat == e.ahoggya()) {
      to_gate = end == 1 && e.position(seat) != 1 && e.on_space(1) != 0;
    } else {
      to_gate = e.end_of_move(seat, end) == kGate && e.position(seat) != kGate;
    }
    if (!to_gate) targets |= seat_bit(seat);
  });
  return targets;
}
constexpr Power kScheming = {.name = "scheming",
                             .title = "the Scheming Prince",
                             .choose_move =
                                 [](Engine& e, Seat me) {
                                   if (others_on_track(e, me) != 0) e.offer(me, 0);
                                 },
                             .choose_target =
                                 [](Engine& e, Seat me) {
                                   if (targets_of_scheming(e, me) != 0) return e.offer(me, 1);
                                   e.declare(me, kNobody, e.race().number_seen);
                                 },
                             .options =
                                 [](const RaceQueries& e, Seat me, Task offer, ActionList& steps) {
                                   if (offer.a == 0) {
                                     choose_among<kRoll, kScheme>(e, me, offer, steps);
                                   } else {
                                     list_racers(kTarget, targets_of_scheming(e, me), steps);
                                   }
                                 },
                             .chosen =
                                 [](Engine& e, Seat me, Task, Action step) {
                                   if (step.kind == kTarget)
                                     e.declare(me, step.argument, e.race().number_seen);
                                   if (step.kind != kScheme) return;
                                   e.go_to(Stage::kSchemeSeen);
                                   e.push(TaskKind::kDie, me, static_cast<int>(DieFor::kScheme));
                                 },
                             .effect =
                                 [](Engine& e, Seat me, int target, int number) {
                                   const bool sent_back =
                                       target != kNobody && e.go_back(target, number);
                                   const bool stepped = e.advance(me, 1);
                                   if (sent_back || stepped) e.used(me);
                                 },
                             .cancelled = roll_if_rules_say};

// 20. Instead of rolling: moves to the space of another piece, which moves to his former space.
SeatSet targets_of_governor(const RaceQueries& e, Seat me) {
  SeatSet targets = 0;
  const int mine = e.position(me);
  if (mine == kGate) return 0;
  for_each_seat(others_on_track(e, me), [&](Seat seat) {
    if (e.position(seat) != mine && e.position(seat) != kGate) targets |= seat_bit(seat);
  });
  return targets;
}
constexpr Power kGovernor = {.name = "governor",
                             .title = "the Governor",
                             .choose_move =
                                 [](Engine& e, Seat me) {
                                   if (targets_of_governor(e, me) != 0) e.offer(me);
                                 },
                             .options =
                                 [](const RaceQueries& e, Seat me, Task, ActionList& steps) {
                                   list_racers(kGovern, targets_of_governor(e, me), steps);
                                   steps.push_back(action(kRoll));
                                 },
                             .chosen =
                                 [](Engine& e, Seat me, Task, Action step) {
                                   if (step.kind == kRoll) return;
                                   e.go_to(Stage::kTurnEnd);
                                   e.declare(me, step.argument);
                                 },
                             .effect =
                                 [](Engine& e, Seat me, int other, int) {
                                   const int former = e.position(me);
                                   e.move_to(me, e.position(other));
                                   e.move_to(other, former);
                                   e.used(me);
                                 },
                             .cancelled = roll_if_rules_say};

// 21. May reroll a movement roll once and must keep the second.
constexpr Power kHealthy = {
    .name = "healthy",
    .title = "the Healthy Prince",
    .roll_stage = Stage::kReroll,
    .at_roll = offer_in_own_roll,
    .options = choose_among<kKeep, kReroll>,
    .chosen =
        [](Engine& e, Seat me, Task, Action step) {
          if (step.kind == kKeep) return;
          e.push(TaskKind::kLower, me);  // lowered again; does nothing if there is no new die
          e.declare(me);
        },
    // The use is counted with the second die.
    .effect = [](Engine& e, Seat me, int,
                 int) { e.push(TaskKind::kDie, me, static_cast<int>(DieFor::kReroll)); }};

// 22. On coming first or second, its owner names another player and takes a point from them, if
// they have one.
constexpr Power kLateborn = {.name = "lateborn",
                             .title = "the Late-Born Prince",
                             .on_place =
                                 [](Engine& e, Seat me, Seat who) {
                                   if (who != me) return;
                                   for (Seat seat = 0; seat < e.race().seats; ++seat) {
                                     if (seat != me && e.race().score[seat] > 0) return e.offer(me);
                                   }
                                 },
                             .options =
                                 [](const RaceQueries& e, Seat me, Task, ActionList& steps) {
                                   for (Seat seat = 0; seat < e.race().seats; ++seat) {
                                     if (seat != me) steps.push_back(action(kTake, seat));
                                   }
                                 },
                             .chosen =
                                 [](Engine& e, Seat me, Task, Action step) {
                                   if (e.race().score[step.argument] > 0)
                                     e.declare(me, step.argument);
                                 },
                             .effect =
                                 [](Engine& e, Seat me, int victim, int) {
                                   --e.race().score[victim];
                                   ++e.race().score[me];
                                   e.used(me);
                                 }};

// 23. When another piece on its space rolls, it may move along. The use is counted when it does.
constexpr Power kCompanion = {
    .name = "companion",
    .title = "the Companion",
    .roll_stage = Stage::kCompanion,
    .at_roll =
        [](Engine& e, Seat me) {
          const Seat roller = e.race().to_move;
          if (roller != me && e.share_space(roller, me)) e.offer(me);
        },
    .options = choose_among<kFollow, kStay>,
    .effect = [](Engine& e, Seat, int, int) { e.set_flag(Race::kFollowing); }};

// 24. At the start of its turn it may move any other piece to its space.
SeatSet targets_of_lover(const RaceQueries& e, Seat me) {
  const int mine = e.position(me);
  SeatSet targets = 0;
  if (mine == kGate) return 0;
  for_each_seat(others_on_track(e, me), [&](Seat seat) {
    if (e.position(seat) == mine) return;
    // §5.11: the Ahoggyá would put the others there at the gate.
    if (seat == e.ahoggya() && mine == 1) return;
    targets |= seat_bit(seat);
  });
  return targets;
}
constexpr Power kLover = {.name = "lover",
                          .title = "the Lover",
                          .start_of_turn =
                              [](Engine& e, Seat me) {
                                if (targets_of_lover(e, me) != 0) e.offer(me);
                              },
                          .options =
                              [](const RaceQueries& e, Seat me, Task, ActionList& steps) {
                                steps.push_back(action(kDecline));
                                list_racers(kDrag, targets_of_lover(e, me), steps);
                              },
                          .effect =
                              [](Engine& e, Seat me, int other, int) {
                                e.move_to(other, e.position(me));
                                e.used(me);
                              }};

// 25. When its movement roll is a seen 1 or 2 it may move 4. The use is counted with the move.
constexpr Power kGeneral = {.name = "general",
                            .title = "the General",
                            .roll_stage = Stage::kGeneral,
                            .at_roll =
                                [](Engine& e, Seat me) {
                                  if (me == e.race().to_move && e.race().number_seen <= 2)
                                    e.offer(me);
                                },
                            .options = choose_among<kFour, kKeep>,
                            .effect = [](Engine& e, Seat, int, int) { e.set_flag(Race::kFour); }};

// The measuring stick: no piece of the set.
constexpr Power kPlain = {.name = "plain", .title = "a plain piece"};

constexpr std::array<const Power*, kPieceKinds> kTable = {
    &kAssassin,  &kElder,     &kMatron,      &kAridani,     &kConsort,    &kBlessed,   &kGlorious,
    &kAmbitious, &kWidow,     &kMatchmaker,  &kAhoggya,     &kBoisterous, &kIllomened, &kPechoi,
    &kAdviser,   &kSpiteful,  &kPhilosopher, &kKindhearted, &kScheming,   &kGovernor,  &kHealthy,
    &kLateborn,  &kCompanion, &kLover,       &kGeneral,     &kPlain};

constexpr Watchers find_watchers() {
  Watchers watchers;
  for (int i = 0; i < kPieceKinds; ++i) {
    const Power& power = *kTable[i];
    const PieceSet bit = piece_bit(static_cast<Piece>(i));
    if (power.start_of_turn != nullptr) watchers.start_of_turn |= bit;
    if (power.choose_move != nullptr) watchers.choose_move |= bit;
    if (power.at_roll != nullptr) watchers.at_roll[static_cast<int>(power.roll_stage)] |= bit;
    if (power.on_move != nullptr) watchers.on_move |= bit;
    if (power.on_seen != nullptr) watchers.on_seen |= bit;
    if (power.on_use != nullptr) watchers.on_use |= bit;
    if (power.on_place != nullptr) watchers.on_place |= bit;
    if (power.before_counting != nullptr) watchers.before_counting |= bit;
    if (power.at_roll != nullptr || power.on_seen != nullptr) watchers.any_roll |= bit;
  }
  return watchers;
}

}  // namespace

const std::array<const Power*, kPieceKinds> kPowers = kTable;
constexpr Watchers kFound = find_watchers();
const Watchers kWatchers = kFound;

std::string_view piece_name(Piece piece) { return power_of(piece).name; }
std::string_view piece_title(Piece piece) { return power_of(piece).title; }
bool is_female(Piece piece) { return power_of(piece).female; }

std::optional<Piece> find_piece(std::string_view name) {
  for (int i = 0; i < kPieceKinds; ++i) {
    if (kPowers[i]->name == name) return static_cast<Piece>(i);
  }
  return std::nullopt;
}

std::string Race::name_of(Seat seat) const {
  std::string name(piece_name(piece[seat]));
  if (piece[seat] != Piece::kPlain) return name;
  int before = 0;
  for (int i = 1; i < place_in_turn_order(seat); ++i) {
    before += piece[in_turn_order(i - 1)] == Piece::kPlain ? 1 : 0;
  }
  return before == 0 ? name : name + std::to_string(before + 1);
}

}  // namespace clanhouse::changakarnikh
