#include "selfplay/pieces/racer.h"

#include <algorithm>

#include "agents/registry.h"
#include "core/text_cursor.h"

namespace clanhouse::pieces {

using namespace changakarnikh;

Result<std::vector<Piece>> parse_field(std::string_view text) {
  std::vector<Piece> field;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string name(rest.substr(0, comma));
    const auto piece = find_piece(name);
    if (!piece) return invalid("unknown piece " + clanhouse::quoted(name));
    if (*piece != Piece::kPlain && std::find(field.begin(), field.end(), *piece) != field.end()) {
      return invalid("'" + name + "' stands there twice");
    }
    field.push_back(*piece);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (field.size() < kMinSeats || field.size() > kMaxSeats) {
    return invalid("a race has 3 to 6 pieces, not " + std::to_string(field.size()));
  }
  return field;
}

Result<Racer> Racer::make(const RaceConditions& conditions, int seats) {
  const std::vector<Piece> any(static_cast<std::size_t>(seats), Piece::kPlain);
  const RaceGame game({make_race(any, 0, 1), conditions.rules});
  if (auto agent = make_agent(game, conditions.agent); !agent) {
    return tl::unexpected(agent.error());
  }
  return Racer(conditions);
}

const Race& Racer::run(std::span<const Piece> pieces, const DiceSet& dice, std::uint64_t decisions,
                       PieceSet powers_off) {
  Race start = make_race(pieces, 0, conditions_.number);
  for (std::size_t seat = 0; seat < pieces.size(); ++seat) {
    start.score[seat] = static_cast<std::uint16_t>(points_before());
  }
  rules_ = conditions_.rules;
  rules_.powers_off |= powers_off;
  return run_by_rules(start, dice, decisions);
}

const Race& Racer::run(const Race& start, const DiceSet& dice, std::uint64_t decisions) {
  rules_ = conditions_.rules;
  return run_by_rules(start, dice, decisions);
}

const Race& Racer::run_by_rules(const Race& start, const DiceSet& dice, std::uint64_t decisions) {
  race_ = start;
  Engine(race_, rules_).start();
  if (conditions_.agent == "greedy") {
    finish(dice, [&](const ActionList& steps) { return choose_greedily(race_, rules_, steps); });
  } else if (conditions_.agent == "random") {
    RandomStream random(decisions, "decisions");
    finish(dice, [&](const ActionList& steps) {
      return steps[random.below(static_cast<std::uint32_t>(steps.size()))];
    });
  } else {
    finish_with_agents(dice, decisions);
  }
  return race_;
}

template <class Choose>
void Racer::finish(const DiceSet& dice, Choose&& choose) {
  Engine engine(race_, rules_);
  ActionList steps;
  for (Actor actor = Engine::actor(race_); !actor.over(); actor = Engine::actor(race_)) {
    if (actor.chance()) {
      engine.apply_die(dice.roll(race_));
    } else {
      engine.legal(steps);
      engine.apply(choose(steps));
    }
  }
}

void Racer::finish_with_agents(const DiceSet& dice, std::uint64_t decisions) {
  const auto suits = [&](const RaceGame::Config& known) {
    return known.start.seats == race_.seats && known.start.score == race_.score &&
           known.rules == rules_;
  };
  if (table_ == nullptr || !suits(table_->game.config())) {
    table_ = std::make_unique<Table>(Table{RaceGame({race_, rules_}), {}});
    for (Seat seat = 0; seat < race_.seats; ++seat) {
      table_->agents.push_back(std::move(*make_agent(table_->game, conditions_.agent)));
    }
  }
  for (std::size_t seat = 0; seat < table_->agents.size(); ++seat) {
    table_->agents[seat]->begin_game(RandomStream(decisions, "agent", seat));
  }
  finish(dice, [&](const ActionList&) {
    const int seat = Engine::actor(race_).seat();
    return table_->agents[static_cast<std::size_t>(seat)]->choose(table_->game.view(race_, seat));
  });
}

}  // namespace clanhouse::pieces
