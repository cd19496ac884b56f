// A finished game of a tournament, as standings count it and the journal keeps it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace clanhouse {

// An agent that had no legal move to offer (AgentFailure). The game ends there: with two seats the
// other has won, with more it is worth the least to the offender and the same to all others.
struct Forfeit {
  int seat = 0;
  std::string kind;      // one word: timeout, crash, illegal, start
  std::string text;      // what the agent said, in its own words
  std::string position;  // in the game's text form
};

struct FinishedGame {
  int id = 0;
  int block = 0;
  std::vector<int> agents;       // by seat
  std::vector<float> utilities;  // by seat
  std::string result;            // in the game's notation
  std::string ending;            // a word or two: how it ended
  int turns = 0;
  std::string fingerprint;        // equal for games with the same moves from the same start
  std::vector<int> milliseconds;  // that each seat thought for
  std::optional<Forfeit> forfeit;
};

// Of each seat: the share of its opponents that it left behind, ties counting half.
std::vector<double> points_of(const std::vector<float>& utilities);
// Of each seat: its share of the win, which all seats with the highest utility share.
std::vector<double> wins_of(const std::vector<float>& utilities);

// The line of the journal; agents are written by name.
nlohmann::ordered_json to_json(const FinishedGame& game, const std::vector<std::string>& names);
// From such a line; nothing if it is another kind of line, or of other agents.
std::optional<FinishedGame> read_finished_game(const nlohmann::ordered_json& entry,
                                               const std::vector<std::string>& names);

}  // namespace clanhouse
