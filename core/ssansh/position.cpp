#include "core/ssansh/position.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/json_input.h"
#include "core/records.h"
#include "core/ssansh/text.h"

namespace clanhouse::ssansh {
namespace {

using namespace json_input;
using nlohmann::ordered_json;

constexpr std::array<std::string_view, 17> kKeys = {
    "game",  "layout",  "spaces",    "king",           "weather", "hands",
    "bag",   "to_move", "parleys",   "decision",       "rules",   "steps",
    "legal", "over",    "dominance", "winning_colour", "winner"};

constexpr std::string_view kDecisions[] = {"setup", "turn", "bag", "return"};

Counts counts_of(const json& value, const std::string& key) {
  const json& list = array_of(value, key);
  if (list.size() != kColours) fail(key, "expected counts of red, green, blue");
  Counts counts{};
  for (std::size_t c = 0; c < kColours; ++c) {
    counts[c] = static_cast<std::uint8_t>(integer_of(list[c], key, 0, kFigurinesOfColour));
  }
  return counts;
}

// Throws its Error; called by read_text.
class PositionReader {
 public:
  explicit PositionReader(const json& source) : source_(source) {}

  Position read() {
    check_keys();
    const Config config = read_config();
    const Layout layout = read_layout(config);
    read_board(layout);
    read_bag();
    read_turn();
    read_decision(layout);
    check_hands();
    Position position{Ssansh(config, layout), s_, {}};
    if (const json* steps = find(source_, "steps")) {
      for (const json& step : array_of(*steps, "steps")) {
        position.steps.push_back(string_of(step, "steps"));
      }
    }
    return position;
  }

 private:
  void check_keys() const {
    if (!source_.is_object()) throw Error{"a position is a JSON object", 0, 0, ErrorKind::kInvalid};
    for (const auto& [key, value] : source_.items()) {
      if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
        fail(clanhouse::quoted(key), "unknown key");
      }
    }
    if (string_of(get(source_, "game"), "game") != "ssansh") fail("game", "expected ssansh");
  }

  Config read_config() {
    Config config;
    config.layout = string_of(get(source_, "layout"), "layout");
    const json& hands = array_of(get(source_, "hands"), "hands");
    if (hands.size() < kMinPlayers || hands.size() > kMaxPlayers) {
      fail("hands", fmt::format("2 to 5 players, not {}", hands.size()));
    }
    config.players = static_cast<int>(hands.size());
    s_.players = static_cast<std::uint8_t>(config.players);
    if (const json* rules = find(source_, "rules")) {
      set_all(*rules, "rules", rules_options(), config.rules);
    }
    return config;
  }

  static Layout read_layout(const Config& config) {
    auto layout = find_layout(config.layout);
    if (!layout) throw layout.error();
    if (const auto good = check_players(*layout, config.players); !good) throw good.error();
    return std::move(*layout);
  }

  void read_board(const Layout& layout) {
    const json& spaces = array_of(get(source_, "spaces"), "spaces");
    if (static_cast<int>(spaces.size()) != layout.spaces) {
      fail("spaces", fmt::format("layout '{}' has {} spaces", layout.name, layout.spaces));
    }
    for (std::size_t space = 0; space < spaces.size(); ++space) {
      s_.spaces[space] = counts_of(spaces[space], "spaces");
    }
    s_.king = counts_of(get(source_, "king"), "king");
    s_.weather = counts_of(get(source_, "weather"), "weather");
    const json& hands = get(source_, "hands");
    for (std::size_t seat = 0; seat < hands.size(); ++seat) {
      s_.hands[seat] = counts_of(hands[seat], "hands");
    }
  }

