// Network inputs and policy slots of both games. Seats are seen from the viewer: index 0 is the
// viewer, then round the table, so that one network plays every seat.
#include <algorithm>
#include <utility>

#include "core/changakarnikh/game.h"

namespace clanhouse::changakarnikh {
namespace {

// Of a race, for each seat: which piece (one of 26), position, also as one of all spaces and as the
// steps that it is ahead of the viewer's, on the track, finished, resting, first or second place,
// score, uses of its power, whether it is its turn, its place in the turn order, whether it may be
// / is known to be the ward, whether it has entered, is being passed by the Widow, and has a
// trigger waiting as owner or as the other. What happens depends on exact spaces and distances,
// which a net is slow to make out of a number.
constexpr int kFarthest = 6;  // steps ahead or behind that are told apart: what a die can bridge
constexpr int kLeadFeatures = 2 * kFarthest + 1;
constexpr int kSeatFeatures = kPieceKinds + 16 + (kFinished + 1) + kLeadFeatures;
// Of the race: number, the die, flags of the roll, stage, blessed count, whom the decision that is
// due is about.
constexpr int kRaceFeatures = 6 + 5 + static_cast<int>(Stage::kOver) + 1 + kMaxSeats;
// Of each task on top of the agenda: its kind, its seat, what a and b are as seats, as numbers and,
// b, bit by bit. What has been chosen but not carried out yet is only there.
constexpr int kTasks = 3;
constexpr int kTaskKinds = static_cast<int>(TaskKind::kAfterPlace) + 1;
constexpr int kTaskBits = 6;
constexpr int kTaskFeatures = kTaskKinds + 3 * kMaxSeats + 2 + kTaskBits;
constexpr int kRaceTotal = kMaxSeats * kSeatFeatures + kRaceFeatures + kTasks * kTaskFeatures;
// Of the draft: where each piece is (undrawn, dead, removed, in the parade at one of four places,
// in one of six teams unraced or raced, picked by one of six).
constexpr int kWhereFeatures = 3 + kParadePlaces + 2 * kMaxSeats + kMaxSeats;
constexpr int kDraftTotal = kSetSize * kWhereFeatures + 2 * kMaxSeats + 9;

class Writer {
 public:
  explicit Writer(std::span<float> out) : out_(out) {}
  void add(float value) { out_[next_++] = value; }
  void add_flag(bool value) { add(value ? 1.F : 0.F); }
  void add_one_hot(int value, int count) {
    for (int i = 0; i < count; ++i) add_flag(i == value);
  }

