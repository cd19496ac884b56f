// The games of a tournament that its journal has, until the schedule has come to them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "selfplay/journal.h"
#include "selfplay/tournament/games_so_far.h"

namespace clanhouse {

class JournalGames {
 public:
  // A line that is neither a game of these agents nor anything else that tournaments write is an
  // error with the file and its line.
  static Result<JournalGames> read(const Journal& journal, const std::filesystem::path& path,
                                   const std::vector<std::string>& names);

  // Moves what is planned by now over to `games`, and calls visit(game) for each that was finished.
  // A game that is not planned like that is an error.
  Result<void> move_to(GamesSoFar& games,
                       const std::function<void(const FinishedGame&)>& visit = {});

  // The builds that have played, in order.
  const std::vector<nlohmann::ordered_json>& builds() const { return builds_; }

 private:
  bool take_left_out(const nlohmann::ordered_json& entry, const std::vector<std::string>& names);

  std::filesystem::path path_;
  std::map<int, FinishedGame> finished_;
  std::map<int, int> left_out_;  // by game: the agent that was absent
  std::vector<nlohmann::ordered_json> builds_;
};

}  // namespace clanhouse
