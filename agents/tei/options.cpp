#include "agents/tei/options.h"

#include <cmath>

#include <fmt/format.h>

#include "agents/tei/process.h"

namespace clanhouse::tei {
namespace {

// "60+0.6" and "60": seconds for the game, and seconds added after each move.
Result<void> parse_clock(TeiOptions& options, std::string_view text) {
  constexpr double kLongest = 86'400;
  const auto plus = text.find('+');
  const auto game = parse_real(text.substr(0, plus), 0, kLongest);
  const auto increment = plus == std::string_view::npos
                             ? Result<double>(0)
                             : parse_real(text.substr(plus + 1), 0, kLongest);
  if (!game || !increment || *game + *increment <= 0) {
    return invalid(fmt::format("expected SECONDS or SECONDS+INCREMENT, not '{}'", text));
  }
  options.clock_ms = std::llround(*game * 1000);
  options.increment_ms = std::llround(*increment * 1000);
  return {};
}

std::string print_clock(const TeiOptions& options) {
  if (!options.has_clock()) return {};
  return format_real(static_cast<double>(options.clock_ms) / 1000) + "+" +
         format_real(static_cast<double>(options.increment_ms) / 1000);
}

}  // namespace

const OptionTable<TeiOptions>& tei_options() {
  constexpr int kDay = 86'400'000;
  constexpr int kHour = 3'600'000;
  static const OptionTable<TeiOptions> table =
      OptionTable<TeiOptions>()
          .text("cmd", &TeiOptions::command, "COMMAND",
                "the engine and its arguments; in quotation marks if there is a comma in it")
          .text("dir", &TeiOptions::folder, "FOLDER",
                "where it runs; the command is looked for from there")
          .integer("movetime", &TeiOptions::movetime_ms, 0, kDay,
                   "milliseconds per move; 0: see tc, nodes, depth; without any of them 1000")
          .custom("tc", "SECONDS+INCREMENT",
                  "a clock: seconds for the game, and seconds added after each move", parse_clock,
                  print_clock)
          .integer("nodes", &TeiOptions::nodes, 0, 1'000'000'000'000,
                   "nodes per move, as the engine counts them; 0: no limit")
          .integer("depth", &TeiOptions::depth, 0, 1000,
                   "depth per move, as the engine counts it; 0: no limit")
          .integer("margin", &TeiOptions::margin_ms, 0, kHour,
                   "milliseconds by which a move by movetime or tc may be late")
          .integer("deadline", &TeiOptions::deadline_ms, 1, kDay,
                   "most milliseconds for a move by nodes or depth")
          .integer("start", &TeiOptions::start_ms, 1, kHour,
                   "most milliseconds until the engine has introduced itself")
          .integer("ready", &TeiOptions::ready_ms, 1, kHour,
                   "most milliseconds until it is ready for a game")
          .integer("quit", &TeiOptions::quit_ms, 0, kHour,
                   "milliseconds to leave when told to, and again when asked by SIGTERM")
          .integer("stderr", &TeiOptions::kept_errors, 0, 1000,
                   "how many of its last lines of standard error a failure is shown with")
          .named("option", &TeiOptions::engine_options,
                 "an option of the engine by its name, as in option.HalfKomi=4");
  return table;
}

Result<void> check_options(const TeiOptions& options) {
  if (options.command.empty()) return invalid("cmd: which engine?");
  if (const auto words = split_command(options.command); !words) {
    return invalid("cmd: " + words.error().reason);
  }
  const int limits = (options.movetime_ms > 0 ? 1 : 0) + (options.has_clock() ? 1 : 0) +
                     (options.nodes > 0 ? 1 : 0) + (options.depth > 0 ? 1 : 0);
  if (limits > 1) return invalid("only one of movetime, tc, nodes, depth can be set");
  return {};
}

}  // namespace clanhouse::tei
