#include "training/run.h"

#include <chrono>
#include <deque>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "core/files.h"
#include "core/records.h"
#include "selfplay/build_info.h"
#include "selfplay/interrupt.h"
#include "selfplay/progress.h"
#include "training/rows_file.h"

namespace clanhouse::training {
namespace {

using Rows = std::vector<TrainingRow>;
using nlohmann::ordered_json;

std::filesystem::path games_path(const std::filesystem::path& run, int generation) {
  return run / "games" / fmt::format("{:06}.safetensors", generation);
}

class Trainer {
 public:
  Trainer(const TrainRun& run, const TrainSettings& settings, const PlayGames& play)
      : run_(run), settings_(settings), play_(play), shape_(settings.shape(run.shape)) {}

  Result<TrainResult> train() {
    for (const char* folder : {"nets", "games"}) {
      if (auto made = make_directories(run_.out / folder); !made) {
        return tl::unexpected(made.error());
      }
    }
    if (auto same = check_settings(); !same) return tl::unexpected(same.error());
    auto learner = load_learner(shape_, settings_.learner, run_.seed);
    if (!learner) return tl::unexpected(learner.error());
    learner_ = std::move(*learner);
    int generation = settings_.generations;
    while (generation > 0 && !std::filesystem::exists(net_path(run_.out, generation))) --generation;
    if (auto begun = begin_with(generation); !begun) return tl::unexpected(begun.error());
    Progress progress("generations", generation, settings_.generations, run_.quiet);
    while (generation < settings_.generations && interrupted() == 0) {
      auto note = advance(generation + 1);
      if (!note) return tl::unexpected(note.error());
      if (note->empty()) break;
      ++generation;
      progress.advance(*note);
    }
    return TrainResult{generation == settings_.generations, generation};
  }

 private:
  // The run's settings are those of run.json, which is written if there is none.
  Result<void> check_settings() {
    ordered_json settings = {{"game", run_.game},
                             {"config", run_.config},
                             {"train", settings_json(train_options(), settings_)},
                             {"seed", run_.seed}};
    const auto path = run_.out / "run.json";
    if (!std::filesystem::exists(path)) {
      settings["build"] = kBuild;
      return write_file(path, settings.dump(2) + "\n");
    }
    const auto content = read_file(path);
    if (!content) return tl::unexpected(content.error());
    const auto earlier = ordered_json::parse(*content, nullptr, false);
    if (!earlier.is_object()) return invalid(path.string() + ": this is not JSON");
    std::string differences;
    const auto compare = [&](const std::string& key, const ordered_json& then,
                             const ordered_json& now) {
      if (then == now) return;
      differences += fmt::format("{}{} was {}, now {}", differences.empty() ? "" : ", ", key,
                                 then.dump(), now.dump());
    };
    for (const auto& [key, value] : settings.items()) {
      const ordered_json then = earlier.value(key, ordered_json());
      if (!value.is_object()) {
        compare(key, then, value);
        continue;
      }
      for (const auto& [name, setting] : value.items()) {
        // A run may be made longer.
        if (name == "generations") continue;
        compare(name, then.is_object() ? then.value(name, ordered_json()) : ordered_json(),
                setting);
      }
    }
    if (!differences.empty()) {
      return invalid(run_.out.string() + " is a run with other settings: " + differences);
    }
    return {};
  }

  // Takes up the net, and the games of the window before it.
  Result<void> begin_with(int generation) {
    if (!std::filesystem::exists(net_path(run_.out, generation))) {
      return publish(generation);  // the very first
    }
    auto file = read_safetensors(net_path(run_.out, generation));
    if (!file) return tl::unexpected(file.error());
    net_ = std::move(*file);
    const auto tower = in_file(net_path(run_.out, generation), Tower::read(net_));
    if (!tower) return tl::unexpected(tower.error());
    if (!(tower->shape() == shape_)) {
      return invalid(net_path(run_.out, generation).string() + ": a net of another shape");
    }
    learner_->set_weights(net_.tensors);
    for (int g = std::max(1, generation - settings_.window + 2); g <= generation; ++g) {
      auto rows = read_rows(g);
      if (!rows) return tl::unexpected(rows.error());
      window_.push_back(std::move(*rows));
    }
    return {};
  }

  Result<Rows> read_rows(int generation) const {
    const auto path = games_path(run_.out, generation);
    const auto file = read_safetensors(path);
    if (!file) return tl::unexpected(file.error());
    return in_file(path, rows_from_file(*file, shape_));
  }

  Result<void> publish(int generation) {
    net_.tensors = learner_->weights();
    net_.metadata = tower_metadata(shape_);
    net_.metadata["format"] = kNetFormat;
    net_.metadata["game"] = run_.game;
    net_.metadata["generation"] = std::to_string(generation);
    net_.metadata["build"] = kBuild;
    return write_file(net_path(run_.out, generation), format_safetensors(net_));
  }

