#include "training/run.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "core/files.h"
#include "core/json_input.h"
#include "core/records.h"
#include "selfplay/build_info.h"
#include "selfplay/interrupt.h"
#include "selfplay/progress.h"
#include "training/learner.h"
#include "training/replay.h"

namespace clanhouse::training {
namespace {

using nlohmann::ordered_json;

constexpr auto kPause = std::chrono::milliseconds(100);

// Threads that play until they are told to stop. What one of them dies of is everybody's error.
class Actors {
 public:
  ~Actors() { stop(); }

  void start(const RunDirectory& run, const TrainSettings& settings, std::uint64_t seed,
             const std::string& name, int threads, const MakePlayer& make) {
    for (int t = 0; t < threads; ++t) {
      ++running_;
      threads_.emplace_back([&, this, seed, actor = name + std::to_string(t)] {
        try {
          const auto played = play_games(run, settings, actor, seed, make,
                                         [this] { return stopped_.load() || interrupted() != 0; });
          if (!played) fail(played.error());
        } catch (const std::exception& error) {
          fail({fmt::format("a thread that plays has died: {}", error.what()), 0, 0,
                ErrorKind::kIo});
        }
        --running_;
      });
    }
  }
  void stop() {
    stopped_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  bool running() const { return running_ > 0; }
  std::optional<Error> error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    stopped_ = true;
  }

  std::vector<std::thread> threads_;
  std::atomic<bool> stopped_ = false;
  std::atomic<int> running_ = 0;
  mutable std::mutex mutex_;
  std::optional<Error> error_;
};

class Trainer {
 public:
  Trainer(const TrainRun& run, const TrainSettings& settings, const MakePlayer& make)
      : run_(run),
        settings_(settings),
        make_(make),
        shape_(settings.shape(run.shape)),
        folder_(run.out),
        replay_(settings, shape_) {}

  Result<TrainResult> train() {
    if (auto begun = begin(); !begun) return tl::unexpected(begun.error());
    Progress progress("generations", generation_, settings_.generations, run_.quiet);
    if (generation_ < settings_.generations) {
      actors_.start(folder_, settings_, run_.seed, "a", run_.actors, make_);
    }
    while (generation_ < settings_.generations && interrupted() == 0) {
      auto note = advance(generation_ + 1);
      if (!note) return tl::unexpected(note.error());
      if (note->empty()) break;
      ++generation_;
      progress.advance(*note);
    }
    actors_.stop();
    if (const auto error = actors_.error()) return tl::unexpected(*error);
    return TrainResult{generation_ >= settings_.generations, generation_, folder_.net(generation_)};
  }

 private:
  Result<void> begin() {
    if (auto made = folder_.create(); !made) return made;
    if (auto locked = folder_.lock(); !locked) return locked;
    const ordered_json settings = {{"game", run_.game},
                                   {"config", run_.config},
                                   {"train", settings_json(train_options(), settings_)},
                                   {"seed", run_.seed},
                                   {"build", kBuild}};
    if (auto kept = folder_.keep_settings(settings, run_.accept_settings); !kept) return kept;
    auto learner = load_learner(shape_, settings_.learner, run_.seed, run_.device);
    if (!learner) return tl::unexpected(learner.error());
    learner_ = std::move(*learner);
    generation_ = folder_.newest_net();
    if (generation_ < 0) {
      generation_ = 0;
      if (auto published = publish(0); !published) return published;
    } else if (auto taken = take_up(generation_); !taken) {
      return taken;
    }
    auto log = folder_.open_log(generation_);
    if (!log) return tl::unexpected(log.error());
    if (!log->empty()) earlier_hours_ = log->back().value("cpu_hours", 0.0);
    return replay_.update(folder_);
  }

