#include "selfplay/pieces/results.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/files.h"
#include "selfplay/pieces/plots.h"
#include "selfplay/pieces/summary.h"
#include "selfplay/pieces/tables.h"
#include "selfplay/report/report.h"

namespace clanhouse::pieces {
namespace {

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

Report begin_report(const RunInfo& info, const std::string& title) {
  Report report(title);
  report.fact("Command", info.command);
  report.fact("Build", info.build);
  report.fact("Seed", std::to_string(info.seed));
  report.fact("Agents", info.agents);
  report.fact("Design", fmt::format("{}, {} players", info.design, info.players));
  if (!info.settings.empty()) report.fact("Settings", info.settings.dump());
  return report;
}

Result<void> write_tables(const std::filesystem::path& out, const std::vector<Table>& tables) {
  for (const Table& table : tables) {
    Result<void> written = write_file(out / (table.id + ".csv"), to_csv(table));
    if (!written) return written;
  }
  return {};
}

Result<void> write_rest(const std::filesystem::path& out, const RunInfo& info,
                        const Summary& summary, const std::vector<ListOfRun>& compare,
                        const Report& report) {
  Result<void> written =
      write_file(out / "summary.json", to_json(info, summary, compare).dump(2) + "\n");
  if (!written) return written;
  return write_file(out / "report.html", report.html());
}

void add_comparison(Report& report, const ListOfRun& own, const std::vector<ListOfRun>& compare) {
  if (compare.empty()) return;
  std::vector<ListOfRun> lists{own};
  lists.insert(lists.end(), compare.begin(), compare.end());
  report.section("Other runs");
  report.text(
      "Spearman's rank correlation between the lists of pieces, over the pieces that both have: 1 "
      "is the same order, 0 no relation. Run 1 is this one. Lists of agents that correlate little "
      "measure the agents as much as the pieces.");
  report.table(correlations_table(lists));
  const std::vector<ListOfRun> sizes = by_field_size(lists);
  if (sizes.empty()) return;
  report.plot(field_sizes_plot(sizes),
              "Strength by the number of players, for these agents: the share of races won times "
              "the players, so that 1 (dashed) is a fair share.");
}

void add_list(Report& report, const PiecesAnalysis& a) {
  report.section("The list");
  report.text(fmt::format(
      "Pieces by the share of their races that they won; a fair share is {}. The rank's range "
      "holds "
      "95 % of bootstrap resamples. There {} {}: a cut between two tiers means that the data tell "
      "the pieces above it from those below (Scott and Knott, 5 %), and equal pieces would share "
      "one. Elo is the Plackett–Luce strength from first and second places, the mean piece being "
      "0.",
      percent(1.0 / a.players), a.tiers() == 1 ? "is" : "are",
      a.tiers() == 1 ? "one tier" : fmt::format("{} tiers", a.tiers())));
  report.plot(pieces_plot(a),
              "Share of races won with 95 % (Wilson) intervals. The dashed line is "
              "a fair share; neighbours on one band share a tier.");
  report.table(pieces_table(a));
}

void add_uses(Report& report, const PiecesAnalysis& a) {
  report.section("Uses of the powers");
  report.text(
      "How often powers were used, and how often the piece won with a use and without. These are "
      "different races, so the difference is not what the power is worth (a piece that is ahead "
      "may "
      "need its power less); the ablation design measures that.");
  report.table(uses_table(a));
}

void add_ladder(Report& report, const PiecesAnalysis& a) {
  if (!a.ladder) return;
  report.section("How far one list is a fair summary");
  const std::string share =
      a.ladder->share_of_strengths
          ? fmt::format("Strengths alone account for {} of what can be predicted here.",
                        percent(*a.ladder->share_of_strengths))
          : std::string("Nothing here predicts better than chance.");
  report.text(
      "Four ways to predict the winner, each fitted on one half of the races and judged on the "
      "other: all alike; by one list of strengths; with an effect of each piece on each other; by "
      "each field's own record. The loss is the mean of -log P(winner), smaller being better. " +
      share);
  report.table(ladder_table(*a.ladder));
}

void add_interactions(Report& report, const PiecesAnalysis& a) {
  if (a.pairs.empty() || !a.pairs.front().interaction) return;
  report.section("Who helps and who hurts whom");
  const Table found = findings_table(a);
  report.text(fmt::format(
      "The interaction of a piece with another is how much more often (in points of %) it wins "
      "when the other is in the field, beyond what the strengths of both would make of it. Of {} "
      "ordered pairs {} stand out at a false discovery rate of {}: about one in twenty of these "
      "would be chance.",
      a.pairs.size(), found.rows.size(), percent(kFindingRate)));
  report.plot(
      interactions_plot(a),
      "Interactions; both axes from the strongest piece. Red: the piece of the row wins "
      "more often when that of the column is there; blue: less. Dots mark what stands out.");
  if (!found.rows.empty()) report.table(found);
  report.text("All pairs are in pairs.csv.");
}

void add_seats(Report& report, const PiecesAnalysis& a) {
  report.section("Seats");
  report.text(
      "How often each place in the turn order wins and comes second. Every piece races as often "
      "from each seat, so seats do not bias the list.");
  report.plot(seats_plot(a), "Share of first and second places by seat, with 95 % intervals.");
  report.table(seats_table(a));
  report.folded_table("Share of races won by each piece from each seat", piece_seats_table(a));
}

const char* errors_text(NoiseSource source) {
  switch (source) {
    case NoiseSource::kHalves:
      return "from the difference between halves of each field with different dice";
    case NoiseSource::kBlocks: return "from the differences between blocks";
    default: return "as if all races were independent, there being too few blocks";
  }
}

}  // namespace

Result<void> write_results(const std::filesystem::path& out, const RunInfo& info,
                           const std::vector<FieldCounts>& fields, const PiecesAnalysis& analysis,
                           const std::vector<std::string>& piece_names,
                           const std::vector<ListOfRun>& compare) {
  std::vector<Table> tables{pieces_table(analysis), fields_table(fields, piece_names)};
  if (!analysis.pairs.empty()) tables.push_back(pairs_table(analysis));
  if (Result<void> written = write_tables(out, tables); !written) return written;

  const Summary summary = summarise(info, analysis);
  Report report = begin_report(info, "Strength of pieces");
  report.fact("Races", fmt::format("{} in {} {}", grouped(analysis.races), grouped(analysis.blocks),
                                   analysis.exhaustive ? "blocks: every field" : "blocks"));
  report.fact("Errors", errors_text(analysis.noise));
  report.fact("Watchdogs", fmt::format("{} races ended by one", grouped(analysis.watchdogs)));
  add_list(report, analysis);
  add_ladder(report, analysis);
  add_interactions(report, analysis);
  add_uses(report, analysis);
  add_seats(report, analysis);
  add_comparison(report, summary.list, compare);
  return write_rest(out, info, summary, compare, report);
}

Result<void> write_results(const std::filesystem::path& out, const RunInfo& info,
                           const PairedAnalysis& analysis, const std::vector<ListOfRun>& compare) {
  const bool replacement = info.design == "replacement";
  const Table table = replacement ? replacement_table(analysis) : ablation_table(analysis);
  if (Result<void> written = write_tables(out, {table}); !written) return written;

  const Summary summary = summarise(info, analysis);
  Report report =
      begin_report(info, replacement ? "Pieces in each other's place" : "What powers are worth");
  report.fact("Races", grouped(analysis.races) + " pairs");
  if (replacement) {
    report.section("Value over the median piece");
    report.text(fmt::format(
        "Each piece took the same place in the same fields, with the same seats and dice. The "
        "value "
        "is how many points of % more it wins than the piece in the middle, {}; the error is that "
        "of the difference, block by block, which the common dice make small.",
        analysis.median));
    report.plot(
        differences_plot("plot-replacement", analysis.results, &PairedResult::first_over_median,
                         "Wins more than the median piece, points of %, 95 % intervals",
                         "Value of each piece over the median piece"),
        "Value over the median piece with 95 % intervals.");
  } else {
    report.section("Worth of the powers");
    report.text(
        "Each race was run twice with the same dice, with the piece's power and without. The worth "
        "is the difference in points of % of races won. A power with next to no uses or no worth "
        "may be dead; q is the false discovery rate of calling the worth different from 0.");
    report.plot(differences_plot("plot-ablation", analysis.results, &PairedResult::first,
                                 "Wins more by its power, points of %, 95 % intervals",
                                 "What the power of each piece is worth"),
                "Worth of each power with 95 % intervals.");
  }
  report.table(table);
  add_comparison(report, summary.list, compare);
  return write_rest(out, info, summary, compare, report);
}

Result<void> write_results(const std::filesystem::path& out, const RunInfo& info,
                           const DraftAnalysis& analysis, const std::vector<ListOfRun>& compare) {
  if (Result<void> written = write_tables(out, {draft_table(analysis)}); !written) {
    return written;
  }
  const Summary summary = summarise(info, analysis);
  Report report = begin_report(info, "Prices and points in whole games");
  report.fact("Games", grouped(analysis.games));
  report.section("Price against points");
  report.text(
      "What pieces cost in the parade and the points that they then made in the race they ran in. "
      "The step line is what pieces of that price usually make (isotonic regression). A piece "
      "above "
      "it is a bargain, one below it is dear; the error is that of its points.");
  const auto was_bought = [](const DraftedResult& piece) { return piece.price.has_value(); };
  if (std::any_of(analysis.pieces.begin(), analysis.pieces.end(), was_bought)) {
    report.plot(prices_plot(analysis),
                "Points of each piece by its mean price when bought, with 95 % intervals.");
  }
  report.table(draft_table(analysis));
  report.section("Points by price paid");
  report.text(
      "0 stands for pieces that were not bought: taken because they were bumped off the parade, or "
      "given in place of an assassinated one.");
  report.table(prices_table(analysis));
  report.section("Seats");
  report.text("Score and share of the pot by place in the turn order of the parade.");
  report.table(draft_seats_table(analysis));
  add_comparison(report, summary.list, compare);
  return write_rest(out, info, summary, compare, report);
}

}  // namespace clanhouse::pieces
