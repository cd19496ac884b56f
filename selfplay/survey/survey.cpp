#include "selfplay/survey/survey.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "core/files.h"
#include "selfplay/build_info.h"
#include "selfplay/measurement.h"
#include "selfplay/survey/results.h"

namespace clanhouse::survey {
namespace {

using nlohmann::ordered_json;

int rounds_of(const SurveySettings& s) {
  const int rotations = static_cast<int>(s.agents.size());
  return (s.games + rotations - 1) / rotations;
}

ordered_json settings_json(const SurveySettings& s, const std::vector<Variant>& variants) {
  ordered_json json = {{"game", s.game},
                       {"config", variants.front().config},
                       {"agents", s.agents},
                       {"games", rounds_of(s) * static_cast<int>(s.agents.size())},
                       {"seed", s.seed}};
  json["vary"] = ordered_json::object();
  for (std::size_t i = 1; i < variants.size(); ++i) {
    json["vary"][variants[i].name] = variants[i].config;
  }
  return json;
}

SurveyInfo info_of(const SurveySettings& s, const std::vector<Variant>& variants) {
  SurveyInfo info;
  info.command = s.command;
  info.build = kBuild;
  info.seed = s.seed;
  info.game = s.game;
  info.title = s.title;
  info.players = s.players;
  info.agents = s.agents;
  info.settings = settings_json(s, variants);
  for (const Variant& variant : variants) {
    info.variants.push_back(variant.name);
    info.configs.push_back(variant.config);
  }
  return info;
}

}  // namespace

std::vector<std::string> line_up(std::vector<std::string> agents) {
  if (std::all_of(agents.begin(), agents.end(), [&](const auto& a) { return a == agents[0]; })) {
    agents.resize(1);
  }
  return agents;
}

std::vector<std::string> line_up_names(const std::vector<std::string>& agents) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < agents.size(); ++i) {
    const auto before =
        std::count(agents.begin(), agents.begin() + static_cast<long>(i), agents[i]);
    names.push_back(before == 0 ? agents[i] : fmt::format("{} #{}", agents[i], before + 1));
  }
  return names;
}

Result<SurveyRun> run_survey(const SurveySettings& settings, const std::vector<Variant>& variants) {
  const int rounds = rounds_of(settings);
  const int rounds_a_block = (rounds + kMostBlocks - 1) / kMostBlocks;
  Measurement measurement;
  measurement.kind = "survey";
  measurement.settings = settings_json(settings, variants);
  measurement.blocks = (rounds + rounds_a_block - 1) / rounds_a_block;
  measurement.threads = settings.threads;
  measurement.quiet = settings.quiet;
  measurement.out = settings.out;
  const auto measured = run_measurement(measurement, [&]() -> Result<BlockWorker> {
    auto players = std::make_shared<std::vector<RoundPlayer>>();
    for (const Variant& variant : variants) {
      auto player = variant.make_player();
      if (!player) return tl::unexpected(player.error());
      players->push_back(std::move(*player));
    }
    return BlockWorker([=](int block) -> Result<std::optional<ordered_json>> {
      const int first = block * rounds_a_block;
      const int last = std::min(rounds, first + rounds_a_block);
      ordered_json found = {{"block", block}, {"variants", ordered_json::array()}};
      for (const RoundPlayer& player : *players) {
        const auto sums = player(first, last);
        if (!sums) return std::nullopt;
        found["variants"].push_back(to_json(*sums));
      }
      return found;
    });
  });
  if (!measured) return tl::unexpected(measured.error());
  SurveyRun run;
  run.complete = measured->complete;
  run.blocks = static_cast<int>(measured->entries.size());
  run.planned = measurement.blocks;
  if (!run.complete) return run;

  std::vector<std::vector<Sums>> blocks(variants.size());  // by variant
  try {
    for (const auto& entry : measured->entries) {
      for (std::size_t v = 0; v < variants.size(); ++v) {
        blocks[v].push_back(read_sums(entry.at("variants").at(v)));
      }
    }
  } catch (const nlohmann::json::exception&) {
    return io_error((settings.out / "journal.jsonl").string() +
                    ": a line does not hold what a survey counts");
  }
  auto summary = write_results(settings.out, info_of(settings, variants), analyse(blocks));
  if (!summary) return tl::unexpected(summary.error());
  run.summary = std::move(*summary);
  return run;
}

}  // namespace clanhouse::survey
