#include "agents/tei/engine_board.h"

#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "agents/registry.h"
#include "agents/tei/process.h"
#include "agents/tei/protocol.h"
#include "core/dashigaikh/text.h"
#include "core/playthrough.h"

namespace clanhouse::tei {
namespace {

// What a node takes with its list of actions; some take less, few much more.
constexpr long long kBytesPerNode = 256;

// The spec with the size of the tree that is wanted, where it is one of a search and does not say
// so itself.
AgentSpec with_hash(AgentSpec spec, int mib) {
  if (mib == 0 || (spec.name != MctsKind::kName && spec.name != NetKind::kName)) return spec;
  for (const auto& [key, value] : spec.settings) {
    if (key == "nodes") return spec;
  }
  const long long nodes = (static_cast<long long>(mib) << 20) / kBytesPerNode;
  spec.settings.emplace_back("nodes", std::to_string(nodes));
  return spec;
}

template <int N>
class BoardOf : public EngineBoard {
 public:
  using G = dashigaikh::Dashigaikh<N>;

  explicit BoardOf(const G& game) : game_(game), play_(game) {}

  Result<void> set_position(const PositionCommand& command) override {
    auto start = game_.initial();
    if (!command.tps.empty()) {
      const auto read = read_tps(game_, command.tps);
      if (!read) return invalid("tps: " + read.error().describe());
      start = *read;
    }
    Playthrough<G> play(game_, start);
    for (const std::string& text : command.turns) {
      const auto action = game_.parse_action(play.state(), text);
      if (!action) {
        return invalid(fmt::format("turn {}: {}", play.steps().size() + 1, action.error().reason));
      }
      play.play(*action);
    }
    play_ = std::move(play);
    return {};
  }

  Result<void> make_agent(const AgentRequest& request) override {
    const std::string usual = shipped_net(game_) ? "net" : "mcts";
    const auto spec = parse_agent_spec(request.spec.empty() ? usual : request.spec);
    if (!spec) return tl::unexpected(spec.error());
    auto agent = clanhouse::make_agent(game_, with_hash(*spec, request.hash_mib));
    if (!agent) return tl::unexpected(agent.error());
    try {
      (*agent)->begin_game(RandomStream(request.seed, "tei", request.game));
    } catch (const AgentFailure& failure) {
      return io_error(failure.what());
    }
    agent_ = std::move(*agent);
    return {};
  }
  bool has_agent() const override { return agent_ != nullptr; }

  Search search(const GoCommand& command, int overhead_ms, const Say& say) override {
    const auto begin = Clock::now();
    ChoiceLimits<G> limits;
    limits.own = false;
    limits.time = command.thinking_time(play_.state().to_move, overhead_ms);
    if (command.nodes) limits.visits = static_cast<std::uint64_t>(*command.nodes);
    if (command.depth) limits.depth = static_cast<int>(std::min(*command.depth, 10'000LL));
    limits.report = [begin, say, state = play_.state(), game = game_](const Analysis<G>& analysis) {
      if (!analysis.lines.empty()) say(info_line(game, state, analysis, Clock::now() - begin));
    };
    return [this, limits, say, play = play_](const std::stop_token& stop) mutable {
      limits.stop = stop;
      say("bestmove " + (play.over() ? "--" : best_move(play, limits, say)));
    };
  }

 private:
  std::string best_move(const Playthrough<G>& play, const ChoiceLimits<G>& limits, const Say& say) {
    try {
      const auto action = agent_->choose_within(play.state(), limits);
      limits.report(agent_->analysis());
      return game_.action_text(play.state(), action);
    } catch (const std::exception& error) {
      say(std::string("info string no move: ") + error.what());
      return "--";
    }
  }

  // Of the best line. What is certain scores 10000 less the turns to the end; wins and losses add
  // up to a thousand, as draws are hardly ever expected.
  static std::string info_line(const G& game, typename G::State state, const Analysis<G>& analysis,
                               Clock::duration time) {
    const auto& best = analysis.lines.front();
    const float value = best.value[state.to_move];
    int score = score_of_value(value);
    constexpr int kCertain = 10'000;
    if (best.proven) score = value == 0 ? 0 : (value > 0 ? 1 : -1) * (kCertain - best.steps_to_end);
    const bool drawn = best.proven && value == 0;
    const auto wins = drawn ? 0 : std::lround(500 * (1 + value));
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    const auto full = 1000 * analysis.nodes / std::max<std::uint64_t>(1, analysis.most_nodes);
    std::string text = fmt::format(
        "info depth {} seldepth {} nodes {} nps {} time {} score cp {} wdl {} {} {} hashfull {} pv",
        std::max(1, analysis.mean_depth), std::max({1, analysis.mean_depth, analysis.deepest}),
        analysis.visits, 1000 * analysis.visits / static_cast<std::uint64_t>(std::max(1L, ms)), ms,
        score, wins, drawn ? 1000 : 0, drawn ? 0 : 1000 - wins,
        std::min<std::uint64_t>(1000, full));
    for (const auto action : best.actions) {
      text += " " + game.action_text(state, action);
      game.apply(state, action);
    }
    return text;
  }

  G game_;
  Playthrough<G> play_;
  std::unique_ptr<Agent<G>> agent_;
};

}  // namespace

std::unique_ptr<EngineBoard> make_engine_board(const dashigaikh::Config& config) {
  return dashigaikh::with_size(
      config, []<int N>(const dashigaikh::Dashigaikh<N>& game) -> std::unique_ptr<EngineBoard> {
        return std::make_unique<BoardOf<N>>(game);
      });
}

}  // namespace clanhouse::tei
