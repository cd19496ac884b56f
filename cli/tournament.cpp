// clanhouse tournament: agents against each other.
#include <thread>

#include <fmt/format.h>

#include "cli/game_flags.h"
#include "core/files.h"
#include "core/records.h"
#include "selfplay/interrupt.h"
#include "selfplay/tournament/player.h"
#include "selfplay/tournament/results.h"
#include "selfplay/tournament/styles.h"

namespace clanhouse::cli {
namespace {

struct Display {
  Style style = Style::kTable;
  int interval = 20;
};
const OptionTable<Display>& display_options() {
  static const OptionTable<Display> table =
      OptionTable<Display>()
          .choice("style", &Display::style,
                  {{"table", Style::kTable},
                   {"fastchess", Style::kFastchess},
                   {"cutechess", Style::kCutechess}},
                  "a live table, or the lines of another match runner on standard output")
          .integer("interval", &Display::interval, 1, 1'000'000,
                   "games after which those lines tell the results");
  return table;
}

class TournamentVerb : public Verb {
 public:
  explicit TournamentVerb(CLI::App& program)
      : Verb(program, "tournament", "Play agents against each other, with ratings; resumable"),
        game_(*this) {
    settings_.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    app()
        .add_option("--agent", settings_.agents, "an agent; give the flag once for each")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("SPEC");
    add_flags(*this, tournament_options(), settings_);
    app()
        .add_option("--book", settings_.book,
                    "file of openings instead, a line each: a TPS or turns from the start")
        ->type_name("FILE");
    app()
        .add_option("--anchor", settings_.anchor, "agent whose Elo is 0 [the mean of all]")
        ->type_name("SPEC");
    add_seed(settings_.seed);
    add_integer("threads", settings_.threads, 1, 1024, "games at a time");
    add_flags(*this, display_options(), display_);
    app()
        .add_option("--out", out_, "folder of the results; continued if it has some")
        ->type_name("DIR");
    add_integer("only", only_, 0, 2'000'000'000,
                "play the game of this number alone and print its record; nothing is kept");
    app().add_flag("--json", json_, "print the summary as JSON instead of a table");
    app().add_flag("--quiet", quiet_, "no progress");
  }

  int run() override {
    settings_.out = out_;
    return game_.with_family([&](auto family) {
      using Family = decltype(family);
      const auto config = Family::for_tournaments(game_.config<Family>());
      return Family::with(config, [&](const auto& game) { return play<Family>(game); });
    });
  }

 private:
  template <class Family, Game G>
  int play(const G& game) {
    if (only_ > 0 && out_.empty()) settings_.out = "nowhere";  // it is not needed
    if (auto good = check_settings(settings_, game.seats()); !good) throw Failure(good.error());
    check_agents(game);
    const auto book = read_book<Family>(game);
    std::uint64_t print = 0;
    for (const auto& opening : book) print = mix64(print + fingerprint(opening));
    settings_.book_fingerprint = fmt::format("{:016x}", print);

    TournamentGame about;
    about.name = Family::kName;
    about.config = settings_json(Family::options(), game.config());
    about.seats = game.seats();
    about.record_extension = Family::kRecordExtension;
    about.make_player = [&] { return TournamentPlayer<Family, G>::make(game, settings_, book); };
    watch_for_interrupts();
    if (only_ > 0) return play_one(about);
    note_rounding(game.seats());
    const auto output =
        make_output(game.seats() == 2 ? display_.style : Style::kTable, quiet_, display_.interval);
    const auto result = run_tournament(settings_, about, *output);
    if (!result) throw Failure(result.error());
    auto written = write_results(settings_.out, *result, command(*result));
    if (!written) throw Failure(written.error());
    return report(*result);
  }

  // Before anything is written.
  template <Game G>
  void check_agents(const G& game) const {
    for (const std::string& spec : settings_.agents) {
      auto agent = make_agent(game, spec);
      if (!agent) refuse("agent", agent.error().reason);
      try {
        (*agent)->begin_game(RandomStream(settings_.seed, "check"));
      } catch (const AgentFailure& failure) {
        throw Failure(kWouldNotStart, fmt::format("agent '{}': {}", spec, failure.what()));
      }
    }
    if (display_.style != Style::kTable && game.seats() != 2) {
      refuse("style", "these lines are for games of two seats");
    }
  }

  void note_rounding(int seats) const {
    if (quiet_ || settings_.games % seats == 0 || settings_.agents.size() == 1) return;
    fmt::print(stderr,
               "An opening is played once from each seat: {} games of a line-up become {}.\n",
               settings_.games, settings_.games + seats - settings_.games % seats);
  }

