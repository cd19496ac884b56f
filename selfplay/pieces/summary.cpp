#include "selfplay/pieces/summary.h"

#include <algorithm>

#include <fmt/format.h>

namespace clanhouse::pieces {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Interval& interval) { return {interval.low, interval.high}; }

Json to_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json to_json(const Difference& d) { return {{"value", d.value}, {"error", d.error}}; }

Json elo_of(const PieceResult& piece) {
  switch (piece.elo_kind) {
    case RatingKind::kEstimate: return {{"value", piece.elo}, {"error", piece.elo_error}};
    case RatingKind::kAtLeast: return {{"at_least", piece.elo}};
    case RatingKind::kAtMost: return {{"at_most", piece.elo}};
    default: return nullptr;
  }
}

Json to_json(const PieceResult& p) {
  return {{"piece", p.name},
          {"rank", p.rank},
          {"rank_95", to_json(p.rank_interval)},
          {"tier", p.tier},
          {"races", p.races},
          {"p_first", p.p_first},
          {"p_first_95", to_json(p.p_first_interval)},
          {"p_first_error", p.p_first_error},
          {"p_second", p.p_second},
          {"p_second_95", to_json(p.p_second_interval)},
          {"points", p.points},
          {"points_error", p.points_error},
          {"elo", elo_of(p)},
          {"ahead_of_next", to_json(p.ahead_of_next)},
          {"uses", p.uses},
          {"used_share", p.used_share},
          {"p_first_used", to_json(p.p_first_used)},
          {"p_first_unused", to_json(p.p_first_unused)},
          {"p_first_by_seat", p.first_by_seat},
          {"p_second_by_seat", p.second_by_seat}};
}

Json interactions_of(const PiecesAnalysis& analysis) {
  int tested = 0;
  Json found = Json::array();
  for (const PairResult& pair : analysis.pairs) {
    if (!pair.interaction) continue;
    ++tested;
    if (!pair.interaction->found()) continue;
    found.push_back({{"piece", analysis.pieces[pair.i].name},
                     {"with", analysis.pieces[pair.j].name},
                     {"interaction", pair.interaction->value},
                     {"error", pair.interaction->error},
                     {"q", pair.interaction->q}});
  }
  return {{"tested", tested}, {"false_discovery_rate", kFindingRate}, {"found", std::move(found)}};
}

Json to_json(const Ladder& ladder) {
  Json rungs = Json::array();
  for (const Rung& rung : ladder.rungs) {
    rungs.push_back(
        {{"model", rung.name}, {"loss", rung.loss}, {"gain", rung.gain}, {"error", rung.error}});
  }
  return {{"rungs", std::move(rungs)}, {"share_of_strengths", to_json(ladder.share_of_strengths)}};
}

const char* name_of(NoiseSource source) {
  switch (source) {
    case NoiseSource::kHalves: return "halves";
    case NoiseSource::kBlocks: return "blocks";
    default: return "races";
  }
}

ListOfRun list_of(const RunInfo& info, std::string measure) {
  ListOfRun list;
  list.design = info.design;
  list.agents = info.agents;
  list.players = info.players;
  list.measure = std::move(measure);
  list.label = label_of(list);
  return list;
}

}  // namespace

Summary summarise(const RunInfo& info, const PiecesAnalysis& analysis) {
  Summary summary{list_of(info, "P(first)"), Json::object()};
  Json pieces = Json::array();
  for (const PieceResult& piece : analysis.pieces) {
    summary.list.values[piece.name] = piece.p_first;
    pieces.push_back(to_json(piece));
  }
  Json seats = Json::array();
  for (const SeatResult& seat : analysis.seats) {
    seats.push_back({{"p_first", seat.p_first},
                     {"p_first_95", to_json(seat.p_first_interval)},
                     {"p_second", seat.p_second},
                     {"p_second_95", to_json(seat.p_second_interval)}});
  }
  summary.answers = {{"races", analysis.races},
                     {"blocks", analysis.blocks},
                     {"exhaustive", analysis.exhaustive},
                     {"errors_from", name_of(analysis.noise)},
                     {"watchdogs", analysis.watchdogs},
                     {"tiers", analysis.tiers()},
                     {"pieces", std::move(pieces)},
                     {"seats", std::move(seats)},
                     {"interactions", interactions_of(analysis)},
                     {"ladder", analysis.ladder ? to_json(*analysis.ladder) : Json()}};
  return summary;
}

Summary summarise(const RunInfo& info, const PairedAnalysis& analysis) {
  const bool replacement = info.design == "replacement";
  Summary summary{list_of(info, replacement ? "value over the median piece" : "worth of the power"),
                  Json::object()};
  Json pieces = Json::array();
  for (const PairedResult& r : analysis.results) {
    summary.list.values[r.name] = replacement ? r.first_over_median.value : r.first.value;
    Json piece{{"piece", r.name},
               {"blocks", r.blocks},
               {"races", r.races},
               {"p_first", r.p_first},
               {"p_first_base", r.p_first_base},
               {"first", to_json(r.first)},
               {"points", to_json(r.points)},
               {"q", r.q},
               {"uses", r.uses}};
    if (replacement) {
      piece["first_over_median"] = to_json(r.first_over_median);
      piece["points_over_median"] = to_json(r.points_over_median);
    }
    pieces.push_back(std::move(piece));
  }
  summary.answers = {{"races", analysis.races}, {"pieces", std::move(pieces)}};
  if (replacement) summary.answers["median"] = analysis.median;
  return summary;
}

Summary summarise(const RunInfo& info, const DraftAnalysis& analysis) {
  Summary summary{list_of(info, "points"), Json::object()};
  Json pieces = Json::array();
  for (const DraftedResult& p : analysis.pieces) {
    summary.list.values[p.name] = p.points.value;
    pieces.push_back({{"piece", p.name},
                      {"games", p.games},
                      {"bought", p.bought},
                      {"price", to_json(p.price)},
                      {"points", to_json(p.points)},
                      {"points_per_share", to_json(p.points_per_share)},
                      {"points_at_price", to_json(p.points_at_price)},
                      {"residual", to_json(p.residual)}});
  }
  Json prices = Json::array();
  for (const PriceResult& p : analysis.prices) {
    prices.push_back({{"price", p.price}, {"pieces", p.pieces}, {"points", to_json(p.points)}});
  }
  Json seats = Json::array();
  for (const DraftSeatResult& seat : analysis.seats) {
    seats.push_back({{"score", to_json(seat.score)}, {"pot_share", to_json(seat.pot_share)}});
  }
  summary.answers = {{"games", analysis.games},
                     {"pieces", std::move(pieces)},
                     {"prices", std::move(prices)},
                     {"seats", std::move(seats)}};
  return summary;
}

nlohmann::ordered_json to_json(const RunInfo& info, const Summary& summary,
                               const std::vector<ListOfRun>& compare) {
  Json json{{"run",
             {{"command", info.command},
              {"build", info.build},
              {"seed", info.seed},
              {"agents", info.agents},
              {"players", info.players},
              {"design", info.design},
              {"settings", info.settings}}},
            {"list", {{"measure", summary.list.measure}, {"values", summary.list.values}}}};
  if (!compare.empty()) {
    Json comparison = Json::array();
    for (const ListOfRun& other : compare) {
      comparison.push_back(
          {{"with", other.label}, {"rank_correlation", correlation(summary.list, other)}});
    }
    json["comparison"] = std::move(comparison);
  }
  json.update(summary.answers);
  return json;
}

}  // namespace clanhouse::pieces
