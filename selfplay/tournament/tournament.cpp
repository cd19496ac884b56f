#include "selfplay/tournament/tournament.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "core/files.h"
#include "core/records.h"
#include "selfplay/build_info.h"
#include "selfplay/interrupt.h"
#include "selfplay/journal.h"
#include "selfplay/tournament/games_so_far.h"
#include "selfplay/tournament/journal_games.h"

namespace clanhouse {
namespace {

using nlohmann::ordered_json;

ordered_json journal_header(const TournamentSettings& settings, const TournamentGame& game) {
  const ScheduleSettings schedule = schedule_settings(settings, game.seats);
  TournamentSettings played = settings;
  played.format = schedule.format;
  ordered_json what = {{"game", game.name},
                       {"config", game.config},
                       {"agents", settings.agents},
                       {"format", settings_json(tournament_options(), played)["format"]},
                       {"games", schedule.blocks * game.seats},
                       {"seed", settings.seed}};
  const bool has_rounds = schedule.format == Format::kRandom || schedule.format == Format::kSwiss ||
                          schedule.format == Format::kLadder;
  if (has_rounds) what["rounds"] = settings.rounds;
  if (settings.book.empty()) {
    what["opening_plies"] = settings.opening_plies;
  } else {
    what["book"] = settings.book;
    what["book_fingerprint"] = settings.book_fingerprint;
  }
  // What is off is not there.
  const auto adjudication = settings_json(adjudication_options(), settings.adjudication);
  if (adjudication != settings_json(adjudication_options(), AdjudicationSettings())) {
    what["adjudication"] = adjudication;
  }
  if (settings.sprt) what["sprt"] = settings_json(sprt_options(), settings.test);
  return {{"clanhouse", "tournament"}, {"build", kBuild}, {"settings", what}};
}

// The state of one run, shared by its worker threads.
class Run {
 public:
  Run(const TournamentSettings& settings, const TournamentGame& game, Journal journal,
      JournalGames kept, TournamentOutput& output)
      : settings_(settings),
        schedule_(schedule_settings(settings, game.seats)),
        game_(game),
        names_(agent_names(settings.agents)),
        journal_(std::move(journal)),
        kept_(std::move(kept)),
        games_(schedule_),
        expected_games_(games_of(schedule_)),
        standings_(names_, anchor_index()),
        output_(output),
        builds_(kept_.builds()),
        failures_(names_.size()),
        withdrawn_(names_.size()) {
    if (settings.sprt) test_.emplace(settings.test, game.seats);
    if (settings.minutes > 0) {
      deadline_ = std::chrono::steady_clock::now() +
                  std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                      std::chrono::duration<double>(60 * settings.minutes));
    }
  }

  Result<void> play() {
    bool begun = false;
    // What is in the journal counts even if there is no time for more.
    while (!decided() && games_.plan_stage()) {
      auto taken =
          kept_.move_to(games_, [this](const FinishedGame& game) { standings_.add(game); });
      if (!taken) return taken;
      count_blocks();
      if (games_.missing() == 0) continue;
      if (must_stop()) break;
      if (!begun) output_.begin(status());
      begun = true;
      play_stage();
      if (failure_) return tl::unexpected(*failure_);
      if (must_stop()) break;
    }
    if (!begun) output_.begin(status());
    output_.end(status());
    return {};
  }

  Result<TournamentResult> finish() {
    TournamentResult result{
        counted_standings(), test_, {}, {}, {}, {}, remarks_, 0, 0, false, false};
    result.forfeits = counted_forfeits();
    std::vector<bool> absent = withdrawn_;
    for (int id = 1; id <= games_.planned(); ++id) {
      if (!games_.is_left_out(id)) continue;
      ++result.not_played;
      absent[games_.absent_agent(id)] = true;
    }
    for (std::size_t agent = 0; agent < names_.size(); ++agent) {
      if (absent[agent]) result.withdrawn.push_back(static_cast<int>(agent));
    }
    // All stages are planned, and all games of the last one are there.
    result.complete = decided() || (games_.missing() == 0 && !games_.plan_stage());
    result.out_of_time = !result.complete && out_of_time();
    if (result.complete && !decided()) result.order = final_order(schedule_, games_.all_points());
    result.planned = decided()         ? result.standings.games()
                     : result.complete ? games_.planned()
                                       : planned();
    result.summary = summary_of(result);
    const auto path = settings_.out / "summary.json";
    if (auto written = write_file(path, result.summary.dump(2) + "\n"); !written) {
      return tl::unexpected(written.error());
    }
    return result;
  }

 private:
  int anchor_index() const {
    const auto found = std::find(names_.begin(), names_.end(), settings_.anchor);
    return found == names_.end() ? -1 : static_cast<int>(found - names_.begin());
  }
  int planned() const { return std::max(games_.planned(), expected_games_); }
  TournamentStatus status() const {
    return {names_, standings_, planned(), test_ ? &*test_ : nullptr};
  }
  bool out_of_time() const { return deadline_ && std::chrono::steady_clock::now() >= *deadline_; }
  bool decided() const { return test_ && test_->decided(); }
  bool must_stop() const { return interrupted() != 0 || failed_ || out_of_time() || decided(); }

