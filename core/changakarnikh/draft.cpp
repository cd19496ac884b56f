#include "core/changakarnikh/draft.h"

#include <algorithm>

#include "core/changakarnikh/engine.h"

namespace clanhouse::changakarnikh {
namespace {

Piece piece_at(std::size_t number) { return static_cast<Piece>(number); }
std::uint8_t number_of(Piece piece) { return static_cast<std::uint8_t>(piece); }

}  // namespace

void Draft::start() {
  state_.race.seats = static_cast<std::uint8_t>(config_.players);
  for (Seat seat = 0; seat < config_.players; ++seat) {
    state_.shares[seat] = static_cast<std::uint8_t>(config_.shares);
  }
}

int DraftQueries::count(std::uint8_t where) const {
  return static_cast<int>(std::count(state_.where.begin(), state_.where.end(), where));
}

void DraftQueries::list(StepKind kind, std::uint8_t where, ActionList& steps) const {
  for (int i = 0; i < kSetSize; ++i) {
    if (state_.where[i] == where) steps.push_back(action(kind, i));
  }
}

void DraftQueries::legal(ActionList& steps) const {
  steps.clear();
  const Seat seat = state_.to_act;
  const auto own = static_cast<std::uint8_t>(kInTeam + seat);
  switch (state_.phase) {
    case Phase::kBuy:
      for (int place = 0; place < kParadePlaces; ++place) {
        if (state_.parade[place] != kNobody && place + 1 <= state_.shares[seat]) {
          steps.push_back(action(StepKind::kBuy, state_.parade[place]));
        }
      }
      std::sort(steps.begin(), steps.end());
      steps.push_back(action(StepKind::kPass));
      break;
    case Phase::kName:
      steps.push_back(action(StepKind::kDecline));
      for (int i = 0; i < kSetSize; ++i) {
        if (state_.where[i] >= kInTeam) steps.push_back(action(StepKind::kName, i));
      }
      break;
    case Phase::kReplace: list(StepKind::kReplace, kDead, steps); break;
    case Phase::kPick: list(StepKind::kPick, own, steps); break;
    case Phase::kElder:
      steps.push_back(action(StepKind::kDecline));
      list(StepKind::kSwap, own, steps);
      break;
    default: break;
  }
}

void DraftQueries::outcomes(OutcomeList& outcomes) const {
  outcomes.clear();
  const bool drawing = state_.phase == Phase::kDraw;
  const std::uint8_t from = drawing ? kUndrawn : kDead;
  const float probability = 1.F / static_cast<float>(count(from));
  for (int i = 0; i < kSetSize; ++i) {
    if (state_.where[i] != from) continue;
    outcomes.push_back(
        {{drawing ? ChanceKind::kDraw : ChanceKind::kReplace, static_cast<std::uint8_t>(i)},
         probability});
  }
}

void Draft::apply(Outcome outcome) {
  if (outcome.kind == ChanceKind::kDraw) {
    draw(piece_at(outcome.value));
  } else {
    replace_named(piece_at(outcome.value));
  }
  run_single_options();
}

// A decision with one option is taken without asking.
void Draft::run_single_options() {
  while (state_.phase == Phase::kBuy || state_.phase == Phase::kPick ||
         (state_.phase == Phase::kReplace &&
          config_.rules.assassin_replacement == Rules::Replacement::kChosen)) {
    ActionList steps;
    legal(steps);
    if (steps.size() != 1) return;
    decide(steps[0]);
  }
}

void Draft::apply(Action step) {
  decide(step);
  run_single_options();
}

void Draft::decide(Action step) {
  switch (step.kind) {
    case StepKind::kBuy: {
      const auto slot = std::find(state_.parade.begin(), state_.parade.end(), step.argument);
      *slot = kNobody;
      state_.shares[state_.to_act] -= static_cast<std::uint8_t>(slot - state_.parade.begin() + 1);
      take(piece_at(step.argument), state_.to_act);
      next_in_parade();
      break;
    }
    case StepKind::kPass: next_in_parade(); break;
    case StepKind::kName:
      state_.named = step.argument;
      state_.phase = Phase::kReplace;
      break;
    case StepKind::kReplace: replace_named(piece_at(step.argument)); break;
    case StepKind::kPick:
      state_.picked[state_.to_act] = step.argument;
      if (++state_.to_act == config_.players) reveal();
      break;
    case StepKind::kSwap:
      state_.where[state_.picked[state_.to_act]] =
          static_cast<std::uint8_t>(kInTeam + state_.to_act);
      state_.picked[state_.to_act] = step.argument;
      start_race();
      break;
    case StepKind::kDecline:
      if (state_.phase == Phase::kName) {
        select();
      } else {
        start_race();
      }
      break;
    default: break;
  }
}

// ---- The parade ----

void Draft::take(Piece piece, Seat seat) {
  state_.where[number_of(piece)] = static_cast<std::uint8_t>(kInTeam + seat);
  ++state_.team[seat];
}

// Moves the unbroken run of pieces from a place down by one; true if one is bumped off place 1.
bool Draft::step_down(int place) {
  if (place < 0) return true;
  const std::uint8_t piece = state_.parade[place];
  if (piece == kNobody) return false;
  const bool bumped = step_down(place - 1);
  if (bumped && place == 0) {
    take(piece_at(piece), state_.to_act);
  } else if (place > 0) {
    state_.parade[place - 1] = piece;
  }
  state_.parade[place] = kNobody;
  return bumped;
}

void Draft::draw(Piece piece) {
  const bool taken = step_down(kParadePlaces - 1);
  state_.parade[kParadePlaces - 1] = number_of(piece);
  state_.where[number_of(piece)] = kInParade;
  state_.phase = Phase::kBuy;
  if (taken) next_in_parade();
}

// The next player whose team is not full; after the last piece has been drawn, the parade moves
// by itself.
void Draft::next_in_parade() {
  const auto full = [&](Seat seat) { return state_.team[seat] == config_.team_size(); };
  Seat next = state_.to_act;
  for (int i = 0; i < config_.players; ++i) {
    next = (next + 1) % config_.players;
    if (!full(next)) break;
  }
  if (full(next)) {
    end_parade();
    return;
  }
  state_.to_act = static_cast<std::uint8_t>(next);
  if (count(kUndrawn) > 0) {
    state_.phase = Phase::kDraw;
    return;
  }
  // Every piece steps down one place.
  state_.phase = Phase::kBuy;
  const std::uint8_t first = state_.parade[0];
  std::rotate(state_.parade.begin(), state_.parade.begin() + 1, state_.parade.end());
  state_.parade[kParadePlaces - 1] = kNobody;
  if (first != kNobody) {
    take(piece_at(first), next);
    next_in_parade();
  }
}

void Draft::end_parade() {
  for (std::uint8_t& where : state_.where) {
    if (where == kUndrawn || where == kInParade) where = kDead;
  }
  state_.parade.fill(kNobody);
  const int assassin = state_.where_is(Piece::kAssassin);
  const bool off = (config_.rules.powers_off & piece_bit(Piece::kAssassin)) != 0;
  if (assassin >= kInTeam && count(kDead) > 0 && !off) {
    state_.to_act = static_cast<std::uint8_t>(assassin - kInTeam);
    state_.phase = Phase::kName;
  } else {
    select();
  }
}

void Draft::replace_named(Piece piece) {
  state_.where[number_of(piece)] = state_.where[state_.named];
  state_.where[state_.named] = kRemoved;
  state_.named = kNobody;
  select();
}

// ---- Before a race ----

void Draft::select() {
  state_.phase = Phase::kPick;
  state_.picked.fill(kNobody);
  state_.to_act = 0;
}

void Draft::reveal() {
  for (Seat seat = 0; seat < config_.players; ++seat) {
    state_.where[state_.picked[seat]] = static_cast<std::uint8_t>(kRaced + seat);
  }
  if ((config_.rules.powers_off & piece_bit(Piece::kElder)) == 0) {
    for (Seat seat = 0; seat < config_.players; ++seat) {
      if (state_.picked[seat] != number_of(Piece::kElder)) continue;
      if (count(static_cast<std::uint8_t>(kInTeam + seat)) == 0) continue;
      state_.to_act = static_cast<std::uint8_t>(seat);
      state_.phase = Phase::kElder;
      return;
    }
  }
  start_race();
}

void Draft::start_race() {
  std::array<Piece, kMaxSeats> pieces{};
  for (Seat seat = 0; seat < config_.players; ++seat) {
    pieces[seat] = piece_at(state_.picked[seat]);
    state_.where[state_.picked[seat]] = static_cast<std::uint8_t>(kRaced + seat);
  }
  // The winner goes last.
  const Seat first = state_.races_run == 0 ? 0 : (state_.race.place[0] + 1) % config_.players;
  Race race = make_race({pieces.data(), static_cast<std::size_t>(config_.players)}, first,
                        state_.races_run + 1);
  race.score = state_.race.score;
  race.blessed_used = state_.race.blessed_used;
  state_.race = race;
  state_.picked.fill(kNobody);
  state_.to_act = 0;
  state_.phase = Phase::kRace;
  Engine(state_.race, config_.rules).start();
}

void Draft::after_race() {
  if (state_.race.watchdogs != 0) ++state_.watchdogs;
  if (++state_.races_run == config_.team_size()) {
    state_.phase = Phase::kOver;
    return;
  }
  select();
  run_single_options();
}

// ---- The pot ----

std::array<double, kMaxSeats> pot_shares(std::span<const std::uint16_t> scores) {
  constexpr std::array<double, kMaxSeats> kPrizes = {1.0 / 2, 1.0 / 3, 1.0 / 6, 0, 0, 0};
  std::array<double, kMaxSeats> shares{};
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    const auto ahead = static_cast<int>(std::count_if(
        scores.begin(), scores.end(), [&](std::uint16_t other) { return other > scores[seat]; }));
    const auto tied = static_cast<int>(std::count(scores.begin(), scores.end(), scores[seat]));
    double sum = 0;
    for (int place = ahead; place < ahead + tied; ++place) sum += kPrizes[place];
    shares[seat] = sum / tied;
  }
  return shares;
}

}  // namespace clanhouse::changakarnikh
