#include "selfplay/pieces/counting.h"

#include <algorithm>

namespace clanhouse::pieces {

using namespace changakarnikh;
using nlohmann::ordered_json;

namespace {

// The first `size` entries of an array.
template <class T>
ordered_json list_of(const T& values, int size) {
  return std::vector<int>(values.begin(), values.begin() + size);
}

template <class T>
ordered_json matrix_of(const T& rows, int size) {
  std::vector<int> flat;
  for (int i = 0; i < size; ++i) flat.insert(flat.end(), rows[i].begin(), rows[i].begin() + size);
  return flat;
}

template <class T>
void read_list(const ordered_json& list, int size, T& values) {
  for (int i = 0; i < size; ++i) list.at(static_cast<std::size_t>(i)).get_to(values[i]);
}

template <class T>
void read_matrix(const ordered_json& flat, int size, T& rows) {
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j)
      flat.at(static_cast<std::size_t>(i * size + j)).get_to(rows[i][j]);
  }
}

}  // namespace

bool acts_in_races(Piece piece) {
  return piece != Piece::kAssassin && piece != Piece::kElder && piece != Piece::kPlain;
}

FieldCounts empty_counts(const Field& field) {
  FieldCounts counts;
  counts.size = static_cast<int>(field.size());
  std::copy(field.begin(), field.end(), counts.pieces.begin());
  return counts;
}

void add_race(FieldCounts& counts, const Race& race, const std::vector<int>& order, int half,
              int points_before) {
  const Seat first = race.place[0];
  const Seat second = race.place[1];
  ++counts.races;
  ++counts.first_second[half][order[first]][order[second]];
  ++counts.first_from[order[first]][first];
  ++counts.second_from[order[second]][second];
  counts.watchdogs += race.watchdogs != 0 ? 1 : 0;
  // Ahead is who has the better place; of two without one, who is further on.
  const auto standing = [&](Seat seat) {
    return seat == first ? 1000 : seat == second ? 999 : static_cast<int>(race.position[seat]);
  };
  for (Seat seat = 0; seat < race.seats; ++seat) {
    const int i = order[seat];
    counts.points[i] += race.score[seat] - points_before;
    counts.uses[i] += race.uses[seat];
    counts.races_used[i] += race.uses[seat] > 0 ? 1 : 0;
    counts.first_used[i] += race.uses[seat] > 0 && seat == first ? 1 : 0;
    for (Seat other = 0; other < race.seats; ++other) {
      const int lead = standing(seat) - standing(other);
      if (other != seat) counts.ahead[i][order[other]] += lead > 0 ? 2 : lead == 0 ? 1 : 0;
    }
  }
}

DraftRecorder::DraftRecorder(int game, const Config& config) : config_(config), price_(kSetSize) {
  counts_.game = game;
}

void DraftRecorder::look(const State& state, Action step) {
  if (step.kind == StepKind::kBuy) {
    const auto place = std::find(state.parade.begin(), state.parade.end(), step.argument);
    price_[step.argument] = static_cast<int>(place - state.parade.begin()) + 1;
  } else if (state.phase == Phase::kRace) {
    Race after = state.race;
    Engine(after, config_.rules).apply(step);
    look_at_race(state, after);
  }
}

void DraftRecorder::look(const State& state, Outcome step) {
  if (state.phase != Phase::kRace) return;
  Race after = state.race;
  Engine(after, config_.rules).apply_die(step.value);
  look_at_race(state, after);
}

// The game itself may go on to the next race at once, so the race is looked at here.
void DraftRecorder::look_at_race(const State& state, const Race& after) {
  if (!after.over()) return;
  for (Seat seat = 0; seat < config_.players; ++seat) {
    DraftedPiece piece;
    piece.piece = static_cast<int>(after.piece[seat]);
    piece.seat = seat;
    piece.price = price_[static_cast<std::size_t>(piece.piece)];
    piece.bought = piece.price > 0;
    piece.race = state.races_run + 1;
    piece.place = after.place[0] == seat ? 1 : after.place[1] == seat ? 2 : 0;
    piece.points = after.score[seat] - before_race_[seat];
    counts_.pieces.push_back(piece);
    before_race_[seat] = after.score[seat];
  }
}

