// Single races for measurements: who races, with which dice, decided by which agent.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "core/changakarnikh/game.h"
#include "core/error.h"

namespace clanhouse::pieces {

// Dice that follow from a key, the seat whose turn it is, its turn's number and how many dice of
// the kind it has rolled in that turn. So races that differ in one piece or one decision have the
// same dice everywhere else: one piece's extra rolls do not shift another's.
class DiceSet {
 public:
  explicit DiceSet(std::uint64_t key) : key_(key) {}

  // The number of the die that the race waits for.
  int roll(const changakarnikh::Race& race) const {
    using changakarnikh::DieFor;
    const auto purpose = static_cast<DieFor>(race.agenda[race.agenda_size - 1].a);
    const bool contest = purpose == DieFor::kContestOwn || purpose == DieFor::kContestOther;
    const std::uint64_t turn = static_cast<std::uint64_t>(race.round) << 8 | race.to_move;
    const std::uint64_t index = contest ? 256U + race.contest_dice : race.dice;
    const std::uint64_t x = mix64(key_ + (turn << 16 | index) * 0x9e3779b97f4a7c15ULL);
    return 1 + static_cast<int>((x >> 32) * 6 >> 32);
  }

 private:
  std::uint64_t key_;
};

// What all races of a measurement have in common. A race starts with this number and one point for
// each seat, so that there is something to take for the Late-Born Prince.
struct RaceConditions {
  std::string agent = "greedy";  // of every seat
  changakarnikh::Rules rules;
  int number = 3;
};

// "consort,lover,general": 3 to 6 pieces, each once but for plain ones.
Result<std::vector<changakarnikh::Piece>> parse_field(std::string_view text);

class Racer {
 public:
  // An unknown agent, or one that does not run races of so many seats, is an error.
  static Result<Racer> make(const RaceConditions& conditions, int seats = changakarnikh::kMinSeats);

  // Runs a race of these pieces in turn order. `decisions` is the key of whatever the agents draw;
  // the powers of the pieces in `powers_off` are off, besides those that the conditions switch off.
  // The race is valid until the next one.
  const changakarnikh::Race& run(std::span<const changakarnikh::Piece> pieces, const DiceSet& dice,
                                 std::uint64_t decisions, changakarnikh::PieceSet powers_off = 0);
  // The same from a position, which is as Engine::start() leaves it or still to be started.
  const changakarnikh::Race& run(const changakarnikh::Race& start, const DiceSet& dice,
                                 std::uint64_t decisions);

  int points_before() const { return 1; }

 private:
  explicit Racer(RaceConditions conditions) : conditions_(std::move(conditions)) {}
  const changakarnikh::Race& run_by_rules(const changakarnikh::Race& start, const DiceSet& dice,
                                          std::uint64_t decisions);
  template <class Choose>
  void finish(const DiceSet& dice, Choose&& choose);
  void finish_with_agents(const DiceSet& dice, std::uint64_t decisions);

  // Agents for races by the same rules and from the same scores, which is all that they know of a
  // race before it begins. They are kept from race to race: making them may mean reading a net.
  struct Table {
    changakarnikh::RaceGame game;
    std::vector<std::unique_ptr<Agent<changakarnikh::RaceGame>>> agents;
  };

  RaceConditions conditions_;
  changakarnikh::Rules rules_;  // of the race in progress
  changakarnikh::Race race_;
  std::unique_ptr<Table> table_;
};

}  // namespace clanhouse::pieces
