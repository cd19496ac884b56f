#include "selfplay/pieces/measure.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "agents/registry.h"
#include "core/files.h"
#include "core/playthrough.h"
#include "core/records.h"
#include "selfplay/build_info.h"
#include "selfplay/interrupt.h"
#include "selfplay/measurement.h"
#include "selfplay/pieces/counting.h"
#include "selfplay/pieces/racer.h"
#include "selfplay/pieces/results.h"

namespace clanhouse::pieces {
namespace {

using namespace changakarnikh;
using nlohmann::ordered_json;

// What all blocks of a run share; threads only read it.
struct Plan {
  const PiecesSettings& settings;
  std::vector<Field> fields;             // by block; for replacement the opponents
  std::vector<std::vector<int>> orders;  // seat_orders()
};

Plan make_plan(const PiecesSettings& s) {
  Plan plan{s, {}, {}};
  const int players = s.config.players;
  const bool opponents = s.design == Design::kReplacement;
  if (s.design == Design::kField) {
    plan.fields.assign(static_cast<std::size_t>(s.fields), s.field);
  } else if (s.design == Design::kExhaustive && s.fields == 0) {
    plan.fields = all_fields(players, kSetSize);
  } else if (s.design == Design::kDraft) {
    plan.fields.resize(static_cast<std::size_t>(s.fields));
  } else {
    plan.fields = balanced_fields(players - (opponents ? 1 : 0), kSetSize, s.fields, s.seed);
  }
  plan.orders = seat_orders(players, s.rotations, s.seed);
  return plan;
}

std::vector<Piece> in_order(const Field& field, const std::vector<int>& order) {
  std::vector<Piece> pieces;
  for (const int index : order) pieces.push_back(static_cast<Piece>(field[index]));
  return pieces;
}

// Keys of a block's dice and of its decisions.
std::uint64_t key_of(std::uint64_t seed, const char* purpose, int block, int number) {
  return RandomStream(seed, purpose, block, number).next();
}

// The blocks of one thread, for the designs of single races.
class RaceWorker {
 public:
  RaceWorker(const Plan& plan, Racer racer) : plan_(plan), racer_(std::move(racer)) {}

  // Null when interrupted.
  std::optional<ordered_json> work(int block) {
    stopped_ = false;
    ordered_json found = [&] {
      switch (plan_.settings.design) {
        case Design::kReplacement: return replace(block);
        case Design::kAblation: return ablate(block);
        default: return count_field(block);
      }
    }();
    if (stopped_) return std::nullopt;
    return found;
  }

 private:
  // Calls visit(order, dice set, dice, decisions) for every race of a block; the second half of the
  // dice sets is the second half of the block.
  template <class Visit>
  void each_race(int block, Visit&& visit) {
    const PiecesSettings& s = plan_.settings;
    for (int set = 0; set < s.dice; ++set) {
      const DiceSet dice(key_of(s.seed, "dice", block, set));
      for (std::size_t order = 0; order < plan_.orders.size(); ++order) {
        if (interrupted() != 0) {
          stopped_ = true;
          return;
        }
        const int number = set * static_cast<int>(plan_.orders.size()) + static_cast<int>(order);
        visit(plan_.orders[order], set, dice, key_of(s.seed, "race", block, number));
      }
    }
  }

  ordered_json count_field(int block) {
    const Field& field = plan_.fields[static_cast<std::size_t>(block)];
    FieldCounts counts = empty_counts(field);
    std::vector<Piece> pieces;
    each_race(block, [&](const std::vector<int>& order, int set, const DiceSet& dice,
                         std::uint64_t decisions) {
      pieces = in_order(field, order);
      const Race& race = racer_.run(pieces, dice, decisions);
      const int half = 2 * set < plan_.settings.dice ? 0 : 1;
      add_race(counts, race, order, half, racer_.points_before());
    });
    return to_entry(counts);
  }

  // Adds one race of a pair, in which the piece sat in `seat`.
  void add(PairedCounts& pair, const Race& race, Seat seat, bool base) const {
    const int points = race.score[seat] - racer_.points_before();
    (base ? pair.points_base : pair.points) += points;
    (base ? pair.first_base : pair.first) += race.place[0] == seat ? 1 : 0;
    if (base) return;
    ++pair.races;
    pair.uses += race.uses[seat];
  }

