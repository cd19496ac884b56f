// clanhouse rate: ratings from finished games of any origin.
#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "cli/game_flags.h"
#include "cli/verb.h"
#include "core/files.h"
#include "selfplay/ratings/rating_report.h"

namespace clanhouse::cli {
namespace {

enum class Meta { kNone, kNash, kAlphaRank };

struct RateFlags {
  RateSettings rate;
  std::optional<RatingModel> model;
  std::optional<OnlineSystem> online;
  Meta meta = Meta::kNone;
  double alpha = 10;
  bool los = false;
  bool no_forfeits = false;
  bool json = false;
};

// How to fit.
const OptionTable<RateSettings>& fit_options() {
  static const OptionTable<RateSettings> table =
      OptionTable<RateSettings>()
          .integer("top", &RateSettings::top, 0, 1000,
                   "pl: places that count; 0 for all, but the winners alone where the others are "
                   "always level")
          .real("prior", &RateSettings::prior, 0, 1000,
                "virtual drawn games of each agent, or games with a ghost")
          .flag("first_seat", &RateSettings::first_seat, "estimate what the first seat is worth")
          .choice("errors", &RateSettings::errors,
                  {{"sandwich", RatingErrors::kSandwich}, {"bootstrap", RatingErrors::kBootstrap}},
                  "where intervals come from")
          .integer("bootstrap", &RateSettings::bootstrap, 10, 1'000'000, "resamples of blocks");
  return table;
}

const OptionTable<RateFlags>& rate_flags() {
  static const OptionTable<RateFlags> table =
      OptionTable<RateFlags>()
          .choice("model", &RateFlags::model,
                  {{"auto", std::nullopt},
                   {"bt", RatingModel::kBradleyTerry},
                   {"davidson", RatingModel::kDavidson},
                   {"rao-kupper", RatingModel::kRaoKupper},
                   {"pl", RatingModel::kPlackettLuce}},
                  "the model; auto: pl where games have more than two, bt elsewhere")
          .choice("online", &RateFlags::online,
                  {{"none", std::nullopt},
                   {"elo", OnlineSystem::kElo},
                   {"weng-lin", OnlineSystem::kWengLin},
                   {"trueskill", OnlineSystem::kTrueSkill},
                   {"glicko2", OnlineSystem::kGlicko2}},
                  "ratings game after game instead of a fit")
          .part(&RateFlags::rate, fit_options())
          .flag("los", &RateFlags::los, "the chances that one agent is stronger than another")
          .choice("meta", &RateFlags::meta,
                  {{"none", Meta::kNone}, {"nash", Meta::kNash}, {"alpha-rank", Meta::kAlphaRank}},
                  "the game of choosing an agent")
          .real("alpha", &RateFlags::alpha, 0, 1e6, "alpha-rank: strength of selection")
          .flag("no_forfeits", &RateFlags::no_forfeits, "leave out games that were forfeited")
          .flag("json", &RateFlags::json, "print one JSON object");
  return table;
}

class RateVerb : public Verb {
 public:
  explicit RateVerb(CLI::App& program)
      : Verb(program, "rate", "Ratings from journals, PTN files or plain orders") {
    app()
        .add_option("files", files_, "journals, PTN, orders; all in one fit")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("FILE…");
    add_flags(*this, rate_flags(), flags_);
    app()
        .add_option("--anchor", anchor_, "an agent's rating, to which others are relative [mean 0]")
        ->type_name("NAME=ELO");
    add_seed(flags_.rate.seed);
    app().add_option("--csv", csv_, "write the table there")->type_name("FILE");
  }

  int run() override {
    if (files_.empty()) throw Failure(kUsage, "which files? (see clanhouse rate --help)");
    RatingReport report;
    report.superiority = flags_.los;
    read(report.pool);
    set_up(report);
    if (flags_.online) {
      report.online = text_of("online");
      report.ladder = climb(report.pool, *flags_.online);
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
      const auto read = read_results(path, *content, {.forfeits = !flags_.no_forfeits}, pool);
      if (!read) throw Failure(read.error());
    }
    if (pool.games.empty())
      throw Failure(kUsage, files_[0] + ": there is no finished game to rate");
  }

