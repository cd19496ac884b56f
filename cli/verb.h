// What every verb of the command line has in common: flags, a configuration file for whatever a
// flag can set, exit codes, and errors of one line.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/error.h"
#include "core/options.h"

namespace clanhouse::cli {

enum ExitCode : int {
  kDone = 0,
  kSomethingFailed = 1,  // finished, but something in it failed
  kUsage = 2,
  kInputOutput = 3,
  kWouldNotStart = 4,  // an agent that is a program of its own
  kInconclusive = 5,   // finished, but without an answer to what was asked
  kInterrupted = 128,  // plus the number of the signal
};

// Ends the verb with a message and an exit code.
class Failure : public std::runtime_error {
 public:
  Failure(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  explicit Failure(const Error& error, const std::string& source = {})
      : Failure(error.kind == ErrorKind::kIo ? kInputOutput : kUsage, error.describe(source)) {}
  int code() const { return code_; }

 private:
  int code_;
};

class Verb {
 public:
  Verb(CLI::App& program, const std::string& name, const std::string& help);
  virtual ~Verb() = default;
  Verb(const Verb&) = delete;
  Verb& operator=(const Verb&) = delete;

  bool chosen() const { return app_.parsed(); }
  // Reads --config, if given, for whatever the command line has not set; unknown keys are errors.
  void load_config();
  // Does the work; the exit code.
  virtual int run() = 0;

  CLI::App& app() { return app_; }
  // A flag for a whole number within [min, max]; the target's value is the default.
  template <class Int>
  void add_integer(const std::string& key, Int& target, long long min, long long max,
                   const std::string& help);
  // The flag --seed.
  void add_seed(std::uint64_t& seed);
  // Refuses the value of an option, naming where it was set: the flag, or file, line and key.
  [[noreturn]] void refuse(const std::string& key, const std::string& reason) const;

 protected:
  bool given(const std::string& key) const;

 private:
  CLI::App& app_;
  std::string config_path_;
  // Where options came from that the configuration file has set: "file:line:column", by key.
  std::map<std::string, std::string> origins_;
};

template <class Int>
void Verb::add_integer(const std::string& key, Int& target, long long min, long long max,
                       const std::string& help) {
  app_.add_option_function<std::string>(
          "--" + key,
          [this, key, &target, min, max](const std::string& text) {
            const auto value = parse_integer(text, min, max);
            if (!value) refuse(key, value.error().reason);
            target = static_cast<Int>(*value);
          },
          help + " [" + std::to_string(target) + "]")
      ->type_name(std::to_string(min) + ".." + std::to_string(max));
}

using VerbMaker = std::unique_ptr<Verb> (*)(CLI::App&);
// All verbs, in the order of the help text (cli/main.cpp).
std::unique_ptr<Verb> make_games_verb(CLI::App& program);
std::unique_ptr<Verb> make_perft_verb(CLI::App& program);
std::unique_ptr<Verb> make_replay_verb(CLI::App& program);
std::unique_ptr<Verb> make_state_verb(CLI::App& program);
std::unique_ptr<Verb> make_play_verb(CLI::App& program);
std::unique_ptr<Verb> make_analyze_verb(CLI::App& program);
std::unique_ptr<Verb> make_pieces_verb(CLI::App& program);
std::unique_ptr<Verb> make_odds_verb(CLI::App& program);
std::unique_ptr<Verb> make_survey_verb(CLI::App& program);
std::unique_ptr<Verb> make_tournament_verb(CLI::App& program);
std::unique_ptr<Verb> make_rate_verb(CLI::App& program);
std::unique_ptr<Verb> make_tei_verb(CLI::App& program);
std::unique_ptr<Verb> make_bench_verb(CLI::App& program);
std::unique_ptr<Verb> make_train_verb(CLI::App& program);
std::unique_ptr<Verb> make_selfplay_verb(CLI::App& program);
std::unique_ptr<Verb> make_report_verb(CLI::App& program);

}  // namespace clanhouse::cli