  ordered_json ablate(int block) {
    const Field& field = plan_.fields[static_cast<std::size_t>(block)];
    std::vector<PairedCounts> pairs(field.size());
    for (std::size_t i = 0; i < field.size(); ++i) pairs[i].piece = field[i];
    each_race(block, [&](const std::vector<int>& order, int, const DiceSet& dice,
                         std::uint64_t decisions) {
      const std::vector<Piece> pieces = in_order(field, order);
      const Race& with = racer_.run(pieces, dice, decisions);
      for (std::size_t seat = 0; seat < order.size(); ++seat) {
        add(pairs[order[seat]], with, static_cast<Seat>(seat), false);
      }
      for (std::size_t seat = 0; seat < order.size(); ++seat) {
        const Race& without = racer_.run(pieces, dice, decisions, piece_bit(pieces[seat]));
        add(pairs[order[seat]], without, static_cast<Seat>(seat), true);
      }
    });
    return to_entry(pairs);
  }

  ordered_json replace(int block) {
    Field field = plan_.fields[static_cast<std::size_t>(block)];
    field.push_back(kSetSize);  // the candidate's place; a plain piece is the base
    const int candidate = static_cast<int>(field.size()) - 1;
    std::vector<PairedCounts> pairs;
    for (int piece = 0; piece < kSetSize; ++piece) {
      if (std::find(field.begin(), field.end(), piece) != field.end()) continue;
      pairs.emplace_back().piece = piece;
    }
    each_race(block, [&](const std::vector<int>& order, int, const DiceSet& dice,
                         std::uint64_t decisions) {
      std::vector<Piece> pieces = in_order(field, order);
      const auto seat = std::find(order.begin(), order.end(), candidate) - order.begin();
      const Race base = racer_.run(pieces, dice, decisions);
      for (PairedCounts& pair : pairs) {
        pieces[static_cast<std::size_t>(seat)] = static_cast<Piece>(pair.piece);
        add(pair, base, static_cast<Seat>(seat), true);
        add(pair, racer_.run(pieces, dice, decisions), static_cast<Seat>(seat), false);
      }
    });
    return to_entry(pairs);
  }

