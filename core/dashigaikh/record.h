// Records of Dashigáikh: games in PTN (rules/dashigaikh.md, "Text formats").
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/dashigaikh/game.h"
#include "core/dashigaikh/text.h"
#include "core/playthrough.h"

namespace clanhouse::dashigaikh {

struct Tag {
  std::string name;
  std::string value;
};

struct Comment {
  // Turns played before it.
  int after_turns = 0;
  std::string text;
};

struct Record {
  // What the tags say; inactivity and turn_limit have no tag and come from the reader's config.
  Config config;
  // The position it starts from; empty for the initial one.
  std::string start_tps;
  // All tags but Size, Komi, Flats, Caps, TPS and Opening, in their order.
  std::vector<Tag> tags;
  std::vector<Action> turns;
  std::vector<Comment> comments;
  std::vector<std::string> closing_comments;  // after the result
  Winner winner = Winner::kNobody;
  Ending ending = Ending::kNone;
  // Move numbers that are too high.
  std::vector<Error> warnings;
};

struct RecordFile {
  // The games that were read, up to the first error.
  std::vector<Record> records;
  std::optional<Error> error;
  // The single turn, from 1, that the error is about.
  int error_turn = 0;
};

// Reads all games of a file. What tags say beats `defaults`; the size is never taken from there.
RecordFile read_records(std::string_view text, const Config& defaults);

// Calls visit(playthrough) with the record's game played to its end on the board.
template <class Visit>
decltype(auto) replay_record(const Record& record, Visit&& visit) {
  return with_size(record.config, [&]<int N>(const Dashigaikh<N>& game) {
    auto start = game.initial();
    if (!record.start_tps.empty()) start = *read_tps(game, record.start_tps);
    Playthrough<Dashigaikh<N>> play(game, start);
    for (const Action turn : record.turns) play.play(turn);
    return visit(play);
  });
}

// PTN, ending in a newline. A draw by inactivity, repetition or the turn limit is said in a comment
// before the result.
std::string write_record(const Record& record);

// The record of a game that was played. When the board does not end it, `declared` may say who won
// (resignation, time); kNobody leaves it unfinished.
template <int N>
Record make_record(const Playthrough<Dashigaikh<N>>& play, std::vector<Tag> tags,
                   Winner declared = Winner::kNobody);

}  // namespace clanhouse::dashigaikh
