// What happens around the races: the parade and the Assassin (rules/changakarnikh.md §2), the
// selection and the Elder (§3), the pot.
#pragma once

#include <span>

#include "core/changakarnikh/config.h"
#include "core/changakarnikh/state.h"
#include "core/changakarnikh/step.h"

namespace clanhouse::changakarnikh {

// What can be decided, or happen by chance, in any phase but kRace.
class DraftQueries {
 public:
  explicit DraftQueries(const State& state) : state_(state) {}

  void legal(ActionList& steps) const;
  void outcomes(OutcomeList& outcomes) const;

 protected:
  int count(std::uint8_t where) const;  // pieces there

 private:
  void list(StepKind kind, std::uint8_t where, ActionList& steps) const;

  const State& state_;
};

class Draft : public DraftQueries {
 public:
  Draft(State& state, const Config& config) : DraftQueries(state), state_(state), config_(config) {}

  // The first draw.
  void start();
  void apply(Action step);
  void apply(Outcome outcome);
  // Once the race in state.race is over: the next one, or the end.
  void after_race();

 private:
  void decide(Action step);
  void take(Piece piece, Seat seat);
  bool step_down(int place);
  void draw(Piece piece);
  void next_in_parade();
  void end_parade();
  void replace_named(Piece piece);
  void select();
  void reveal();
  void start_race();
  void run_single_options();

  State& state_;
  const Config& config_;
};

// Each seat's share of the pot: 1/2, 1/3, 1/6 by final score; tied players share the prizes of the
// places they occupy.
std::array<double, kMaxSeats> pot_shares(std::span<const std::uint16_t> scores);

}  // namespace clanhouse::changakarnikh
