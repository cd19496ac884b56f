// The random-play suite of every game.
#include <gtest/gtest.h>

#include <bit>

#include "core/changakarnikh/family.h"
#include "core/dashigaikh/record.h"
#include "core/dashigaikh/text.h"
#include "core/ssansh/family.h"
#include "tests/core/dashigaikh/positions.h"
#include "tests/core/random_play_suite.h"
#include "tests/toy_game.h"

namespace clanhouse::test {
namespace {

template <int N>
struct DashigaikhHooks : GameHooks<dashigaikh::Dashigaikh<N>> {
  using G = dashigaikh::Dashigaikh<N>;

  // By way of a PTN file; the counters that PTN does not hold are the same since it starts anew.
  typename G::State record_round_trip(const Playthrough<G>& play) override {
    const auto record = dashigaikh::make_record(play, {{"Player1", "random"}});
    const auto file =
        dashigaikh::read_records(dashigaikh::write_record(record), play.game().config());
    EXPECT_FALSE(file.error) << file.error->describe();
    Playthrough<G> again(play.game());
    for (const auto turn : file.records.at(0).turns) again.play(turn);
    EXPECT_EQ(file.records.at(0).winner, play.state().winner);
    return again.state();
  }
  bool permute_seats(const G&, const typename G::State& state, const std::vector<int>& order,
                     typename G::State& out) override {
    using dashigaikh::Color;
    out = state;
    if (order[0] == 0) return true;
    std::swap(out.tops[0], out.tops[1]);
    for (int square = 0; square < N * N; ++square) {
      const auto buried = out.buried[square];
      out.buried[square] = 0;
      for (int depth = 1; depth < out.height[square]; ++depth) {
        if ((buried >> (depth - 1) & 1) == 0) {
          out.buried[square] |= dashigaikh::Buried{1} << (depth - 1);
        }
      }
    }
    std::swap(out.flats[0], out.flats[1]);
    std::swap(out.caps[0], out.caps[1]);
    out.to_move = dashigaikh::opponent(state.to_move);
    out.winner = dashigaikh::Winner::kNobody;
    out.ending = dashigaikh::Ending::kNone;
    dashigaikh::judge(out, dashigaikh::opponent(out.to_move), {.size = N});
    return true;
  }
};

template <int N>
void check_dashigaikh(dashigaikh::Config config, int games) {
  config.size = N;
  const dashigaikh::Dashigaikh<N> game(config);
  static_assert(Game<dashigaikh::Dashigaikh<N>>);
  static_assert(FindsWins<dashigaikh::Dashigaikh<N>>);
  static_assert(HasRepetitionRule<dashigaikh::Dashigaikh<N>>);
  static_assert(HasSymmetries<dashigaikh::Dashigaikh<N>>);
  DashigaikhHooks<N> hooks;
  check_random_play(game, hooks, games);
}

TEST(RandomPlay, Dashigaikh) {
  check_dashigaikh<3>({}, 100);
  check_dashigaikh<4>({}, 30);
  check_dashigaikh<5>({}, 20);
  check_dashigaikh<6>({}, 10);
  check_dashigaikh<7>({}, 3);
  check_dashigaikh<8>({}, 3);
}

TEST(RandomPlay, DashigaikhUnderItsSwitches) {
  check_dashigaikh<4>({.inactivity = dashigaikh::InactivityRule::kRepetition}, 20);
  check_dashigaikh<3>({.flats = 64, .overseers = 4}, 10);
  check_dashigaikh<5>(
      {.inactivity = dashigaikh::InactivityRule::kPlies, .inactivity_plies = 5, .turn_limit = 100},
      20);
}

struct ChangakarnikhHooks : GameHooks<changakarnikh::Changakarnikh> {
  using G = changakarnikh::Changakarnikh;

