#include "selfplay/tournament/finished_game.h"

#include <algorithm>

namespace clanhouse {

using nlohmann::ordered_json;

std::vector<double> points_of(const std::vector<float>& utilities) {
  std::vector<double> points(utilities.size());
  for (std::size_t i = 0; i < utilities.size(); ++i) {
    for (std::size_t j = 0; j < utilities.size(); ++j) {
      if (i == j) continue;
      points[i] += utilities[i] > utilities[j] ? 1 : utilities[i] == utilities[j] ? 0.5 : 0;
    }
    points[i] /= static_cast<double>(utilities.size() - 1);
  }
  return points;
}

std::vector<double> wins_of(const std::vector<float>& utilities) {
  const float best = *std::max_element(utilities.begin(), utilities.end());
  const auto winners = std::count(utilities.begin(), utilities.end(), best);
  std::vector<double> wins;
  for (const float utility : utilities) {
    wins.push_back(utility == best ? 1.0 / static_cast<double>(winners) : 0);
  }
  return wins;
}

ordered_json to_json(const FinishedGame& game, const std::vector<std::string>& names) {
  ordered_json agents = ordered_json::array();
  for (const int agent : game.agents) agents.push_back(names[agent]);
  ordered_json json = {{"game", game.id},        {"block", game.block},
                       {"agents", agents},       {"utilities", game.utilities},
                       {"result", game.result},  {"ending", game.ending},
                       {"turns", game.turns},    {"fingerprint", game.fingerprint},
                       {"ms", game.milliseconds}};
  if (game.forfeit) {
    json["forfeit"] = {{"agent", names[game.agents[game.forfeit->seat]]},
                       {"seat", game.forfeit->seat},
                       {"kind", game.forfeit->kind},
                       {"text", game.forfeit->text},
                       {"position", game.forfeit->position}};
  }
  return json;
}

std::optional<FinishedGame> read_finished_game(const ordered_json& entry,
                                               const std::vector<std::string>& names) {
  try {
    FinishedGame game;
    game.id = entry.at("game");
    game.block = entry.at("block");
    for (const auto& name : entry.at("agents")) {
      const auto found = std::find(names.begin(), names.end(), name.get<std::string>());
      if (found == names.end()) return std::nullopt;
      game.agents.push_back(static_cast<int>(found - names.begin()));
    }
    game.utilities = entry.at("utilities").get<std::vector<float>>();
    game.result = entry.at("result");
    game.ending = entry.at("ending");
    game.turns = entry.at("turns");
    game.fingerprint = entry.at("fingerprint");
    if (entry.contains("ms")) game.milliseconds = entry["ms"].get<std::vector<int>>();
    if (entry.contains("forfeit")) {
      const auto& forfeit = entry["forfeit"];
      game.forfeit = Forfeit{forfeit.at("seat"), forfeit.at("kind"), forfeit.at("text"),
                             forfeit.at("position")};
    }
    const int seats = static_cast<int>(game.agents.size());
    if (static_cast<int>(game.utilities.size()) != seats) return std::nullopt;
    if (game.forfeit && (game.forfeit->seat < 0 || game.forfeit->seat >= seats)) {
      return std::nullopt;
    }
    return game;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace clanhouse
