// The races of `clanhouse pieces`: what is run and counted, and whether what comes out is honest
// where the truth is known. The engine is the real one; so that the truth is known, powers are
// switched off, which makes plain pieces of others that keep their names.
#include "selfplay/pieces/measure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "core/files.h"
#include "selfplay/pieces/analysis.h"
#include "selfplay/pieces/counting.h"
#include "selfplay/pieces/racer.h"
#include "tests/temporary_folder.h"

namespace clanhouse::pieces {
namespace {

using namespace changakarnikh;
using clanhouse::test::TemporaryFolder;
using nlohmann::ordered_json;
using testing::HasSubstr;

PiecesSettings settings_of(const TemporaryFolder& folder, Design design, int players) {
  PiecesSettings settings;
  settings.design = design;
  settings.config.players = players;
  settings.dice = 1;
  settings.quiet = true;
  settings.out = folder.path();
  return settings;
}

// The lines of the journal, the first of them its header.
std::vector<ordered_json> journal_of(const PiecesSettings& settings) {
  std::istringstream text(*read_file(settings.out / "journal.jsonl"));
  std::vector<ordered_json> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(ordered_json::parse(line));
  return lines;
}

std::vector<ordered_json> run(const PiecesSettings& settings) {
  const auto complete = pieces::complete(settings);
  EXPECT_TRUE(complete) << complete.error().reason;
  const auto result = run_pieces(*complete);
  EXPECT_TRUE(result) << result.error().reason;
  EXPECT_TRUE(result->complete);
  std::vector<ordered_json> lines = journal_of(settings);
  lines.erase(lines.begin());
  EXPECT_EQ(static_cast<int>(lines.size()), result->planned);
  return lines;
}

std::vector<FieldCounts> run_fields(const PiecesSettings& settings) {
  std::vector<FieldCounts> fields;
  for (const ordered_json& entry : run(settings)) fields.push_back(field_counts(entry));
  return fields;
}

int false_findings(const PiecesAnalysis& analysis) {
  return static_cast<int>(std::count_if(
      analysis.pairs.begin(), analysis.pairs.end(),
      [](const PairResult& pair) { return pair.interaction && pair.interaction->found(); }));
}

// In races with the same dice plain pieces end in the same seats, whichever they are. Each ordered
// pair of pieces then comes first and second in just one of the orders of three, so the counts tell
// that every order of every field has been run, and run once.
TEST(Measure, RunsEveryFieldInEveryOrderOnce) {
  const TemporaryFolder folder;
  PiecesSettings settings = settings_of(folder, Design::kExhaustive, 3);
  settings.config.rules.powers_off = kWholeSet;
  settings.dice = 5;
  const std::vector<FieldCounts> fields = run_fields(settings);
  ASSERT_EQ(fields.size(), 2'300U);
  std::set<PerPiece<int>> distinct;
  for (const FieldCounts& field : fields) {
    distinct.insert(field.pieces);
    ASSERT_EQ(field.size, 3);
    ASSERT_EQ(field.races, 5 * 6);
    ASSERT_EQ(field.watchdogs, 0);
    for (int i = 0; i < 3; ++i) {
      ASSERT_EQ(std::accumulate(field.first_from[i].begin(), field.first_from[i].end(), 0), 10);
      ASSERT_EQ(std::accumulate(field.second_from[i].begin(), field.second_from[i].end(), 0), 10);
      ASSERT_EQ(field.first_from[i], field.first_from[0]);
      ASSERT_EQ(field.points[i], 10 * (4 + 2));
      ASSERT_EQ(field.uses[i], 0);
      for (int j = 0; j < 3; ++j) {
        ASSERT_EQ(field.first_second[0][i][j], i == j ? 0 : 3);
        ASSERT_EQ(field.first_second[1][i][j], i == j ? 0 : 2);
        // Whoever ends ahead of j, there is an order with the same dice in which j does.
        if (i != j) {
          ASSERT_EQ(field.ahead[i][j], 30);
        }
      }
    }
  }
  EXPECT_EQ(distinct.size(), 2'300U);

  // So all pieces are exactly equal, and there is nothing at all to be found.
  const PiecesAnalysis analysis = analyse_fields(fields, piece_names(), 1);
  for (const PieceResult& piece : analysis.pieces) {
    EXPECT_DOUBLE_EQ(piece.p_first, 1.0 / 3);
    EXPECT_NEAR(piece.elo, 0, 1e-6);
  }
  EXPECT_EQ(analysis.tiers(), 1);
  EXPECT_EQ(false_findings(analysis), 0);
}

TEST(Measure, ASampleOfFoursHasEveryOrderToo) {
  const TemporaryFolder folder;
  PiecesSettings settings = settings_of(folder, Design::kExhaustive, 4);
  settings.config.rules.powers_off = kWholeSet;
  settings.dice = 3;
  settings.fields = 100;
  const std::vector<FieldCounts> fields = run_fields(settings);
  ASSERT_EQ(fields.size(), 100U);
  for (const FieldCounts& field : fields) {
    ASSERT_EQ(field.races, 3 * 24);
    for (int i = 0; i < 4; ++i) {
      ASSERT_EQ(field.first_from[i], field.first_from[0]);
      for (int j = 0; j < 4; ++j) {
        ASSERT_EQ(field.first_second[0][i][j], i == j ? 0 : 2 * 2);
        ASSERT_EQ(field.first_second[1][i][j], i == j ? 0 : 2);
      }
    }
  }
  const PiecesAnalysis analysis = analyse_fields(fields, piece_names(), 1);
  for (const PieceResult& piece : analysis.pieces) {
    EXPECT_LE(piece.p_first_interval.low, 0.25);
    EXPECT_GE(piece.p_first_interval.high, 0.25);
  }
  EXPECT_EQ(analysis.tiers(), 1);
  EXPECT_EQ(false_findings(analysis), 0);
}

TEST(Measure, FiveAndSixRaceInRotations) {
  for (const int players : {5, 6}) {
    const TemporaryFolder folder;
    PiecesSettings settings = settings_of(folder, Design::kExhaustive, players);
    settings.fields = 25;
    settings.dice = 4;
    for (const FieldCounts& field : run_fields(settings)) {
      EXPECT_EQ(field.size, players);
      EXPECT_EQ(field.races, 4 * players);
      // What places are worth in race 3, but for what the Late-Born Prince moves about.
      EXPECT_EQ(std::accumulate(field.points.begin(), field.points.end(), 0), field.races * 6);
    }
  }
}

// Fields of three in every rotation, each race with dice of its own: the luck that the analysis
// has to be honest about, of the real engine.
std::vector<FieldCounts> races_with_luck(PieceSet powers_off, int sets, std::uint64_t seed) {
  RaceConditions conditions;
  conditions.rules.powers_off = powers_off;
  Racer racer = *Racer::make(conditions);
  const auto orders = seat_orders(3, true, seed);
  RandomStream keys(seed, "luck");
  std::vector<FieldCounts> all;
  for (const Field& field : all_fields(3, kSetSize)) {
    FieldCounts counts = empty_counts(field);
    for (int set = 0; set < sets; ++set) {
      for (const auto& order : orders) {
        std::vector<Piece> pieces;
        for (const int index : order) pieces.push_back(static_cast<Piece>(field[index]));
        const Race& race = racer.run(pieces, DiceSet(keys.next()), keys.next());
        add_race(counts, race, order, 2 * set < sets ? 0 : 1, racer.points_before());
      }
    }
    all.push_back(counts);
  }
  return all;
}

TEST(Measure, OfPlainPiecesFindsNothing) {
  constexpr int kWorlds = 4;
  int covered = 0;
  int by_errors = 0;
  int findings = 0;
  int cut = 0;
  for (int world = 0; world < kWorlds; ++world) {
    const PiecesAnalysis analysis =
        analyse_fields(races_with_luck(kWholeSet, 2, world), piece_names(), world);
    for (const PieceResult& piece : analysis.pieces) {
      const Interval& wilson = piece.p_first_interval;
      if (wilson.low <= 1.0 / 3 && 1.0 / 3 <= wilson.high) ++covered;
      if (std::abs(piece.p_first - 1.0 / 3) <= kNormal95 * piece.p_first_error) ++by_errors;
    }
    findings += false_findings(analysis);
    if (analysis.tiers() > 1) ++cut;
  }
  // 95 of 100, standard deviation 2.2: fewer than 88 in one of 700 such tests.
  EXPECT_GE(covered, 88);
  EXPECT_GE(by_errors, 88);
  EXPECT_LE(findings, 2);
  EXPECT_LE(cut, 1);
}

// One power among plain pieces is the whole first tier, whether or not luck blurs the rest.
TEST(Measure, FindsTheOnePieceThatHasAPower) {
  const PieceSet others = kWholeSet & ~piece_bit(Piece::kAridani);
  const TemporaryFolder folder;
  PiecesSettings settings = settings_of(folder, Design::kExhaustive, 3);
  settings.config.rules.powers_off = others;
  for (const auto& fields : {run_fields(settings), races_with_luck(others, 2, 9)}) {
    const PiecesAnalysis analysis = analyse_fields(fields, piece_names(), 1);
    EXPECT_EQ(analysis.pieces[0].name, "aridani");
    EXPECT_GT(analysis.pieces[0].p_first_interval.low, 0.8);
    EXPECT_GT(analysis.pieces[0].uses, 1);
    EXPECT_EQ(analysis.pieces[1].tier, 2);
    EXPECT_EQ(analysis.tiers(), 2);
  }
}

TEST(Measure, SettingsSayWhichPowersAreOff) {
  const TemporaryFolder folder;
  PiecesSettings settings = settings_of(folder, Design::kExhaustive, 3);
  settings.fields = 25;
  settings.config.rules.powers_off = piece_bit(Piece::kAridani) | piece_bit(Piece::kLover);
  run(settings);
  EXPECT_EQ(journal_of(settings)[0]["settings"]["powers_off"], ordered_json({"aridani", "lover"}));
  // Without, it is another measurement.
  settings.config.rules.powers_off = 0;
  const auto refused = run_pieces(*complete(settings));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kIo);
  EXPECT_THAT(refused.error().reason, HasSubstr("powers_off"));
  const TemporaryFolder other;
  settings.out = other.path();
  run(settings);
  EXPECT_FALSE(journal_of(settings)[0]["settings"].contains("powers_off"));
}

TEST(Measure, NamesPowersThatAreNeverUsed) {
  const TemporaryFolder folder;
  PiecesSettings settings = settings_of(folder, Design::kField, 3);
  settings.field = {static_cast<int>(Piece::kIllomened), static_cast<int>(Piece::kLover),
                    static_cast<int>(Piece::kPlain)};
  settings.fields = 5;
  EXPECT_TRUE(run_pieces(*complete(settings))->never_used.empty());
  // A power that is off cannot be used, and one that finds nothing to cancel is not.
  settings.config.rules.powers_off = piece_bit(Piece::kLover);
  const TemporaryFolder other;
  settings.out = other.path();
  EXPECT_THAT(run_pieces(*complete(settings))->never_used, testing::ElementsAre("illomened"));
}

TEST(Measure, AblationOfWhatIsOffIsNothing) {
  const TemporaryFolder folder;
  PiecesSettings settings = settings_of(folder, Design::kAblation, 4);
  settings.fields = 30;
  int differing = 0;
  for (const ordered_json& entry : run(settings)) {
    const auto pairs = paired_counts(entry);
    ASSERT_EQ(pairs.size(), 4U);
    int first = 0;
    for (const PairedCounts& pair : pairs) {
      EXPECT_EQ(pair.block, entry["block"]);
      EXPECT_EQ(pair.races, 24);
      first += pair.first;
      if (!acts_in_races(static_cast<Piece>(pair.piece))) {
        EXPECT_EQ(pair.first, pair.first_base);
        EXPECT_EQ(pair.points, pair.points_base);
        EXPECT_EQ(pair.uses, 0);
      } else if (pair.points != pair.points_base) {
        ++differing;
      }
    }
    EXPECT_EQ(first, 24);
  }
  EXPECT_GT(differing, 60);

  const TemporaryFolder other;
  settings.out = other.path();
  settings.config.rules.powers_off = kWholeSet;
  for (const ordered_json& entry : run(settings)) {
    for (const PairedCounts& pair : paired_counts(entry)) {
      EXPECT_EQ(pair.first, pair.first_base);
      EXPECT_EQ(pair.points, pair.points_base);
    }
  }
}

TEST(Measure, ReplacementTriesEveryOtherPiece) {
  const TemporaryFolder folder;
  PiecesSettings settings = settings_of(folder, Design::kReplacement, 4);
  settings.fields = 20;
  for (const ordered_json& entry : run(settings)) {
    const auto pairs = paired_counts(entry);
    ASSERT_EQ(pairs.size(), 22U);
    std::set<int> candidates;
    for (const PairedCounts& pair : pairs) {
      candidates.insert(pair.piece);
      EXPECT_EQ(pair.races, 24);
      EXPECT_EQ(pair.first_base, pairs[0].first_base);
      EXPECT_EQ(pair.points_base, pairs[0].points_base);
      // The base is a plain piece, and so are these in a race.
      if (!acts_in_races(static_cast<Piece>(pair.piece))) {
        EXPECT_EQ(pair.first, pair.first_base);
        EXPECT_EQ(pair.points, pair.points_base);
      }
    }
    EXPECT_EQ(candidates.size(), 22U);
  }
}

// Numbers that are all different, so that none can stand in for another.
template <class T>
void fill(T& list, int& next) {
  for (auto& value : list) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, int>) {
      value = next++;
    } else {
      fill(value, next);
    }
  }
}

ordered_json written_and_read(const ordered_json& entry) {
  return ordered_json::parse(entry.dump());
}

TEST(Counting, FieldsComeBackFromTheJournal) {
  FieldCounts counts;
  int next = 1;
  counts.size = kMaxField;
  counts.races = 1000;
  counts.watchdogs = 2000;
  fill(counts.pieces, next);
  fill(counts.first_second, next);
  for (auto* matrix : {&counts.first_from, &counts.second_from, &counts.ahead}) fill(*matrix, next);
  for (auto* list : {&counts.points, &counts.uses, &counts.races_used, &counts.first_used}) {
    fill(*list, next);
  }
  // The Late-Born Prince may lose points.
  counts.points[0] = -7;
  const FieldCounts read = field_counts(written_and_read(to_entry(counts)));
  EXPECT_EQ(read.size, counts.size);
  EXPECT_EQ(read.pieces, counts.pieces);
  EXPECT_EQ(read.races, counts.races);
  EXPECT_EQ(read.first_second, counts.first_second);
  EXPECT_EQ(read.first_from, counts.first_from);
  EXPECT_EQ(read.second_from, counts.second_from);
  EXPECT_EQ(read.ahead, counts.ahead);
  EXPECT_EQ(read.points, counts.points);
  EXPECT_EQ(read.uses, counts.uses);
  EXPECT_EQ(read.races_used, counts.races_used);
  EXPECT_EQ(read.first_used, counts.first_used);
  EXPECT_EQ(read.watchdogs, counts.watchdogs);

  // Of three pieces only three rows and columns are written.
  counts.size = 3;
  const FieldCounts three = field_counts(written_and_read(to_entry(counts)));
  EXPECT_EQ(three.pieces[2], counts.pieces[2]);
  EXPECT_EQ(three.pieces[3], 0);
  EXPECT_EQ(three.ahead[2][2], counts.ahead[2][2]);
  EXPECT_EQ(three.ahead[2][3], 0);
  EXPECT_EQ(to_entry(counts)["ahead"].size(), 9U);
}

TEST(Counting, PairsComeBackFromTheJournal) {
  ordered_json entry = to_entry(
      std::vector<PairedCounts>{{0, 3, 24, 5, 6, -7, 8, 9}, {0, 24, 24, 11, 12, 13, 14, 15}});
  entry["block"] = 17;
  const auto pairs = paired_counts(written_and_read(entry));
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].block, 17);
  EXPECT_EQ(pairs[0].piece, 3);
  EXPECT_EQ(pairs[0].races, 24);
  EXPECT_EQ(pairs[0].first, 5);
  EXPECT_EQ(pairs[0].first_base, 6);
  EXPECT_EQ(pairs[0].points, -7);
  EXPECT_EQ(pairs[0].points_base, 8);
  EXPECT_EQ(pairs[0].uses, 9);
  EXPECT_EQ(pairs[1].uses, 15);
  EXPECT_TRUE(paired_counts(to_entry(std::vector<PairedCounts>())).empty());
}

