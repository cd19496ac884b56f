#include "selfplay/measurement.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "core/files.h"
#include "selfplay/build_info.h"
#include "selfplay/interrupt.h"
#include "selfplay/journal.h"
#include "selfplay/progress.h"

namespace clanhouse {
namespace {

using nlohmann::ordered_json;

class Run {
 public:
  Run(const Measurement& measurement, Journal journal)
      : measurement_(measurement),
        journal_(std::move(journal)),
        found_(static_cast<std::size_t>(measurement.blocks)) {}

  Result<void> load() {
    const auto& entries = journal_.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const int block = entries[i].value("block", -1);
      if (block < 0 || block >= measurement_.blocks) {
        return io_error(fmt::format("{}:{}: not a block of this measurement",
                                    (measurement_.out / "journal.jsonl").string(), i + 2));
      }
      found_[static_cast<std::size_t>(block)] = entries[i];
    }
    for (int block = 0; block < measurement_.blocks; ++block) {
      if (found_[static_cast<std::size_t>(block)].is_null()) missing_.push_back(block);
    }
    return {};
  }

  Result<Measured> work(const std::function<Result<BlockWorker>()>& make_worker) {
    const int done = measurement_.blocks - static_cast<int>(missing_.size());
    Progress progress(measurement_.unit, done, measurement_.blocks, measurement_.quiet);
    std::vector<std::jthread> threads;
    const auto wanted =
        std::min(static_cast<std::size_t>(std::max(1, measurement_.threads)), missing_.size());
    for (std::size_t i = 0; i < wanted; ++i) {
      threads.emplace_back([&] { work_on_blocks(make_worker, progress); });
    }
    threads.clear();
    if (failure_) return tl::unexpected(*failure_);
    Measured measured;
    for (ordered_json& entry : found_) {
      if (!entry.is_null()) measured.entries.push_back(std::move(entry));
    }
    measured.complete = static_cast<int>(measured.entries.size()) == measurement_.blocks;
    return measured;
  }

 private:
  void work_on_blocks(const std::function<Result<BlockWorker>()>& make_worker, Progress& progress) {
    auto worker = make_worker();
    if (!worker) return fail(worker.error());
    while (!failed_ && interrupted() == 0) {
      const std::size_t next = taken_++;
      if (next >= missing_.size()) return;
      const int block = missing_[next];
      auto found = (*worker)(block);
      if (!found) return fail(found.error());
      if (!*found) return;
      (**found)["block"] = block;
      if (auto kept = journal_.append(**found); !kept) return fail(kept.error());
      found_[static_cast<std::size_t>(block)] = std::move(**found);
      progress.advance();
    }
  }

  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    if (!failure_) failure_ = error;
  }

  const Measurement& measurement_;
  Journal journal_;
  std::vector<ordered_json> found_;  // by block; each written by one thread
  std::vector<int> missing_;
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<bool> failed_ = false;
  std::optional<Error> failure_;
  std::mutex mutex_;
};

}  // namespace

Result<Measured> run_measurement(const Measurement& measurement,
                                 const std::function<Result<BlockWorker>()>& make_worker) {
  if (auto made = make_directories(measurement.out); !made) return tl::unexpected(made.error());
  auto journal = Journal::open(
      measurement.out / "journal.jsonl",
      {{"clanhouse", measurement.kind}, {"build", kBuild}, {"settings", measurement.settings}});
  if (!journal) return tl::unexpected(journal.error());
  Run run(measurement, std::move(*journal));
  if (auto loaded = run.load(); !loaded) return tl::unexpected(loaded.error());
  return run.work(make_worker);
}

}  // namespace clanhouse
