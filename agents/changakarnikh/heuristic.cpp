#include "agents/changakarnikh/heuristic.h"

#include <algorithm>
#include <cmath>

#include "agents/changakarnikh/piece_values.h"

namespace clanhouse {
namespace changakarnikh {
namespace {

// How decided a race is by a lead of one turn, and how much faster a strong piece is; fitted by eye
// to the places of greedy races.
constexpr float kDecay = 0.9F;
constexpr float kPacePerStrength = 0.35F;
constexpr float kMeanPace = 3.8F;

using Weights = std::array<float, kMaxSeats>;

Weights chances_of(const Race& race) {
  Weights weights{};
  for (Seat seat = 0; seat < race.seats; ++seat) {
    if (race.has_finished(seat)) continue;
    const float pace =
        std::max(2.F, kMeanPace + kPacePerStrength * piece_strength(race.piece[seat]));
    float turns = static_cast<float>(kFinished - race.position[seat]) / pace;
    if (contains(race.resting, seat)) turns += 1;
    // Who moves sooner is ahead by a part of a turn.
    turns += static_cast<float>(race.after_mover(seat)) / static_cast<float>(race.seats);
    weights[seat] = std::exp(-kDecay * turns);
  }
  return weights;
}

// Seat by seat the chance to be first, second, third… of a Plackett–Luce order, times the prizes.
template <std::size_t N>
Weights expected_prizes(const Weights& weights, int seats, const std::array<float, N>& prizes,
                        SeatSet out = 0, std::size_t place = 0, float chance = 1) {
  Weights expected{};
  if (place == prizes.size()) return expected;
  float sum = 0;
  for (Seat seat = 0; seat < seats; ++seat) sum += contains(out, seat) ? 0 : weights[seat];
  if (sum <= 0) return expected;
  for (Seat seat = 0; seat < seats; ++seat) {
    if (contains(out, seat) || weights[seat] <= 0) continue;
    const float p = chance * weights[seat] / sum;
    expected[seat] += p * prizes[place];
    const Weights rest = expected_prizes(weights, seats, prizes,
                                         static_cast<SeatSet>(out | seat_bit(seat)), place + 1, p);
    for (Seat other = 0; other < seats; ++other) expected[other] += rest[other];
  }
  return expected;
}

}  // namespace

std::array<float, kMaxSeats> expected_race_points(const Race& race) {
  if (race.over()) return {};
  const Weights weights = chances_of(race);
  const auto first = static_cast<float>(race.number + 1);
  const auto second = static_cast<float>(race.number - 1);
  if (race.places == 0) {
    Weights expected = expected_prizes(weights, race.seats, std::array{first, second});
    // The Matron is second when her ward is first.
    const Seat matron = race.seat_of(Piece::kMatron);
    if (matron == kNobody || race.ward >= race.seats || race.has_finished(matron)) return expected;
    float sum = 0;
    for (Seat seat = 0; seat < race.seats; ++seat) sum += weights[seat];
    if (sum > 0) expected[matron] += weights[race.ward] / sum * second;
    return expected;
  }
  return expected_prizes(weights, race.seats, std::array{second});
}

}  // namespace changakarnikh

using namespace changakarnikh;

Utilities<changakarnikh::kMaxSeats> Heuristic<RaceGame>::value(const RaceGame& game,
                                                               const Race& race) {
  Utilities<changakarnikh::kMaxSeats> value = game.utility(race);
  const auto points = expected_race_points(race);
  const float most = most_points_of_race(race.number);
  float sum = 0;
  for (Seat seat = 0; seat < race.seats; ++seat) sum += points[seat];
  for (Seat seat = 0; seat < race.seats; ++seat) {
    value[seat] += (points[seat] - sum / static_cast<float>(race.seats)) / most;
  }
  return value;
}

Utilities<changakarnikh::kMaxSeats> Heuristic<Changakarnikh>::value(const Changakarnikh& game,
                                                                    const State& s) {
  const Config& config = game.config();
  const int races = config.team_size();
  // Points at the end.
  std::array<float, changakarnikh::kMaxSeats> points{};
  if (s.phase == Phase::kRace) points = expected_race_points(s.race);
  const int racing = s.phase == Phase::kRace ? 1 : 0;
  const int left = races - s.races_run - racing;
  // First and second place of a race k make 2k points; tables are for races of 6 points.
  float scale = 0;
  for (int k = races - left + 1; k <= races; ++k) scale += 2.F * static_cast<float>(k) / 6;
  if (left > 0) scale /= static_cast<float>(left);
  std::array<int, changakarnikh::kMaxSeats> pieces{};
  for (int i = 0; i < kSetSize; ++i) {
    if (s.where[i] < kInTeam || s.where[i] >= kRaced) continue;
    const int seat = s.where[i] - kInTeam;
    points[seat] += scale * piece_points(static_cast<Piece>(i));
    ++pieces[seat];
  }
  float sum = 0;
  for (Seat seat = 0; seat < config.players; ++seat) {
    // Pieces still to be drafted: of the mean, a little better for shares to spend.
    const auto missing = static_cast<float>(std::max(0, left - pieces[seat]));
    const float worth = 1.5F + 0.1F * static_cast<float>(s.shares[seat]) / std::max(1.F, missing);
    points[seat] += scale * missing * worth + static_cast<float>(s.race.score[seat]);
    sum += points[seat];
  }
  Utilities<changakarnikh::kMaxSeats> value{};
  const auto players = static_cast<float>(config.players);
  if (config.rules.objective == Rules::Objective::kPoints) {
    const float most = most_points_of_game(races);
    for (Seat seat = 0; seat < config.players; ++seat) {
      value[seat] = (points[seat] - sum / players) / most;
    }
    return value;
  }
  const float spread = 1 + 1.2F * static_cast<float>(left + racing);
  Weights weights{};
  for (Seat seat = 0; seat < config.players; ++seat) {
    weights[seat] = std::exp((points[seat] - sum / players) / spread);
  }
  value = expected_prizes(weights, config.players, std::array{1.F / 2, 1.F / 3, 1.F / 6});
  for (Seat seat = 0; seat < config.players; ++seat) value[seat] -= 1 / players;
  return value;
}

}  // namespace clanhouse
