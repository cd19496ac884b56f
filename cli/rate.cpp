// clanhouse rate: ratings from finished games of any origin.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "cli/verb.h"
#include "core/files.h"
#include "selfplay/ratings/rating_report.h"

namespace clanhouse::cli {
namespace {

class RateVerb : public Verb {
 public:
  explicit RateVerb(CLI::App& program)
      : Verb(program, "rate", "Ratings from journals, PTN files or plain orders") {
    app()
        .add_option("files", files_, "journals, PTN, orders; all in one fit")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("FILE…");
    app()
        .add_option("--model", model_, "the model [bt; pl where games have more than two]")
        ->type_name("bt|davidson|rao-kupper|pl");
    app()
        .add_option("--online", online_, "ratings game after game instead of a fit")
        ->type_name("elo|weng-lin|trueskill|glicko2");
    add_integer("top", settings_.top, 0, 1000,
                "pl: places that count; 0 for all, but the winners alone where the others are "
                "always level");
    app()
        .add_option("--anchor", anchor_, "an agent's rating, to which others are relative [mean 0]")
        ->type_name("NAME=ELO");
    app()
        .add_option("--prior", prior_,
                    "virtual drawn games of each agent, or games with a ghost [0]")
        ->type_name("0..1000");
    app().add_flag("--first-seat", settings_.first_seat, "estimate what the first seat is worth");
    app()
        .add_option("--errors", errors_, "where intervals come from [sandwich]")
        ->type_name("sandwich|bootstrap");
    add_integer("bootstrap", settings_.bootstrap, 10, 1'000'000, "resamples of blocks");
    add_seed(settings_.seed);
    app().add_flag("--los", los_, "the chances that one agent is stronger than another");
    app()
        .add_option("--meta", meta_, "the game of choosing an agent")
        ->type_name("nash|alpha-rank");
    app()
        .add_option("--alpha", alpha_, "alpha-rank: strength of selection [10]")
        ->type_name("REAL");
    app().add_flag("--no-forfeits", no_forfeits_, "leave out games that were forfeited");
    app().add_option("--csv", csv_, "write the table there")->type_name("FILE");
    app().add_flag("--json", json_, "print one JSON object");
  }

  int run() override {
    if (files_.empty()) throw Failure(kUsage, "which files? (see clanhouse rate --help)");
    RatingReport report;
    report.superiority = los_;
    read(report.pool);
    set_up(report);
    if (!online_.empty()) {
      report.online = online_;
      report.ladder = climb(report.pool, system());
    } else {
      report.rated = rate_pool(report.pool, report.settings);
    }
    add_meta(report);
    return show(report);
  }

 private:
  void read(ResultPool& pool) const {
    for (const std::string& path : files_) {
      const auto content = read_file(path);
      if (!content) throw Failure(content.error());
      const auto read = read_results(path, *content, {.forfeits = !no_forfeits_}, pool);
      if (!read) throw Failure(read.error());
    }
    if (pool.games.empty())
      throw Failure(kUsage, files_[0] + ": there is no finished game to rate");
  }

  double real(const std::string& key, const std::string& text, double min, double max) const {
    const auto value = parse_real(text, min, max);
    if (!value) refuse(key, value.error().reason);
    return *value;
  }

  void set_up(RatingReport& report) {
    settings_.model = model(report.pool);
    if (errors_ == "bootstrap") {
      settings_.errors = RatingErrors::kBootstrap;
    } else if (errors_ != "sandwich") {
      refuse("errors", fmt::format("expected sandwich or bootstrap, not '{}'", errors_));
    }
    settings_.prior = real("prior", prior_, 0, 1000);
    set_anchor(report.pool);
    if (settings_.top > 0 && settings_.model != RatingModel::kPlackettLuce) {
      refuse("top", "only for --model pl");
    }
    if (settings_.first_seat && !report.pool.has_seats()) {
      refuse("first-seat", "orders do not tell seats");
    }
    check_ties(report.pool);
    report.settings = settings_;
  }

