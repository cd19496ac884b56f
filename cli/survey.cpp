// clanhouse survey: what happens in many games, and what each setting changes in it.
#include <thread>

#include <fmt/format.h>

#include "cli/game_flags.h"
#include "core/records.h"
#include "selfplay/interrupt.h"
#include "selfplay/survey/survey.h"
#include "selfplay/survey/surveyor.h"

namespace clanhouse::cli {
namespace {

using survey::RoundPlayer;
using survey::Sums;
using survey::Variant;

class SurveyVerb : public Verb {
 public:
  explicit SurveyVerb(CLI::App& program)
      : Verb(program, "survey",
             "Measure a game by playing it many times: lengths, endings, seats, what settings "
             "change; resumable"),
        game_(*this) {
    settings_.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    app()
        .add_option("--agents", settings_.agents,
                    "the agent of all seats [greedy]; or one for each seat, the flag once for "
                    "each: they change seats")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("SPEC");
    add_integer("games", settings_.games, 1, 10'000'000, "games of each variant");
    app()
        .add_option("--vary", vary_,
                    "also play with a setting of the game at other values, the same seeds each "
                    "time; once for each setting")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("KEY=VALUE,VALUE,…");
    add_seed(settings_.seed);
    add_integer("threads", settings_.threads, 1, 1024, "blocks of games at a time");
    app()
        .add_option("--out", out_, "folder of the results; continued if it has some")
        ->type_name("DIR");
    app().add_flag("--json", json_, "print summary.json instead of a table");
    app().add_flag("--quiet", settings_.quiet, "no progress");
  }

  int run() override {
    if (out_.empty()) refuse("out", "a survey needs a folder for its results");
    settings_.out = out_;
    if (settings_.agents.empty()) settings_.agents = {"greedy"};
    return game_.with_family([&](auto family) { return survey_family<decltype(family)>(); });
  }

 private:
  template <class Family>
  int survey_family() {
    const auto given = game_.config<Family>();
    settings_.game = Family::kName;
    settings_.title = Family::kTitle;
    settings_.players = Family::with(given, [](const auto& game) { return game.seats(); });
    const auto count = static_cast<int>(settings_.agents.size());
    if (count != 1 && count != settings_.players) {
      refuse("agents", fmt::format("{} agents for {} seats; give one, or one for each seat", count,
                                   settings_.players));
    }
    const std::vector<std::string> written = settings_.agents;
    settings_.agents = survey::line_up(settings_.agents);

    std::vector<Variant> variants{variant<Family>("given", given)};
    for (const std::string& text : vary_) add_variants<Family>(text, given, variants);
    settings_.command = command<Family>(given, written);
    const auto rotations = static_cast<int>(settings_.agents.size());
    if (!settings_.quiet && settings_.games % rotations != 0) {
      fmt::print(stderr, "Agents play every seat equally often: {} games become {}.\n",
                 settings_.games, settings_.games + rotations - settings_.games % rotations);
    }
    watch_for_interrupts();
    const auto result = survey::run_survey(settings_, variants);
    if (!result) throw Failure(result.error());
    return report(*result);
  }

  // Refuses agents that do not play, before anything is written.
  template <class Family>
  Variant variant(const std::string& name, const typename Family::Config& given) {
    const auto config = Family::for_tournaments(given);
    Variant variant;
    variant.name = name;
    variant.config = settings_json(Family::options(), config);
    Family::with(config, [&](const auto& game) { prepare(game, variant); });
    return variant;
  }

  template <Game G>
  void prepare(const G& game, Variant& variant) {
    if (settings_.agents.size() > 1 && game.seats() != settings_.players) {
      refuse("vary", fmt::format("{}: there are {} agents for {} seats", variant.name,
                                 settings_.agents.size(), game.seats()));
    }
    for (const std::string& spec : settings_.agents) {
      if (auto agent = make_agent(game, spec); !agent) refuse("agents", agent.error().reason);
    }
    variant.make_player = [game, this]() -> Result<RoundPlayer> {
      auto made = survey::Surveyor<G>::make(
          game, settings_.agents, survey::line_up_names(settings_.agents), settings_.seed);
      if (!made) return tl::unexpected(made.error());
      return RoundPlayer([surveyor = std::shared_ptr<survey::Surveyor<G>>(std::move(*made))](
                             int first, int last) { return surveyor->play_rounds(first, last); });
    };
  }