  // Goes on from this generation's checkpoint, or, if that is lost, from its net.
  Result<void> take_up(int generation) {
    const auto path = folder_.net(generation);
    const auto file = read_safetensors(path);
    if (!file) return tl::unexpected(file.error());
    if (auto net = in_file(path, read_net(*file, run_.game, shape_)); !net) {
      return tl::unexpected(net.error());
    }
    for (const auto& [name, shape] : net_tensors(shape_)) {
      const auto tensor = file->tensors.find(name);
      if (tensor == file->tensors.end() || tensor->second.shape != shape) {
        return invalid(path.string() + ": a net of another shape");
      }
    }
    const auto checkpoint = folder_.checkpoint(generation);
    if (std::filesystem::exists(checkpoint) && learner_->load(checkpoint)) return {};
    fmt::print(stderr, "{}: no checkpoint; the optimiser begins anew\n", path.string());
    learner_->set_weights(file->tensors);
    return {};
  }

  Result<void> publish(int generation) {
    // The checkpoint first: a net that is there can be gone on from.
    const auto checkpoint = folder_.checkpoint(generation);
    std::filesystem::path temporary = checkpoint;
    temporary += ".tmp";
    if (auto saved = learner_->save(temporary); !saved) return saved;
    std::error_code failed;
    std::filesystem::rename(temporary, checkpoint, failed);
    if (failed) return io_error("cannot write " + checkpoint.string());
    TensorFile net;
    net.tensors = learner_->weights();
    write_net_metadata(net, run_.game, shape_);
    net.metadata["generation"] = std::to_string(generation);
    net.metadata["build"] = kBuild;
    if (auto written = write_file(folder_.net(generation), format_safetensors(net)); !written) {
      return written;
    }
    folder_.drop_checkpoints_before(generation - 1);
    return {};
  }

  // What has gone wrong elsewhere ends the run.
  Result<bool> must_stop() const {
    if (const auto error = actors_.error()) return tl::unexpected(*error);
    return interrupted() != 0;
  }

  // Waits for the games of a generation and learns from them. What to show of it, nothing when
  // interrupted.
  Result<std::string> advance(int generation) {
    const auto start = std::chrono::steady_clock::now();
    const long wanted = static_cast<long>(generation) * settings_.games;
    for (;;) {
      if (auto updated = replay_.update(folder_); !updated) {
        return tl::unexpected(updated.error());
      }
      for (const std::string& complaint : replay_.take_complaints()) {
        fmt::print(stderr, "passed over: {}\n", complaint);
      }
      if (replay_.all_games() >= wanted) break;
      const auto stop = must_stop();
      if (!stop) return tl::unexpected(stop.error());
      if (*stop) return std::string();
      std::this_thread::sleep_for(kPause);
    }
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - start;
    const RowPointers rows = replay_.training_rows();
    if (rows.empty()) return io_error(folder_.path().string() + ": no positions to learn from");
    const double new_rows = static_cast<double>(replay_.all_rows()) * settings_.games /
                            static_cast<double>(replay_.all_games());
    const int steps =
        std::max(1, static_cast<int>(settings_.reuse * new_rows) / settings_.learner.batch);
    const float rate =
        rate_share(settings_, static_cast<double>(generation - 1) / settings_.generations);
    const auto losses = learn(rows, steps, rate, generation);
    if (!losses) return tl::unexpected(losses.error());
    if (!*losses) return std::string();
    const RowPointers kept = replay_.validation_rows();
    const Losses validation = kept.empty() ? Losses() : learner_->measure(kept);
    if (auto published = publish(generation); !published) return tl::unexpected(published.error());

    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
    const GamesShard counts = replay_.take_counts();
    const auto share = [](long part, long whole_of) {
      return whole_of == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole_of);
    };
    ordered_json line = {{"generation", generation},
                         {"games", replay_.all_games()},
                         {"rows", replay_.all_rows()},
                         {"window", rows.size()},
                         {"age", replay_.mean_age(generation)},
                         {"steps", steps},
                         {"rate", rate * settings_.learner.learning_rate},
                         {"policy_loss", (*losses)->policy},
                         {"value_loss", (*losses)->value},
                         {"owners_loss", (*losses)->owners},
                         {"entropy", (*losses)->entropy},
                         {"game_length", share(counts.actions, counts.games)},
                         {"resigned", share(counts.resigned, counts.games)},
                         {"resigned_wrongly", share(counts.resigned_wrongly, counts.resigned)},
                         {"mean_batch", share(counts.evaluations, counts.batches)},
                         {"cache_hits", share(counts.cache_hits, counts.leaves)},
                         {"seconds", whole.count()},
                         {"seconds_waiting", waited.count()},
                         {"cpu_hours", cpu_hours()}};
    if (!kept.empty()) {
      line["validation_rows"] = kept.size();
      line["validation_policy_loss"] = validation.policy;
      line["validation_value_loss"] = validation.value;
    }
    if (auto logged = folder_.log(line); !logged) return tl::unexpected(logged.error());
    return fmt::format("{} positions, policy {:.3f}, value {:.3f}", replay_.all_rows(),
                       (*losses)->policy, (*losses)->value);
  }

