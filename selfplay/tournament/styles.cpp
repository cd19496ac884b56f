#include "selfplay/tournament/styles.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "selfplay/progress.h"
#include "selfplay/ratings/match.h"
#include "selfplay/ratings/results.h"

namespace clanhouse {
namespace {

std::string warning(const TournamentStatus& status, int agent) {
  return fmt::format("{} has failed too often and plays no more.", status.names[agent]);
}

std::string forfeit_text(const TournamentStatus& status, const FinishedGame& game) {
  return fmt::format("game {}: {} forfeits: {}", game.id,
                     status.names[game.agents[game.forfeit->seat]], game.forfeit->text);
}

class TableOutput : public TournamentOutput {
 public:
  explicit TableOutput(bool quiet) : quiet_(quiet) {}

  void begin(const TournamentStatus& status) override {
    progress_.emplace("games", status.standings.games(), status.planned, quiet_);
  }
  void finished(const TournamentStatus& status, const FinishedGame& game) override {
    if (game.forfeit && forfeits_++ < kForfeitsShown) say(forfeit_text(status, game));
    progress_->advance(note(status), [&] {
      std::string details = "\n" + status.standings.ranks();
      if (status.test != nullptr) details += "\n" + status.test->text();
      return details;
    });
  }
  void withdrawn(const TournamentStatus& status, int agent) override {
    say(warning(status, agent));
  }
  void end(const TournamentStatus&) override { progress_.reset(); }

 private:
  static constexpr int kForfeitsShown = 5;

  static std::string note(const TournamentStatus& status) {
    if (status.test != nullptr) return status.test->text();
    int best = 0;
    const auto share = [&](int agent) { return status.standings.seats_of(agent).mean_points(); };
    for (std::size_t i = 1; i < status.names.size(); ++i) {
      if (share(static_cast<int>(i)) > share(best)) best = static_cast<int>(i);
    }
    if (status.standings.seats_of(best).games == 0) return {};
    return fmt::format("leader: {} {:.1f} %", status.names[best], 100 * share(best));
  }
  void say(const std::string& text) { fmt::print(stderr, "\n{}\n", text); }

  bool quiet_;
  int forfeits_ = 0;
  std::optional<Progress> progress_;
};

// What the lines of both match runners are made of.
class LineOutput : public TournamentOutput {
 public:
  explicit LineOutput(int interval) : interval_(interval) {}

  void begin(const TournamentStatus& status) override {
    for (const FinishedGame& game : status.standings.finished()) count(game);
  }
  void started(const TournamentStatus& status, const ScheduledGame& game) override {
    print(fmt::format("Started game {} of {} ({} vs {})", game.id, status.planned,
                      status.names[game.agents[0]], status.names[game.agents[1]]));
  }
  void finished(const TournamentStatus& status, const FinishedGame& game) override {
    // What comes in after the decision is not part of the results.
    if (!decided_) count(game);
    decided_ = status.test != nullptr && status.test->decided();
    print(fmt::format("Finished game {} ({} vs {}): {} {{{}}}", game.id,
                      status.names[game.agents[0]], status.names[game.agents[1]],
                      plain_result(game), game.forfeit ? forfeit_text(status, game) : game.ending));
    if (status.standings.games() % interval_ == 0) results(status);
  }
  void end(const TournamentStatus& status) override { results(status); }
  void withdrawn(const TournamentStatus& status, int agent) override {
    print("Warning: " + warning(status, agent));
  }

 protected:
  // Of two agents.
  virtual void match_results(const TournamentStatus& status) = 0;

  // How far the LLR is on its way to the bound on its side, in %.
  static double progress_of(const SprtState& state) {
    return 100 * state.llr / (state.llr < 0 ? state.bounds.lower : state.bounds.upper);
  }

  static void print(const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }
  static std::string plain_result(const FinishedGame& game) {
    const float lead = game.utilities[0] - game.utilities[1];
    return lead > 0 ? "1-0" : lead < 0 ? "0-1" : "1/2-1/2";
  }

  // Of the first agent, by whole pairs; of pairs that are not whole there is nothing.
  ScoreCounts pairs() const {
    std::array<double, 5> counts{};
    for (const auto& [block, points] : whole_) counts[points] += 1;
    return pair_counts(counts);
  }
  struct Kinds {
    int even = 0;   // pairs of a win and a loss
    int draws = 0;  // pairs of two draws
  };
  Kinds level_pairs() const {
    Kinds kinds;
    for (const auto& [block, points] : whole_) {
      if (points != 2) continue;
      ++(drawn_.at(block) == 2 ? kinds.draws : kinds.even);
    }
    return kinds;
  }
  // Wins, draws and losses of the first agent in this seat.
  const PairScore& in_seat(int seat) const { return by_seat_[seat]; }
  int forfeits(int agent, bool timeouts) const {
    const auto found = forfeits_.find({agent, timeouts});
    return found == forfeits_.end() ? 0 : found->second;
  }

 private:
  void results(const TournamentStatus& status) {
    if (status.names.size() == 2) return match_results(status);
    fmt::print("{}", status.standings.ranks());
  }

  void count(const FinishedGame& game) {
    const int seat = game.agents[0] == 0 ? 0 : 1;
    const float lead = game.utilities[seat] - game.utilities[1 - seat];
    if (game.forfeit) {
      ++forfeits_[{game.agents[game.forfeit->seat], game.forfeit->kind == "timeout"}];
    }
    if (game.agents[seat] != 0 || against_itself(game.agents)) return;
    ++(lead > 0 ? by_seat_[seat].wins : lead < 0 ? by_seat_[seat].losses : by_seat_[seat].draws);
    const int points = lead > 0 ? 2 : lead < 0 ? 0 : 1;
    drawn_[game.block] += points == 1 ? 1 : 0;
    const auto half = half_.find(game.block);
    if (half == half_.end()) {
      half_[game.block] = points;
    } else {
      whole_[game.block] = half->second + points;
      half_.erase(half);
    }
  }

