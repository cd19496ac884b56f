#include "training/run.h"

#include <chrono>
#include <ctime>
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
#include "training/examiner.h"
#include "training/learner.h"
#include "training/replay.h"
#include "training/tensorboard.h"
#include "training/workers.h"

namespace clanhouse::training {
namespace {

using nlohmann::ordered_json;

constexpr auto kPause = std::chrono::milliseconds(100);

void start_actors(Workers& workers, const RunDirectory& run, const TrainSettings& settings,
                  std::uint64_t seed, const std::string& name, int threads,
                  const MakePlayer& make) {
  for (int t = 0; t < threads; ++t) {
    workers.start([&run, &settings, &make, seed,
                   actor = name + std::to_string(t)](const Workers::Stop& stop) {
      return play_games(run, settings, actor, seed, make, stop);
    });
  }
}

class Trainer {
 public:
  Trainer(const TrainRun& run, const TrainSettings& settings, const TrainGame& game)
      : run_(run),
        settings_(settings),
        game_(game),
        shape_(settings.shape(run.shape)),
        folder_(run.out),
        events_(folder_.events()),
        replay_(settings, shape_) {}

  Result<TrainResult> train() {
    if (auto begun = begin(); !begun) return tl::unexpected(begun.error());
    Progress progress("generations", generation_, settings_.generations, run_.quiet);
    if (generation_ < settings_.generations) {
      start_actors(workers_, folder_, settings_, run_.seed, "a", run_.actors, game_.make_player);
      if (settings_.rating_minutes > 0) {
        workers_.start([this](const Workers::Stop& stop) { return rate_now_and_then(stop); });
      }
    }
    while (generation_ < settings_.generations && interrupted() == 0) {
      auto note = advance(generation_ + 1);
      if (!note) return tl::unexpected(note.error());
      if (note->empty()) break;
      ++generation_;
      progress.advance(*note);
    }
    workers_.stop();
    if (const auto error = workers_.error()) return tl::unexpected(*error);
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
      auto net = make_net(0);
      if (!net) return tl::unexpected(net.error());
      if (auto published = publish(*net, 0); !published) return published;
    } else if (auto taken = take_up(generation_); !taken) {
      return taken;
    }
    auto log = folder_.open_log(generation_);
    if (!log) return tl::unexpected(log.error());
    if (!log->empty()) earlier_hours_ = log->back().value("cpu_hours", 0.0);
    examiner_.emplace(folder_, settings_, game_.make_match, *log);
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
    const auto checkpoint = read_file(folder_.checkpoint(generation));
    if (checkpoint && learner_->load(*checkpoint)) return {};
    fmt::print(stderr, "{}: no checkpoint; the optimiser begins anew\n", path.string());
    learner_->set_weights(file->tensors);
    return {};
  }

  // The net to publish as a generation's, its checkpoint saved first: a net that is there can be
  // gone on from.
  Result<TensorFile> make_net(int generation) {
    if (auto saved = write_file(folder_.checkpoint(generation), learner_->save()); !saved) {
      return tl::unexpected(saved.error());
    }
    TensorFile net;
    net.tensors = learner_->weights();
    write_net_metadata(net, run_.game, shape_);
    net.metadata["generation"] = std::to_string(generation);
    net.metadata["build"] = kBuild;
    if (settings_.gate_games > 0 && generation > 1) {
      if (auto passed = pass_gate(net, generation); !passed) return tl::unexpected(passed.error());
    }
    return net;
  }

  // From here on the generation is done.
  Result<void> publish(const TensorFile& net, int generation) {
    if (auto written = write_file(folder_.net(generation), format_safetensors(net)); !written) {
      return written;
    }
    folder_.drop_checkpoints_before(generation - 1);
    return {};
  }

