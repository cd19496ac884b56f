// clanhouse selfplay: games for a training run that another process learns from.
#include <unistd.h>

#include <cctype>
#include <thread>

#include <fmt/format.h>

#include "cli/device.h"
#include "core/games.h"
#include "core/json_input.h"
#include "selfplay/interrupt.h"
#include "training/run.h"

namespace clanhouse::cli {
namespace {

class SelfplayVerb : public Verb {
 public:
  explicit SelfplayVerb(CLI::App& program)
      : Verb(program, "selfplay",
             "Play games for a training run that another process learns from") {
    threads_ = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    app()
        .add_option("--follow", run_, "folder of the run (clanhouse train --learner-only)")
        ->type_name("RUN");
    add_integer("threads", threads_, 1, 1024, "threads that play");
    add_device(*this, device_);
    app().add_option("--name", name_,
                     "of this process among those that play for the run; letters and digits");
  }

  int run() override {
    if (run_.empty()) refuse("follow", "which run?");
    if (name_.empty()) name_ = default_name();
    for (const char c : name_) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
        refuse("name", "expected letters and digits, not '" + name_ + "'");
      }
    }
    const auto followed = training::read_run(run_);
    if (!followed) throw Failure(followed.error());
    std::optional<int> code;
    with_family_of(followed->game, [&](auto family) { code = play<decltype(family)>(*followed); });
    if (!code) throw Failure({"unknown game '" + followed->game + "'", 0, 0, ErrorKind::kInvalid});
    return *code;
  }

 private:
  // Another one for each process on each machine.
  static std::string default_name() {
    char host[256] = {};
    gethostname(host, sizeof host - 1);
    std::string name;
    for (const char* c = host; *c != 0; ++c) {
      if (std::isalnum(static_cast<unsigned char>(*c)) != 0) name += *c;
    }
    return name + "p" + std::to_string(getpid()) + "t";
  }

  template <class Family>
  int play(const training::FollowedRun& followed) {
    typename Family::Config config;
    try {
      json_input::set_all(followed.config, "config", Family::options(), config);
    } catch (const Error& error) {
      throw Failure(error);
    }
    watch_for_interrupts();
    return with_game_to_learn<Family>(
        followed.game, config, [&]<Game G>(const G& game) { return play_game(game, followed); });
  }

  template <Game G>
  int play_game(const G& game, const training::FollowedRun& followed) {
    const auto played =
        training::play_along(run_, followed, threads_, name_,
                             training::player_maker(game, followed.settings.play, device_));
    if (!played) throw Failure(played.error());
    return interrupted() == 0 ? kDone : kInterrupted + interrupted();
  }

  std::string run_;
  std::string name_;
  int threads_ = 1;
  std::string device_ = "cpu";
};

}  // namespace

std::unique_ptr<Verb> make_selfplay_verb(CLI::App& program) {
  return std::make_unique<SelfplayVerb>(program);
}

}  // namespace clanhouse::cli
