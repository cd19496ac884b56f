// Ending a game before the rules do, by what the agents themselves say of it. All of it is off
// unless asked for, and the record says where it was done.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/options.h"

namespace clanhouse {

// Scores are shares of a certain win, from the view of the agent that gives them: -1 is lost, 0
// even, 1 won.
struct AdjudicationSettings {
  float resign_score = 0;  // a loss when both agents say that it is worse than minus this; 0: off
  int resign_moves = 3;    // of each agent, one after another, that say so
  float draw_score = 0;    // a draw when both agents are within this of even; 0: off
  int draw_moves = 8;      // of each agent, one after another
  int draw_from = 40;      // not before this turn
  int max_turns = 0;       // a draw then, whatever the agents say; 0: off
};
const OptionTable<AdjudicationSettings>& adjudication_options();

// The two by score are for games of two seats.
Result<void> check_adjudication(const AdjudicationSettings& settings, int seats);

struct Adjudged {
  std::optional<int> loser;  // of a draw nobody
  std::string ending;        // "adjudicated loss", "adjudicated draw", "turn limit"
};

// Of one game.
class Adjudicator {
 public:
  Adjudicator(const AdjudicationSettings& settings, int seats)
      : settings_(settings), hopeless_(seats), confident_(seats), level_(seats) {}

  bool wants_scores() const { return settings_.resign_score > 0 || settings_.draw_score > 0; }
  // After a seat's move that it gave this score; nothing if it gave none.
  void note(int seat, std::optional<float> score);
  // Whether the game ends after so many turns.
  std::optional<Adjudged> verdict(int turns) const;

 private:
  const AdjudicationSettings& settings_;
  // Moves of each seat, one after another, that said so.
  std::vector<int> hopeless_;
  std::vector<int> confident_;
  std::vector<int> level_;
};

}  // namespace clanhouse
