// clanhouse tournament: agents against each other.
#include <thread>

#include <fmt/format.h>

#include "cli/game_flags.h"
#include "core/files.h"
#include "core/records.h"
#include "selfplay/interrupt.h"
#include "selfplay/tournament.h"
#include "selfplay/tournament_player.h"

namespace clanhouse::cli {
namespace {

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
    app()
        .add_option_function<std::string>(
            "--format", [this](const std::string& text) { set_format(text); },
            "every pairing, or the first agent against each other one [round-robin]")
        ->type_name("round-robin|gauntlet");
    add_integer("games", settings_.games, 1, 10'000'000,
                "games per pairing, in pairs with seats swapped");
    add_integer("opening-plies", settings_.opening_plies, 0, 1000,
                "random turns that each pair of games begins with");
    app()
        .add_option("--book", settings_.book,
                    "file of openings instead, a line each: a TPS or turns from the start")
        ->type_name("FILE");
    app()
        .add_option("--anchor", settings_.anchor, "agent whose Elo is 0 [the mean of all]")
        ->type_name("SPEC");
    add_seed(settings_.seed);
    add_integer("threads", settings_.threads, 1, 1024, "games at a time");
    app()
        .add_option("--out", out_, "folder of the results; continued if it has some")
        ->type_name("DIR");
    app().add_flag("--json", json_, "print the summary as JSON instead of a table");
    app().add_flag("--quiet", settings_.quiet, "no progress");
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
  void set_format(const std::string& text) {
    if (text == "round-robin") {
      settings_.format = Format::kRoundRobin;
    } else if (text == "gauntlet") {
      settings_.format = Format::kGauntlet;
    } else {
      refuse("format", "expected round-robin or gauntlet, not '" + text + "'");
    }
  }

  template <class Family, Game G>
  int play(const G& game) {
    if (auto good = check_settings(settings_, game.seats()); !good) throw Failure(good.error());
    // Before anything is written.
    for (const std::string& spec : settings_.agents) {
      if (auto agent = make_agent(game, spec); !agent) refuse("agent", agent.error().reason);
    }
    const auto book = read_book<Family>(game);
    std::uint64_t print = 0;
    for (const auto& opening : book) print = mix64(print + fingerprint(opening));
    settings_.book_fingerprint = fmt::format("{:016x}", print);

    TournamentGame about;
    about.name = Family::kName;
    about.config = settings_json(Family::options(), game.config());
    about.seats = game.seats();
    about.record_extension = Family::kRecordExtension;
    about.make_player = [&]() -> Result<GamePlayer> {
      auto made = TournamentPlayer<Family, G>::make(game, settings_, book);
      if (!made) return tl::unexpected(made.error());
      auto player = std::make_shared<TournamentPlayer<Family, G>>(std::move(*made));
      return GamePlayer(
          [player](const ScheduledGame& scheduled) { return player->play(scheduled); });
    };
    if (!settings_.quiet && settings_.games % game.seats() != 0) {
      fmt::print(stderr,
                 "An opening is played once from each seat: {} games per pairing become {}.\n",
                 settings_.games, settings_.games + game.seats() - settings_.games % game.seats());
    }
    watch_for_interrupts();
    const auto result = run_tournament(settings_, about);
    if (!result) throw Failure(result.error());
    return report(*result);
  }

  int report(const TournamentResult& result) const {
    if (json_) {
      fmt::print("{}\n", result.summary.dump(2));
    } else {
      fmt::print("{}", result.standings.crosstable());
    }
    std::fflush(stdout);
    if (result.complete) {
      if (!settings_.quiet) {
        fmt::print(stderr, "Results are in {}: summary.json, journal.jsonl, records/\n", out_);
      }
      return kDone;
    }
    fmt::print(stderr, "Stopped after {} of {} games; the same command goes on from here.\n",
               result.standings.games(), result.planned);
    return kInterrupted + interrupted();
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
  std::string out_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_tournament_verb(CLI::App& program) {
  return std::make_unique<TournamentVerb>(program);
}

}  // namespace clanhouse::cli
