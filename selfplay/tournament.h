// Tournaments of agents of one game.
//
// The schedule (schedule.h) follows from the settings alone; every game has its own random streams
// keyed by (seed, game number), so the games are the same at any number of threads. Finished games
// go to DIR/journal.jsonl, their records to DIR/records/; a run that is killed at any moment goes
// on with the missing games when it is started again, and ends with the same results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "selfplay/schedule.h"
#include "selfplay/standings.h"

namespace clanhouse {

struct TournamentSettings {
  std::vector<std::string> agents;  // at least two specs, in seat order of the first block
  Format format = Format::kRoundRobin;
  int games = 100;  // per pairing; rounded up to whole blocks
  int opening_plies = 4;
  std::string book;              // file of openings instead of random ones
  std::string book_fingerprint;  // of its openings: an edited book is another tournament
  std::string anchor;            // the agent whose Elo is 0; empty: the mean
  std::uint64_t seed = 1;
  // Not part of what is measured:
  int threads = 1;
  bool quiet = false;
  std::filesystem::path out;
};

// A finished game and its record as it is written to a file.
struct PlayedGame {
  FinishedGame result;
  std::string record;
};

// Plays scheduled games of one worker thread, one after another; null when interrupted in one.
using GamePlayer = std::function<Result<std::optional<PlayedGame>>(const ScheduledGame&)>;

// What a tournament needs to know of its game.
struct TournamentGame {
  std::string name;
  nlohmann::ordered_json config;  // for the journal
  int seats = 2;
  std::string record_extension;
  // Called once per worker thread.
  std::function<Result<GamePlayer>()> make_player;
};

struct TournamentResult {
  Standings standings;
  nlohmann::ordered_json summary;  // as in summary.json
  int planned = 0;
  bool complete = false;
};

// Names of the agents in tables and records: their specs, told apart where one stands twice.
std::vector<std::string> agent_names(const std::vector<std::string>& specs);

// Plays what is missing. Settings must be valid (check_settings).
Result<void> check_settings(const TournamentSettings& settings, int seats);
Result<TournamentResult> run_tournament(const TournamentSettings& settings,
                                        const TournamentGame& game);

}  // namespace clanhouse