  // Nothing when interrupted.
  Result<std::optional<Losses>> learn(const RowPointers& rows, int steps, float rate,
                                      int generation) {
    constexpr int kStepsAtATime = 10;
    RandomStream random(run_.seed, "learning", generation);
    Losses mean;
    for (int done = 0; done < steps; done += kStepsAtATime) {
      const auto stop = must_stop();
      if (!stop) return tl::unexpected(stop.error());
      if (*stop) return std::nullopt;
      const int now = std::min(kStepsAtATime, steps - done);
      const Losses part = learner_->learn(rows, now, rate, random);
      const double weight = static_cast<double>(now) / steps;
      mean.policy += weight * part.policy;
      mean.value += weight * part.value;
      mean.owners += weight * part.owners;
      mean.entropy += weight * part.entropy;
    }
    return mean;
  }

  // Of this process and those that went before it on this run; other processes that play are not
  // counted.
  double cpu_hours() const {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return earlier_hours_ + static_cast<double>(time.tv_sec) / 3600;
  }

  const TrainRun& run_;
  const TrainSettings& settings_;
  const MakePlayer& make_;
  NetShape shape_;
  RunDirectory folder_;
  Replay replay_;
  std::unique_ptr<Learner> learner_;
  Actors actors_;
  int generation_ = 0;
  double earlier_hours_ = 0;
};

}  // namespace

Result<TrainResult> train(const TrainRun& run, const TrainSettings& settings,
                          const MakePlayer& make) {
  return Trainer(run, settings, make).train();
}

Result<FollowedRun> read_run(const std::filesystem::path& out) {
  const RunDirectory folder(out);
  const auto content = read_file(folder.settings());
  if (!content) return tl::unexpected(content.error());
  return in_file(folder.settings(),
                 json_input::read_text<FollowedRun>(*content, [](const nlohmann::json& json) {
                   FollowedRun run;
                   run.game = json_input::string_of(json_input::get(json, "game"), "game");
                   run.config = json_input::get(json, "config");
                   json_input::set_all(json_input::get(json, "train"), "train", train_options(),
                                       run.settings);
                   const auto& seed = json_input::get(json, "seed");
                   if (!seed.is_number_unsigned()) json_input::fail("seed", "expected a number");
                   run.seed = seed.get<std::uint64_t>();
                   return run;
                 }));
}

Result<void> play_along(const std::filesystem::path& out, const FollowedRun& run, int threads,
                        const std::string& name, const MakePlayer& make) {
  const RunDirectory folder(out);
  Actors actors;
  actors.start(folder, run.settings, run.seed, name, threads, make);
  while (actors.running()) std::this_thread::sleep_for(kPause);
  actors.stop();
  if (const auto error = actors.error()) return tl::unexpected(*error);
  return {};
}

}  // namespace clanhouse::training