  int play_one(const TournamentGame& game) const {
    const auto played = play_scheduled_game(settings_, game, only_);
    if (!played) throw Failure(played.error());
    fmt::print("{}", played->record);
    if (!quiet_) fmt::print(stderr, "fingerprint {}\n", played->result.fingerprint);
    return kDone;
  }

  // A command that plays the same games: all that the journal says of them, as flags.
  std::string command(const TournamentResult& result) const {
    const auto& settings = result.summary["settings"];
    std::string text = "clanhouse tournament --game " + settings["game"].get<std::string>();
    const auto add = [&](const std::string& key, const nlohmann::ordered_json& value) {
      text += fmt::format(" {} {}", flag_name(key),
                          value.is_string() ? value.get<std::string>() : value.dump());
    };
    for (const auto& [key, value] : settings["config"].items()) add(key, value);
    for (const std::string& agent : settings_.agents) text += " --agent '" + agent + "'";
    if (settings.contains("sprt")) text += " --sprt";
    for (const char* part : {"sprt", "adjudication"}) {
      if (!settings.contains(part)) continue;
      for (const auto& [key, value] : settings[part].items()) add(key, value);
    }
    for (const char* key : {"format", "games", "rounds", "opening_plies", "book", "seed"}) {
      if (settings.contains(key)) add(key, settings[key]);
    }
    return text + " --out DIR";
  }

  int report(const TournamentResult& result) const {
    if (json_) {
      fmt::print("{}\n", result.summary.dump(2));
    } else if (display_.style == Style::kTable) {
      fmt::print("{}", result.standings.crosstable());
      print_order(result);
    }
    std::fflush(stdout);
    if (!quiet_) {
      for (const std::string& remark : result.remarks) fmt::print(stderr, "{}\n", remark);
    }
    if (result.test && display_.style == Style::kTable) {
      fmt::print(stderr, "{}\n", verdict(result));
    }
    return exit_code(result);
  }

  void print_order(const TournamentResult& result) const {
    for (std::size_t i = 0; i < result.order.size(); ++i) {
      fmt::print("{}{}. {}", i == 0 ? "\nFinal order: " : "  ", i + 1,
                 result.standings.names()[result.order[i]]);
    }
    if (!result.order.empty()) fmt::print("\n");
  }

  int exit_code(const TournamentResult& result) const {
    int forfeits = 0;
    for (const int count : result.forfeits) forfeits += count;
    if (!result.complete) {
      fmt::print(stderr, "Stopped after {} of {} games; the same command goes on from here.\n",
                 result.standings.games(), result.planned);
      if (interrupted() != 0) return kInterrupted + interrupted();
      return result.test ? kInconclusive : forfeits > 0 ? kSomethingFailed : kDone;
    }
    if (!quiet_) {
      fmt::print(stderr,
                 "Results are in {}: report.html, summary.json, crosstable.csv, journal.jsonl, "
                 "records/\n",
                 out_);
    }
    if (forfeits > 0) {
      fmt::print(stderr, "{} games were forfeited; {} were not played.\n", forfeits,
                 result.not_played);
    }
    if (result.test && !result.test->decided()) return kInconclusive;
    return forfeits > 0 ? kSomethingFailed : kDone;
  }

  template <class Family, Game G>
  std::vector<Playthrough<G>> read_book(const G& game) const {
    std::vector<Playthrough<G>> openings;
    if (settings_.book.empty()) return openings;
    const auto content = read_file(settings_.book);
    if (!content) throw Failure(content.error());
    std::string_view rest = *content;
    for (int line = 1; !rest.empty(); ++line) {
      const std::size_t end = rest.find('\n');
      const std::string_view text = rest.substr(0, end);
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
      const std::size_t begin = text.find_first_not_of(" \t\r");
      if (begin == std::string_view::npos || text[begin] == '#') continue;
      auto opening = read_opening<Family>(game, text);
      if (!opening) {
        throw Failure(kUsage,
                      fmt::format("{}:{}: {}", settings_.book, line, opening.error().reason));
      }
      openings.push_back(std::move(*opening));
    }
    if (openings.empty())
      throw Failure(kUsage, settings_.book + ": there is no opening in this file");
    return openings;
  }

  GameFlags game_;
  TournamentSettings settings_;
  Display display_;
  std::string out_;
  int only_ = 0;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_tournament_verb(CLI::App& program) {
  return std::make_unique<TournamentVerb>(program);
}

}  // namespace clanhouse::cli
