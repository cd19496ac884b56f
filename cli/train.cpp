// clanhouse train: a net learns from games against itself.
#include <thread>

#include <fmt/format.h>

#include "cli/device.h"
#include "cli/game_flags.h"
#include "core/records.h"
#include "selfplay/interrupt.h"
#include "selfplay/net_start.h"
#include "training/run.h"

namespace clanhouse::cli {
namespace {

using training::TrainRun;
using training::TrainSettings;

class TrainVerb : public Verb {
 public:
  explicit TrainVerb(CLI::App& program)
      : Verb(program, "train", "Train a net by games against itself; resumable"), game_(*this) {
    run_.actors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    add_flags(*this, training::train_options(), settings_);
    add_seed(run_.seed);
    add_integer("threads", run_.actors, 1, 1024, "threads that play; one more learns");
    app().add_option("--out", out_, "folder of the run; continued if it has one")->type_name("RUN");
    app().add_flag("--races", races_, "of changakarnikh: learn single races, not whole games");
    add_device(*this, run_.device);
    app().add_flag("--learner-only", learner_only_, "others play: clanhouse selfplay --follow RUN");
    app().add_flag("--accept-config", run_.accept_settings,
                   "go on with other settings than the run began with");
    app().add_flag("--quiet", run_.quiet, "no progress");
  }

  int run() override {
    if (out_.empty()) refuse("out", "a run needs a folder");
    run_.out = out_;
    if (learner_only_) run_.actors = 0;
    return game_.with_family([&](auto family) { return train_family<decltype(family)>(); });
  }

 private:
  template <class Family>
  int train_family() {
    const auto config = Family::for_tournaments(game_.config<Family>());
    run_.config = settings_json(Family::options(), config);
    std::string_view name = Family::kName;
    if constexpr (requires { Family::kPartName; }) {
      if (races_) name = Family::kPartName;
    } else if (races_) {
      refuse("races", "this is for changakarnikh");
    }
    return with_game_to_learn<Family>(name, config,
                                      [&]<Game G>(const G& game) { return train_game(game); });
  }

  template <Game G>
  int train_game(const G& game) {
    run_.game = G::kName;
    run_.shape = net_shape_for(game);
    watch_for_interrupts();
    const auto result = training::train(
        run_, settings_, training::train_game(game, settings_.play, run_.seed, run_.device));
    if (!result) throw Failure(result.error());
    if (result->complete) {
      fmt::print("{}\n", result->net.string());
      return kDone;
    }
    fmt::print(stderr, "Stopped after generation {} of {}; the same command goes on from here.\n",
               result->generation, settings_.generations);
    return kInterrupted + interrupted();
  }

  GameFlags game_;
  TrainSettings settings_;
  TrainRun run_;
  std::string out_;
  bool learner_only_ = false;
  bool races_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_train_verb(CLI::App& program) {
  return std::make_unique<TrainVerb>(program);
}

}  // namespace clanhouse::cli