DraftCounts DraftRecorder::finish(const State& end) const {
  DraftCounts counts = counts_;
  const auto shares =
      pot_shares({end.race.score.data(), static_cast<std::size_t>(config_.players)});
  for (Seat seat = 0; seat < config_.players; ++seat) {
    counts.scores.push_back(end.race.score[seat]);
    counts.pot_shares.push_back(shares[seat]);
  }
  return counts;
}

ordered_json to_entry(const FieldCounts& c) {
  return {{"block", 0},
          {"pieces", list_of(c.pieces, c.size)},
          {"races", c.races},
          {"first_second",
           {matrix_of(c.first_second[0], c.size), matrix_of(c.first_second[1], c.size)}},
          {"first_from", matrix_of(c.first_from, c.size)},
          {"second_from", matrix_of(c.second_from, c.size)},
          {"ahead", matrix_of(c.ahead, c.size)},
          {"points", list_of(c.points, c.size)},
          {"uses", list_of(c.uses, c.size)},
          {"races_used", list_of(c.races_used, c.size)},
          {"first_used", list_of(c.first_used, c.size)},
          {"watchdogs", c.watchdogs}};
}

FieldCounts field_counts(const ordered_json& entry) {
  FieldCounts c;
  const auto& pieces = entry.at("pieces");
  c.size = std::min(kMaxField, static_cast<int>(pieces.size()));
  read_list(pieces, c.size, c.pieces);
  entry.at("races").get_to(c.races);
  for (std::size_t half = 0; half < 2; ++half) {
    read_matrix(entry.at("first_second").at(half), c.size, c.first_second[half]);
  }
  read_matrix(entry.at("first_from"), c.size, c.first_from);
  read_matrix(entry.at("second_from"), c.size, c.second_from);
  read_matrix(entry.at("ahead"), c.size, c.ahead);
  read_list(entry.at("points"), c.size, c.points);
  read_list(entry.at("uses"), c.size, c.uses);
  read_list(entry.at("races_used"), c.size, c.races_used);
  read_list(entry.at("first_used"), c.size, c.first_used);
  entry.at("watchdogs").get_to(c.watchdogs);
  return c;
}

ordered_json to_entry(const std::vector<PairedCounts>& pairs) {
  ordered_json list = ordered_json::array();
  for (const PairedCounts& p : pairs) {
    list.push_back({p.piece, p.races, p.first, p.first_base, p.points, p.points_base, p.uses});
  }
  ordered_json entry;
  entry["block"] = 0;
  entry["columns"] = {"piece", "races", "first", "first_base", "points", "points_base", "uses"};
  entry["pairs"] = std::move(list);
  return entry;
}

std::vector<PairedCounts> paired_counts(const ordered_json& entry) {
  std::vector<PairedCounts> pairs;
  for (const auto& row : entry.at("pairs")) {
    pairs.push_back({entry.at("block"), row.at(0), row.at(1), row.at(2), row.at(3), row.at(4),
                     row.at(5), row.at(6)});
  }
  return pairs;
}

ordered_json to_entry(const DraftCounts& counts) {
  ordered_json list = ordered_json::array();
  for (const DraftedPiece& p : counts.pieces) {
    list.push_back({p.piece, p.seat, p.price, p.race, p.place, p.points});
  }
  ordered_json entry;
  entry["block"] = 0;
  entry["columns"] = {"piece", "seat", "price", "race", "place", "points"};
  entry["pieces"] = std::move(list);
  entry["scores"] = counts.scores;
  entry["pot_shares"] = counts.pot_shares;
  return entry;
}

DraftCounts draft_counts(const ordered_json& entry) {
  DraftCounts counts;
  entry.at("block").get_to(counts.game);
  for (const auto& row : entry.at("pieces")) {
    DraftedPiece piece;
    row.at(0).get_to(piece.piece);
    row.at(1).get_to(piece.seat);
    row.at(2).get_to(piece.price);
    row.at(3).get_to(piece.race);
    row.at(4).get_to(piece.place);
    row.at(5).get_to(piece.points);
    piece.bought = piece.price > 0;
    counts.pieces.push_back(piece);
  }
  entry.at("scores").get_to(counts.scores);
  entry.at("pot_shares").get_to(counts.pot_shares);
  return counts;
}

}  // namespace clanhouse::pieces
