// How many tactical positions an agent solves:
//   build/release/bench/tactics tests/data/dashigaikh_tactics.json mcts:visits=10000 …
// A position with answers is solved by playing one of them; of kind avoid_move by playing none.
// Positions without answers and questions about a whole policy are left out.
#include <chrono>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agents/registry.h"
#include "core/dashigaikh/text.h"
#include "core/files.h"

namespace clanhouse {
namespace {

struct Score {
  int solved = 0;
  int positions = 0;
};

template <int N>
bool solves(const dashigaikh::Dashigaikh<N>& game, const nlohmann::json& entry,
            const std::string& spec) {
  const auto state = dashigaikh::read_tps(game, entry["tps"].get<std::string>());
  auto agent = make_agent(game, spec);
  if (!state || !agent) {
    fmt::print(stderr, "{}\n", state ? agent.error().reason : state.error().describe());
    std::exit(2);
  }
  (*agent)->begin_game(RandomStream(1, "tactics"));
  const auto played = (*agent)->choose(*state);
  bool among = false;
  for (const std::string text : entry["answers"]) {
    among = among || dashigaikh::parse_turn(N, text) == played;
  }
  return among == (entry["kind"] != "avoid_move");
}

int run(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: tactics FILE AGENT…\n");
    return 2;
  }
  const auto text = read_file(argv[1]);
  const auto json = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
  if (!json.is_object()) {
    fmt::print(stderr, "cannot read {}\n", argv[1]);
    return 3;
  }
  for (int i = 2; i < argc; ++i) {
    std::map<int, Score> scores;
    const auto start = std::chrono::steady_clock::now();
    for (const auto& entry : json["positions"]) {
      const std::string kind = entry["kind"];
      if (!entry.contains("answers") || entry["answers"].empty() || kind.ends_with("policy")) {
        continue;
      }
      dashigaikh::Config config;
      config.size = entry["size"];
      config.half_komi = entry["half_komi"];
      dashigaikh::with_size(config, [&](const auto& game) {
        Score& score = scores[config.size];
        score.solved += solves(game, entry, argv[i]) ? 1 : 0;
        ++score.positions;
      });
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("{:<40}", argv[i]);
    for (const auto& [size, score] : scores) {
      fmt::print("  {0}x{0}: {1:>2} of {2}", size, score.solved, score.positions);
    }
    fmt::print("  ({:.1f} s)\n", seconds.count());
  }
  return 0;
}

}  // namespace
}  // namespace clanhouse

int main(int argc, char** argv) { return clanhouse::run(argc, argv); }