 private:
  std::span<float> out_;
  std::size_t next_ = 0;
};

void encode_task(const Task& task, bool there, int seats, Seat viewer, Writer& writer) {
  writer.add_one_hot(there ? static_cast<int>(task.kind) : -1, kTaskKinds);
  for (const int seat :
       {static_cast<int>(task.seat), static_cast<int>(task.a), static_cast<int>(task.b)}) {
    const bool is_seat = there && seat < seats;
    writer.add_one_hot(is_seat ? (seat - viewer + seats) % seats : -1, kMaxSeats);
  }
  writer.add(there ? static_cast<float>(task.a) / 16 : 0);
  writer.add(there ? static_cast<float>(task.b) / 16 : 0);
  for (int bit = 0; bit < kTaskBits; ++bit) writer.add_flag(there && (task.b >> bit & 1) != 0);
}

// Owners and others of the triggers that wait.
std::pair<SeatSet, SeatSet> waiting_triggers(const Race& race) {
  SeatSet owners = 0;
  SeatSet others = 0;
  const auto note = [&](const Trigger& trigger) {
    owners |= seat_bit(trigger.owner);
    others |= seat_bit(trigger.other);
  };
  for (int i = 0; i < race.queue_size; ++i) {
    note(race.queue[(race.queue_head + i) % Race::kQueueCapacity]);
  }
  for (int i = 0; i < race.pending_size; ++i) note(race.pending[i]);
  return {owners, others};
}

void encode_race(const Race& race, Seat viewer, Writer& writer) {
  const int seats = race.seats;
  const auto [owners, others] = waiting_triggers(race);
  for (int i = 0; i < kMaxSeats; ++i) {
    const Seat seat = (viewer + i) % seats;
    const bool there = i < seats;
    writer.add_one_hot(there ? static_cast<int>(race.piece[seat]) : -1, kPieceKinds);
    writer.add(there ? static_cast<float>(race.position[seat]) / kFinished : 0);
    writer.add_one_hot(there ? race.position[seat] : -1, kFinished + 1);
    const int lead = race.position[seat] - race.position[viewer];
    writer.add_one_hot(there ? std::clamp(lead, -kFarthest, kFarthest) + kFarthest : -1,
                       kLeadFeatures);
    writer.add_flag(there && race.is_on_track(seat));
    writer.add_flag(there && race.has_finished(seat));
    writer.add_flag(there && contains(race.resting, seat));
    writer.add_flag(there && race.places > 0 && race.place[0] == seat);
    writer.add_flag(there && race.places > 1 && race.place[1] == seat);
    writer.add(there ? static_cast<float>(race.score[seat]) / 20 : 0);
    writer.add(there ? static_cast<float>(race.uses[seat]) / 20 : 0);
    writer.add_flag(there && race.to_move == seat);
    writer.add(there ? static_cast<float>(race.place_in_turn_order(seat)) / kMaxSeats : 0);
    writer.add_flag(there && contains(race.ward_candidates, seat));
    writer.add_flag(there && race.ward == seat);
    writer.add_flag(there && contains(race.entered, seat));
    writer.add_flag(there && contains(race.behind_widow, seat));
    writer.add_flag(there && contains(owners, seat));
    writer.add_flag(there && contains(others, seat));
  }
  writer.add(static_cast<float>(race.number) / 8);
  writer.add(static_cast<float>(race.number_seen) / 6);
  writer.add(static_cast<float>(race.blessed_used) / kBlessedLimit);
  writer.add(static_cast<float>(std::min<int>(race.turns, 100)) / 100);
  writer.add(static_cast<float>(race.queue_size) / Race::kQueueCapacity);
  writer.add(static_cast<float>(race.skip_to) / kFinished);
  for (int flag = 0; flag < 5; ++flag) writer.add_flag((race.roll_flags >> flag & 1) != 0);
  writer.add_one_hot(static_cast<int>(race.stage), static_cast<int>(Stage::kOver) + 1);
  const bool waiting = race.agenda_size > 0;
  const Task task = waiting ? race.agenda[race.agenda_size - 1] : Task{};
  const int about = task.kind == TaskKind::kAskCancel ? task.seat : task.a;
  for (int i = 0; i < kMaxSeats; ++i) {
    writer.add_flag(waiting && i < seats && (viewer + i) % seats == about);
  }
  for (int i = 0; i < kTasks; ++i) {
    const bool there = i < race.agenda_size;
    encode_task(there ? race.agenda[race.agenda_size - 1 - i] : Task{}, there, seats, viewer,
                writer);
  }
}

void encode_draft(const State& s, const Config& config, Seat viewer, Writer& writer) {
  const int seats = config.players;
  const auto seen_from = [&](int seat) { return (seat - viewer + seats) % seats; };
  for (int i = 0; i < kSetSize; ++i) {
    const int where = s.where[i];
    int slot = where == kUndrawn ? 0 : where == kDead ? 1 : 2;
    if (where == kInParade) {
      const auto place = std::find(s.parade.begin(), s.parade.end(), i) - s.parade.begin();
      slot = 3 + static_cast<int>(place);
    } else if (where >= kRaced) {
      slot = 3 + kParadePlaces + kMaxSeats + seen_from(where - kRaced);
    } else if (where >= kInTeam) {
      slot = 3 + kParadePlaces + seen_from(where - kInTeam);
    }
    writer.add_one_hot(slot, kWhereFeatures - kMaxSeats);
    for (int j = 0; j < kMaxSeats; ++j) {
      writer.add_flag(j < seats && s.picked[(viewer + j) % seats] == i);
    }
  }
  for (int j = 0; j < kMaxSeats; ++j) {
    const Seat seat = (viewer + j) % seats;
    writer.add(j < seats ? static_cast<float>(s.shares[seat]) / 8 : 0);
    writer.add(j < seats ? static_cast<float>(s.team[seat]) / kMaxTeam : 0);
  }
  writer.add_one_hot(static_cast<int>(s.phase), static_cast<int>(Phase::kOver) + 1);
  writer.add(static_cast<float>(s.races_run) / kMaxTeam);
}

// Where the slots of a kind of step begin.
constexpr int arguments_of(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::kNothing: return 1;
    case ArgumentKind::kPiece: return kSetSize;
    case ArgumentKind::kRacer:
    case ArgumentKind::kSeat: return kMaxSeats;
    case ArgumentKind::kSpace: return kFinished + 1;
  }
  return 0;
}
constexpr auto kFirstSlots = [] {
  std::array<int, kStepKinds + 1> slots{};
  for (int i = 0; i < kStepKinds; ++i) {
    slots[i + 1] = slots[i] + arguments_of(kStepWords[i].argument);
  }
  return slots;
}();

// Seats in steps are seen from the player who decides.
int slot_of(Action step, Seat decider, int seats) {
  const ArgumentKind kind = kStepWords[static_cast<std::size_t>(step.kind)].argument;
  const bool is_seat = kind == ArgumentKind::kRacer || kind == ArgumentKind::kSeat;
  const int argument = is_seat ? (step.argument - decider + seats) % seats : step.argument;
  return kFirstSlots[static_cast<std::size_t>(step.kind)] + argument;
}

}  // namespace

int StepGame::policy_count() const { return kFirstSlots[kStepKinds]; }

int Changakarnikh::feature_count() const { return kDraftTotal + kRaceTotal; }
void Changakarnikh::encode(const View& view, std::span<float> features) const {
  Writer writer(features);
  encode_draft(view.state, config_, view.seat, writer);
  encode_race(view.state.race, view.seat, writer);
}
int Changakarnikh::policy_index(const State& s, Action step) const {
  return slot_of(step, actor(s).seat(), config_.players);
}

int RaceGame::feature_count() const { return kRaceTotal; }
void RaceGame::encode(const View& view, std::span<float> features) const {
  Writer writer(features);
  encode_race(view.state, view.seat, writer);
}
int RaceGame::policy_index(const Race& race, Action step) const {
  return slot_of(step, actor(race).seat(), race.seats);
}

}  // namespace clanhouse::changakarnikh