TEST(Counting, GamesComeBackFromTheJournal) {
  DraftCounts game;
  game.pieces = {{4, 1, 3, true, 2, 1, 3}, {9, 0, 0, false, 1, 0, -1}};
  game.scores = {12, 0, 60'000};
  game.pot_shares = {1.0 / 3, 1.0 / 6, 0.5};
  ordered_json entry = to_entry(game);
  entry["block"] = 41;
  const DraftCounts read = draft_counts(written_and_read(entry));
  EXPECT_EQ(read.game, 41);
  EXPECT_EQ(read.scores, game.scores);
  EXPECT_EQ(read.pot_shares, game.pot_shares);
  ASSERT_EQ(read.pieces.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.pieces[i].piece, game.pieces[i].piece);
    EXPECT_EQ(read.pieces[i].seat, game.pieces[i].seat);
    EXPECT_EQ(read.pieces[i].price, game.pieces[i].price);
    EXPECT_EQ(read.pieces[i].bought, game.pieces[i].bought);
    EXPECT_EQ(read.pieces[i].race, game.pieces[i].race);
    EXPECT_EQ(read.pieces[i].place, game.pieces[i].place);
    EXPECT_EQ(read.pieces[i].points, game.pieces[i].points);
  }
}

// A file that only looks like a journal must not be read beyond its end.
TEST(Counting, LinesThatAreNoCountsAreErrors) {
  ordered_json entry = to_entry(empty_counts({1, 2, 3}));
  EXPECT_NO_THROW(field_counts(entry));
  entry["ahead"].erase(8);
  EXPECT_THROW(field_counts(entry), ordered_json::exception);
  EXPECT_THROW(field_counts({{"block", 0}}), ordered_json::exception);
  EXPECT_THROW(paired_counts({{"block", 0}, {"pairs", {{1, 2}}}}), ordered_json::exception);
  EXPECT_THROW(draft_counts({{"block", 0}, {"pieces", "none"}}), ordered_json::exception);
}