  const Plan& plan_;
  Racer racer_;
  bool stopped_ = false;
};

// Whole games.
std::optional<ordered_json> play_draft(const PiecesSettings& s, int block) {
  const Changakarnikh game(s.config);
  std::vector<std::unique_ptr<Agent<Changakarnikh>>> agents;
  for (Seat seat = 0; seat < s.config.players; ++seat) {
    agents.push_back(std::move(*make_agent(game, s.agent)));
    agents.back()->begin_game(RandomStream(s.seed, "agent", block, seat));
  }
  RandomStream chance(s.seed, "chance", block);
  DraftRecorder recorder(block, s.config);
  State state = game.initial();
  for (Actor actor = game.actor(state); !actor.over(); actor = game.actor(state)) {
    if (interrupted() != 0) return std::nullopt;
    if (actor.chance()) {
      const auto outcome = draw_outcome(game, state, chance);
      recorder.look(state, outcome);
      game.apply(state, outcome);
    } else {
      Agent<Changakarnikh>& agent = *agents[static_cast<std::size_t>(actor.seat())];
      const auto step = agent.choose(game.view(state, actor.seat()));
      recorder.look(state, step);
      game.apply(state, step);
    }
  }
  return to_entry(recorder.finish(state));
}

bool is_off(const PiecesSettings& s, int piece) {
  return (s.config.rules.powers_off & piece_bit(static_cast<Piece>(piece))) != 0;
}

ordered_json journal_settings(const PiecesSettings& s) {
  ordered_json json = {{"design", design_name(s.design)},
                       {"players", s.config.players},
                       {"agent", s.agent},
                       {"seed", s.seed}};
  if (s.design == Design::kDraft) {
    json["games"] = s.fields;
    json["team"] = s.config.team_size();
    json["shares"] = s.config.shares;
  } else {
    json["fields"] = s.fields == 0 ? ordered_json("all") : ordered_json(s.fields);
    json["dice"] = s.dice;
    json["orders"] = s.rotations || s.config.players > 4 ? "rotations" : "all";
    json["race"] = s.race;
  }
  if (s.design == Design::kField) {
    for (const int piece : s.field) json["field"].push_back(piece_names()[piece]);
  }
  json["rules"] = settings_json(rules_options(), s.config.rules);
  for (int piece = 0; piece < kSetSize; ++piece) {
    if (is_off(s, piece)) json["powers_off"].push_back(piece_names()[piece]);
  }
  return json;
}

// A command that runs the same races: where they go and on how many threads is no part of it.
std::string command_of(const PiecesSettings& s) {
  std::string text = fmt::format("clanhouse pieces --design {} --players {} --agent {}",
                                 design_name(s.design), s.config.players, s.agent);
  if (s.design == Design::kField) {
    std::vector<std::string> names;
    for (const int piece : s.field) names.push_back(piece_names()[static_cast<std::size_t>(piece)]);
    text += fmt::format(" --field {}", fmt::join(names, ","));
  }
  if (s.fields != 0) text += fmt::format(" --fields {}", s.fields);
  if (s.design == Design::kDraft) {
    text += fmt::format(" --team {} --shares {}", s.config.team_size(), s.config.shares);
  } else {
    text +=
        fmt::format(" --dice {} --race {}{}", s.dice, s.race, s.rotations ? " --rotations" : "");
  }
  text += flags_of(rules_options(), s.config.rules);
  return text + fmt::format(" --seed {} --out DIR", s.seed);
}

RunInfo run_info(const PiecesSettings& s) {
  RunInfo info;
  info.command = command_of(s);
  info.build = kBuild;
  info.seed = s.seed;
  info.agents = s.agent;
  info.players = s.config.players;
  info.design = s.design == Design::kExhaustive || s.design == Design::kField
                    ? "fields"
                    : design_name(s.design);
  info.settings = journal_settings(s);
  return info;
}

// The names of pieces that have a power, switched on, and were never seen to use it; `uses` are -1
// for pieces that did not race.
std::vector<std::string> list_never_used(const PiecesSettings& s,
                                         const std::vector<long long>& uses) {
  std::vector<std::string> names;
  for (int piece = 0; piece < kSetSize; ++piece) {
    if (acts_in_races(static_cast<Piece>(piece)) && !is_off(s, piece) && uses[piece] == 0) {
      names.push_back(piece_names()[static_cast<std::size_t>(piece)]);
    }
  }
  return names;
}

Result<void> write(const PiecesSettings& s, const std::vector<ordered_json>& entries,
                   const std::vector<ListOfRun>& compare, PiecesRun& run) {
  const auto names = piece_names();
  const RunInfo info = run_info(s);
  if (s.design == Design::kDraft) {
    std::vector<DraftCounts> games;
    for (const auto& entry : entries) games.push_back(draft_counts(entry));
    run.races = static_cast<long long>(games.size());
    return write_results(s.out, info, analyse_draft(games, names), compare);
  }
  if (s.design == Design::kReplacement || s.design == Design::kAblation) {
    std::vector<PairedCounts> pairs;
    for (const auto& entry : entries) {
      for (PairedCounts& pair : paired_counts(entry)) pairs.push_back(pair);
    }
    std::vector<long long> uses(kPieceKinds, -1);
    for (const PairedCounts& pair : pairs) {
      run.races += pair.races;
      uses[pair.piece] = std::max(0LL, uses[pair.piece]) + pair.uses;
    }
    run.never_used = list_never_used(s, uses);
    const auto analysis = s.design == Design::kAblation ? analyse_ablation(pairs, names)
                                                        : analyse_replacement(pairs, names);
    return write_results(s.out, info, analysis, compare);
  }
  std::vector<FieldCounts> fields;
  std::vector<long long> uses(kPieceKinds, -1);
  for (const auto& entry : entries) {
    fields.push_back(field_counts(entry));
    const FieldCounts& field = fields.back();
    run.races += field.races;
    run.watchdogs += field.watchdogs;
    for (int i = 0; i < field.size; ++i) {
      uses[field.pieces[i]] = std::max(0LL, uses[field.pieces[i]]) + field.uses[i];
    }
  }
  run.never_used = list_never_used(s, uses);
  return write_results(s.out, info, fields, analyse_fields(fields, names, s.seed), names, compare);
}

}  // namespace

const char* design_name(Design design) {
  switch (design) {
    case Design::kExhaustive: return "exhaustive";
    case Design::kField: return "field";
    case Design::kReplacement: return "replacement";
    case Design::kAblation: return "ablation";
    default: return "draft";
  }
}

std::vector<std::string> piece_names() {
  std::vector<std::string> names;
  for (int i = 0; i < kPieceKinds; ++i) names.emplace_back(piece_name(static_cast<Piece>(i)));
  return names;
}

Result<PiecesSettings> complete(PiecesSettings s) {
  if (s.out.empty()) return invalid("out: a measurement needs a folder for its results");
  const int players = s.config.players;
  if (s.design == Design::kField) {
    const int size = static_cast<int>(s.field.size());
    if (size < kMinSeats || size > kMaxSeats) {
      return invalid(fmt::format("field: a race has 3 to 6 pieces, not {}", size));
    }
    s.config.players = size;
  } else if (!s.field.empty()) {
    return invalid(
        fmt::format("field: only the design 'field' has one, not '{}'", design_name(s.design)));
  }
  if (s.design == Design::kDraft) {
    if (auto good = check_config(s.config); !good) return tl::unexpected(good.error());
    if (auto agent = make_agent(Changakarnikh(s.config), s.agent); !agent) {
      return invalid("agent: " + agent.error().reason);
    }
  } else if (auto racer = Racer::make({s.agent, s.config.rules, s.race}, s.config.players);
             !racer) {
    return invalid("agent: " + racer.error().reason);
  }
  const bool all = s.design == Design::kExhaustive && players <= 4;
  if (s.fields == 0 && !all) {
    s.fields = s.design == Design::kField         ? 100
               : s.design == Design::kExhaustive  ? 20'000
               : s.design == Design::kReplacement ? 2'000
               : s.design == Design::kAblation    ? 5'000
                                                  : 10'000;
  }
  if (s.dice == 0)
    s.dice = s.design == Design::kExhaustive ? 5 : s.design == Design::kField ? 10 : 1;
  return s;
}

Result<PiecesRun> run_pieces(const PiecesSettings& settings) {
  // Before the races, which may take hours.
  const auto compare = read_lists(settings.compare);
  if (!compare) return tl::unexpected(compare.error());
  const Plan plan = make_plan(settings);
  const bool draft = settings.design == Design::kDraft;
  Measurement measurement;
  measurement.kind = "pieces";
  measurement.settings = journal_settings(settings);
  measurement.unit = draft ? "games" : "fields";
  measurement.blocks = static_cast<int>(plan.fields.size());
  measurement.threads = settings.threads;
  measurement.quiet = settings.quiet;
  measurement.out = settings.out;
  const auto measured = run_measurement(measurement, [&]() -> Result<BlockWorker> {
    using Found = Result<std::optional<ordered_json>>;
    if (draft) return BlockWorker([&](int block) -> Found { return play_draft(settings, block); });
    auto racer = Racer::make({settings.agent, settings.config.rules, settings.race},
                             settings.config.players);
    if (!racer) return tl::unexpected(racer.error());
    auto worker = std::make_shared<RaceWorker>(plan, std::move(*racer));
    return BlockWorker([worker](int block) -> Found { return worker->work(block); });
  });
  if (!measured) return tl::unexpected(measured.error());
  PiecesRun run;
  run.complete = measured->complete;
  run.blocks = static_cast<int>(measured->entries.size());
  run.planned = measurement.blocks;
  if (!run.complete) return run;
  try {
    if (auto written = write(settings, measured->entries, *compare, run); !written) {
      return tl::unexpected(written.error());
    }
  } catch (const nlohmann::json::exception&) {
    return io_error((settings.out / "journal.jsonl").string() +
                    ": a line does not hold what this design counts");
  }
  const auto summary = read_file(settings.out / "summary.json");
  if (!summary) return tl::unexpected(summary.error());
  run.summary = ordered_json::parse(*summary);
  return run;
}

}  // namespace clanhouse::pieces