  // What is missing to 21 of each colour, whether the bag says so or not.
  void read_bag() {
    for (int c = 0; c < kColours; ++c) {
      int count = s_.king[c] + s_.weather[c];
      for (const Counts& space : s_.spaces) count += space[c];
      for (const Counts& hand : s_.hands) count += hand[c];
      if (count > kFigurinesOfColour) {
        fail("bag", fmt::format("there are {} {} figurines outside it", count, kColourNames[c]));
      }
      s_.bag[c] = static_cast<std::uint8_t>(kFigurinesOfColour - count);
    }
    const json* bag = find(source_, "bag");
    if (bag != nullptr && counts_of(*bag, "bag") != s_.bag) {
      fail("bag", fmt::format("there are 21 figurines of a colour, so it holds {}, {} and {}",
                              s_.bag[0], s_.bag[1], s_.bag[2]));
    }
  }

  void read_turn() {
    if (const json* value = find(source_, "to_move")) {
      s_.to_move = static_cast<std::uint8_t>(integer_of(*value, "to_move", 0, s_.players - 1));
    }
    if (const json* value = find(source_, "parleys")) {
      s_.parleys = static_cast<std::uint8_t>(integer_of(*value, "parleys", 0, s_.players));
    }
  }

  void read_decision(const Layout& layout) {
    const bool over = s_.parleys == s_.players;
    s_.phase = over ? Phase::kOver : Phase::kTurn;
    const json* value = find(source_, "decision");
    if (value == nullptr) return;
    if (value->is_null() != over) {
      fail("decision", over ? "all have parleyed in a row: it is over" : "it is not over");
    }
    if (over) return;
    const std::string text = string_of(*value, "decision");
    const auto known = std::find(std::begin(kDecisions), std::end(kDecisions), text);
    if (known == std::end(kDecisions))
      fail("decision", "expected turn, bag, return, setup or null");
    s_.phase = static_cast<Phase>(known - std::begin(kDecisions));
    if (s_.phase == Phase::kBag && total(s_.bag) == 0) fail("decision", "the bag is empty");
    if (s_.phase == Phase::kReturn && total(s_.hands[s_.to_move]) == 0) {
      fail("decision", "an empty hand has nothing to return");
    }
    if (s_.phase == Phase::kSetup) check_setup(layout);
  }

  // A board that is being dealt: two figurines or none on each space, eight or none in each hand.
  void check_setup(const Layout& layout) const {
    bool due = false;
    for (int space = 0; space < layout.spaces; ++space) {
      const int home = layout.home[space];
      const int count = total(s_.spaces[space]);
      const bool dealt = count == 2 && (home == kNeutral || s_.spaces[space][home] == 2);
      if (!dealt && !(home == kNeutral && count == 0)) {
        fail("spaces", fmt::format("space {} is not as the set-up deals it", space));
      }
      due |= count == 0;
    }
    for (int seat = 0; seat < s_.players; ++seat) {
      const int count = total(s_.hands[seat]);
      if (count != 0 && count != kHandSize) fail("hands", "the set-up deals eight at once");
      due |= count == 0;
    }
    if (!due) fail("decision", "the set-up is complete");
    if (s_.to_move != 0 || s_.parleys != 0 || total(s_.king) + total(s_.weather) != 0) {
      fail("decision", "nobody has had a turn in the set-up");
    }
  }

  void check_hands() const {
    int held = 0;
    for (int seat = 0; seat < s_.players; ++seat) {
      const bool drawn = s_.phase == Phase::kReturn && seat == s_.to_move;
      const int size = total(s_.hands[seat]);
      if (size > kHandSize + (drawn ? 1 : 0)) {
        fail("hands", fmt::format("seat {} holds {} figurines", seat, size));
      }
      held += size - (drawn ? 1 : 0);
    }
    const int acts = s_.phase == Phase::kSetup ? 0 : kHandSize * s_.players - held;
    if (total(s_.king) + total(s_.weather) > acts) {
      fail("king", fmt::format("King and Weather hold more than the {} that were acted", acts));
    }
  }

  const json& source_;
  State s_;
};

}  // namespace

Result<Position> read_position(std::string_view text) {
  return read_text<Position>(text, [](const json& source) -> Result<Position> {
    Position position = PositionReader(source).read();
    run_forced(position.game.layout(), position.state);
    return position;
  });
}

