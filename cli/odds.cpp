// clanhouse odds: the chances in one race of Changakárnikh, and what bets on it are worth.
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/game_flags.h"
#include "core/changakarnikh/setup.h"
#include "core/files.h"
#include "selfplay/interrupt.h"
#include "selfplay/pieces/odds.h"

namespace clanhouse::cli {
namespace {

class OddsVerb : public Verb {
 public:
  explicit OddsVerb(CLI::App& program)
      : Verb(program, "odds",
             "Chances and fair odds of a race of Changakárnikh, from any position") {
    settings_.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    app()
        .add_option("--field", field_, "the pieces that race, in the order of their seats")
        ->type_name("PIECE,PIECE,…");
    add_integer("start", start_, 0, 5, "the seat that moves first; the first piece is seat 0");
    app()
        .add_option("--setup", setup_, "a race setup instead: positions, wards, steps (JSON)")
        ->type_name("FILE");
    add_flags(*this, changakarnikh::rules_options(), settings_.conditions.rules);
    app()
        .add_option("--agent", settings_.conditions.agent, "who decides for all pieces [greedy]")
        ->type_name("SPEC");
    add_integer("races", settings_.races, 1, 1'000'000'000, "races to run");
    add_seed(settings_.seed);
    add_integer("threads", settings_.threads, 1, 1024, "races at a time");
    app().add_flag("--json", json_, "print one JSON object");
    app().add_flag("--quiet", settings_.quiet, "no progress");
  }

  int run() override {
    if (field_.empty() == setup_.empty()) {
      throw Failure(kUsage, "field: give the pieces with --field, or a position with --setup");
    }
    if (setup_.empty()) {
      take_field();
    } else {
      take_setup();
    }
    if (settings_.start.over()) throw Failure(kUsage, setup_ + ": the race is over");
    watch_for_interrupts();
    const auto odds = pieces::find_odds(settings_);
    if (!odds && interrupted() != 0) {
      fmt::print(stderr, "Stopped before the first race was over.\n");
      return kInterrupted + interrupted();
    }
    if (!odds) refuse("agent", odds.error().reason);
    if (json_) {
      print_json(*odds);
    } else {
      print_table(*odds);
    }
    return interrupted() != 0 ? kInterrupted + interrupted() : static_cast<int>(kDone);
  }

 private:
  void take_field() {
    const auto field = pieces::parse_field(field_);
    if (!field) refuse("field", field.error().reason);
    if (start_ >= static_cast<int>(field->size())) {
      refuse("start", fmt::format("the seats are 0..{}", field->size() - 1));
    }
    settings_.start = changakarnikh::make_race(*field, start_, settings_.conditions.number);
    for (std::size_t seat = 0; seat < field->size(); ++seat) settings_.start.score[seat] = 1;
  }

  void take_setup() {
    std::vector<std::string> keys = {"start"};
    for (const auto& option : changakarnikh::rules_options().options()) keys.push_back(option.key);
    for (const std::string& key : keys) {
      if (given(key)) refuse(key, "a setup says this itself");
    }
    const auto text = read_file(setup_);
    if (!text) throw Failure(text.error());
    const auto setup = changakarnikh::read_setup(*text);
    if (!setup) throw Failure(setup.error(), setup_);
    const auto race = changakarnikh::run_setup(*setup);
    if (!race) throw Failure(race.error(), setup_);
    settings_.start = *race;
    settings_.conditions.rules = setup->rules;
  }

  static std::string odds_text(const pieces::Chance& chance) {
    return chance.p > 0 ? fmt::format("{:.2f}", chance.fair_odds()) : "never";
  }

  void print_table(const pieces::Odds& odds) const {
    fmt::print("{} races, {}; 95 % intervals; odds are what a fair bet of 1 pays back\n\n",
               odds.races, settings_.conditions.agent);
    fmt::print("{:<13}{:>7}  {:<16}{:>8}   {:>7}  {:<16}{:>8}\n", "piece", "win", "", "odds",
               "place", "", "odds");
    for (const auto& piece : odds.pieces) {
      const auto interval = [](const pieces::Chance& c) {
        return fmt::format("{:.1f}..{:.1f} %", 100 * c.interval.low, 100 * c.interval.high);
      };
      fmt::print("{:<13}{:>5.1f} %  {:<16}{:>8}   {:>5.1f} %  {:<16}{:>8}\n", piece.piece,
                 100 * piece.win.p, interval(piece.win), odds_text(piece.win), 100 * piece.place.p,
                 interval(piece.place), odds_text(piece.place));
    }
  }

  void print_json(const pieces::Odds& odds) const {
    const auto to_json = [](const pieces::Chance& c) {
      nlohmann::ordered_json json = {
          {"p", c.p}, {"low", c.interval.low}, {"high", c.interval.high}};
      json["odds"] = c.p > 0 ? nlohmann::ordered_json(c.fair_odds()) : nlohmann::ordered_json();
      return json;
    };
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& piece : odds.pieces) {
      list.push_back(
          {{"piece", piece.piece}, {"win", to_json(piece.win)}, {"place", to_json(piece.place)}});
    }
    const nlohmann::ordered_json json = {{"races", odds.races},
                                         {"agent", settings_.conditions.agent},
                                         {"seed", settings_.seed},
                                         {"pieces", list}};
    fmt::print("{}\n", json.dump());
  }

  pieces::OddsSettings settings_;
  std::string field_;
  std::string setup_;
  int start_ = 0;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_odds_verb(CLI::App& program) {
  return std::make_unique<OddsVerb>(program);
}

}  // namespace clanhouse::cli