  // The value of a setting as it is written.
  std::string text_of(std::string_view key) const {
    for (const auto& option : rate_flags().options()) {
      if (option.key == key) return option.print(flags_);
    }
    return {};
  }

  void set_up(RatingReport& report) {
    RateSettings& settings = report.settings;
    settings = flags_.rate;
    settings.model = flags_.model.value_or(report.pool.has_fields() ? RatingModel::kPlackettLuce
                                                                    : RatingModel::kBradleyTerry);
    if (flags_.online) refuse_fit_options();
    set_anchor(report.pool, settings);
    if (settings.top > 0 && settings.model != RatingModel::kPlackettLuce) {
      refuse("top", "only for --model pl");
    }
    if (settings.first_seat && !report.pool.has_seats()) {
      refuse("first-seat", "orders do not tell seats");
    }
    if (settings.model == RatingModel::kPlackettLuce) check_ties(report.pool);
    check_copies(report);
  }

  void refuse_fit_options() const {
    std::vector<std::string> keys = {"model", "los", "anchor"};
    for (const auto& option : fit_options().options()) keys.push_back(option.key);
    for (const std::string& key : keys) {
      if (given(key)) refuse(key, "for a fit, which --online does without");
    }
  }

  // An agent may sit in several seats of a game with others.
  void check_copies(const RatingReport& report) const {
    if (!report.pool.has_copies()) return;
    if (report.settings.first_seat && report.settings.model == RatingModel::kPlackettLuce) {
      refuse("first-seat", "pl cannot tell it where an agent has several seats of a game");
    }
    const bool skills =
        flags_.online == OnlineSystem::kWengLin || flags_.online == OnlineSystem::kTrueSkill;
    if (skills)
      refuse("online", "for games in which nobody has several seats; elo takes these too");
  }

  void set_anchor(const ResultPool& pool, RateSettings& settings) const {
    if (anchor_.empty()) return;
    // Names may have '=' in them.
    const std::size_t equals = anchor_.rfind('=');
    if (equals == std::string::npos) refuse("anchor", "expected NAME=ELO");
    const std::string name = anchor_.substr(0, equals);
    const auto elo = parse_real(anchor_.substr(equals + 1), -100'000, 100'000);
    if (!elo) refuse("anchor", elo.error().reason);
    settings.anchor_elo = *elo;
    const auto found = std::find(pool.names.begin(), pool.names.end(), name);
    if (found == pool.names.end()) refuse("anchor", fmt::format("'{}' plays in no game", name));
    settings.anchor = static_cast<int>(found - pool.names.begin());
  }

  // The model sums over all sets that could share a place.
  void check_ties(const ResultPool& pool) const {
    constexpr std::size_t kMostWithTies = 16;
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

  void add_meta(RatingReport& report) const {
    if (flags_.meta == Meta::kNone) return;
    const PayoffTable payoff = payoffs_of(scores_of(report.pool));
    report.meta = text_of("meta");
    if (flags_.meta == Meta::kNash) {
      NashAverage average = nash_average(payoff);
      report.meta_shares = std::move(average.mix);
      report.meta_values = std::move(average.values);
    } else {
      AlphaRankSettings settings;
      settings.alpha = flags_.alpha;
      report.meta_shares = alpha_rank(payoff, settings);
    }
  }

  int show(const RatingReport& report) const {
    if (!csv_.empty()) {
      const auto written = write_file(csv_, to_csv(report_table(report)));
      if (!written) throw Failure(written.error());
    }
    if (flags_.json) {
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
  RateFlags flags_;
  std::string anchor_;
  std::string csv_;
};

}  // namespace

std::unique_ptr<Verb> make_rate_verb(CLI::App& program) {
  return std::make_unique<RateVerb>(program);
}

}  // namespace clanhouse::cli
