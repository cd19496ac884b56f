// clanhouse pieces: how strong the pieces of Changakárnikh are.
#include <thread>

#include <fmt/format.h>

#include "cli/game_flags.h"
#include "core/changakarnikh/config.h"
#include "selfplay/interrupt.h"
#include "selfplay/pieces/measure.h"
#include "selfplay/pieces/racer.h"

namespace clanhouse::cli {
namespace {

using pieces::Design;

class PiecesVerb : public Verb {
 public:
  explicit PiecesVerb(CLI::App& program)
      : Verb(program, "pieces", "Measure the strength of Changakárnikh pieces; resumable") {
    settings_.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    app()
        .add_option_function<std::string>(
            "--design", [this](const std::string& text) { set_design(text); },
            "what is run: every field of pieces, one field, pieces in place of others, powers "
            "switched off, whole games [exhaustive]")
        ->type_name("exhaustive|field|replacement|ablation|draft");
    add_flags(*this, changakarnikh::config_options(), settings_.config);
    app()
        .add_option("--agent", settings_.agent, "who decides for all pieces [greedy]")
        ->type_name("SPEC");
    app()
        .add_option_function<std::string>(
            "--field", [this](const std::string& text) { set_field(text); },
            "the pieces of the design 'field'")
        ->type_name("PIECE,PIECE,…");
    add_integer("fields", settings_.fields, 0, 10'000'000,
                "fields (games of the draft), a balanced sample; 0: all of 3 or 4 players, else "
                "enough for errors below a percent");
    add_integer("dice", settings_.dice, 0, 1'000'000,
                "sets of dice for every order of seats; 0: five where all fields are run");
    app().add_flag(
        "--rotations", settings_.rotations,
        "rotations of one seat order instead of all orders (always with 5 and 6 players)");
    add_integer("race", settings_.race, 1, 8, "number of the race, which says what places score");
    add_seed(settings_.seed);
    add_integer("threads", settings_.threads, 1, 1024, "fields at a time");
    app()
        .add_option("--out", out_, "folder of the results; continued if it has some")
        ->type_name("DIR");
    app()
        .add_option("--compare", compare_, "folder of another run to compare with; once for each")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->type_name("DIR");
    app().add_flag("--json", json_, "print summary.json instead of a table");
    app().add_flag("--quiet", settings_.quiet, "no progress");
  }

  int run() override {
    settings_.out = out_;
    settings_.compare.assign(compare_.begin(), compare_.end());
    if (!settings_.field.empty() && given("players") &&
        settings_.config.players != static_cast<int>(settings_.field.size())) {
      refuse("field", fmt::format("{} pieces for {} players", settings_.field.size(),
                                  settings_.config.players));
    }
    auto complete = pieces::complete(settings_);
    if (!complete) refuse_reason(complete.error());
    watch_for_interrupts();
    const auto result = pieces::run_pieces(*complete);
    if (!result) throw Failure(result.error());
    if (!result->complete) {
      fmt::print(stderr, "Stopped after {} of {}; the same command goes on from here.\n",
                 result->blocks, result->planned);
      return kInterrupted + interrupted();
    }
    return report(*result);
  }

 private:
  void set_design(const std::string& text) {
    for (const Design design : {Design::kExhaustive, Design::kField, Design::kReplacement,
                                Design::kAblation, Design::kDraft}) {
      if (text == pieces::design_name(design)) {
        settings_.design = design;
        return;
      }
    }
    refuse("design",
           "expected exhaustive, field, replacement, ablation or draft, not '" + text + "'");
  }

  void set_field(const std::string& text) {
    const auto field = pieces::parse_field(text);
    if (!field) refuse("field", field.error().reason);
    settings_.field.clear();
    for (const auto piece : *field) settings_.field.push_back(static_cast<int>(piece));
    std::sort(settings_.field.begin(), settings_.field.end());
  }

  // Reasons of complete() begin with the key.
  [[noreturn]] void refuse_reason(const Error& error) const {
    const std::size_t colon = error.reason.find(": ");
    if (colon == std::string::npos) throw Failure(error);
    refuse(error.reason.substr(0, colon), error.reason.substr(colon + 2));
  }

  int report(const pieces::PiecesRun& run) const {
    if (json_) {
      fmt::print("{}\n", run.summary.dump(2));
    } else {
      print_list(run.summary["list"]);
    }
    std::fflush(stdout);
    for (const std::string& name : run.never_used) {
      fmt::print(stderr, "{} never uses the power of: {}\n", settings_.agent, name);
    }
    if (run.watchdogs > 0) {
      fmt::print(stderr, "{} races were ended by a watchdog.\n", run.watchdogs);
    }
    if (!settings_.quiet) {
      fmt::print(stderr, "{} {}. Results are in {}: report.html, summary.json, tables as .csv\n",
                 run.races, settings_.design == Design::kDraft ? "games" : "races", out_);
    }
    return kDone;
  }

  static void print_list(const nlohmann::ordered_json& list) {
    std::vector<std::pair<double, std::string>> rows;
    for (const auto& [piece, value] : list["values"].items()) {
      rows.emplace_back(value.get<double>(), piece);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    fmt::print("{:>4}  {:<12} {}\n", "rank", "piece", list["measure"].get<std::string>());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      fmt::print("{:>4}  {:<12} {:.4f}\n", i + 1, rows[i].second, rows[i].first);
    }
  }

  pieces::PiecesSettings settings_;
  std::string out_;
  std::vector<std::string> compare_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_pieces_verb(CLI::App& program) {
  return std::make_unique<PiecesVerb>(program);
}

}  // namespace clanhouse::cli
