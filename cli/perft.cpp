// clanhouse perft: counts positions, the check of a move generator.
#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/game_flags.h"
#include "core/dashigaikh/perft.h"
#include "core/dashigaikh/text.h"

namespace clanhouse::cli {
namespace {

class PerftVerb : public Verb {
 public:
  explicit PerftVerb(CLI::App& program)
      : Verb(program, "perft", "Count the positions after each number of turns (Dashigáikh)") {
    add_flags(*this, dashigaikh::config_options(), config_);
    app().add_option("--tps", tps_, "position to start from [the empty board]")->type_name("TPS");
    add_integer("depth", depth_, 1, 100, "turns to look ahead");
    app().add_flag("--divide", divide_, "also count by first turn");
    add_integer("threads", threads_, 1, 1024, "threads to share the work");
    app().add_flag("--json", json_, "print one JSON object");
  }

  int run() override {
    if (!tps_.empty()) {
      const auto size = dashigaikh::tps_size(tps_);
      if (!size) refuse("tps", size.error().describe());
      if (given("size") && config_.size != *size) {
        refuse("size", fmt::format("the TPS is {0}x{0}", *size));
      }
      config_.size = *size;
    }
    return dashigaikh::with_size(config_, [&](const auto& game) { return count(game); });
  }

 private:
  template <int N>
  int count(const dashigaikh::Dashigaikh<N>& game) {
    auto state = game.initial();
    if (!tps_.empty()) {
      const auto read = dashigaikh::read_tps(game, tps_);
      if (!read) refuse("tps", read.error().describe());
      state = *read;
    }
    std::vector<std::uint64_t> counts;
    nlohmann::ordered_json by_turn = nlohmann::ordered_json::object();
    for (int depth = 1; depth <= depth_; ++depth) {
      const auto start = std::chrono::steady_clock::now();
      std::uint64_t nodes = 0;
      const auto divided = dashigaikh::perft_divide(game, state, depth, threads_);
      for (const auto& [action, below] : divided) nodes += below;
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      counts.push_back(nodes);
      if (!json_) {
        fmt::print("perft {:2}  {:>16}  {:.3f} s  {:.2f} G/s\n", depth, nodes, seconds.count(),
                   static_cast<double>(nodes) / seconds.count() / 1e9);
        std::fflush(stdout);
      }
      if (!divide_ || depth != depth_) continue;
      for (const auto& [action, below] : divided) {
        const std::string text = game.action_text(state, action);
        by_turn[text] = below;
        if (!json_) fmt::print("{:<12}{:>16}\n", text, below);
      }
    }
    if (json_) {
      nlohmann::ordered_json result = {
          {"size", N}, {"depth", depth_}, {"counts", counts}, {"nodes", counts.back()}};
      if (divide_) result["divide"] = by_turn;
      fmt::print("{}\n", result.dump());
    }
    return kDone;
  }

  dashigaikh::Config config_;
  std::string tps_;
  int depth_ = 4;
  int threads_ = 1;
  bool divide_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_perft_verb(CLI::App& program) {
  return std::make_unique<PerftVerb>(program);
}

}  // namespace clanhouse::cli
