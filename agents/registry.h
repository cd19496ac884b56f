// The table of agents. An agent kind is a struct with
//
//   kName, kHelp              as in "mcts:visits=800", and one sentence
//   Options, options()        its settings
//   plays<G>                  whether it can play the game
//   make(game, options)       the agent, if it does, or why there is none (a file is missing)
//
// Adding an agent to the program is adding its kind to AgentKinds.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <tuple>

#include "agents/agent.h"
#include "agents/agent_spec.h"
#include "agents/changakarnikh/greedy.h"
#include "agents/greedy_agent.h"
#include "agents/net/net_evaluator.h"
#include "agents/net/options.h"
#include "agents/net/shipped.h"
#include "agents/random_agent.h"
#include "agents/search/mcts_agent.h"
#include "agents/tei/tei_agent.h"
#include "core/files.h"

namespace clanhouse {

struct NoOptions {};
inline const OptionTable<NoOptions>& no_options() {
  static const OptionTable<NoOptions> table;
  return table;
}

struct RandomKind {
  static constexpr std::string_view kName = "random";
  static constexpr std::string_view kHelp = "plays any legal action, each equally likely";
  using Options = NoOptions;
  static const OptionTable<Options>& options() { return no_options(); }
  template <Game G>
  static constexpr bool plays = true;
  template <Game G>
  static Result<std::unique_ptr<Agent<G>>> make(const G& game, const Options&) {
    return std::make_unique<RandomAgent<G>>(game);
  }
};

// Games whose "greedy" is an agent of their own; for the others it looks one ply ahead.
template <class G>
struct GreedyAgentOf {
  using Type = GreedyAgent<G>;
};
template <>
struct GreedyAgentOf<changakarnikh::Changakarnikh> {
  using Type = changakarnikh::GreedyPlayer;
};
template <>
struct GreedyAgentOf<changakarnikh::RaceGame> {
  using Type = changakarnikh::GreedyRacer;
};

struct GreedyKind {
  static constexpr std::string_view kName = "greedy";
  static constexpr std::string_view kHelp =
      "judges every decision by what it gains at once: the position after it, or a table of the "
      "game";
  using Options = NoOptions;
  static const OptionTable<Options>& options() { return no_options(); }
  template <Game G>
  static constexpr bool plays = HasHeuristic<G>;
  template <Game G>
  static Result<std::unique_ptr<Agent<G>>> make(const G& game, const Options&) {
    return std::make_unique<typename GreedyAgentOf<G>::Type>(game);
  }
};

struct MctsKind {
  static constexpr std::string_view kName = "mcts";
  static constexpr std::string_view kHelp = "Monte Carlo tree search (UCT)";
  using Options = SearchOptions;
  static const OptionTable<Options>& options() { return search_options(); }
  template <Game G>
  static constexpr bool plays = true;
  template <Game G>
  static Result<std::unique_ptr<Agent<G>>> make(const G& game, const Options& options) {
    return std::make_unique<MctsAgent<G>>(game, options);
  }
};

struct NetKind {
  static constexpr std::string_view kName = "net";
  static constexpr std::string_view kHelp = "tree search with a trained net (PUCT)";
  using Options = NetOptions;
  static const OptionTable<Options>& options() { return net_options(); }
  template <Game G>
  static constexpr bool plays = true;
  template <Game G>
  static Result<std::unique_ptr<Agent<G>>> make(const G& game, const Options& options) {
    std::filesystem::path path = options.file;
    if (path.empty()) {
      const auto shipped = shipped_net(game);
      if (!shipped) return invalid("agent 'net': none is shipped for this game (net:FILE)");
      path = *shipped;
    }
    return read_safetensors(path)
        .and_then([&](const TensorFile& file) { return in_file(path, read_net_for(game, file)); })
        .map([&](std::unique_ptr<Network>&& net) -> std::unique_ptr<Agent<G>> {
          return std::make_unique<MctsAgent<G>>(
              game, net_search_for<G>(options),
              std::make_unique<NetEvaluator<G>>(
                  game, std::move(net), NetEvaluatorOptions{options.cache, options.symmetry}));
        });
  }
};

// Games that engines of other people play, with the size of the board.
template <class G>
inline constexpr int kTeiSize = 0;
template <int N>
inline constexpr int kTeiSize<dashigaikh::Dashigaikh<N>> = N;

struct TeiKind {
  static constexpr std::string_view kName = "tei";
  static constexpr std::string_view kHelp =
      "another program, which speaks TEI, the Tak community's engine protocol (docs/tei.md)";
  using Options = tei::TeiOptions;
  static const OptionTable<Options>& options() { return tei::tei_options(); }
  template <Game G>
  static constexpr bool plays = kTeiSize<G> > 0;
  template <Game G>
  static Result<std::unique_ptr<Agent<G>>> make(const G& game, const Options& options) {
    return tei::make_tei_agent<kTeiSize<G>>(game, options);
  }
};

using AgentKinds = std::tuple<RandomKind, GreedyKind, MctsKind, NetKind, TeiKind>;

template <class Visit>
void for_each_agent_kind(Visit&& visit) {
  std::apply([&](auto... kind) { (visit(kind), ...); }, AgentKinds());
}

// A new agent for one seat of one game at a time; unknown names, keys and values are errors.
template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent(const G& game, const AgentSpec& spec) {
  std::string known;
  Result<std::unique_ptr<Agent<G>>> made = nullptr;
  bool found = false;
  for_each_agent_kind([&](auto kind) {
    using Kind = decltype(kind);
    known += (known.empty() ? "" : ", ") + std::string(Kind::kName);
    if (Kind::kName != spec.name) return;
    found = true;
    if constexpr (Kind::template plays<G>) {
      made = read_settings(spec, Kind::options()).and_then([&](const auto& options) {
        return Kind::template make<G>(game, options);
      });
    } else {
      made = invalid("agent '" + spec.name + "' does not play " + std::string(G::kName));
    }
  });
  if (!found) return invalid("unknown agent '" + spec.name + "' (known: " + known + ")");
  return made;
}

template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent(const G& game, std::string_view spec) {
  auto parsed = parse_agent_spec(spec);
  if (!parsed) return tl::unexpected(parsed.error());
  return make_agent(game, *parsed);
}

}  // namespace clanhouse