  // A net that is not as strong as it should be is replaced by the one before it; what the learner
  // has learned stays in the checkpoint.
  Result<void> pass_gate(TensorFile& net, int generation) {
    const auto candidate = folder_.path() / "nets" / "candidate.safetensors";
    if (auto written = write_file(candidate, format_safetensors(net)); !written) return written;
    const auto before = folder_.net(generation - 1);
    const auto score = examiner_->compare(candidate, before, settings_.gate_games,
                                          [] { return interrupted() != 0; });
    std::error_code ignored;
    std::filesystem::remove(candidate, ignored);
    if (!score) return tl::unexpected(score.error());
    gate_score_ = *score;
    if (!gate_score_ || *gate_score_ >= settings_.gate_score) return {};
    auto kept = read_safetensors(before);
    if (!kept) return tl::unexpected(kept.error());
    net.tensors = std::move(kept->tensors);
    net.metadata["held_back"] = "true";
    return {};
  }

  // One thread's work: matches of the newest net.
  Result<void> rate_now_and_then(const Workers::Stop& stop) {
    const auto pause = std::chrono::duration<double>(60.0 * settings_.rating_minutes);
    int rated = folder_.newest_net();
    for (auto next = std::chrono::steady_clock::now() + pause; !stop();) {
      if (std::chrono::steady_clock::now() < next) {
        std::this_thread::sleep_for(kPause);
        continue;
      }
      next = std::chrono::steady_clock::now() + pause;
      const int generation = folder_.newest_net();
      if (generation == rated) continue;
      auto rating = examiner_->examine(generation, stop);
      if (!rating) return tl::unexpected(rating.error());
      if (!*rating) return {};
      rated = generation;
      ordered_json line = {{"generation", generation}, {"cpu_hours", cpu_hours()}};
      line.update(**rating);
      if (auto logged = log(line); !logged) return logged;
    }
    return {};
  }

  Result<void> log(const ordered_json& line) {
    const std::lock_guard lock(log_mutex_);
    if (auto logged = folder_.log(line); !logged) return logged;
    return events_.append(line);
  }

  // What has gone wrong elsewhere ends the run.
  Result<bool> must_stop() const {
    if (const auto error = workers_.error()) return tl::unexpected(*error);
    return interrupted() != 0;
  }

  // Waits for the games of a generation and learns from them. What to show of it, nothing when
  // interrupted.
  Result<std::string> advance(int generation) {
    const auto start = std::chrono::steady_clock::now();
    const long wanted = static_cast<long>(generation) * settings_.games;
    for (;;) {
      const auto look = std::chrono::steady_clock::now();
      const long before = replay_.all_games();
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
      if (replay_.all_games() == before) {
        pause_after_look(look);
      } else {
        std::this_thread::sleep_for(kPause);
      }
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
    const auto net = make_net(generation);
    if (!net) return tl::unexpected(net.error());

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
    if (gate_score_) line["gate_score"] = *gate_score_;
    // The line first: that of a generation without a net is cut off when the run goes on.
    if (auto logged = log(line); !logged) return tl::unexpected(logged.error());
    if (auto published = publish(*net, generation); !published) {
      return tl::unexpected(published.error());
    }
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
    return earlier_hours_ +
           (static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec)) / 3600;
  }

  const TrainRun& run_;
  const TrainSettings& settings_;
  const TrainGame& game_;
  NetShape shape_;
  RunDirectory folder_;
  EventFile events_;
  Replay replay_;
  std::unique_ptr<Learner> learner_;
  std::optional<Examiner> examiner_;
  std::optional<double> gate_score_;
  std::mutex log_mutex_;
  Workers workers_;
  int generation_ = 0;
  double earlier_hours_ = 0;
};

}  // namespace

Result<TrainResult> train(const TrainRun& run, const TrainSettings& settings,
                          const TrainGame& game) {
  return Trainer(run, settings, game).train();
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
  Workers workers;
  start_actors(workers, folder, run.settings, run.seed, name, threads, make);
  while (workers.running()) std::this_thread::sleep_for(kPause);
  workers.stop();
  if (const auto error = workers.error()) return tl::unexpected(*error);
  return {};
}

}  // namespace clanhouse::training
