// clanhouse state: the legal moves and the result of a position.
#include <fmt/format.h>

#include "cli/board_view.h"
#include "cli/position.h"

namespace clanhouse::cli {
namespace {

class StateVerb : public Verb {
 public:
  explicit StateVerb(CLI::App& program)
      : Verb(program, "state", "Show a position: board, legal moves, result"),
        game_(*this),
        position_(*this) {
    app().add_flag("--json", json_, "print one JSON object");
  }

  int run() override {
    return position_.with_position(game_, [&](auto, const auto& play) {
      const auto& game = play.game();
      const nlohmann::ordered_json json = state_json(game, play.state());
      if (json_) {
        fmt::print("{}\n", json.dump());
        return kDone;
      }
      fmt::print("{}\n{}\n", draw(game, play.state()), game.state_text(play.state()));
      std::string moves;
      for (const std::string text : json["legal"]) moves += " " + text;
      if (!play.over()) fmt::print("{} legal moves:{}\n", json["legal"].size(), moves);
      return kDone;
    });
  }

 private:
  GameFlags game_;
  PositionFlags position_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_state_verb(CLI::App& program) {
  return std::make_unique<StateVerb>(program);
}

}  // namespace clanhouse::cli