  // Games and learning of one generation; what to show of it, nothing when interrupted.
  Result<std::string> advance(int generation) {
    const auto start = std::chrono::steady_clock::now();
    const bool played = std::filesystem::exists(games_path(run_.out, generation));
    auto rows = played ? read_rows(generation) : play_generation(generation);
    if (!rows) return tl::unexpected(rows.error());
    if (interrupted() != 0) return std::string();
    if (!played) {
      const auto written =
          write_file(games_path(run_.out, generation), format_safetensors(rows_to_file(*rows)));
      if (!written) return tl::unexpected(written.error());
    }
    const std::chrono::duration<double> playing = std::chrono::steady_clock::now() - start;
    const std::size_t fresh = rows->size();
    window_.push_back(std::move(*rows));
    if (static_cast<int>(window_.size()) > settings_.window) window_.pop_front();

    std::vector<const TrainingRow*> all;
    for (const Rows& part : window_) {
      for (const TrainingRow& row : part) all.push_back(&row);
    }
    const int steps = std::max(
        1, static_cast<int>(settings_.reuse * static_cast<float>(fresh)) / settings_.learner.batch);
    RandomStream random(run_.seed, "learning", generation);
    const Losses losses = learner_->learn(all, steps, random);
    if (auto published = publish(generation); !published) return tl::unexpected(published.error());
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
    if (auto logged = log({{"generation", generation},
                           {"rows", fresh},
                           {"window", all.size()},
                           {"steps", steps},
                           {"policy_loss", losses.policy},
                           {"value_loss", losses.value},
                           {"seconds_playing", playing.count()},
                           {"seconds", whole.count()}});
        !logged) {
      return tl::unexpected(logged.error());
    }
    return fmt::format("{} rows, policy {:.3f}, value {:.3f}", fresh, losses.policy, losses.value);
  }

  // All games of a generation, on all threads.
  Result<Rows> play_generation(int generation) const {
    const std::uint64_t seed = RandomStream(run_.seed, "generation", generation).next();
    const int threads = std::min(run_.threads, settings_.games);
    std::vector<Result<Rows>> parts(static_cast<std::size_t>(threads), Rows());
    std::vector<std::thread> workers;
    for (int t = 0; t < threads; ++t) {
      const int first = settings_.games * t / threads;
      const int last = settings_.games * (t + 1) / threads;
      workers.emplace_back([&, t, first, last] {
        parts[static_cast<std::size_t>(t)] = play_(net_, first, last, seed);
      });
    }
    for (std::thread& worker : workers) worker.join();
    Rows rows;
    for (auto& part : parts) {
      if (!part) return part;
      std::move(part->begin(), part->end(), std::back_inserter(rows));
    }
    return rows;
  }

  Result<void> log(const ordered_json& line) const {
    const auto path = run_.out / "log.jsonl";
    std::ofstream file(path, std::ios::app);
    file << line.dump() << '\n';
    file.flush();
    if (!file) return io_error("cannot write " + path.string());
    return {};
  }

  const TrainRun& run_;
  const TrainSettings& settings_;
  const PlayGames& play_;
  TowerShape shape_;
  std::unique_ptr<Learner> learner_;
  TensorFile net_;  // that plays
  std::deque<Rows> window_;
};

}  // namespace

std::filesystem::path net_path(const std::filesystem::path& run, int generation) {
  return run / "nets" / fmt::format("{:06}.safetensors", generation);
}

TowerShape TrainSettings::shape(TowerShape shape) const {
  shape.channels = channels;
  shape.blocks = blocks;
  shape.pool_every = pool_every;
  return shape;
}
namespace {

const OptionTable<NetGamesOptions>& play_options() {
  static const OptionTable<NetGamesOptions> table =
      OptionTable<NetGamesOptions>()
          .integer("visits", &NetGamesOptions::visits, 2, 100'000,
                   "iterations of the search per move in these games")
          .integer("random_plies", &NetGamesOptions::random_plies, 0, 100,
                   "at most so many random plies begin a game, any number as likely")
          .integer("temperature_plies", &NetGamesOptions::temperature_plies, 0, 10'000,
                   "plies for which moves are drawn by their visits")
          .real("noise", &NetGamesOptions::noise, 0, 1,
                "share of Dirichlet noise in the policy of the root")
          .integer("games_at_once", &NetGamesOptions::games_at_once, 1, 4096,
                   "games of a thread whose positions are evaluated in one batch");
  return table;
}

const OptionTable<LearnerOptions>& learner_options() {
  static const OptionTable<LearnerOptions> table =
      OptionTable<LearnerOptions>()
          .integer("batch", &LearnerOptions::batch, 2, 65'536, "positions of a learning step")
          .real("learning_rate", &LearnerOptions::learning_rate, 1e-6, 1, "of AdamW")
          .real("weight_decay", &LearnerOptions::weight_decay, 0, 1, "of AdamW");
  return table;
}

}  // namespace

const OptionTable<TrainSettings>& train_options() {
  static const OptionTable<TrainSettings> table =
      OptionTable<TrainSettings>()
          .integer("channels", &TrainSettings::channels, 1, 1024, "width of the net")
          .integer("blocks", &TrainSettings::blocks, 0, 100, "residual blocks of the net")
          .integer("pool_every", &TrainSettings::pool_every, 0, 100,
                   "every so many blocks one looks at the whole board; 0: none")
          .integer("generations", &TrainSettings::generations, 1, 1'000'000,
                   "rounds of games and learning")
          .integer("games", &TrainSettings::games, 1, 1'000'000, "games of a generation")
          .part(&TrainSettings::play, play_options())
          .integer("window", &TrainSettings::window, 1, 10'000,
                   "generations whose games are learned from")
          .real("reuse", &TrainSettings::reuse, 0.01, 1000,
                "how often a new position is drawn for learning, in the mean")
          .part(&TrainSettings::learner, learner_options());
  return table;
}

Result<TrainResult> train(const TrainRun& run, const TrainSettings& settings,
                          const PlayGames& play) {
  return Trainer(run, settings, play).train();
}

}  // namespace clanhouse::training
