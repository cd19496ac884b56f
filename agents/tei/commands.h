// What an engine is told: the commands of TEI that have parts.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"

namespace clanhouse::tei {

using Words = std::vector<std::string_view>;

// "position startpos moves a1 e5", "position tps ROWS PLAYER NUMBER moves …"; the word "moves" may
// be missing.
struct PositionCommand {
  std::string tps;  // empty: the start of the game
  std::vector<std::string> turns;
};
Result<PositionCommand> parse_position(const Words& words);

// "setoption name NAME value VALUE"; both may have blanks in them.
struct OptionCommand {
  std::string name;
  std::string value;
};
Result<OptionCommand> parse_set_option(const Words& words);

// "teinewgame 6", "teinewgame size 6 halfkomi 4", "teinewgame": what is not said has no value.
struct NewGameCommand {
  std::optional<int> size;
  std::optional<int> half_komi;
};
Result<NewGameCommand> parse_new_game(const Words& words);

// "go movetime 1000", "go wtime 60000 btime 60000 winc 600 binc 600", "go nodes 800", "go depth 5",
// "go infinite", "go", and any of these together.
struct GoCommand {
  std::optional<long long> movetime;
  std::optional<long long> time[2];  // white's, black's
  long long increment[2] = {0, 0};
  std::optional<long long> moves_to_go;
  std::optional<long long> nodes;
  std::optional<long long> depth;
  // What was not understood.
  std::vector<std::string> complaints;

  // How long to think about a move of this side; nothing: without a limit. So many milliseconds
  // are kept back for the way to the other program.
  std::optional<std::chrono::milliseconds> thinking_time(int side, int overhead_ms) const;
};
GoCommand parse_go(const Words& words);

}  // namespace clanhouse::tei
