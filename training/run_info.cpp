#include "training/run_info.h"

#include <set>

#include <fmt/format.h>

#include "agents/net/safetensors.h"
#include "core/files.h"
#include "core/games.h"
#include "core/json_input.h"
#include "selfplay/report/table.h"
#include "training/settings.h"

namespace clanhouse::training {
namespace {

using json_input::get;
using json_input::string_of;
using nlohmann::json;

// Calls use(option, value) for all settings that are given, in the order of the table.
template <class T, class Use>
void for_each_given(const json& given, const OptionTable<T>& table, Use&& use) {
  for (const auto& option : table.options()) {
    const json* value = json_input::find(given, option.key.c_str());
    if (value != nullptr) use(option, string_of(*value, option.key));
  }
}

template <class Family>
void take_game(RunInfo& info, const json& given) {
  using Config = typename Family::Config;
  const auto& table = Family::options();
  info.game = Family::kTitle;
  Config config;
  json_input::set_all(given, "config", table, config);
  for_each_given(given, table, [&](const auto& option, const std::string& value) {
    info.game_settings +=
        fmt::format("{}{} {}", info.game_settings.empty() ? "" : ", ", option.key, value);
    // What `train` makes of a config where only this option is left out.
    Config other = config;
    if (!option.parse(other, option.print(Config()))) return;
    const std::string usual = option.print(Family::for_tournaments(other));
    if (value != usual) info.unusual.push_back({option.key, value, usual, option.help});
  });
}

void take_training(RunInfo& info, const json& given) {
  if (!given.is_object()) json_input::fail("train", "expected an object");
  const TrainSettings defaults;
  std::set<std::string> known;
  for_each_given(given, train_options(), [&](const auto& option, const std::string& value) {
    known.insert(option.key);
    const std::string usual = option.print(defaults);
    if (value != usual) info.unusual.push_back({option.key, value, usual, option.help});
    if (option.key == "generations") info.generations = value;
    if (option.key == "validation") info.validates = value != "0";
    if (option.key == "resign") info.resigns = value != "0";
  });
  if (info.generations.empty()) json_input::fail("train", "generations are missing");
  // The run may have been begun by another build.
  for (const auto& [key, value] : given.items()) {
    if (!known.contains(key)) {
      info.unusual.push_back({key, string_of(value, key), "", "unknown to this build"});
    }
  }
}

// What --accept-config, or more generations, made of settings.
std::string changes_between(const json& before, const json& after) {
  std::string changes;
  for (const char* part : {"config", "train"}) {
    const json& then = get(before, part);
    for (const auto& [key, value] : get(after, part).items()) {
      const json* old = json_input::find(then, key.c_str());
      if (old == nullptr || *old == value) continue;
      changes += fmt::format("{}{} was {}, then {}", changes.empty() ? "" : "; ", key,
                             string_of(*old, key), string_of(value, key));
    }
  }
  return changes;
}

RunInfo info_of(const json& run) {
  RunInfo info;
  const std::string game = string_of(get(run, "game"), "game");
  const bool known = with_family_of(
      game, [&](auto family) { take_game<decltype(family)>(info, get(run, "config")); });
  if (!known) json_input::fail("game", "unknown game '" + game + "'");
  take_training(info, get(run, "train"));
  info.seed = get(run, "seed").dump();
  info.build = string_of(get(run, "build"), "build");
  if (const json* earlier = json_input::find(run, "earlier")) {
    std::vector<json> stages = json_input::array_of(*earlier, "earlier");
    stages.push_back(run);
    for (std::size_t k = 1; k < stages.size(); ++k) {
      const std::string changes = changes_between(stages[k - 1], stages[k]);
      if (!changes.empty()) info.changes.push_back(changes);
    }
  }
  return info;
}

std::string net_text(const RunDirectory& folder) {
  const int newest = folder.newest_net();
  if (newest < 0) return "none yet";
  const auto file = read_safetensors(folder.net(newest));
  if (!file) return "cannot be read (" + file.error().reason + ")";
  std::size_t weights = 0;
  for (const auto& [name, tensor] : file->tensors) weights += tensor.values.size();
  const auto kind = file->metadata.find("kind");
  std::string text = kind == file->metadata.end() ? "unknown kind" : kind->second;
  const std::set<std::string> no_shape = {"kind", "format", "game", "generation", "build"};
  for (const auto& [key, value] : file->metadata) {
    if (!no_shape.contains(key)) text += fmt::format(", {} {}", key, value);
  }
  return fmt::format("{}; {} weights", text, grouped(static_cast<long long>(weights)));
}

}  // namespace

Result<RunInfo> read_run_info(const RunDirectory& folder) {
  const auto content = read_file(folder.settings());
  if (!content) return tl::unexpected(content.error());
  auto info = json_input::read_text<RunInfo>(*content, info_of);
  if (!info) return invalid(info.error().describe(folder.settings().string()));
  info->net = net_text(folder);
  return info;
}

Result<RunLog> read_run_log(const RunDirectory& folder) {
  const auto lines = folder.read_log();
  if (!lines) return tl::unexpected(lines.error());
  RunLog log;
  for (const json& line : *lines) {
    log.cpu_hours = number_at(line, "cpu_hours").value_or(log.cpu_hours);
    const json* rated = json_input::find(line, "rating");
    if (rated == nullptr) {
      log.generations.push_back(line);
      continue;
    }
    Rating& rating = log.ratings.emplace_back();
    rating.generation = line["generation"].get<int>();
    rating.elo = {log.cpu_hours, number_at(*rated, "elo"), number_at(*rated, "low"),
                  number_at(*rated, "high")};
    rating.games = number_at(*rated, "games");
    const json* against = json_input::find(*rated, "against");
    if (against == nullptr || !against->is_object()) continue;
    for (const auto& [opponent, score] : against->items()) {
      if (score.is_number()) rating.scores[opponent] = score.get<double>();
    }
  }
  return log;
}

std::optional<double> number_at(const json& object, const std::string& key) {
  const json* value = json_input::find(object, key.c_str());
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

}  // namespace clanhouse::training