void check_game(const DraftCounts& game, const Config& config) {
  const int players = config.players;
  ASSERT_EQ(static_cast<int>(game.scores.size()), players);
  std::vector<int> spent(players);
  std::vector<int> points(players);
  std::set<int> pieces;
  std::set<std::pair<int, int>> races_of_seats;
  std::map<int, std::array<int, 3>> places;  // of a race: how many without, first, second
  for (const DraftedPiece& piece : game.pieces) {
    ASSERT_TRUE(piece.seat >= 0 && piece.seat < players);
    ASSERT_TRUE(piece.price >= 0 && piece.price <= kParadePlaces);
    EXPECT_EQ(piece.bought, piece.price > 0);
    spent[piece.seat] += piece.price;
    points[piece.seat] += piece.points;
    pieces.insert(piece.piece);
    races_of_seats.insert({piece.race, piece.seat});
    ++places[piece.race].at(piece.place);
  }
  // Every seat runs `team` pieces, one in each race, and no piece twice.
  EXPECT_EQ(static_cast<int>(game.pieces.size()), players * config.team_size());
  EXPECT_EQ(pieces.size(), game.pieces.size());
  EXPECT_EQ(races_of_seats.size(), game.pieces.size());
  EXPECT_EQ(static_cast<int>(places.size()), config.team_size());
  EXPECT_EQ(places.begin()->first, 1);
  EXPECT_EQ(places.rbegin()->first, config.team_size());
  for (const auto& [race, count] : places) {
    EXPECT_EQ(count, (std::array<int, 3>{players - 2, 1, 1})) << "race " << race;
  }
  for (int seat = 0; seat < players; ++seat) {
    EXPECT_LE(spent[seat], config.shares);
    EXPECT_EQ(points[seat], game.scores[seat]);
  }
  EXPECT_NEAR(std::accumulate(game.pot_shares.begin(), game.pot_shares.end(), 0.0), 1, 1e-9);
}