  void play_stage() {
    next_ = 1;
    std::vector<std::jthread> workers;
    for (int i = 0; i < settings_.threads; ++i) workers.emplace_back([this] { work(); });
  }

  void work() {
    std::unique_ptr<TournamentGamePlayer> player;
    work_with(player);
    if (player == nullptr) return;
    const std::lock_guard lock(mutex_);
    for (std::string& remark : player->remarks()) remarks_.push_back(std::move(remark));
  }

  void work_with(std::unique_ptr<TournamentGamePlayer>& player) {
    for (;;) {
      const auto scheduled = next_game();
      if (!scheduled) return;
      if (player == nullptr) {
        auto made = game_.make_player();
        if (!made) return fail(made.error());
        player = std::move(*made);
      }
      auto played = player->play(*scheduled);
      if (!played) return fail(played.error());
      if (!*played) return;
      if (auto kept = keep(**played); !kept) return fail(kept.error());
    }
  }

  std::optional<ScheduledGame> next_game() {
    const std::lock_guard lock(mutex_);
    while (!must_stop() && next_ <= games_.planned()) {
      const int id = next_++;
      if (!games_.is_missing(id)) continue;
      ScheduledGame scheduled = games_.scheduled(id);
      const auto absent = std::find_if(scheduled.agents.begin(), scheduled.agents.end(),
                                       [&](int agent) { return withdrawn_[agent]; });
      if (absent != scheduled.agents.end()) {
        games_.leave_out(id, *absent);
        if (looks_at_results(schedule_.format)) {
          note({{"left_out", id}, {"absent", names_[*absent]}});
        }
        continue;
      }
      // Games of different builds may not be comparable, so the journal says who played what.
      if (builds_.back() != kBuild) {
        builds_.push_back(kBuild);
        note({{"resumed_by", kBuild}});
      }
      output_.started(status(), scheduled);
      return scheduled;
    }
    return std::nullopt;
  }

  void note(const ordered_json& line) {
    if (auto noted = journal_.append(line); !noted && !failure_) failure_ = noted.error();
    failed_ = failed_ || failure_.has_value();
  }

  // The record is there before the journal says that the game is finished.
  Result<void> keep(const PlayedGame& played) {
    const auto path = settings_.out / "records" /
                      fmt::format("{:06}.{}", played.result.id, game_.record_extension);
    if (auto written = write_file(path, played.record); !written) return written;
    if (auto added = journal_.append(to_json(played.result, names_)); !added) return added;
    const std::lock_guard lock(mutex_);
    games_.add(played.result);
    standings_.add(played.result);
    count_blocks();
    output_.finished(status(), played.result);
    note_failures(played.result);
    return {};
  }

  // Takes up the blocks that have become whole, in order.
  void count_blocks() {
    if (!test_) return;
    for (; counted_ < games_.whole_blocks() && !test_->decided(); ++counted_) {
      // A block in which an agent was absent says nothing about its strength.
      if (games_.has_left_out(counted_)) continue;
      // The first agent has one place in every line-up of a gauntlet.
      const auto [block, points] = games_.points(counted_);
      const auto place = std::find(block.seats.begin(), block.seats.end(), 0) - block.seats.begin();
      test_->add(points[place] / block.games(), games_.wins(counted_, 0));
    }
  }

  void note_failures(const FinishedGame& game) {
    const int failed = game.forfeit ? game.agents[game.forfeit->seat] : -1;
    for (const int agent : std::set<int>(game.agents.begin(), game.agents.end())) {
      failures_[agent] = agent == failed ? failures_[agent] + 1 : 0;
      if (failures_[agent] < settings_.withdraw_after || withdrawn_[agent]) continue;
      withdrawn_[agent] = true;
      output_.withdrawn(status(), agent);
    }
  }

  // The games that count: when the test is decided, those up to the block that did it.
  template <class Visit>
  void for_each_counted(Visit&& visit) const {
    const int last = decided() ? games_.games_in(counted_) : games_.planned();
    for (int id = 1; id <= last; ++id) {
      if (const FinishedGame* game = games_.finished(id)) visit(*game);
    }
  }
  Standings counted_standings() const {
    Standings standings(names_, anchor_index());
    for_each_counted([&](const FinishedGame& game) { standings.add(game); });
    return standings;
  }
  std::vector<int> counted_forfeits() const {
    std::vector<int> forfeits(names_.size());
    for_each_counted([&](const FinishedGame& game) {
      if (game.forfeit) ++forfeits[game.agents[game.forfeit->seat]];
    });
    return forfeits;
  }

