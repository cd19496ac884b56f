#include "core/changakarnikh/game.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "core/changakarnikh/text.h"
#include "core/hash.h"

namespace clanhouse::changakarnikh {
namespace {

// The ward is known to the Matron's owner alone, until what happens tells it.
void hide_ward(Race& race, Seat viewer) {
  const Seat matron = race.seat_of(Piece::kMatron);
  if (race.ward != kNobody && matron != viewer) race.ward = kHidden;
}

void sample_ward(Race& race, RandomStream& random) {
  if (race.ward != kHidden) return;
  const auto wanted = random.below(static_cast<std::uint32_t>(std::popcount(race.ward_candidates)));
  std::uint32_t seen = 0;
  for_each_seat(race.ward_candidates, [&](Seat seat) {
    if (seen++ == wanted) race.ward = static_cast<std::uint8_t>(seat);
  });
}

std::string describe_race(const Race& race) {
  std::string text;
  for (int i = 0; i < race.seats; ++i) {
    const Seat seat = race.in_turn_order(i);
    const bool gate = race.position[seat] == kGate && race.is_on_track(seat);
    text += fmt::format("{}{}{} {}{}", i == 0 ? "" : ", ", seat == race.to_move ? "*" : "",
                        race.name_of(seat), gate ? "gate" : std::to_string(race.position[seat]),
                        contains(race.resting, seat) ? " rests" : "");
  }
  return text;
}

}  // namespace

// ---- The whole game ----

State Changakarnikh::initial() const {
  State state;
  Draft(state, config_).start();
  return state;
}

Actor Changakarnikh::actor(const State& s) const {
  switch (s.phase) {
    case Phase::kDraw: return Actor::of_chance();
    case Phase::kReplace:
      if (config_.rules.assassin_replacement == Rules::Replacement::kRandom) {
        return Actor::of_chance();
      }
      return Actor::of_seat(s.to_act);
    case Phase::kRace: return Engine::actor(s.race);
    case Phase::kOver: return Actor::none();
    default: return Actor::of_seat(s.to_act);
  }
}

std::uint64_t Changakarnikh::hash(const State& s) const { return hash_bytes(s); }

void Changakarnikh::legal(const State& s, ActionList& list) const {
  if (s.phase == Phase::kRace) {
    RaceQueries(s.race, config_.rules).legal(list);
  } else {
    DraftQueries(s).legal(list);
  }
}

void Changakarnikh::outcomes(const State& s, OutcomeList& list) const {
  if (s.phase == Phase::kRace) {
    race_outcomes(list);
  } else {
    DraftQueries(s).outcomes(list);
  }
}

void Changakarnikh::apply(State& s, Action step) const {
  if (s.phase == Phase::kRace) {
    Engine(s.race, config_.rules).apply(step);
    if (s.race.over()) Draft(s, config_).after_race();
  } else {
    Draft(s, config_).apply(step);
  }
}

void Changakarnikh::apply(State& s, Outcome step) const {
  if (s.phase == Phase::kRace) {
    Engine(s.race, config_.rules).apply_die(step.value);
    if (s.race.over()) Draft(s, config_).after_race();
  } else {
    Draft(s, config_).apply(step);
  }
}

Utilities<kMaxSeats> Changakarnikh::utility(const State& s) const {
  Utilities<kMaxSeats> utility{};
  const std::size_t players = s.race.seats;
  if (config_.rules.objective == Rules::Objective::kPot) {
    const auto shares = pot_shares({s.race.score.data(), players});
    for (std::size_t seat = 0; seat < players; ++seat) {
      utility[seat] = static_cast<float>(shares[seat] - 1.0 / static_cast<double>(players));
    }
    return utility;
  }
  const float most = most_points_of_game(config_.team_size());
  float sum = 0;
  for (std::size_t seat = 0; seat < players; ++seat) sum += s.race.score[seat];
  for (std::size_t seat = 0; seat < players; ++seat) {
    utility[seat] =
        (static_cast<float>(s.race.score[seat]) - sum / static_cast<float>(players)) / most;
  }
  return utility;
}

Changakarnikh::View Changakarnikh::view(const State& s, int seat) const {
  View view{s, static_cast<std::uint8_t>(seat)};
  if (s.phase == Phase::kPick) {
    for (Seat other = 0; other < config_.players; ++other) {
      std::uint8_t& pick = view.state.picked[other];
      if (other != seat && pick != kNobody) pick = kHidden;
    }
  }
  hide_ward(view.state.race, seat);
  return view;
}

State Changakarnikh::sample(const View& view, RandomStream& random) const {
  State state = view.state;
  for (Seat seat = 0; seat < config_.players; ++seat) {
    if (state.picked[seat] != kHidden) continue;
    std::array<std::uint8_t, kSetSize> unraced{};
    std::uint32_t count = 0;
    for (int i = 0; i < kSetSize; ++i) {
      if (state.where[i] == kInTeam + seat) unraced[count++] = static_cast<std::uint8_t>(i);
    }
    state.picked[seat] = unraced[random.below(count)];
  }
  sample_ward(state.race, random);
  return state;
}

std::string Changakarnikh::action_text(const State& s, Action step) const {
  return step_text(s.race, step);
}

std::string Changakarnikh::outcome_text(const State&, Outcome step) const {
  return step_text(step);
}

Result<Action> Changakarnikh::parse_action(const State& s, std::string_view text) const {
  if (!actor(s).is_seat()) return invalid("no player is to decide anything here");
  ActionList steps;
  legal(s, steps);
  return find_step(s.race, {steps.data(), steps.size()}, text);
}

std::string Changakarnikh::state_text(const State& s) const {
  if (s.phase == Phase::kRace) {
    return fmt::format("race {} of {}: {}", s.races_run + 1, config_.team_size(),
                       describe_race(s.race));
  }
  if (s.phase == Phase::kOver) return "over: " + result_text(s);
  if (s.phase != Phase::kDraw && s.phase != Phase::kBuy) {
    return fmt::format("before race {} of {}", s.races_run + 1, config_.team_size());
  }
  std::string text = "parade:";
  for (int place = 0; place < kParadePlaces; ++place) {
    const bool empty = s.parade[place] == kNobody;
    text += fmt::format(" {} {}", place + 1,
                        empty ? "-" : piece_name(static_cast<Piece>(s.parade[place])));
  }
  text += "; shares";
  for (Seat seat = 0; seat < config_.players; ++seat) text += fmt::format(" {}", s.shares[seat]);
  return text;
}

std::string Changakarnikh::result_text(const State& s) const {
  if (s.phase != Phase::kOver) return "";
  std::string text;
  for (Seat seat = 0; seat < config_.players; ++seat) {
    text += fmt::format("{}{}", seat == 0 ? "" : " ", s.race.score[seat]);
  }
  return text;
}

std::string Changakarnikh::ending_text(const State& s) const {
  return s.phase == Phase::kOver ? "all races run" : "";
}

// ---- A race ----

Race RaceGame::initial() const {
  Race race = config_.start;
  Engine(race, config_.rules).start();
  return race;
}

std::uint64_t RaceGame::hash(const Race& race) const { return hash_bytes(race); }

void RaceGame::legal(const Race& race, ActionList& list) const {
  RaceQueries(race, config_.rules).legal(list);
}

void RaceGame::outcomes(const Race&, OutcomeList& list) const { race_outcomes(list); }

Utilities<kMaxSeats> RaceGame::utility(const Race& race) const {
  Utilities<kMaxSeats> utility{};
  const float most = most_points_of_race(race.number);
  float sum = 0;
  for (Seat seat = 0; seat < race.seats; ++seat) {
    utility[seat] = static_cast<float>(race.score[seat] - config_.start.score[seat]) / most;
    sum += utility[seat];
  }
  for (Seat seat = 0; seat < race.seats; ++seat) {
    utility[seat] -= sum / static_cast<float>(race.seats);
  }
  return utility;
}

RaceGame::View RaceGame::view(const Race& race, int seat) const {
  View view{race, static_cast<std::uint8_t>(seat)};
  hide_ward(view.state, seat);
  return view;
}

Race RaceGame::sample(const View& view, RandomStream& random) const {
  Race race = view.state;
  sample_ward(race, random);
  return race;
}

std::string RaceGame::action_text(const Race& race, Action step) const {
  return step_text(race, step);
}

std::string RaceGame::outcome_text(const Race&, Outcome step) const { return step_text(step); }

Result<Action> RaceGame::parse_action(const Race& race, std::string_view text) const {
  if (!actor(race).is_seat()) return invalid("no player is to decide anything here");
  ActionList steps;
  legal(race, steps);
  return find_step(race, {steps.data(), steps.size()}, text);
}

std::string RaceGame::state_text(const Race& race) const { return describe_race(race); }

std::string RaceGame::result_text(const Race& race) const {
  if (!race.over()) return "";
  return race.name_of(race.place[0]) + " " + race.name_of(race.place[1]);
}

std::string RaceGame::ending_text(const Race& race) const {
  if (!race.over()) return "";
  return (race.watchdogs & Race::kTooManyTurns) != 0 ? "too many turns" : "second place decided";
}

}  // namespace clanhouse::changakarnikh
