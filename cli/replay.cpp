// clanhouse replay: plays through the games of record files.
#include <fmt/format.h>

#include "cli/game_flags.h"
#include "core/files.h"

namespace clanhouse::cli {
namespace {

class ReplayVerb : public Verb {
 public:
  explicit ReplayVerb(CLI::App& program)
      : Verb(program, "replay", "Play through record files; say where one is illegal"),
        game_(*this) {
    app()
        .add_option("files", files_, "record files; the game is the one that a file names")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->required()
        ->type_name("FILE");
    app().add_flag("--json", json_, "print one JSON object a game, with the final state");
    app().add_flag("--quiet", quiet_, "no warnings");
  }

  int run() override {
    const std::string asked_for = game_.game();
    bool good = true;
    for (const std::string& path : files_) {
      const auto text = read_file(path);
      if (!text) throw Failure(text.error());
      if (!given("game")) {
        const auto named = game_named_in(*text);
        if (!named) {
          good = show(path, {{}, named.error()});
          continue;
        }
        game_.set_game(named->empty() ? asked_for : *named);
      }
      game_.with_family([&](auto family) {
        using Family = decltype(family);
        good = show(path, Family::read_games(*text, game_.config<Family>())) && good;
        return kDone;
      });
    }
    return good ? kDone : kSomethingFailed;
  }

 private:
  // False when the file holds an error.
  bool show(const std::string& path, const GameFile& file) const {
    for (const GameSummary& game : file.games) {
      for (const Error& warning : game.warnings) {
        if (!quiet_) fmt::print(stderr, "{}: warning\n", warning.describe(path));
      }
      if (json_) {
        nlohmann::ordered_json json = {{"file", path},
                                       {"turns", game.turns},
                                       {"result", nullptr},
                                       {"reason", nullptr},
                                       {"warnings", game.warnings.size()},
                                       {"state", game.state}};
        if (!game.result.empty()) json["result"] = game.result;
        if (!game.reason.empty()) json["reason"] = game.reason;
        fmt::print("{}\n", json.dump());
      } else {
        fmt::print(
            "{}: {} turns, {}, {}\n", path, game.turns,
            game.result.empty() ? "unfinished" : fmt::format("{} ({})", game.result, game.reason),
            game.state_text);
      }
    }
    if (!file.error) return true;
    std::fflush(stdout);
    fmt::print(stderr, "{}\n", file.error->describe(path));
    if (json_) {
      const nlohmann::ordered_json json = {{"file", path},
                                           {"error",
                                            {{"line", file.error->line},
                                             {"column", file.error->column},
                                             {"reason", file.error->reason}}}};
      fmt::print("{}\n", json.dump());
    }
    return false;
  }

  GameFlags game_;
  std::vector<std::string> files_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_replay_verb(CLI::App& program) {
  return std::make_unique<ReplayVerb>(program);
}

}  // namespace clanhouse::cli
