#include "selfplay/pieces/comparison.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/files.h"
#include "selfplay/statistics.h"

namespace clanhouse::pieces {

std::string label_of(const ListOfRun& list) {
  return fmt::format("{}, {}, {} players", list.design, list.agents, list.players);
}

Result<ListOfRun> read_list(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "summary.json";
  const Result<std::string> text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  try {
    const auto json = nlohmann::json::parse(*text);
    ListOfRun list;
    list.design = json.at("run").at("design");
    list.agents = json.at("run").at("agents");
    list.players = json.at("run").at("players");
    list.measure = json.at("list").at("measure");
    list.values = json.at("list").at("values").get<std::map<std::string, double>>();
    list.label = label_of(list);
    return list;
  } catch (const nlohmann::json::exception& error) {
    return invalid(
        fmt::format("{} is not the summary of a run of pieces: {}", path.string(), error.what()));
  }
}

Result<std::vector<ListOfRun>> read_lists(const std::vector<std::filesystem::path>& folders) {
  std::vector<ListOfRun> lists;
  for (const auto& folder : folders) {
    Result<ListOfRun> list = read_list(folder);
    if (!list) return tl::unexpected(list.error());
    lists.push_back(std::move(*list));
  }
  return lists;
}

double correlation(const ListOfRun& a, const ListOfRun& b) {
  std::vector<double> x;
  std::vector<double> y;
  for (const auto& [piece, value] : a.values) {
    const auto found = b.values.find(piece);
    if (found == b.values.end()) continue;
    x.push_back(value);
    y.push_back(found->second);
  }
  return rank_correlation(x, y);
}

std::vector<ListOfRun> by_field_size(const std::vector<ListOfRun>& lists) {
  std::vector<ListOfRun> sizes;
  for (const ListOfRun& list : lists) {
    const ListOfRun& own = lists.front();
    if (list.design != own.design || list.agents != own.agents || list.measure != own.measure) {
      continue;
    }
    const auto same = [&](const ListOfRun& other) { return other.players == list.players; };
    if (std::none_of(sizes.begin(), sizes.end(), same)) sizes.push_back(list);
  }
  std::sort(sizes.begin(), sizes.end(),
            [](const auto& a, const auto& b) { return a.players < b.players; });
  if (sizes.size() < 2) sizes.clear();
  return sizes;
}

}  // namespace clanhouse::pieces
