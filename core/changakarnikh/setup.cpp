#include "core/changakarnikh/setup.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/changakarnikh/config.h"
#include "core/changakarnikh/engine.h"
#include "core/json_input.h"
#include "core/records.h"

namespace clanhouse::changakarnikh {
namespace {

using namespace json_input;

constexpr int kMaxRaceNumber = 8;
constexpr std::array<std::string_view, 14> kKeys = {
    "game",   "race",  "pieces",       "positions", "to_move", "resting",  "finished",
    "scores", "wards", "blessed_used", "rules",     "steps",   "decision", "over"};

// Reads the keys one by one; a method that fails throws its Error, caught in read_setup.
class SetupReader {
 public:
  explicit SetupReader(const json& source) : source_(source) {}

  Setup read() {
    check_keys();
    read_pieces();
    read_positions();
    read_turn();
    read_finished();
    read_resting();
    read_numbers();
    read_ward();
    read_rules();
    if (const json* steps = find(source_, "steps")) {
      for (const json& step : array_of(*steps, "steps")) {
        setup_.steps.push_back(string_of(step, "steps"));
      }
    }
    return std::move(setup_);
  }

 private:
  Race& race() { return setup_.race; }

  // A piece in this race by its name there ("plain2").
  Seat racer_of(const json& value, const std::string& key) {
    const std::string name = string_of(value, key);
    for (Seat seat = 0; seat < race().seats; ++seat) {
      if (race().name_of(seat) == name) return seat;
    }
    fail(key, clanhouse::quoted(name) + " is no piece of this race");
  }

  void check_keys() const {
    if (!source_.is_object()) throw Error{"a race setup is a JSON object", 0, 0};
    for (const auto& [key, value] : source_.items()) {
      const bool known =
          key == "places" || std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
      if (!known) fail(clanhouse::quoted(key), "unknown key");
    }
    if (string_of(get(source_, "game"), "game") != "changakarnikh")
      fail("game", "expected changakarnikh");
  }

  void read_pieces() {
    const json& list = array_of(get(source_, "pieces"), "pieces");
    if (list.size() < kMinSeats || list.size() > kMaxSeats) {
      fail("pieces", fmt::format("a race has 3 to 6 pieces, not {}", list.size()));
    }
    std::vector<Piece> pieces;
    for (const json& item : list) {
      const std::string name = string_of(item, "pieces");
      const auto piece = find_piece(name);
      if (!piece) fail("pieces", "unknown piece " + clanhouse::quoted(name));
      if (*piece != Piece::kPlain &&
          std::find(pieces.begin(), pieces.end(), *piece) != pieces.end()) {
        fail("pieces", "'" + name + "' stands there twice");
      }
      pieces.push_back(*piece);
    }
    const json* number = find(source_, "race");
    race() = make_race(pieces, 0,
                       number == nullptr ? 1 : integer_of(*number, "race", 1, kMaxRaceNumber));
    race().stage = Stage::kTurnBegin;
  }

  void read_positions() {
    const json& list = array_of(get(source_, "positions"), "positions");
    if (list.size() != race().seats) fail("positions", "expected one for each piece");
    const Seat ahoggya = race().seat_of(Piece::kAhoggya);
    for (Seat seat = 0; seat < race().seats; ++seat) {
      const json& item = list[static_cast<std::size_t>(seat)];
      const bool gate = item.is_string() && item.get<std::string>() == "gate";
      if (gate && ahoggya == kNobody)
        fail("positions", "nobody is at the gate without the Ahoggyá");
      if (gate && ahoggya == seat) fail("positions", "the Ahoggyá is never at the gate");
      const int position = gate ? kGate : integer_of(item, "positions", 0, kFinished);
      race().position[seat] = static_cast<std::uint8_t>(position);
      if (position == 0 && !gate) continue;
      race().entered |= seat_bit(seat);
      if (position != kFinished) race().on_track |= seat_bit(seat);
    }
    for (Seat seat = 0; seat < race().seats && ahoggya != kNobody; ++seat) {
      if (seat != ahoggya && race().is_on_track(seat) && race().is_on_track(ahoggya) &&
          race().position[seat] == race().position[ahoggya]) {
        fail("positions", "the Ahoggyá shares its space");
      }
    }
  }

  void read_turn() {
    if (const json* value = find(source_, "to_move")) {
      race().to_move =
          static_cast<std::uint8_t>(integer_of(*value, "to_move", 0, race().seats - 1));
    }
    if (race().has_finished(race().to_move)) fail("to_move", "this piece has finished");
    const auto outside = static_cast<SeatSet>(race().all() & ~race().entered);
    const auto due = static_cast<SeatSet>(race().all() & (~0U << race().to_move));
    if (outside != 0 && outside != due) {
      fail("positions", "the pieces not entered must be those from to_move on");
    }
    race().round = outside == 0 ? 1 : 0;
  }

  void read_finished() {
    if (const json* value = find(source_, "finished")) {
      for (const json& item : array_of(*value, "finished")) {
        const Seat seat = racer_of(item, "finished");
        if (race().crossed_count == 1) fail("finished", "with two the race would be over");
        if (!race().has_finished(seat)) fail("finished", "its position is not 31");
        race().crossed[race().crossed_count++] = static_cast<std::uint8_t>(seat);
        race().place[race().places++] = static_cast<std::uint8_t>(seat);
      }
    }
    const auto past = static_cast<SeatSet>(race().entered & ~race().on_track);
    if (std::popcount(past) != race().crossed_count) {
      fail("positions", "31 is for the piece in finished");
    }
  }

