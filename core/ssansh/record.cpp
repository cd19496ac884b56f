#include "core/ssansh/record.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/ssansh/position.h"
#include "core/ssansh/text.h"

namespace clanhouse::ssansh {
namespace {

class RecordReader {
 public:
  explicit RecordReader(StepRecord record) : record_(std::move(record)) {}

  ReadRecord read() {
    if (read_tags()) {
      play_.emplace(Ssansh(config_));
      if (read_steps() && !record_.error) check_result();
    }
    // The first fault in the order of the lines.
    if (record_.error && (!error_ || !play_ || error_->line >= record_.error->line)) {
      error_ = record_.error;
    }
    if (!play_) play_.emplace(Ssansh(Config()));
    return {std::move(record_), std::move(*play_), std::move(error_)};
  }

 private:
  bool fail(int line, std::string reason) {
    error_ = Error{std::move(reason), line, 1, ErrorKind::kInvalid};
    return false;
  }

  bool read_tags() {
    for (const auto& tag : record_.tags) {
      if (auto good = interpret(tag.name, tag.value); !good) {
        return fail(tag.line, tag.name + ": " + good.error().reason);
      }
    }
    for (const char* required : {"Game", "Players"}) {
      if (record_.find_tag(required) == nullptr) {
        return fail(record_.line_of(required), fmt::format("the tag {} is missing", required));
      }
    }
    if (auto good = check_config(config_); !good) {
      const char* tag = record_.find_tag("Layout") != nullptr ? "Layout" : "Players";
      return fail(record_.line_of(tag), good.error().reason);
    }
    return true;
  }

  Result<void> interpret(const std::string& name, const std::string& value) {
    if (name == "Game" && value != Ssansh::kName) {
      return invalid("this is a record of " + clanhouse::quoted(value) + ", not of ssansh");
    }
    if (name == "Players") {
      if (value.starts_with('0')) return invalid("numbers have no leading zeros");
      return parse_integer(value, kMinPlayers, kMaxPlayers).map([&](long long players) {
        config_.players = static_cast<int>(players);
      });
    }
    if (name == "Layout") config_.layout = value;
    if (name == "Rules") return set_all(rules_options(), config_.rules, value);
    return {};
  }

  bool read_steps() {
    const Ssansh& game = play_->game();
    for (const auto& [text, line] : record_.steps) {
      const State& state = play_->state();
      const Actor actor = game.actor(state);
      if (actor.over()) return fail(line, "the game is over before " + clanhouse::quoted(text));
      State probe = state;
      if (auto taken = take_step(game, probe, text); !taken) {
        return fail(line, taken.error().reason);
      }
      if (actor.chance()) {
        play_->play(*read_outcome(text));
      } else {
        play_->play(*read_action(text));
      }
    }
    return true;
  }

  void check_result() {
    const auto* tag = record_.find_tag("Result");
    if (tag == nullptr) return;
    std::string result = play_->game().result_text(play_->state());
    if (result.empty()) result = "*";
    if (tag->value == result) return;
    fail(tag->line, fmt::format("Result: {}, but the steps come to '{}'",
                                clanhouse::quoted(tag->value), result));
  }

  StepRecord record_;
  Config config_;
  std::optional<Playthrough<Ssansh>> play_;
  std::optional<Error> error_;
};

// The set-up by rising space and then seat, then the steps as they were taken.
std::string steps_text(const Playthrough<Ssansh>& play) {
  std::vector<Outcome> setup;
  std::string rest;
  for (const auto& step : play.steps()) {
    if (const auto* outcome = std::get_if<Outcome>(&step);
        outcome != nullptr && outcome->kind != Outcome::kBag) {
      setup.push_back(*outcome);
    } else {
      rest += std::visit([](const auto& s) { return step_text(s); }, step) + "\n";
    }
  }
  std::sort(setup.begin(), setup.end(), [](const Outcome& a, const Outcome& b) {
    return std::pair(a.kind, a.index) < std::pair(b.kind, b.index);
  });
  std::string text;
  for (const Outcome& outcome : setup) text += step_text(outcome) + "\n";
  return text + rest;
}

// Where a tag stands among others: Game, Players, Layout, Rules, seats, Seed, Result, the rest.
int place_of(const std::string& name) {
  constexpr std::string_view kOrder[] = {"Game", "Players", "Layout", "Rules"};
  const auto known = std::find(std::begin(kOrder), std::end(kOrder), name);
  if (known != std::end(kOrder)) return static_cast<int>(known - std::begin(kOrder));
  if (name.size() == 5 && name.starts_with("Seat") && TextCursor::is_digit(name[4])) {
    return 10 + (name[4] - '0');
  }
  return name == "Seed" ? 20 : name == "Result" ? 21 : 22;
}

}  // namespace

ReadRecord read_record(std::string_view text) {
  return RecordReader(parse_step_record(text)).read();
}

std::string rewrite_record(const ReadRecord& record) {
  auto tags = record.text.tags;
  std::stable_sort(tags.begin(), tags.end(), [](const auto& a, const auto& b) {
    return place_of(a.name) < place_of(b.name);
  });
  std::string text;
  for (const auto& tag : tags) text += tag_line(tag.name, tag.value);
  return text + "\n" + steps_text(record.play);
}

std::string record_text(const Playthrough<Ssansh>& play, const RecordInfo& info) {
  const Ssansh& game = play.game();
  const Config& config = game.config();
  std::string text = tag_line("Game", std::string(Ssansh::kName)) +
                     tag_line("Players", std::to_string(config.players)) +
                     tag_line("Layout", config.layout) +
                     tag_line("Rules", print_all(rules_options(), config.rules));
  for (std::size_t seat = 0; seat < info.seat_names.size(); ++seat) {
    text += tag_line("Seat" + std::to_string(seat), info.seat_names[seat]);
  }
  const std::string result = game.result_text(play.state());
  std::string others;
  for (const auto& [name, value] : info.tags) {
    if (name == "Seed") text += tag_line(name, value);
    if (name != "Seed" && name != "Result") others += tag_line(name, value);
  }
  text += tag_line("Result", result.empty() ? "*" : result);
  return text + others + "\n" + steps_text(play);
}

}  // namespace clanhouse::ssansh