Result<Step> find_step(const Ssansh& game, const State& state, std::string_view text) {
  const auto as_step = [](auto step) { return Step(step); };
  if (!game.actor(state).chance()) return game.parse_action(state, text).map(as_step);
  const auto outcome = read_outcome(text);
  if (!outcome) return tl::unexpected(outcome.error());
  const std::string canonical = step_text(*outcome);
  const auto possible = step_texts(game, state);
  if (!std::binary_search(possible.begin(), possible.end(), canonical)) {
    return invalid(canonical + " is not possible here");
  }
  return Step(*outcome);
}

Result<void> take_step(const Ssansh& game, State& state, std::string_view text) {
  if (game.actor(state).over()) {
    return invalid("the game is over before " + clanhouse::quoted(text));
  }
  return find_step(game, state, text).map([&](const Step& step) {
    std::visit([&](auto s) { game.apply(state, s); }, step);
  });
}

Result<State> run_position(const Position& position) {
  State state = position.state;
  for (std::size_t i = 0; i < position.steps.size(); ++i) {
    if (auto taken = take_step(position.game, state, position.steps[i]); !taken) {
      return invalid(fmt::format("steps[{}]: {}", i, taken.error().reason));
    }
  }
  return state;
}

std::vector<std::string> step_texts(const Ssansh& game, const State& state) {
  std::vector<std::string> texts;
  OutcomeList outcomes;
  const auto add_outcomes = [&] {
    for (const auto& [outcome, probability] : outcomes) texts.push_back(step_text(outcome));
  };
  if (state.phase == Phase::kSetup) {
    for (int space = 0; space < game.layout().spaces; ++space) {
      if (!neutral_due(game.layout(), state, space)) continue;
      list_setup(state, space, false, outcomes);
      add_outcomes();
    }
    for (int seat = 0; seat < state.players; ++seat) {
      if (!hand_due(state, seat)) continue;
      list_setup(state, seat, true, outcomes);
      add_outcomes();
    }
  } else if (state.phase == Phase::kBag) {
    game.outcomes(state, outcomes);
    add_outcomes();
  } else {
    ActionList actions;
    game.legal(state, actions);
    for (const Action action : actions) texts.push_back(step_text(action));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

ordered_json position_json(const Ssansh& game, const State& s) {
  const Layout& layout = game.layout();
  const Rules& rules = game.config().rules;
  const auto name_of = [](std::optional<Colour> colour) -> ordered_json {
    if (!colour) return nullptr;
    return kColourNames[*colour];
  };
  ordered_json spaces = ordered_json::array();
  ordered_json dominance = ordered_json::array();
  for (int space = 0; space < layout.spaces; ++space) {
    spaces.push_back(s.spaces[space]);
    dominance.push_back(name_of(dominant_in_space(s, space, rules)));
  }
  ordered_json hands = ordered_json::array();
  for (int seat = 0; seat < s.players; ++seat) hands.push_back(s.hands[seat]);
  const bool over = s.phase == Phase::kOver;
  const auto best = over ? winner(layout, s, rules) : std::nullopt;

  ordered_json json;
  json["game"] = "ssansh";
  json["layout"] = game.config().layout;
  json["spaces"] = std::move(spaces);
  json["king"] = s.king;
  json["weather"] = s.weather;
  json["hands"] = std::move(hands);
  json["bag"] = s.bag;
  json["to_move"] = s.to_move;
  json["parleys"] = s.parleys;
  json["decision"] =
      over ? ordered_json() : ordered_json(kDecisions[static_cast<std::size_t>(s.phase)]);
  json["rules"] = settings_json(rules_options(), rules);
  json["steps"] = ordered_json::array();
  json["legal"] = step_texts(game, s);
  json["over"] = over;
  json["dominance"] = {{"spaces", std::move(dominance)},
                       {"king", name_of(dominant(s.king))},
                       {"weather", name_of(dominant(s.weather))}};
  json["winning_colour"] = name_of(winning_colour(layout, s, rules));
  json["winner"] = best ? ordered_json(*best) : ordered_json();
  return json;
}

}  // namespace clanhouse::ssansh