  void read_resting() {
    const json* value = find(source_, "resting");
    if (value == nullptr) return;
    for (const json& item : array_of(*value, "resting")) {
      const Seat seat = racer_of(item, "resting");
      if (!race().is_on_track(seat)) fail("resting", "this piece has not entered, or has finished");
      if (contains(race().resting, seat)) fail("resting", "this piece stands there twice");
      race().resting |= seat_bit(seat);
    }
  }

  void read_numbers() {
    if (const json* value = find(source_, "scores")) {
      const json& list = array_of(*value, "scores");
      if (list.size() != race().seats) fail("scores", "expected one for each piece");
      for (std::size_t seat = 0; seat < list.size(); ++seat) {
        race().score[seat] =
            static_cast<std::uint16_t>(integer_of(list[seat], "scores", 0, kMaxScore));
      }
    }
    if (const json* value = find(source_, "blessed_used")) {
      race().blessed_used =
          static_cast<std::uint8_t>(integer_of(*value, "blessed_used", 0, kBlessedLimit));
    }
  }

  void read_ward() {
    const json* value = find(source_, "wards");
    const Seat matron = race().seat_of(Piece::kMatron);
    if (value != nullptr) {
      if (!value->is_object()) fail("wards", "expected an object");
      for (const auto& [key, named] : value->items()) {
        if (key != "matron" || matron == kNobody) {
          fail("wards", clanhouse::quoted(key) + " is not the Matron of this race");
        }
        const Seat ward = racer_of(named, "wards");
        if (ward == matron) fail("wards", "the Matron cannot name herself");
        race().ward = static_cast<std::uint8_t>(ward);
      }
    }
    // Everybody has seen that the first piece to finish was not the ward.
    if (matron != kNobody && race().places == 1 && race().is_on_track(matron)) {
      race().ward_candidates &= static_cast<SeatSet>(~seat_bit(race().place[0]));
    }
  }

  void read_rules() {
    if (const json* value = find(source_, "rules")) {
      set_all(*value, "rules", rules_options(), setup_.rules);
    }
    for_each_seat(race().on_track,
                  [&](Seat seat) { race().active |= piece_bit(race().piece[seat]) & kWholeSet; });
  }

  const json& source_;
  Setup setup_;
};

}  // namespace

Result<Setup> read_setup(std::string_view text) {
  return read_text<Setup>(text, [](const json& source) { return SetupReader(source).read(); });
}

Result<Race> run_setup(const Setup& setup) {
  Race race = setup.race;
  Engine engine(race, setup.rules);
  engine.start();
  for (std::size_t i = 0; i < setup.steps.size(); ++i) {
    const auto refuse = [&](const std::string& reason) {
      return invalid(fmt::format("steps[{}]: {}", i, reason));
    };
    const Actor actor = Engine::actor(race);
    if (actor.over()) return refuse("the race is over");
    if (actor.chance()) {
      OutcomeList outcomes;
      race_outcomes(outcomes);
      const auto outcome = find_step({outcomes.data(), outcomes.size()}, setup.steps[i]);
      if (!outcome) return refuse(outcome.error().reason);
      engine.apply_die(outcome->value);
    } else {
      ActionList steps;
      engine.legal(steps);
      const auto step = find_step(race, {steps.data(), steps.size()}, setup.steps[i]);
      if (!step) return refuse(step.error().reason);
      engine.apply(*step);
    }
  }
  return race;
}

nlohmann::ordered_json race_json(const Race& race, const Rules& rules) {
  using nlohmann::ordered_json;
  const auto index_of = [&](Seat seat) { return race.place_in_turn_order(seat) - 1; };
  ordered_json pieces = ordered_json::array();
  ordered_json positions = ordered_json::array();
  ordered_json resting = ordered_json::array();
  ordered_json scores = ordered_json::array();
  for (int i = 0; i < race.seats; ++i) {
    const Seat seat = race.in_turn_order(i);
    pieces.push_back(piece_name(race.piece[seat]));
    if (race.position[seat] == kGate && race.is_on_track(seat)) {
      positions.push_back("gate");
    } else {
      positions.push_back(race.position[seat]);
    }
    if (contains(race.resting, seat)) resting.push_back(race.name_of(seat));
    scores.push_back(race.score[seat]);
  }
  ordered_json finished = ordered_json::array();
  for (int i = 0; i < race.crossed_count; ++i) finished.push_back(race.name_of(race.crossed[i]));
  ordered_json places = ordered_json::array();
  for (int i = 0; i < race.places; ++i) places.push_back(race.name_of(race.place[i]));
  ordered_json wards = ordered_json::object();
  if (race.ward < race.seats) wards["matron"] = race.name_of(race.ward);

  ordered_json decision;  // null when over
  const bool waits = race.agenda_size > 0;
  const Actor actor = waits ? Engine::actor(race) : Actor::none();
  if (actor.chance()) {
    decision["who"] = "chance";
    for (int number = 1; number <= 6; ++number) decision["steps"].push_back(step_text(die(number)));
  } else if (actor.is_seat()) {
    ActionList steps;
    RaceQueries(race, rules).legal(steps);
    std::vector<std::string> texts;
    for (const Action step : steps) texts.push_back(step_text(race, step));
    std::sort(texts.begin(), texts.end());
    decision["who"] = index_of(actor.seat());
    decision["steps"] = texts;
  }
  return {{"game", "changakarnikh"},
          {"race", race.number},
          {"pieces", pieces},
          {"positions", positions},
          {"to_move", index_of(race.to_move)},
          {"resting", resting},
          {"finished", finished},
          {"scores", scores},
          {"wards", wards},
          {"blessed_used", race.blessed_used},
          {"rules", settings_json(rules_options(), rules)},
          {"steps", ordered_json::array()},
          {"decision", decision},
          {"over", race.over()},
          {"places", places}};
}

}  // namespace clanhouse::changakarnikh