  ordered_json summary_of(const TournamentResult& result) const {
    ordered_json summary = {{"complete", result.complete},
                            {"planned_games", result.planned},
                            {"builds", builds_},
                            {"settings", journal_.header()["settings"]}};
    if (test_) summary["sprt"] = test_->to_json();
    if (!result.order.empty()) {
      summary["order"] = ordered_json::array();
      for (const int agent : result.order) summary["order"].push_back(names_[agent]);
    }
    ordered_json forfeits = ordered_json::object();
    for (std::size_t agent = 0; agent < names_.size(); ++agent) {
      if (result.forfeits[agent] > 0) forfeits[names_[agent]] = result.forfeits[agent];
    }
    summary["forfeits"] = std::move(forfeits);
    for (const int agent : result.withdrawn) summary["withdrawn"].push_back(names_[agent]);
    if (result.not_played > 0) summary["not_played"] = result.not_played;
    summary.update(result.standings.to_json());
    return summary;
  }

  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    if (!failure_) failure_ = error;
  }

  const TournamentSettings& settings_;
  const ScheduleSettings schedule_;
  const TournamentGame& game_;
  std::vector<std::string> names_;
  Journal journal_;
  JournalGames kept_;
  GamesSoFar games_;
  int expected_games_;
  Standings standings_;  // of all games
  std::optional<StrengthTest> test_;
  int counted_ = 0;  // blocks that the test has seen
  TournamentOutput& output_;
  std::vector<ordered_json> builds_;  // that have played games, in order
  std::vector<int> failures_;         // by agent, in a row
  std::vector<bool> withdrawn_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  int next_ = 1;  // the game to look at next
  std::atomic<bool> failed_ = false;
  std::optional<Error> failure_;
  std::vector<std::string> remarks_;
  std::mutex mutex_;
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

ScheduleSettings schedule_settings(const TournamentSettings& settings, int seats) {
  ScheduleSettings schedule;
  // A test is of the first agent.
  schedule.format = settings.sprt ? Format::kGauntlet : settings.format;
  schedule.agents = static_cast<int>(settings.agents.size());
  schedule.seats = seats;
  schedule.blocks = (settings.games + seats - 1) / seats;
  schedule.rounds = settings.rounds;
  schedule.seed = settings.seed;
  return schedule;
}

Result<void> check_settings(const TournamentSettings& settings, int seats) {
  if (auto good = check_schedule(schedule_settings(settings, seats)); !good) return good;
  if (auto good = check_adjudication(settings.adjudication, seats); !good) return good;
  if (settings.sprt) {
    if (settings.format != Format::kRoundRobin && settings.format != Format::kGauntlet) {
      return invalid("format: a test of strength is a gauntlet of the first agent");
    }
    const int agents = static_cast<int>(settings.agents.size());
    if (auto good = check_sprt(settings.test, agents); !good) return good;
  }
  if (settings.out.empty()) return invalid("out: a tournament needs a folder for its results");
  const auto names = agent_names(settings.agents);
  if (!settings.anchor.empty() &&
      std::find(names.begin(), names.end(), settings.anchor) == names.end()) {
    return invalid("anchor: '" + settings.anchor + "' is none of the agents");
  }
  return {};
}

Result<TournamentResult> run_tournament(const TournamentSettings& settings,
                                        const TournamentGame& game, TournamentOutput& output) {
  if (auto made = make_directories(settings.out / "records"); !made) {
    return tl::unexpected(made.error());
  }
  const auto path = settings.out / "journal.jsonl";
  auto journal = Journal::open(path, journal_header(settings, game));
  if (!journal) return tl::unexpected(journal.error());
  auto kept = JournalGames::read(*journal, path, agent_names(settings.agents));
  if (!kept) return tl::unexpected(kept.error());
  Run run(settings, game, std::move(*journal), std::move(*kept), output);
  if (auto played = run.play(); !played) return tl::unexpected(played.error());
  return run.finish();
}

Result<PlayedGame> play_scheduled_game(const TournamentSettings& settings,
                                       const TournamentGame& game, int id) {
  GamesSoFar games(schedule_settings(settings, game.seats));
  JournalGames kept;
  const auto path = settings.out / "journal.jsonl";
  if (!settings.out.empty() && std::filesystem::exists(path)) {
    // The tournament may be running.
    const auto journal = Journal::read(path, journal_header(settings, game));
    if (!journal) return tl::unexpected(journal.error());
    auto read = JournalGames::read(*journal, path, agent_names(settings.agents));
    if (!read) return tl::unexpected(read.error());
    kept = std::move(*read);
  }
  while (games.plan_stage() && games.planned() < id) {
    if (auto taken = kept.move_to(games); !taken) return tl::unexpected(taken.error());
    for (int number = 1; number <= games.planned(); ++number) {
      if (!games.is_missing(number)) continue;
      return invalid(
          fmt::format("game {} depends on game {}, which is not in a journal", id, number));
    }
  }
  if (id > games.planned()) {
    return invalid(fmt::format("game {}: the tournament has {} games", id, games.planned()));
  }
  auto player = game.make_player();
  if (!player) return tl::unexpected(player.error());
  auto played = (*player)->play(games.scheduled(id));
  if (!played) return tl::unexpected(played.error());
  if (!*played) return invalid("interrupted");
  return std::move(**played);
}

}  // namespace clanhouse
