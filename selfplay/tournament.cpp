#include "selfplay/tournament.h"

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

const char* format_name(Format format) {
  return format == Format::kGauntlet ? "gauntlet" : "round-robin";
}

int rounds_of(const TournamentSettings& settings, int seats) {
  return (settings.games + seats - 1) / seats;
}

ordered_json journal_header(const TournamentSettings& settings, const TournamentGame& game) {
  ordered_json what = {{"game", game.name},
                       {"config", game.config},
                       {"agents", settings.agents},
                       {"format", format_name(settings.format)},
                       {"games", rounds_of(settings, game.seats) * game.seats},
                       {"seed", settings.seed}};
  if (settings.book.empty()) {
    what["opening_plies"] = settings.opening_plies;
  } else {
    what["book"] = settings.book;
    what["book_fingerprint"] = settings.book_fingerprint;
  }
  return {{"clanhouse", "tournament"}, {"build", kBuild}, {"settings", what}};
}

ordered_json to_entry(const FinishedGame& game, const std::vector<std::string>& names) {
  ordered_json agents = ordered_json::array();
  for (const int agent : game.agents) agents.push_back(names[agent]);
  return {{"game", game.id},       {"block", game.block},
          {"agents", agents},      {"utilities", game.utilities},
          {"result", game.result}, {"ending", game.ending},
          {"turns", game.turns},   {"fingerprint", game.fingerprint}};
}

// The game that a journal line tells of, if the schedule has it.
std::optional<FinishedGame> from_entry(const ordered_json& entry,
                                       const std::vector<ScheduledGame>& schedule) {
  try {
    FinishedGame game;
    game.id = entry.at("game");
    if (game.id < 1 || game.id > static_cast<int>(schedule.size())) return std::nullopt;
    game.block = schedule[game.id - 1].block;
    game.agents = schedule[game.id - 1].agents;
    game.utilities = entry.at("utilities").get<std::vector<float>>();
    game.result = entry.at("result");
    game.ending = entry.at("ending");
    game.turns = entry.at("turns");
    game.fingerprint = entry.at("fingerprint");
    if (game.utilities.size() != game.agents.size()) return std::nullopt;
    return game;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

// The state of one run, shared by its worker threads.
class Run {
 public:
  Run(const TournamentSettings& settings, const TournamentGame& game, Journal journal)
      : settings_(settings),
        game_(game),
        names_(agent_names(settings.agents)),
        schedule_(make_schedule(settings.format, static_cast<int>(names_.size()),
                                rounds_of(settings, game.seats))),
        journal_(std::move(journal)),
        standings_(names_, anchor_index()) {}

  Result<void> load() {
    std::vector<bool> finished(schedule_.size());
    builds_.push_back(journal_.header()["build"]);
    for (std::size_t i = 0; i < journal_.entries().size(); ++i) {
      if (journal_.entries()[i].contains("resumed_by")) {
        builds_.push_back(journal_.entries()[i]["resumed_by"]);
        continue;
      }
      const auto game = from_entry(journal_.entries()[i], schedule_);
      if (!game) {
        return io_error(fmt::format("{}:{}: not a game of this tournament",
                                    (settings_.out / "journal.jsonl").string(), i + 2));
      }
      if (finished[game->id - 1]) continue;
      finished[game->id - 1] = true;
      standings_.add(*game);
    }
    for (const ScheduledGame& game : schedule_) {
      if (!finished[game.id - 1]) missing_.push_back(game);
    }
    // Games of different builds may not be comparable, so the journal says who played what.
    if (missing_.empty() || builds_.back() == kBuild) return {};
    builds_.push_back(kBuild);
    return journal_.append({{"resumed_by", kBuild}});
  }

  Result<void> play() {
    Progress progress("games", standings_.games(), static_cast<int>(schedule_.size()),
                      settings_.quiet);
    progress_ = &progress;
    std::vector<std::jthread> workers;
    const auto wanted = std::min<std::size_t>(settings_.threads, missing_.size());
    for (std::size_t i = 0; i < wanted; ++i) workers.emplace_back([this] { work(); });
    workers.clear();
    progress_ = nullptr;
    if (failure_) return tl::unexpected(*failure_);
    return {};
  }

  Result<TournamentResult> finish() {
    const bool complete = standings_.games() == static_cast<int>(schedule_.size());
    ordered_json summary = {{"complete", complete},
                            {"planned_games", schedule_.size()},
                            {"builds", builds_},
                            {"settings", journal_.header()["settings"]}};
    summary.update(standings_.to_json());
    const auto written = write_file(settings_.out / "summary.json", summary.dump(2) + "\n");
    if (!written) return tl::unexpected(written.error());
    return TournamentResult{std::move(standings_), std::move(summary),
                            static_cast<int>(schedule_.size()), complete};
  }

 private:
  int anchor_index() const {
    const auto found = std::find(names_.begin(), names_.end(), settings_.anchor);
    return found == names_.end() ? -1 : static_cast<int>(found - names_.begin());
  }

  void work() {
    auto player = game_.make_player();
    if (!player) return fail(player.error());
    while (!interrupted() && !failed_) {
      const std::size_t i = taken_++;
      if (i >= missing_.size()) return;
      auto played = (*player)(missing_[i]);
      if (!played) return fail(played.error());
      if (!*played) return;
      if (auto kept = keep(**played); !kept) return fail(kept.error());
    }
  }

  // The record is there before the journal says that the game is finished.
  Result<void> keep(const PlayedGame& played) {
    const auto path = settings_.out / "records" /
                      fmt::format("{:06}.{}", played.result.id, game_.record_extension);
    if (auto written = write_file(path, played.record); !written) return written;
    if (auto added = journal_.append(to_entry(played.result, names_)); !added) return added;
    const std::lock_guard lock(mutex_);
    standings_.add(played.result);
    progress_->advance(leader());
    return {};
  }

  std::string leader() const {
    int best = 0;
    const auto share = [&](int agent) {
      const PairScore sum = standings_.total(agent);
      return sum.games() == 0 ? 0 : sum.points() / sum.games();
    };
    for (std::size_t i = 1; i < names_.size(); ++i) {
      if (share(static_cast<int>(i)) > share(best)) best = static_cast<int>(i);
    }
    return fmt::format("leader: {} {:.1f} %", names_[best], 100 * share(best));
  }

  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    if (!failure_) failure_ = error;
  }

  const TournamentSettings& settings_;
  const TournamentGame& game_;
  std::vector<std::string> names_;
  std::vector<ScheduledGame> schedule_;
  Journal journal_;
  Standings standings_;
  std::vector<ordered_json> builds_;  // that have played games, in order
  std::vector<ScheduledGame> missing_;
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<bool> failed_ = false;
  std::optional<Error> failure_;
  std::mutex mutex_;
  Progress* progress_ = nullptr;
};

}  // namespace

