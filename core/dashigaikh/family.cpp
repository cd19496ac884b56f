#include "core/dashigaikh/family.h"

#include <algorithm>

#include "core/dashigaikh/instantiate.h"
#include "core/dashigaikh/record.h"
#include "core/dashigaikh/text.h"

namespace clanhouse::dashigaikh {

std::vector<Config> Family::signature_configs() {
  std::vector<Config> configs;
  for (int size = kMinSize; size <= kMaxSize; ++size) configs.push_back({.size = size});
  return configs;
}

GameFile Family::read_games(std::string_view text, const Config& defaults) {
  RecordFile read = read_records(text, defaults);
  GameFile file;
  for (Record& record : read.records) {
    GameSummary summary;
    summary.turns = static_cast<int>(record.turns.size());
    summary.result = result_text(record.winner, record.ending);
    summary.reason = ending_text(record.ending);
    summary.warnings = std::move(record.warnings);
    replay_record(record, [&]<int N>(const Playthrough<Dashigaikh<N>>& play) {
      // The board's own end, or the record's word where the board goes on.
      State<N> state = play.state();
      finish(state, record.winner, record.ending);
      summary.state_text = write_tps(state);
      summary.state = state_json(play.game(), state);
    });
    file.games.push_back(std::move(summary));
  }
  file.error = std::move(read.error);
  return file;
}

Result<void> Family::fit_to_state(Config& config, std::string_view text, bool size_given) {
  const auto size = tps_size(text);
  if (!size) return tl::unexpected(size.error());
  if (size_given && config.size != *size) {
    return invalid("the TPS is of size " + std::to_string(*size) + ", not " +
                   std::to_string(config.size));
  }
  config.size = *size;
  return {};
}

template <int N>
Result<State<N>> Family::read_state(const Dashigaikh<N>& game, std::string_view text) {
  return read_tps(game, text);
}

template <int N>
std::string record_text(const Playthrough<Dashigaikh<N>>& play, const RecordInfo& info) {
  std::vector<Tag> tags;
  for (std::size_t seat = 0; seat < info.seat_names.size(); ++seat) {
    tags.push_back({"Player" + std::to_string(seat + 1), info.seat_names[seat]});
  }
  for (const auto& [name, value] : info.tags) tags.push_back({name, value});
  Winner declared = info.drawn ? Winner::kDraw : Winner::kNobody;
  if (info.resigned_seat) declared = winner_of(opponent(static_cast<Color>(*info.resigned_seat)));
  return write_record(make_record(play, std::move(tags), declared));
}

template <int N>
nlohmann::ordered_json state_json(const Dashigaikh<N>& game, const State<N>& state) {
  std::vector<std::string> legal;
  if (!state.over()) {
    typename Dashigaikh<N>::ActionList actions;
    game.legal(state, actions);
    for (const Action action : actions) legal.push_back(turn_text(N, action));
    std::sort(legal.begin(), legal.end());
  }
  nlohmann::ordered_json json;
  json["tps"] = write_tps(state);
  json["to_move"] = state.to_move + 1;
  json["legal"] = std::move(legal);
  json["over"] = state.over();
  json["result"] = nullptr;
  if (state.over()) json["result"] = result_text(state.winner, state.ending);
  return json;
}

#define CLANHOUSE_INSTANTIATE(N)                                                             \
  template Result<State<N>> Family::read_state<N>(const Dashigaikh<N>&, std::string_view);   \
  template std::string record_text<N>(const Playthrough<Dashigaikh<N>>&, const RecordInfo&); \
  template nlohmann::ordered_json state_json<N>(const Dashigaikh<N>&, const State<N>&);
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::dashigaikh
