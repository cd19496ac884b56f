// Somebody else's engine, spoken to in TEI. Everything that goes wrong with it is thrown as an
// AgentFailure, whose kind says what:
//
//   start    it does not run, does not introduce itself, or does not play this game
//   timeout  no answer in time
//   crash    it has ended or closed its output
//   illegal  it answered with something that is no legal move
//
// An engine that was late or has ended is gone after that; start() runs it anew.
#pragma once

#include <chrono>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/tei/options.h"
#include "agents/tei/process.h"
#include "agents/tei/protocol.h"

namespace clanhouse::tei {

// What is asked of an engine before a game.
struct GameRequest {
  int size = 5;
  int half_komi = 0;
  // Pieces of each player where they are not those of the size's own set; -1 where they are.
  int flats = -1;
  int overseers = -1;
};

// What the two clocks show, in milliseconds.
struct Clocks {
  long long white = 0;
  long long black = 0;
};

struct Answer {
  std::string raw;                    // the whole line
  std::string move;                   // its second word
  std::chrono::milliseconds time{0};  // from "go" to the answer
  std::vector<SearchInfo> infos;      // the last one of each variation
};

// How long things took, over all games.
struct Timings {
  int starts = 0;
  int moves = 0;
  // From a question that needs no thought to its answer: what the pipes and both programs take.
  std::chrono::microseconds quickest_echo{0};
  // The most that a move was late, within the margin or not.
  std::chrono::milliseconds latest{0};
};

class Client {
 public:
  Client(TeiOptions options, const GameRequest& game) : options_(std::move(options)), game_(game) {}
  // Sends "quit" and waits for the engine to leave.
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool running() const { return process_ != nullptr; }
  // Runs the engine, unless it runs, and tells it the options.
  void start();
  void new_game();
  // Asks for a move in a position ("startpos moves a1 e5", "tps …"). `own_clock` is the clock of
  // the engine's side, where time is kept.
  Answer go(const std::string& position, const Clocks& clocks, long long own_clock);

  // Throws a failure in which the engine's last words are. The engine is ended first if `end`.
  [[noreturn]] void fail(const std::string& kind, const std::string& what, bool end);

  // As it calls itself, or its command.
  std::string name() const { return name_.empty() ? options_.command : name_; }
  const std::string& author() const { return author_; }
  const std::vector<EngineOption>& engine_options() const { return engine_options_; }
  const std::vector<Offer>& offers() const { return offers_; }
  const Timings& timings() const { return timings_; }

 private:
  using Milliseconds = std::chrono::milliseconds;

  void introduce();
  void keep_introduction(const std::string& line);
  void send_options();
  void send_komi();
  // Where the numbers of pieces are not the usual ones; not every engine can be told.
  void send_pieces(int count, std::initializer_list<const char*> names);
  void send_option(const EngineOption& option, const std::string& value);
  // Waits until the engine has taken notice of everything.
  void synchronize(const char* after);
  void measure_echo();

  void send(const std::string& text, Clock::time_point deadline);
  // The next line; throws at the deadline and at the end of the output.
  std::string read(Clock::time_point deadline, const std::string& waiting_for);
  // What follows "go", and how long the move may take, margin included.
  std::string limits(const Clocks& clocks) const;
  Milliseconds patience(long long own_clock) const;
  // Takes what is still there of earlier answers.
  void drop_leftovers();
  void keep_info(SearchInfo info, std::vector<SearchInfo>& infos) const;

  TeiOptions options_;
  GameRequest game_;
  std::unique_ptr<Process> process_;
  bool playing_ = false;  // as opposed to being started
  std::string last_line_;
  std::string name_;
  std::string author_;
  std::vector<EngineOption> engine_options_;
  std::vector<Offer> offers_;
  Timings timings_;
};

}  // namespace clanhouse::tei