  // The variants of "KEY=V1,V2,…": all values but the given one, which is there already.
  template <class Family>
  void add_variants(const std::string& text, const typename Family::Config& given,
                    std::vector<Variant>& variants) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      refuse("vary", fmt::format("expected KEY=VALUE,VALUE,…, not '{}'", text));
    }
    std::string key = text.substr(0, equals);
    std::replace(key.begin(), key.end(), '-', '_');
    const auto print = [&](const typename Family::Config& config) {
      for (const auto& option : Family::options().options()) {
        if (option.key == key) return option.print(config);
      }
      return std::string();
    };
    std::string_view rest = std::string_view(text).substr(equals + 1);
    for (bool more = true; more;) {
      const std::size_t comma = rest.find(',');
      const std::string_view value = rest.substr(0, comma);
      more = comma != std::string_view::npos;
      if (more) rest.remove_prefix(comma + 1);
      auto config = given;
      if (auto set = Family::options().set(config, key, value); !set) {
        refuse("vary", set.error().reason);
      }
      const std::string name = fmt::format("{}={}", key, print(config));
      if (auto good = Family::check(config); !good) {
        refuse("vary", fmt::format("{}: {}", name, good.error().reason));
      }
      if (print(config) == print(given)) continue;
      if (std::any_of(variants.begin(), variants.end(),
                      [&](const Variant& other) { return other.name == name; })) {
        refuse("vary", fmt::format("{} stands there twice", name));
      }
      variants.push_back(variant<Family>(name, config));
    }
  }

  // A command that plays the same games: where they go and on how many threads is no part of it.
  template <class Family>
  std::string command(const typename Family::Config& given,
                      const std::vector<std::string>& agents) const {
    std::string text = fmt::format("clanhouse survey --game {}{}", Family::kName,
                                   flags_of(Family::options(), given));
    for (const std::string& agent : agents) text += " --agents " + agent;
    for (const std::string& vary : vary_) text += " --vary " + vary;
    return text + fmt::format(" --games {} --seed {} --out DIR", settings_.games, settings_.seed);
  }

  int report(const survey::SurveyRun& run) const {
    if (!run.complete) {
      fmt::print(stderr, "Stopped after {} of {} blocks; the same command goes on from here.\n",
                 run.blocks, run.planned);
      return kInterrupted + interrupted();
    }
    if (json_) {
      fmt::print("{}\n", run.summary.dump(2));
    } else {
      print_table(run.summary);
    }
    std::fflush(stdout);
    for (const auto& variant : run.summary["variants"]) {
      if (!variant["few_distinct_games"].get<bool>()) continue;
      fmt::print(stderr, "{}: only {} of {} games differ from each other.\n",
                 variant["name"].get<std::string>(), variant["distinct_games"].get<long long>(),
                 variant["games"].get<long long>());
    }
    if (!settings_.quiet) {
      fmt::print(stderr, "Results are in {}: report.html, summary.json, survey.csv\n", out_);
    }
    return kDone;
  }

  // The main numbers of every variant.
  static void print_table(const nlohmann::ordered_json& summary) {
    for (const auto& variant : summary["variants"]) {
      const auto& measured = variant["measured"];
      const auto line = [&](const std::string& name, const nlohmann::ordered_json& estimate,
                            double scale, const char* unit) {
        const double error = estimate["error"].is_null() ? 0 : estimate["error"].get<double>();
        fmt::print("  {:<24} {:>10.3f} ± {:.3f}{}\n", name, scale * estimate["value"].get<double>(),
                   scale * error, unit);
      };
      fmt::print("{}: {} games\n", variant["name"].get<std::string>(),
                 variant["games"].get<long long>());
      for (const auto& [name, estimate] : measured["length"].items()) line(name, estimate, 1, "");
      for (const auto& [name, estimate] : measured["branching"].items()) {
        line(name, estimate, 1, "");
      }
      for (const auto& [name, estimate] : measured["ending"].items()) {
        line("ending " + name, estimate, 100, " %");
      }
      for (const char* quantity : {"wins", "wins of agents"}) {
        if (!measured.contains(quantity)) continue;
        for (const auto& [name, estimate] : measured[quantity].items()) {
          line("wins of " + name, estimate, 100, " %");
        }
      }
    }
  }

  GameFlags game_;
  survey::SurveySettings settings_;
  std::vector<std::string> vary_;
  std::string out_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_survey_verb(CLI::App& program) {
  return std::make_unique<SurveyVerb>(program);
}

}  // namespace clanhouse::cli
