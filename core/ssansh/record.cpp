#include "core/ssansh/record.h"

#include <algorithm>

#include "core/ssansh/position.h"
#include "core/ssansh/text.h"

namespace clanhouse::ssansh {
namespace {

struct Reading {
  using Game = Ssansh;
  static constexpr const char* kConfigTag = "Layout";

  static Result<void> set_tag(Config& config, const std::string& name, const std::string& value) {
    if (name == "Players") {
      if (value.starts_with('0')) return invalid("numbers have no leading zeros");
      return parse_integer(value, kMinPlayers, kMaxPlayers).map([&](long long players) {
        config.players = static_cast<int>(players);
      });
    }
    if (name == "Layout") config.layout = value;
    if (name == "Rules") return set_all(rules_options(), config.rules, value);
    return {};
  }
  static Result<void> check(const Config& config) { return check_config(config); }
  static Result<Step> find_step(const Game& game, const State& state, const std::string& text) {
    return ssansh::find_step(game, state, text);
  }
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

ReadRecord read_record(std::string_view text) { return GameRecordReader<Reading>(text).read(); }

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
