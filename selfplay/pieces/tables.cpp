#include "selfplay/pieces/tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace clanhouse::pieces {
namespace {

constexpr Unit kPercent = Unit::kPercent;
constexpr Unit kPlain = Unit::kPlain;
constexpr Unit kSmall = Unit::kSmall;
constexpr Where kFileOnly = Where::kFileOnly;

Cell cell(const std::optional<double>& value) { return value ? Cell(*value) : Cell(); }

Interval around(const Difference& d) {
  return {d.value - kNormal95 * d.error, d.value + kNormal95 * d.error};
}

}  // namespace

Table pieces_table(const PiecesAnalysis& analysis) {
  Table table{"pieces",
              {{"rank", "Rank"},
               {"rank", "Rank, 95 %", 0},
               {"tier", "Tier"},
               {"piece", "Piece"},
               {"races", "Races"},
               {"first", "", 0, kPlain, kFileOnly},
               {"second", "", 0, kPlain, kFileOnly},
               {"p_first", "First, %", 2, kPercent},
               {"p_first", "First, 95 %", 2, kPercent},
               {"p_first_error", "", 2, kPercent, kFileOnly},
               {"p_second", "Second, %", 2, kPercent},
               {"p_second", "Second, 95 %", 2, kPercent, kFileOnly},
               {"points", "Points", 3},
               {"points_error", "", 3, kPlain, kFileOnly},
               {"elo_kind", "", 0, kPlain, kFileOnly},
               {"elo", "Elo", 1},
               {"elo_error", "± (1 s.e.)", 1},
               {"ahead_of_next", "Ahead of next, %", 1, kPercent},
               {"uses", "", 3, kPlain, kFileOnly},
               {"used_share", "", 1, kPercent, kFileOnly},
               {"p_first_used", "", 1, kPercent, kFileOnly},
               {"p_first_unused", "", 1, kPercent, kFileOnly}},
              {}};
  for (int s = 0; s < analysis.players; ++s) {
    table.columns.push_back({fmt::format("p_first_seat{}", s + 1), "", 2, kPercent, kFileOnly});
  }
  const auto kind = [](RatingKind k) -> std::string {
    switch (k) {
      case RatingKind::kEstimate: return "estimate";
      case RatingKind::kAtLeast: return "at_least";
      case RatingKind::kAtMost: return "at_most";
      default: return "none";
    }
  };
  for (const PieceResult& p : analysis.pieces) {
    const bool estimate = p.elo_kind == RatingKind::kEstimate;
    const bool none = p.elo_kind == RatingKind::kNone;
    std::vector<Cell> row{static_cast<long long>(p.rank),
                          p.rank_interval,
                          static_cast<long long>(p.tier),
                          p.name,
                          p.races,
                          p.first,
                          p.second,
                          p.p_first,
                          p.p_first_interval,
                          p.p_first_error,
                          p.p_second,
                          p.p_second_interval,
                          p.points,
                          p.points_error,
                          kind(p.elo_kind),
                          none ? Cell() : Cell(p.elo),
                          estimate ? Cell(p.elo_error) : Cell(),
                          cell(p.ahead_of_next),
                          p.uses,
                          p.used_share,
                          cell(p.p_first_used),
                          cell(p.p_first_unused)};
    for (const double first : p.first_by_seat) row.emplace_back(first);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table uses_table(const PiecesAnalysis& analysis) {
  Table table{"uses",
              {{"piece", "Piece"},
               {"uses", "Uses a race", 3},
               {"used_share", "Races with a use, %", 1, kPercent},
               {"p_first_used", "First with a use, %", 1, kPercent},
               {"p_first_unused", "First without, %", 1, kPercent}},
              {}};
  for (const PieceResult& p : analysis.pieces) {
    table.rows.push_back(
        {p.name, p.uses, p.used_share, cell(p.p_first_used), cell(p.p_first_unused)});
  }
  return table;
}

Table pairs_table(const PiecesAnalysis& analysis) {
  Table table{"pairs",
              {{"piece", "Piece"},
               {"other", "With"},
               {"races", "Races"},
               {"ahead", "Ahead of it, %", 2, kPercent},
               {"p_first", "First with it, %", 2, kPercent},
               {"effect", "Change, points of %", 2, kPercent},
               {"expected", "by strengths", 2, kPercent},
               {"interaction", "Interaction", 2, kPercent},
               {"error", "± (1 s.e.)", 2, kPercent},
               {"q", "q", 4, kSmall}},
              {}};
  for (const PairResult& pair : analysis.pairs) {
    std::vector<Cell> row{analysis.pieces[pair.i].name,
                          analysis.pieces[pair.j].name,
                          pair.races,
                          pair.ahead,
                          pair.p_first,
                          pair.effect,
                          {},
                          {},
                          {},
                          {}};
    if (pair.interaction) {
      row[6] = pair.interaction->expected;
      row[7] = pair.interaction->value;
      row[8] = pair.interaction->error;
      row[9] = pair.interaction->q;
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table findings_table(const PiecesAnalysis& analysis) {
  PiecesAnalysis found = analysis;
  std::erase_if(found.pairs, [](const PairResult& pair) {
    return !pair.interaction || !pair.interaction->found();
  });
  std::stable_sort(found.pairs.begin(), found.pairs.end(), [](const auto& a, const auto& b) {
    return std::abs(a.interaction->value) > std::abs(b.interaction->value);
  });
  Table table = pairs_table(found);
  table.id = "findings";
  return table;
}

Table seats_table(const PiecesAnalysis& analysis) {
  Table table{"seats",
              {{"seat", "Seat"},
               {"races", "Races"},
               {"p_first", "First, %", 2, kPercent},
               {"p_first", "First, 95 %", 2, kPercent},
               {"p_second", "Second, %", 2, kPercent},
               {"p_second", "Second, 95 %", 2, kPercent}},
              {}};
  for (std::size_t s = 0; s < analysis.seats.size(); ++s) {
    const SeatResult& seat = analysis.seats[s];
    table.rows.push_back({static_cast<long long>(s + 1), seat.races, seat.p_first,
                          seat.p_first_interval, seat.p_second, seat.p_second_interval});
  }
  return table;
}

Table piece_seats_table(const PiecesAnalysis& analysis) {
  Table table{"piece-seats", {{"piece", "Piece"}}, {}};
  for (int s = 0; s < analysis.players; ++s) {
    table.columns.push_back({fmt::format("p_first_seat{}", s + 1),
                             fmt::format("First from seat {}, %", s + 1), 2, kPercent});
  }
  table.columns.push_back({"spread", "Best less worst", 2, kPercent});
  for (const PieceResult& piece : analysis.pieces) {
    std::vector<Cell> row{piece.name};
    for (const double first : piece.first_by_seat) row.emplace_back(first);
    const auto [low, high] =
        std::minmax_element(piece.first_by_seat.begin(), piece.first_by_seat.end());
    row.emplace_back(*high - *low);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table ladder_table(const Ladder& ladder) {
  Table table{"ladder",
              {{"model", "Model"},
               {"loss", "Loss a race, nats", 5},
               {"gain", "Gain on the one above", 5},
               {"error", "± (1 s.e.)", 5}},
              {}};
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k) {
    const Rung& rung = ladder.rungs[k];
    table.rows.push_back({rung.name, rung.loss, k > 0 ? Cell(rung.gain) : Cell(),
                          k > 0 ? Cell(rung.error) : Cell()});
  }
  return table;
}

Table fields_table(const std::vector<FieldCounts>& fields,
                   const std::vector<std::string>& piece_names) {
  Table table{"fields", {}, {}};
  const int size = fields.empty() ? 0 : fields.front().size;
  const auto columns = [&](const char* name) {
    for (int a = 1; a <= size; ++a) table.columns.push_back({fmt::format("{}{}", name, a), ""});
  };
  columns("piece");
  table.columns.push_back({"races", ""});
  for (const char* name : {"first", "second", "points", "uses"}) columns(name);
  table.columns.push_back({"watchdogs", ""});
  for (const FieldCounts& field : fields) {
    std::vector<Cell> row;
    row.reserve(table.columns.size());
    for (int a = 0; a < size; ++a) row.emplace_back(piece_names.at(field.pieces[a]));
    row.emplace_back(static_cast<long long>(field.races));
    for (const auto* from : {&field.first_from, &field.second_from}) {
      for (int a = 0; a < size; ++a) {
        long long sum = 0;
        for (int s = 0; s < size; ++s) sum += (*from)[a][s];
        row.emplace_back(sum);
      }
    }
    for (const auto* list : {&field.points, &field.uses}) {
      for (int a = 0; a < size; ++a) row.emplace_back(static_cast<long long>((*list)[a]));
    }
    row.emplace_back(static_cast<long long>(field.watchdogs));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table replacement_table(const PairedAnalysis& analysis) {
  Table table{"replacement",
              {{"rank", "Rank"},
               {"piece", "Piece"},
               {"blocks", "Blocks"},
               {"races", "Races"},
               {"p_first", "First, %", 2, kPercent},
               {"over_median", "Over the median piece", 2, kPercent},
               {"over_median", "95 %", 2, kPercent},
               {"over_median_error", "", 2, kPercent, kFileOnly},
               {"points_over_median", "Points over it", 3},
               {"points_over_median", "95 %", 3},
               {"points_over_median_error", "", 3, kPlain, kFileOnly},
               {"over_base", "Over the base", 2, kPercent},
               {"over_base_error", "± (1 s.e.)", 2, kPercent}},
              {}};
  long long rank = 0;
  for (const PairedResult& r : analysis.results) {
    table.rows.push_back({++rank, r.name, static_cast<long long>(r.blocks), r.races, r.p_first,
                          r.first_over_median.value, around(r.first_over_median),
                          r.first_over_median.error, r.points_over_median.value,
                          around(r.points_over_median), r.points_over_median.error, r.first.value,
                          r.first.error});
  }
  return table;
}

Table ablation_table(const PairedAnalysis& analysis) {
  Table table{"ablation",
              {{"piece", "Piece"},
               {"blocks", "Blocks"},
               {"races", "Races"},
               {"p_first_with", "First with its power, %", 2, kPercent},
               {"p_first_without", "without, %", 2, kPercent},
               {"worth", "Worth of the power", 2, kPercent},
               {"worth", "95 %", 2, kPercent},
               {"worth_error", "", 2, kPercent, kFileOnly},
               {"q", "q", 4, kSmall},
               {"points_worth", "Points", 3},
               {"points_worth", "95 %", 3},
               {"points_worth_error", "", 3, kPlain, kFileOnly},
               {"uses", "Uses a race", 3}},
              {}};
  for (const PairedResult& r : analysis.results) {
    table.rows.push_back({r.name, static_cast<long long>(r.blocks), r.races, r.p_first,
                          r.p_first_base, r.first.value, around(r.first), r.first.error, r.q,
                          r.points.value, around(r.points), r.points.error, r.uses});
  }
  return table;
}

Table draft_table(const DraftAnalysis& analysis) {
  Table table{"draft",
              {{"piece", "Piece"},
               {"games", "Games"},
               {"bought", "", 0, kPlain, kFileOnly},
               {"not_bought", "Not bought, %", 1, kPercent},
               {"price", "Price when bought", 2},
               {"points", "Points", 3},
               {"points_error", "± (1 s.e.)", 3},
               {"points_per_share", "Points a share", 3},
               {"points_at_price", "Usual at its price", 3},
               {"residual", "More than usual", 3}},
              {}};
  for (const DraftedResult& p : analysis.pieces) {
    table.rows.push_back({p.name, p.games, p.bought,
                          1 - static_cast<double>(p.bought) / static_cast<double>(p.games),
                          cell(p.price), p.points.value, p.points.error, cell(p.points_per_share),
                          cell(p.points_at_price), cell(p.residual)});
  }
  return table;
}

Table prices_table(const DraftAnalysis& analysis) {
  Table table{"prices",
              {{"price", "Shares paid"},
               {"pieces", "Pieces"},
               {"points", "Points", 3},
               {"points_error", "± (1 s.e.)", 3}},
              {}};
  for (const PriceResult& p : analysis.prices) {
    table.rows.push_back(
        {static_cast<long long>(p.price), p.pieces, p.points.value, p.points.error});
  }
  return table;
}

Table draft_seats_table(const DraftAnalysis& analysis) {
  Table table{"draft-seats",
              {{"seat", "Seat"},
               {"score", "Score", 2},
               {"score_error", "± (1 s.e.)", 2},
               {"pot_share", "Share of the pot, %", 2, kPercent},
               {"pot_share_error", "± (1 s.e.)", 2, kPercent}},
              {}};
  for (std::size_t s = 0; s < analysis.seats.size(); ++s) {
    const DraftSeatResult& seat = analysis.seats[s];
    table.rows.push_back({static_cast<long long>(s + 1), seat.score.value, seat.score.error,
                          seat.pot_share.value, seat.pot_share.error});
  }
  return table;
}

Table correlations_table(const std::vector<ListOfRun>& lists) {
  Table table{"correlations", {{"run", "Run"}, {"measure", "By"}}, {}};
  for (std::size_t k = 0; k < lists.size(); ++k) {
    table.columns.push_back({fmt::format("run{}", k + 1), std::to_string(k + 1), 3});
  }
  for (std::size_t k = 0; k < lists.size(); ++k) {
    std::vector<Cell> row{fmt::format("{}: {}", k + 1, lists[k].label), lists[k].measure};
    for (const ListOfRun& other : lists) row.emplace_back(correlation(lists[k], other));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace clanhouse::pieces
