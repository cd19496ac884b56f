// The program `clanhouse`: one file a verb, all of them listed here.
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "agents/agent.h"
#include "cli/verb.h"
#include "selfplay/build_info.h"

namespace {

using namespace clanhouse::cli;

constexpr std::array kVerbs = {
    make_games_verb,  make_perft_verb,      make_replay_verb,   make_state_verb,
    make_play_verb,   make_analyze_verb,    make_pieces_verb,   make_odds_verb,
    make_survey_verb, make_tournament_verb, make_rate_verb,     make_tei_verb,
    make_bench_verb,  make_train_verb,      make_selfplay_verb, make_report_verb,
};

int report(const std::string& message, int code) {
  fmt::print(stderr, "clanhouse: {}\n", message);
  return code;
}

int run(int argc, char** argv) {
  CLI::App program("Research and self-play framework for three board games of Tékumel.",
                   "clanhouse");
  program.set_version_flag("--version", clanhouse::kBuild);
  program.require_subcommand(1);
  // A flag that is given twice: the last one counts, as it does for other programs.
  program.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  std::vector<std::unique_ptr<Verb>> verbs;
  for (const VerbMaker make : kVerbs) verbs.push_back(make(program));
  if (argc < 2) return report("which verb? (see clanhouse --help)", kUsage);
  const bool known = std::any_of(verbs.begin(), verbs.end(), [&](const auto& verb) {
    return verb->app().get_name() == argv[1];
  });
  if (argv[1][0] != '-' && !known) {
    return report(fmt::format("unknown verb '{}' (see clanhouse --help)", argv[1]), kUsage);
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Requests for help and the version come this way too.
    if (error.get_exit_code() == 0) return program.exit(error);
    return report(std::string(error.what()) + " (see --help)", kUsage);
  }
  for (const auto& verb : verbs) {
    if (!verb->chosen()) continue;
    verb->load_config();
    return verb->run();
  }
  return kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Failure& failure) {
    return report(failure.what(), failure.code());
  } catch (const clanhouse::AgentFailure& failure) {
    return report(failure.what(), failure.kind() == "start" ? kWouldNotStart : kSomethingFailed);
  } catch (const std::bad_alloc&) {
    return report("out of memory", kInputOutput);
  } catch (const std::exception& error) {
    return report(error.what(), kInputOutput);
  }
}