std::vector<std::string> agent_names(const std::vector<std::string>& specs) {
  std::vector<std::string> names;
  for (const std::string& spec : specs) {
    std::string name = spec;
    for (int copy = 2; std::find(names.begin(), names.end(), name) != names.end(); ++copy) {
      name = fmt::format("{} ({})", spec, copy);
    }
    names.push_back(name);
  }
  return names;
}

Result<void> check_settings(const TournamentSettings& settings, int seats) {
  if (settings.agents.size() < 2) return invalid("agent: a tournament needs at least two agents");
  if (seats != 2) return invalid("tournaments are for games of two seats so far");
  if (settings.out.empty()) return invalid("out: a tournament needs a folder for its results");
  const auto names = agent_names(settings.agents);
  if (!settings.anchor.empty() &&
      std::find(names.begin(), names.end(), settings.anchor) == names.end()) {
    return invalid("anchor: '" + settings.anchor + "' is none of the agents");
  }
  return {};
}

Result<TournamentResult> run_tournament(const TournamentSettings& settings,
                                        const TournamentGame& game) {
  if (auto made = make_directories(settings.out / "records"); !made) {
    return tl::unexpected(made.error());
  }
  auto journal = Journal::open(settings.out / "journal.jsonl", journal_header(settings, game));
  if (!journal) return tl::unexpected(journal.error());
  Run run(settings, game, std::move(*journal));
  if (auto loaded = run.load(); !loaded) return tl::unexpected(loaded.error());
  if (auto played = run.play(); !played) return tl::unexpected(played.error());
  return run.finish();
}

}  // namespace clanhouse