  G::State record_round_trip(const Playthrough<G>& play) override {
    const auto read = changakarnikh::read_record(record_text(play, RecordInfo()));
    EXPECT_FALSE(read.error) << read.error->describe();
    EXPECT_EQ(read.config().rules, play.game().config().rules);
    return read.play.state();
  }
  G::State permute_hidden(const G& game, const G::State& state, int seat,
                          RandomStream& random) override {
    G::State other = state;
    if (state.phase == changakarnikh::Phase::kPick) {
      for (int player = 0; player < game.seats(); ++player) {
        if (player == seat || other.picked[player] == changakarnikh::kNobody) continue;
        std::vector<std::uint8_t> unraced;
        for (std::uint8_t i = 0; i < changakarnikh::kSetSize; ++i) {
          if (state.where[i] == changakarnikh::kInTeam + player) unraced.push_back(i);
        }
        other.picked[player] = unraced[random.below(static_cast<std::uint32_t>(unraced.size()))];
      }
    }
    const int matron = other.race.seat_of(changakarnikh::Piece::kMatron);
    if (other.race.ward != changakarnikh::kNobody && matron != seat) {
      other.race.ward = static_cast<std::uint8_t>(std::countr_zero(other.race.ward_candidates));
    }
    return other;
  }
  bool permute_seats(const G&, const G::State& state, const std::vector<int>& order,
                     G::State& out) override {
    out = state;
    for (std::size_t seat = 0; seat < order.size(); ++seat) {
      out.race.score[order[seat]] = state.race.score[seat];
    }
    return true;
  }
};

TEST(RandomPlay, Changakarnikh) {
  static_assert(Game<changakarnikh::Changakarnikh>);
  ChangakarnikhHooks hooks;
  for (const changakarnikh::Config& config : changakarnikh::Family::signature_configs()) {
    check_random_play(changakarnikh::Changakarnikh(config), hooks, 8);
  }
}

struct RaceHooks : GameHooks<changakarnikh::RaceGame> {
  using G = changakarnikh::RaceGame;
  G::State record_round_trip(const Playthrough<G>& play) override {
    Playthrough<G> again(play.game());
    for (const auto& step : play.steps()) again.play(step);
    return again.state();
  }
  G::State permute_hidden(const G&, const G::State& state, int seat, RandomStream&) override {
    G::State other = state;
    if (other.ward != changakarnikh::kNobody &&
        other.seat_of(changakarnikh::Piece::kMatron) != seat) {
      other.ward = static_cast<std::uint8_t>(std::countr_zero(other.ward_candidates));
    }
    return other;
  }
};

TEST(RandomPlay, ChangakarnikhRaces) {
  using namespace changakarnikh;
  static_assert(Game<RaceGame>);
  RaceHooks hooks;
  const std::array<Piece, 6> pieces = {Piece::kMatron,   Piece::kIllomened, Piece::kPhilosopher,
                                       Piece::kScheming, Piece::kLateborn,  Piece::kAhoggya};
  for (std::size_t seats = 3; seats <= pieces.size(); ++seats) {
    check_random_play(RaceGame({make_race({pieces.data(), seats}, 1, 2), {}}), hooks, 30, seats);
  }
}

struct SsanshHooks : GameHooks<ssansh::Ssansh> {
  using G = ssansh::Ssansh;

  // Knowledge of the bag is no part of a record, but follows from it.
  G::State record_round_trip(const Playthrough<G>& play) override {
    const auto read = ssansh::read_record(record_text(play, RecordInfo()));
    EXPECT_FALSE(read.error) << read.error->describe();
    return read.play.state();
  }
  G::State permute_hidden(const G& game, const G::State& state, int seat,
                          RandomStream& random) override {
    return game.sample(game.view(state, seat), random);
  }
};

TEST(RandomPlay, Ssansh) {
  static_assert(Game<ssansh::Ssansh>);
  SsanshHooks hooks;
  for (const ssansh::Config& config : ssansh::Family::signature_configs()) {
    check_random_play(ssansh::Ssansh(config), hooks, 10);
  }
}

struct ToyHooks : GameHooks<ToyGame> {
  ToyGame::State record_round_trip(const Playthrough<ToyGame>& play) override {
    Playthrough<ToyGame> again(play.game());
    for (const auto& step : play.steps()) again.play(step);
    return again.state();
  }
  ToyGame::State permute_hidden(const ToyGame&, const ToyGame::State& state, int seat,
                                RandomStream& random) override {
    ToyGame::State other = state;
    if (seat != 0 && state.steps > 0) other.taken[0] = static_cast<std::uint8_t>(random.below(2));
    return other;
  }
};

TEST(RandomPlay, Toy) {
  ToyHooks hooks;
  check_random_play(ToyGame({}), hooks, 200);
}

}  // namespace
}  // namespace clanhouse::test
