// clanhouse analyze: what an agent thinks of a position.
#include <fmt/format.h>

#include "agents/registry.h"
#include "cli/board_view.h"
#include "cli/position.h"

namespace clanhouse::cli {
namespace {

class AnalyzeVerb : public Verb {
 public:
  explicit AnalyzeVerb(CLI::App& program)
      : Verb(program, "analyze", "Show the lines that an agent considers in a position"),
        game_(*this),
        position_(*this) {
    app().add_option("--agent", agent_, "who thinks [" + agent_ + "]")->type_name("SPEC");
    add_integer("lines", lines_, 1, 10000, "most lines to show");
    add_seed(seed_);
    app().add_flag("--json", json_, "print one JSON object");
  }

  int run() override {
    return position_.with_position(game_, [&](auto, const auto& play) {
      if (play.over()) refuse("tps", "the game is over in this position");
      if (play.game().actor(play.state()).chance()) {
        refuse("moves", "it is chance's turn in this position");
      }
      auto agent = make_agent(play.game(), agent_);
      if (!agent) refuse("agent", agent.error().describe());
      return analyze(play, **agent);
    });
  }

 private:
  template <Game G>
  int analyze(const Playthrough<G>& play, Agent<G>& agent) {
    const G& game = play.game();
    const int seat = game.actor(play.state()).seat();
    agent.begin_game(RandomStream(seed_, "analyze"));
    const auto choice = agent.choose(game.view(play.state(), seat));
    const Analysis<G> analysis = agent.analysis();
    nlohmann::ordered_json json = {{"position", game.state_text(play.state())},
                                   {"agent", agent_},
                                   {"seed", seed_},
                                   {"best", game.action_text(play.state(), choice)},
                                   {"visits", analysis.visits},
                                   {"nodes", analysis.nodes},
                                   {"lines", nlohmann::ordered_json::array()}};
    for (const auto& line : analysis.lines) {
      if (static_cast<int>(json["lines"].size()) == lines_) break;
      nlohmann::ordered_json entry = {
          {"moves", line_texts(play, line)},
          {"visits", line.visits},
          {"values", std::vector<float>(line.value.begin(), line.value.begin() + game.seats())},
          {"proven", line.proven}};
      if (line.proven) entry["steps_to_end"] = line.steps_to_end;
      json["lines"].push_back(entry);
    }
    if (json_) {
      fmt::print("{}\n", json.dump());
      return kDone;
    }
    fmt::print("{}\n", draw(game, play.state(), seat));
    print(json, seat);
    return kDone;
  }

  template <Game G>
  std::vector<std::string> line_texts(const Playthrough<G>& play,
                                      const ConsideredLine<G>& line) const {
    std::vector<std::string> texts;
    auto state = play.state();
    for (const auto action : line.actions) {
      texts.push_back(play.game().action_text(state, action));
      play.game().apply(state, action);
    }
    return texts;
  }

  // The value is shown for the seat to move.
  void print(const nlohmann::ordered_json& json, int seat) const {
    fmt::print("{} plays {}", agent_, json["best"].get<std::string>());
    if (json["lines"].empty()) {
      fmt::print("; it does not look ahead\n");
      return;
    }
    fmt::print(" after {} visits, {} nodes\n\n{:>9}  {:>6}  {}\n",
               json["visits"].get<std::uint64_t>(), json["nodes"].get<std::uint64_t>(), "visits",
               "value", "line");
    for (const auto& line : json["lines"]) {
      std::string moves;
      for (const std::string move : line["moves"]) moves += (moves.empty() ? "" : " ") + move;
      if (line["proven"].get<bool>()) {
        moves += fmt::format("  (certain, in {})", line["steps_to_end"].get<int>());
      }
      fmt::print("{:>9}  {:>+6.3f}  {}\n", line["visits"].get<std::uint64_t>(),
                 line["values"][seat].get<float>(), moves);
    }
  }

  GameFlags game_;
  PositionFlags position_;
  std::string agent_ = "mcts:visits=10000";
  int lines_ = 5;
  std::uint64_t seed_ = 1;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_analyze_verb(CLI::App& program) {
  return std::make_unique<AnalyzeVerb>(program);
}

}  // namespace clanhouse::cli
