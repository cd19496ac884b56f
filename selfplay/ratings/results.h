// Finished games of any origin, which ratings are made of, and reading them from files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace clanhouse {

// Whether one agent has all the seats: what comes of it says nothing of its strength, only what
// seats are worth and how often equals draw.
bool against_itself(const std::vector<int>& agents);

struct RatedGame {
  std::vector<int> agents;  // by seat, or best first where the seats are not known
  std::vector<int> ranks;   // of these agents: 0 for the best, equal for a tie
  bool seated = false;      // whether `agents` tells the seats
  int block = 0;            // games of one block are not independent
  int file = 0;             // in the order of reading
};

struct ResultPool {
  std::vector<std::string> names;
  std::vector<RatedGame> games;  // in the order of reading
  int blocks = 0;
  int files = 0;
  int forfeits = 0;    // in all files, left out or not
  int unfinished = 0;  // games without a result, which are left out
  // Whether there is a game of more than two.
  bool has_fields() const;
  bool has_seats() const;
  // Whether there is a game in which an agent meets others in several seats.
  bool has_copies() const;
};

struct ReadSettings {
  bool forfeits = true;  // whether games that were forfeited count
};

// Adds the games of a file, which is recognised by its content: a tournament's journal, PTN, or
// orders, a line each (docs/rating.md). Errors name the file and the line.
Result<void> read_results(const std::string& path, std::string_view content,
                          const ReadSettings& settings, ResultPool& pool);

}  // namespace clanhouse
