// clanhouse state: the legal moves and the result of a position.
#include <fmt/format.h>

#include "cli/board_view.h"
#include "cli/position.h"
#include "core/files.h"

namespace clanhouse::cli {
namespace {

template <class Family>
concept HasStateFiles = requires(std::string_view text) {
  Family::run_state_file(text);
};

class StateVerb : public Verb {
 public:
  explicit StateVerb(CLI::App& program)
      : Verb(program, "state", "Show a position: board, legal moves, result"),
        game_(*this),
        position_(*this) {
    app()
        .add_option("file", file_,
                    "a position and steps as JSON, where the game has them; the state after the "
                    "steps is printed in the same form")
        ->type_name("FILE");
    app().add_flag("--json", json_, "print one JSON object");
  }

  int run() override {
    if (!file_.empty()) return run_file();
    return position_.with_position(game_, [&](auto, const auto& play) {
      const auto& game = play.game();
      const nlohmann::ordered_json json = state_json(game, play.state());
      if (json_) {
        fmt::print("{}\n", json.dump());
        return kDone;
      }
      fmt::print("{}\n{}\n", draw(game, play.state(), kOnlooker), game.state_text(play.state()));
      if (play.over()) return kDone;
      const auto steps = steps_text(json);
      fmt::print("{} possible:{}\n", steps.first, steps.second);
      return kDone;
    });
  }

 private:
  int run_file() {
    const auto text = read_file(file_);
    if (!text) throw Failure(text.error());
    if (!given("game")) {
      const auto named = game_named_in(*text);
      if (!named) throw Failure(named.error(), file_);
      if (!named->empty()) game_.set_game(*named);
    }
    return game_.with_family([&](auto family) {
      using Family = decltype(family);
      if constexpr (HasStateFiles<Family>) {
        const auto json = Family::run_state_file(*text);
        if (!json) throw Failure(json.error(), file_);
        fmt::print("{}\n", json->dump());
        return kDone;
      } else {
        throw Failure(
            kUsage, fmt::format("{}: positions of {} are given with --tps", file_, Family::kName));
        return kUsage;
      }
    });
  }

  // How many steps there are, and all of them.
  static std::pair<std::size_t, std::string> steps_text(const nlohmann::ordered_json& json) {
    const auto& steps = json.contains("legal") ? json["legal"] : json["decision"]["steps"];
    std::string text;
    for (const std::string step : steps) text += (text.empty() ? " " : ", ") + step;
    return {steps.size(), text};
  }

  GameFlags game_;
  PositionFlags position_;
  std::string file_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_state_verb(CLI::App& program) {
  return std::make_unique<StateVerb>(program);
}

}  // namespace clanhouse::cli