  RatingModel model(const ResultPool& pool) const {
    if (model_.empty()) {
      return pool.has_fields() ? RatingModel::kPlackettLuce : RatingModel::kBradleyTerry;
    }
    for (const auto model : {RatingModel::kBradleyTerry, RatingModel::kDavidson,
                             RatingModel::kRaoKupper, RatingModel::kPlackettLuce}) {
      if (model_ == model_name(model)) return model;
    }
    refuse("model", fmt::format("expected bt, davidson, rao-kupper or pl, not '{}'", model_));
  }

  void set_anchor(const ResultPool& pool) {
    if (anchor_.empty()) return;
    // Names may have '=' in them.
    const std::size_t equals = anchor_.rfind('=');
    if (equals == std::string::npos) refuse("anchor", "expected NAME=ELO");
    const std::string name = anchor_.substr(0, equals);
    settings_.anchor_elo = real("anchor", anchor_.substr(equals + 1), -100'000, 100'000);
    const auto found = std::find(pool.names.begin(), pool.names.end(), name);
    if (found == pool.names.end()) refuse("anchor", fmt::format("'{}' plays in no game", name));
    settings_.anchor = static_cast<int>(found - pool.names.begin());
  }

  // The model sums over all sets that could share a place.
  void check_ties(const ResultPool& pool) const {
    constexpr std::size_t kMostWithTies = 16;
    if (settings_.model != RatingModel::kPlackettLuce) return;
    for (const RatedGame& game : pool.games) {
      const std::set<int> ranks(game.ranks.begin(), game.ranks.end());
      if (ranks.size() == game.ranks.size()) continue;
      for (const RatedGame& other : pool.games) {
        if (other.agents.size() <= kMostWithTies) continue;
        refuse("model", fmt::format("pl with ties takes games of at most {} agents, not {}",
                                    kMostWithTies, other.agents.size()));
      }
      return;
    }
  }

  OnlineSystem system() const {
    if (online_ == "elo") return OnlineSystem::kElo;
    if (online_ == "weng-lin") return OnlineSystem::kWengLin;
    if (online_ == "trueskill") return OnlineSystem::kTrueSkill;
    if (online_ == "glicko2") return OnlineSystem::kGlicko2;
    refuse("online",
           fmt::format("expected elo, weng-lin, trueskill or glicko2, not '{}'", online_));
  }

  void add_meta(RatingReport& report) const {
    if (meta_.empty()) return;
    const PayoffTable payoff = payoffs_of(scores_of(report.pool));
    report.meta = meta_;
    if (meta_ == "nash") {
      NashAverage average = nash_average(payoff);
      report.meta_shares = std::move(average.mix);
      report.meta_values = std::move(average.values);
    } else if (meta_ == "alpha-rank") {
      AlphaRankSettings settings;
      settings.alpha = real("alpha", alpha_, 0, 1e6);
      report.meta_shares = alpha_rank(payoff, settings);
    } else {
      refuse("meta", fmt::format("expected nash or alpha-rank, not '{}'", meta_));
    }
  }

  int show(const RatingReport& report) const {
    if (!csv_.empty()) {
      const auto written = write_file(csv_, to_csv(report_table(report)));
      if (!written) throw Failure(written.error());
    }
    if (json_) {
      fmt::print("{}\n", report_json(report).dump(2));
    } else {
      fmt::print("{}", report_text(report));
    }
    std::fflush(stdout);
    const std::string fault = connection_fault(report);
    if (fault.empty()) return kDone;
    fmt::print(stderr, "clanhouse: {}\n", fault);
    return kInconclusive;
  }

  std::vector<std::string> files_;
  RateSettings settings_;
  std::string model_;
  std::string online_;
  std::string anchor_;
  std::string prior_ = "0";
  std::string errors_ = "sandwich";
  std::string meta_;
  std::string alpha_ = "10";
  std::string csv_;
  bool los_ = false;
  bool no_forfeits_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_rate_verb(CLI::App& program) {
  return std::make_unique<RateVerb>(program);
}

}  // namespace clanhouse::cli