  int interval_;
  bool decided_ = false;
  std::array<PairScore, 2> by_seat_;
  std::map<int, int> half_;   // half points of blocks with one game
  std::map<int, int> whole_;  // of those with both
  std::map<int, int> drawn_;  // games
  std::map<std::pair<int, bool>, int> forfeits_;
};

class FastchessOutput : public LineOutput {
 public:
  using LineOutput::LineOutput;

  void end(const TournamentStatus& status) override {
    LineOutput::end(status);
    if (status.test != nullptr && status.test->decided()) {
      print(fmt::format("SPRT ({}) completed - {} was accepted", bracket(status),
                        decision_name(status.test->state().decision)));
    }
    for (std::size_t agent = 0; agent < status.names.size(); ++agent) {
      print(fmt::format("Player: {}", status.names[agent]));
      print(fmt::format("  Timeouts: {}", forfeits(static_cast<int>(agent), true)));
      print(fmt::format("  Crashed: {}", forfeits(static_cast<int>(agent), false)));
    }
    print("Tournament finished");
  }

 private:
  void match_results(const TournamentStatus& status) override {
    const PairScore sum = status.standings.total(0);
    const ScoreCounts counts = pairs();
    const MatchEstimate match = estimate_match(counts);
    const Kinds level = level_pairs();
    const auto& c = counts.counts;
    print("--------------------------------------------------");
    print(fmt::format("Results of {} vs {}:", status.names[0], status.names[1]));
    print(fmt::format("Elo: {:.2f} +/- {:.2f}, nElo: {:.2f} +/- {:.2f}",
                      elo_of_score(std::clamp(match.score, 1e-3, 1 - 1e-3)),
                      elo_half_width(match.score, match.error), match.normalized_elo,
                      match.normalized_elo_half_width));
    const double whole = std::max(1.0, counts.total());
    print(fmt::format("LOS: {:.2f} %, DrawRatio: {:.2f} %, PairsRatio: {:.2f}",
                      100 * match.superiority, 100 * c[2] / whole,
                      (c[3] + c[4]) / std::max(1.0, c[0] + c[1])));
    print(fmt::format("Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1f} ({:.2f} %)",
                      sum.games(), sum.wins, sum.losses, sum.draws, sum.points(),
                      sum.games() == 0 ? 0 : 100 * sum.points() / sum.games()));
    print(fmt::format("Ptnml(0-2): [{}, {}, {}, {}, {}], WL/DD Ratio: {:.2f}", c[0], c[1], c[2],
                      c[3], c[4], level.even / std::max(1.0, static_cast<double>(level.draws))));
    if (status.test != nullptr) {
      const SprtState state = status.test->state();
      print(fmt::format("LLR: {:.2f} ({:.1f}%) ({:.2f}, {:.2f}) {}", state.llr, progress_of(state),
                        state.bounds.lower, state.bounds.upper, bracket(status)));
    }
    print("--------------------------------------------------");
  }
  static std::string bracket(const TournamentStatus& status) {
    const SprtSettings& settings = status.test->settings();
    return fmt::format("[{:.2f}, {:.2f}]", settings.elo0, settings.elo1);
  }
};

class CutechessOutput : public LineOutput {
 public:
  using LineOutput::LineOutput;

  void end(const TournamentStatus& status) override {
    LineOutput::end(status);
    print("Finished match");
  }

 private:
  void match_results(const TournamentStatus& status) override {
    const PairScore sum = status.standings.total(0);
    const auto score = [](const std::string& who, const PairScore& s) {
      print(fmt::format("{}: {} - {} - {}  [{:.3f}] {}", who, s.wins, s.losses, s.draws,
                        s.games() == 0 ? 0.5 : s.points() / s.games(), s.games()));
    };
    score(fmt::format("Score of {} vs {}", status.names[0], status.names[1]), sum);
    score(fmt::format("...      {} playing White", status.names[0]), in_seat(0));
    score(fmt::format("...      {} playing Black", status.names[0]), in_seat(1));
    const MatchEstimate match = estimate_match(game_counts(sum.wins, sum.draws, sum.losses));
    print(fmt::format("Elo difference: {:.1f} +/- {:.1f}, LOS: {:.1f} %, DrawRatio: {:.1f} %",
                      elo_of_score(std::clamp(match.score, 1e-3, 1 - 1e-3)),
                      elo_half_width(match.score, match.error),
                      100 * superiority_without_draws(sum.wins, sum.losses),
                      100.0 * sum.draws / std::max(1, sum.games())));
    if (status.test == nullptr) return;
    const SprtState state = status.test->state();
    print(fmt::format("SPRT: llr {:.3g} ({:.1f}%), lbound {:.3g}, ubound {:.3g}{}", state.llr,
                      progress_of(state), state.bounds.lower, state.bounds.upper,
                      status.test->decided()
                          ? fmt::format(" - {} was accepted", decision_name(state.decision))
                          : ""));
  }
};

}  // namespace

std::unique_ptr<TournamentOutput> make_output(Style style, bool quiet, int interval) {
  switch (style) {
    case Style::kFastchess: return std::make_unique<FastchessOutput>(interval);
    case Style::kCutechess: return std::make_unique<CutechessOutput>(interval);
    default: return std::make_unique<TableOutput>(quiet);
  }
}

}  // namespace clanhouse
