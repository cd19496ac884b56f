// From races and games to the counts that are journaled, and to lines of the journal and back.
#pragma once

#include <array>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/changakarnikh/game.h"
#include "selfplay/pieces/counts.h"
#include "selfplay/pieces/designs.h"

namespace clanhouse::pieces {

// Whether the piece has a power that is used in races: all but the Assassin, the Elder and plain.
bool acts_in_races(changakarnikh::Piece piece);

FieldCounts empty_counts(const Field& field);
// Adds a finished race in which seat s held the field's piece order[s].
void add_race(FieldCounts& counts, const changakarnikh::Race& race, const std::vector<int>& order,
              int half, int points_before);

// Follows a game and notes what becomes of every piece.
class DraftRecorder {
 public:
  DraftRecorder(int game, const changakarnikh::Config& config);
  // The step that is taken next.
  void look(const changakarnikh::State& state, changakarnikh::Action step);
  void look(const changakarnikh::State& state, changakarnikh::Outcome step);
  DraftCounts finish(const changakarnikh::State& end) const;

 private:
  void look_at_race(const changakarnikh::State& state, const changakarnikh::Race& after);

  DraftCounts counts_;
  changakarnikh::Config config_;
  std::vector<int> price_;  // by piece: shares paid, 0 if it was not bought
  std::array<int, changakarnikh::kMaxSeats> before_race_{};  // scores
};

// Lines of the journal hold the counts as lists of numbers; reading throws nlohmann's exceptions
// for lines that do not.
nlohmann::ordered_json to_entry(const FieldCounts& counts);
FieldCounts field_counts(const nlohmann::ordered_json& entry);
nlohmann::ordered_json to_entry(const std::vector<PairedCounts>& pairs);
std::vector<PairedCounts> paired_counts(const nlohmann::ordered_json& entry);
nlohmann::ordered_json to_entry(const DraftCounts& counts);
DraftCounts draft_counts(const nlohmann::ordered_json& entry);

}  // namespace clanhouse::pieces
