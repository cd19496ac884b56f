// Single races: dice that do not depend on what the pieces do with them, and known chances.
#include "selfplay/pieces/racer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/changakarnikh/setup.h"
#include "selfplay/pieces/designs.h"
#include "selfplay/pieces/odds.h"
#include "tests/test_data.h"

namespace clanhouse::pieces {
namespace {

using namespace changakarnikh;
using testing::HasSubstr;

// A race from a setup in which only the pieces, their spaces and who moves matter.
Race race_of(const std::string& pieces, const std::string& positions, int to_move = 0) {
  const auto setup =
      read_setup(R"({"game": "changakarnikh", "pieces": [)" + pieces + R"(], "positions": [)" +
                 positions + R"(], "to_move": )" + std::to_string(to_move) + "}");
  return run_setup(*setup).value();
}

void decide(Race& race, StepKind kind) {
  ActionList steps;
  Engine engine(race, Rules());
  engine.legal(steps);
  const auto step =
      std::find_if(steps.begin(), steps.end(), [&](Action a) { return a.kind == kind; });
  ASSERT_NE(step, steps.end());
  engine.apply(*step);
}

void roll(Race& race, int number) {
  ASSERT_TRUE(Engine::actor(race).chance());
  Engine(race, Rules()).apply_die(number);
}

// How often two of the dice that `collect(dice, numbers)` rolls for each key show the same.
template <class Collect>
void expect_independent(Collect&& collect) {
  constexpr int kKeys = 6000;
  std::vector<std::vector<int>> rows;
  for (int key = 0; key < kKeys; ++key) {
    rows.emplace_back();
    collect(DiceSet(mix64(static_cast<std::uint64_t>(key))), rows.back());
  }
  for (std::size_t a = 0; a < rows[0].size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      int same = 0;
      for (const auto& row : rows) same += row[a] == row[b] ? 1 : 0;
      // Four standard errors.
      EXPECT_NEAR(same, kKeys / 6.0, 4 * std::sqrt(kKeys * 5 / 36.0)) << a << " " << b;
    }
  }
}

TEST(DiceSet, IsFair) {
  const Race race = race_of(R"("plain", "plain", "plain")", "1, 2, 3");
  std::array<int, 7> times{};
  constexpr int kKeys = 60'000;
  for (int key = 0; key < kKeys; ++key) ++times[DiceSet(key).roll(race)];
  double chi_square = 0;
  for (int number = 1; number <= 6; ++number) {
    chi_square += std::pow(times[number] - kKeys / 6.0, 2) / (kKeys / 6.0);
  }
  // Five degrees of freedom: more in one of ten thousand samples.
  EXPECT_LT(chi_square, 25.7);
  EXPECT_EQ(times[0], 0);
}

TEST(DiceSet, TurnsAndSeatsHaveDiceOfTheirOwn) {
  expect_independent([](const DiceSet& dice, std::vector<int>& numbers) {
    Race race = race_of(R"("plain", "plain", "plain")", "0, 0, 0");
    for (int turn = 0; turn < 6; ++turn) {
      numbers.push_back(dice.roll(race));
      // Nobody gets far, so that the turns go round.
      roll(race, 1);
    }
  });
}

TEST(DiceSet, ARerollDoesNotShiftTheDiceAfterIt) {
  expect_independent([](const DiceSet& dice, std::vector<int>& numbers) {
    Race kept = race_of(R"("healthy", "plain", "plain")", "10, 5, 7");
    numbers.push_back(dice.roll(kept));
    roll(kept, numbers.back());
    Race rerolled = kept;
    decide(kept, StepKind::kKeep);
    decide(rerolled, StepKind::kReroll);
    numbers.push_back(dice.roll(rerolled));
    roll(rerolled, numbers.back());
    for (const Seat seat : {1, 2}) {
      ASSERT_EQ(kept.to_move, seat);
      ASSERT_EQ(rerolled.to_move, seat);
      numbers.push_back(dice.roll(kept));
      ASSERT_EQ(dice.roll(rerolled), numbers.back());
      roll(kept, 1);
      roll(rerolled, 1);
    }
  });
}

TEST(DiceSet, AContestDoesNotShiftTheNextTurn) {
  expect_independent([](const DiceSet& dice, std::vector<int>& numbers) {
    Race declined = race_of(R"("philosopher", "plain", "plain")", "10, 12, 20");
    numbers.push_back(dice.roll(declined));
    roll(declined, 2);
    Race argued = declined;
    decide(declined, StepKind::kDecline);
    decide(argued, StepKind::kArgue);
    for (int die = 0; die < 2; ++die) {
      ASSERT_EQ(argued.to_move, 0);
      numbers.push_back(dice.roll(argued));
      roll(argued, numbers.back());
    }
    ASSERT_EQ(argued.to_move, 1);
    numbers.push_back(dice.roll(declined));
    EXPECT_EQ(dice.roll(argued), numbers.back());
  });
}

// The Philosopher is pushed onto somebody before the die of the turn is rolled.
TEST(DiceSet, AContestDoesNotShiftTheDieOfItsTurn) {
  Race declined = race_of(R"("kindhearted", "philosopher", "plain")", "10, 3, 5");
  decide(declined, StepKind::kUse);
  Race argued = declined;
  decide(declined, StepKind::kDecline);
  decide(argued, StepKind::kArgue);
  roll(argued, 6);
  roll(argued, 1);
  for (int key = 0; key < 100; ++key) {
    ASSERT_EQ(argued.to_move, 0);
    EXPECT_EQ(DiceSet(key).roll(argued), DiceSet(key).roll(declined));
  }
}

Racer racer_of(const std::string& agent, PieceSet powers_off = 0) {
  RaceConditions conditions;
  conditions.agent = agent;
  conditions.rules.powers_off = powers_off;
  return *Racer::make(conditions);
}

// In place of the Assassin, the Elder or a plain piece does not change a thing: what is measured of
// one piece exchanged for another is that piece and nothing else.
TEST(Racer, APieceThatDoesNothingIsAsGoodAsAnother) {
  for (const char* agent : {"greedy", "random"}) {
    Racer racer = racer_of(agent);
    int races = 0;
    for (const int size : {3, 4, 6}) {
      for (const Field& field : balanced_fields(size - 1, kSetSize - 2, 150, 1)) {
        std::vector<Piece> pieces;
        // Neither the Assassin nor the Elder.
        for (const int number : field) pieces.push_back(static_cast<Piece>(number + 2));
        const int seat = races % size;
        pieces.insert(pieces.begin() + seat, Piece::kPlain);
        const DiceSet dice(mix64(++races));
        const auto end_with = [&](Piece piece) {
          pieces[seat] = piece;
          Race race = racer.run(pieces, dice, 7);
          race.piece[seat] = Piece::kPlain;
          race.active &= ~(piece_bit(Piece::kAssassin) | piece_bit(Piece::kElder));
          return race;
        };
        const Race plain = end_with(Piece::kPlain);
        EXPECT_TRUE(end_with(Piece::kAssassin) == plain) << agent << " " << races;
        EXPECT_TRUE(end_with(Piece::kElder) == plain) << agent << " " << races;
      }
    }
  }
}

TEST(Racer, PowersThatTheConditionsSwitchOffStayOff) {
  const std::vector<Piece> pieces = {Piece::kAridani, Piece::kKindhearted, Piece::kConsort};
  Racer racer = racer_of("greedy", piece_bit(Piece::kAridani));
  const auto uses = [&](PieceSet off) {
    int sum = 0;
    std::array<int, 3> total{};
    for (int key = 0; key < 50; ++key) {
      const Race& race = racer.run(pieces, DiceSet(key), 1, off);
      for (int seat = 0; seat < 3; ++seat) sum += total[seat] += race.uses[seat];
    }
    EXPECT_EQ(total[0], 0);
    EXPECT_EQ(total[1] == 0, (off & piece_bit(Piece::kKindhearted)) != 0);
    EXPECT_EQ(total[2] == 0, (off & piece_bit(Piece::kConsort)) != 0);
    return sum;
  };
  const int with_both = uses(0);
  uses(piece_bit(Piece::kKindhearted));
  EXPECT_EQ(uses(piece_bit(Piece::kKindhearted) | piece_bit(Piece::kConsort)), 0);
  // What one race switches off is on again in the next.
  EXPECT_EQ(uses(0), with_both);
}

TEST(Racer, TheAgentsOfTheRegistryRaceToo) {
  const std::vector<Piece> pieces = {Piece::kLover, Piece::kMatron, Piece::kPechoi,
                                     Piece::kHealthy};
  Racer racer = racer_of("mcts:visits=20");
  const Race once = racer.run(pieces, DiceSet(1), 1);
  EXPECT_TRUE(once.over());
  EXPECT_TRUE(racer.run(pieces, DiceSet(1), 1) == once);
  EXPECT_FALSE(racer.run(pieces, DiceSet(2), 1) == once);
  // Whatever the agents have done in between.
  racer.run(pieces, DiceSet(3), 2, piece_bit(Piece::kLover));
  EXPECT_TRUE(racer.run(pieces, DiceSet(1), 1) == once);
  RaceConditions unknown;
  unknown.agent = "clever";
  EXPECT_THAT(Racer::make(unknown).error().reason, HasSubstr("unknown agent 'clever'"));
}

TEST(ParseField, NamesWhatIsWrong) {
  EXPECT_EQ(parse_field("lover,plain,plain,general").value(),
            (std::vector<Piece>{Piece::kLover, Piece::kPlain, Piece::kPlain, Piece::kGeneral}));
  const auto reason = [](const char* text) {
    const auto field = parse_field(text);
    return field ? "" : field.error().reason;
  };
  EXPECT_THAT(reason("lover,queen,plain"), HasSubstr("unknown piece 'queen'"));
  EXPECT_THAT(reason("lover,,plain"), HasSubstr("unknown piece ''"));
  EXPECT_THAT(reason(""), HasSubstr("unknown piece ''"));
  EXPECT_THAT(reason("lover,plain,lover"), HasSubstr("'lover' stands there twice"));
  EXPECT_THAT(reason("lover,plain"), HasSubstr("3 to 6 pieces, not 2"));
  EXPECT_THAT(reason("plain,plain,plain,plain,plain,plain,plain"), HasSubstr("not 7"));
}

OddsSettings odds_of(const std::vector<Piece>& pieces, Seat first, int races) {
  OddsSettings settings;
  settings.start = make_race(pieces, first, 3);
  settings.races = races;
  settings.quiet = true;
  return settings;
}

TEST(Odds, AgreeWithExactProbabilities) {
  constexpr int kRaces = 20'000;
  int rows = 0;
  const nlohmann::json file = clanhouse::test::read_json("race_oracles.json");
  for (const auto& field : file["fields"]) {
    std::vector<Piece> pieces;
    for (const std::string name : field["pieces"]) pieces.push_back(*find_piece(name));
    // Unlike the oracle's, greedy's Healthy Prince keeps a low number that finishes.
    if (std::find(pieces.begin(), pieces.end(), Piece::kHealthy) != pieces.end()) continue;
    ++rows;
    const auto odds = find_odds(odds_of(pieces, 0, kRaces));
    ASSERT_TRUE(odds);
    EXPECT_EQ(odds->races, kRaces);
    for (std::size_t seat = 0; seat < pieces.size(); ++seat) {
      const auto check = [&](const Chance& chance, double p) {
        EXPECT_NEAR(chance.p, p, 4 * std::sqrt(p * (1 - p) / kRaces))
            << field["pieces"].dump() << " seat " << seat;
        EXPECT_LE(chance.interval.low, chance.p);
        EXPECT_GE(chance.interval.high, chance.p);
        EXPECT_DOUBLE_EQ(chance.fair_odds() * chance.p, 1);
      };
      const double first = field["first"][seat];
      const double second = field["second"][seat];
      check(odds->pieces[seat].win, first);
      check(odds->pieces[seat].place, first + second);
    }
  }
  EXPECT_GE(rows, 16);
}

TEST(Odds, AreInTurnOrderAndTheSameAtAnyNumberOfThreads) {
  OddsSettings settings =
      odds_of({Piece::kPlain, Piece::kConsort, Piece::kPlain, Piece::kLover}, 2, 3'300);
  const auto one = find_odds(settings);
  settings.threads = 3;
  const auto three = find_odds(settings);
  ASSERT_TRUE(one && three);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < one->pieces.size(); ++i) {
    names.push_back(one->pieces[i].piece);
    EXPECT_EQ(one->pieces[i].win.p, three->pieces[i].win.p);
    EXPECT_EQ(one->pieces[i].place.p, three->pieces[i].place.p);
  }
  EXPECT_THAT(names, testing::ElementsAre("plain", "lover", "plain2", "consort"));
}

// What a position says counts: the leader is one space from the end, and to move.
TEST(Odds, OfAPosition) {
  OddsSettings settings;
  settings.start = race_of(R"("plain", "plain", "plain")", "30, 4, 4");
  settings.races = 2'000;
  settings.quiet = true;
  const auto odds = find_odds(settings);
  EXPECT_EQ(odds->pieces[0].win.p, 1);
  EXPECT_EQ(odds->pieces[1].win.p, 0);
  EXPECT_TRUE(std::isinf(odds->pieces[1].win.fair_odds()));
  EXPECT_GT(odds->pieces[1].place.p, odds->pieces[2].place.p);
}

}  // namespace
}  // namespace clanhouse::pieces