TEST(Measure, DraftsAddUp) {
  struct Case {
    const char* agent;
    int players, team, shares;
  };
  for (const Case& c : std::vector<Case>{{"greedy", 3, 0, 8},
                                         {"greedy", 4, 0, 8},
                                         {"random", 4, 6, 3},
                                         {"greedy", 5, 5, 20},
                                         {"random", 5, 5, 8},
                                         {"greedy", 6, 0, 8},
                                         {"greedy", 6, 1, 0}}) {
    SCOPED_TRACE(std::string(c.agent) + " " + std::to_string(c.players));
    const TemporaryFolder folder;
    PiecesSettings settings = settings_of(folder, Design::kDraft, c.players);
    settings.config.team = c.team;
    settings.config.shares = c.shares;
    settings.agent = c.agent;
    settings.fields = 60;
    int bought = 0;
    int number = 0;
    for (const ordered_json& entry : run(settings)) {
      const DraftCounts game = draft_counts(entry);
      EXPECT_EQ(game.game, number++);
      check_game(game, settings.config);
      for (const DraftedPiece& piece : game.pieces) bought += piece.bought ? 1 : 0;
    }
    EXPECT_EQ(bought > 0, c.shares > 0);
  }
}

TEST(Complete, FillsInWhatTheDesignNeeds) {
  const TemporaryFolder folder;
  const auto completed = [&](Design design, int players) {
    PiecesSettings settings = settings_of(folder, design, players);
    settings.dice = 0;
    if (design == Design::kField) settings.field = {1, 2, 3, 4, 5};
    return complete(settings).value();
  };
  EXPECT_EQ(completed(Design::kExhaustive, 4).fields, 0);
  EXPECT_EQ(completed(Design::kExhaustive, 4).dice, 5);
  EXPECT_GT(completed(Design::kExhaustive, 5).fields, 0);
  EXPECT_EQ(completed(Design::kField, 4).config.players, 5);
  EXPECT_GT(completed(Design::kReplacement, 4).fields, 0);
  EXPECT_EQ(completed(Design::kAblation, 6).dice, 1);
  const auto reason = [&](auto&& change) {
    PiecesSettings settings = settings_of(folder, Design::kDraft, 4);
    change(settings);
    return complete(settings).error().reason;
  };
  EXPECT_THAT(reason([](auto& s) { s.out.clear(); }), HasSubstr("out: "));
  EXPECT_THAT(reason([](auto& s) { s.config.team = 7; }), HasSubstr("team: "));
  EXPECT_THAT(reason([](auto& s) { s.agent = "nobody"; }), HasSubstr("agent: "));
  EXPECT_THAT(reason([](auto& s) { s.field = {1, 2, 3}; }), HasSubstr("field: "));
  EXPECT_THAT(reason([](auto& s) { s.design = Design::kField; }), HasSubstr("field: "));
}

}  // namespace
}  // namespace clanhouse::pieces
