#include "selfplay/tournament/journal_games.h"

#include <algorithm>

#include <fmt/format.h>

namespace clanhouse {

using nlohmann::ordered_json;

Result<JournalGames> JournalGames::read(const Journal& journal, const std::filesystem::path& path,
                                        const std::vector<std::string>& names) {
  JournalGames read;
  read.path_ = path;
  read.builds_.push_back(journal.header().value("build", ordered_json()));
  for (std::size_t i = 0; i < journal.entries().size(); ++i) {
    const ordered_json& entry = journal.entries()[i];
    if (entry.contains("resumed_by")) {
      read.builds_.push_back(entry["resumed_by"]);
    } else if (!read.take_left_out(entry, names)) {
      auto game = read_finished_game(entry, names);
      if (!game) {
        return io_error(fmt::format("{}:{}: not a game of this tournament", path.string(), i + 2));
      }
      const int id = game->id;
      read.finished_.emplace(id, std::move(*game));
    }
  }
  return read;
}

// Formats that look at results have gone on without such a game.
bool JournalGames::take_left_out(const ordered_json& entry, const std::vector<std::string>& names) {
  if (!entry.contains("left_out") || !entry["left_out"].is_number_integer()) return false;
  const auto absent = std::find(names.begin(), names.end(), entry.value("absent", ""));
  const int id = entry["left_out"];
  if (absent == names.end() || id < 1) return false;
  left_out_.emplace(id, static_cast<int>(absent - names.begin()));
  return true;
}

Result<void> JournalGames::move_to(GamesSoFar& games,
                                   const std::function<void(const FinishedGame&)>& visit) {
  for (; !left_out_.empty() && left_out_.begin()->first <= games.planned();
       left_out_.erase(left_out_.begin())) {
    games.leave_out(left_out_.begin()->first, left_out_.begin()->second);
  }
  for (; !finished_.empty() && finished_.begin()->first <= games.planned();
       finished_.erase(finished_.begin())) {
    const int id = finished_.begin()->first;
    if (!games.add(std::move(finished_.begin()->second))) {
      return io_error(
          fmt::format("{}: game {} is not a game of this tournament", path_.string(), id));
    }
    if (visit) visit(*games.finished(id));
  }
  return {};
}

}  // namespace clanhouse
