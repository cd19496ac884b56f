// Tournaments of agents of one game.
//
// The schedule (schedule.h) follows from the settings and, in some formats, from results; every
// game has its own random streams keyed by (seed, game number), so the games are the same at any
// number of threads. Finished games go to DIR/journal.jsonl, their records to DIR/records/; a run
// that is killed at any moment goes on with the missing games when it is started again, and ends
// with the same results.
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
#include "selfplay/tournament/adjudication.h"
#include "selfplay/tournament/schedule.h"
#include "selfplay/tournament/standings.h"
#include "selfplay/tournament/strength_test.h"

namespace clanhouse {

struct TournamentSettings {
  std::vector<std::string> agents;  // at least two specs, in seat order of the first block
  Format format = Format::kRoundRobin;
  int games = 100;  // of a line-up; rounded up to whole blocks
  int rounds = 5;   // of formats that have any
  int opening_plies = 4;
  std::string book;              // file of openings instead of random ones
  std::string book_fingerprint;  // of its openings: an edited book is another tournament
  std::string anchor;            // the agent whose Elo is 0; empty: the mean
  std::uint64_t seed = 1;
  AdjudicationSettings adjudication;
  bool sprt = false;  // ends when the test is decided
  SprtSettings test;
  // Not part of what is measured:
  double minutes = 0;      // ends then, to go on another time; 0: no limit
  int withdraw_after = 3;  // forfeits in a row; the agent plays no more in this run
  int threads = 1;
  std::filesystem::path out;
};

const OptionTable<TournamentSettings>& tournament_options();

// A finished game and its record as it is written to a file.
struct PlayedGame {
  FinishedGame result;
  std::string record;
};

// Plays scheduled games of one worker thread, one after another.
class TournamentGamePlayer {
 public:
  virtual ~TournamentGamePlayer() = default;
  // Nothing when interrupted in it.
  virtual Result<std::optional<PlayedGame>> play(const ScheduledGame& scheduled) = 0;
  // What the agents have to say of their games so far (Agent::remarks()).
  virtual std::vector<std::string> remarks() const = 0;
};

// What a tournament needs to know of its game.
struct TournamentGame {
  std::string name;
  nlohmann::ordered_json config;  // for the journal
  int seats = 2;
  std::string record_extension;
  // Called once per worker thread.
  std::function<Result<std::unique_ptr<TournamentGamePlayer>>()> make_player;
};

// How a tournament stands, for those who show it.
struct TournamentStatus {
  const std::vector<std::string>& names;
  const Standings& standings;
  int planned;               // games, as far as can be said
  const StrengthTest* test;  // null without
};

// Who shows it. Calls never overlap.
class TournamentOutput {
 public:
  virtual ~TournamentOutput() = default;
  virtual void begin(const TournamentStatus& /*status*/) {}
  virtual void started(const TournamentStatus& /*status*/, const ScheduledGame& /*game*/) {}
  virtual void finished(const TournamentStatus& /*status*/, const FinishedGame& /*game*/) {}
  virtual void withdrawn(const TournamentStatus& /*status*/, int /*agent*/) {}
  virtual void end(const TournamentStatus& /*status*/) {}
};

struct TournamentResult {
  Standings standings;
  std::optional<StrengthTest> test;
  nlohmann::ordered_json summary;    // as in summary.json
  std::vector<int> order;            // of formats that place agents (final_order()); else empty
  std::vector<int> forfeits;         // by agent, in the games that count
  std::vector<int> withdrawn;        // agents
  std::vector<std::string> remarks;  // of agents, for people
  int planned = 0;
  int not_played = 0;  // since an agent was withdrawn
  bool complete = false;
  bool out_of_time = false;
};

// Names of the agents in tables and records: their specs, told apart where one stands twice.
std::vector<std::string> agent_names(const std::vector<std::string>& specs);

ScheduleSettings schedule_settings(const TournamentSettings& settings, int seats);
Result<void> check_settings(const TournamentSettings& settings, int seats);

// Plays what is missing. Settings must be valid (check_settings).
Result<TournamentResult> run_tournament(const TournamentSettings& settings,
                                        const TournamentGame& game, TournamentOutput& output);

// One game of the tournament alone, again or for the first time; nothing is kept. A format that
// looks at results finds those that it needs in the journal.
Result<PlayedGame> play_scheduled_game(const TournamentSettings& settings,
                                       const TournamentGame& game, int id);

}  // namespace clanhouse
