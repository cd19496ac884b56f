// What records, positions and results have in common in all games. Each game has, in
// core/<game>/, overloads for its own types:
//
//   std::string record_text(const Playthrough<G>& play, const RecordInfo& info);
//   nlohmann::ordered_json state_json(const G& game, const State& state);
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/options.h"

namespace clanhouse {

// What a record says beside the moves.
struct RecordInfo {
  std::vector<std::string> seat_names;
  // Further facts in the order in which they are written; names are single words.
  std::vector<std::pair<std::string, std::string>> tags;
  // Of a game that the board has not ended: the seat that lost it all the same (it gave up, or had
  // no move to offer), or that it was drawn.
  std::optional<int> resigned_seat;
  bool drawn = false;
};

// One game of a file, as `clanhouse replay` shows it.
struct GameSummary {
  int turns = 0;
  std::string result;  // the word of the game's own notation; empty while it goes on
  std::string reason;  // what ended it
  std::string state_text;
  nlohmann::ordered_json state;
  std::vector<Error> warnings;
};

struct GameFile {
  // The games that were read, up to the first error.
  std::vector<GameSummary> games;
  std::optional<Error> error;
};

// Settings as an object of texts, for journals and positions.
template <class T>
nlohmann::ordered_json settings_json(const OptionTable<T>& table, const T& settings) {
  nlohmann::ordered_json json;
  for (const auto& option : table.options()) json[option.key] = option.print(settings);
  return json;
}

}  // namespace clanhouse
