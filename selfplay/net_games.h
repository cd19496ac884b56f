// Games that a net plays against itself, for it to learn from: in one thread any number of games at
// once, whose leaves are evaluated in one batch.
//
// Every position that was searched becomes a row, seen under a random symmetry of the board: the
// features, the shares of the root's visits as policy (before any temperature), and the result of
// the game for the seat to act. Games begin with a few random actions; then actions are drawn by
// visits for the first `temperature_plies` plies, and after that the best is played.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "agents/net/net_evaluator.h"
#include "agents/net/options.h"
#include "agents/search/mcts_agent.h"
#include "core/playthrough.h"
#include "selfplay/training_row.h"

namespace clanhouse {

struct NetGamesOptions {
  std::uint64_t visits = 64;
  int games_at_once = 16;
  int random_plies = 4;  // at most so many random ones begin a game, any number as likely
  int temperature_plies = 8;
  float noise = 0.25F;
  int max_plies = 200;  // a draw then
};

template <BoardGame G>
requires HasSymmetries<G>
class NetGames {
 public:
  // All chance is drawn from streams of the seed and the game's number.
  NetGames(const G& game, Tower tower, const NetGamesOptions& options, std::uint64_t seed)
      : game_(game), evaluator_(game, std::move(tower)), options_(options), seed_(seed) {}

  // The rows of games first … last - 1. `stop` is asked between batches; true ends at once, with
  // the rows of the games that are over.
  template <class Stop>
  std::vector<TrainingRow> play(int first, int last, Stop&& stop) {
    std::vector<TrainingRow> rows;
    std::vector<std::unique_ptr<Table>> tables;
    int next = first;
    while (next < last && static_cast<int>(tables.size()) < options_.games_at_once) {
      tables.push_back(std::make_unique<Table>(*this, next++));
    }
    std::vector<LeafRequest<G>*> batch;
    std::vector<Table*> waiting;
    while (!tables.empty() && !stop()) {
      batch.clear();
      waiting.clear();
      for (std::size_t i = 0; i < tables.size();) {
        LeafRequest<G>* leaf = tables[i]->next_leaf();
        if (leaf != nullptr) {
          batch.push_back(leaf);
          waiting.push_back(tables[i].get());
          ++i;
          continue;
        }
        tables[i]->finish(rows);
        if (next < last) {
          tables[i] = std::make_unique<Table>(*this, next++);
        } else {
          tables[i] = std::move(tables.back());
          tables.pop_back();
        }
      }
      if (batch.empty()) continue;
      evaluator_.evaluate(batch);
      for (Table* table : waiting) table->receive();
    }
    return rows;
  }

 private:
  // One game.
  class Table {
   public:
    Table(const NetGames& games, int id)
        : games_(games),
          random_(games.seed_, "net game", id),
          play_(games.game_),
          search_(games.game_, search_options(games.options_)) {
      begin();
      begin_search();
    }

    // Null when the game is over.
    LeafRequest<G>* next_leaf() {
      while (!over()) {
        if (LeafRequest<G>* leaf = search_.next_leaf()) return leaf;
        take_action();
        if (!over()) begin_search();
      }
      return nullptr;
    }
    void receive() { search_.receive(); }

    // Adds the rows, which know the result now.
    void finish(std::vector<TrainingRow>& rows) {
      const auto utility =
          play_.over() ? games_.game_.utility(play_.state()) : Utilities<G::kMaxSeats>{};
      for (auto& [row, seat] : rows_) {
        const float u = utility[static_cast<std::size_t>(seat)];
        row.result = {u > 0 ? 1.F : 0.F, u == 0 ? 1.F : 0.F, u < 0 ? 1.F : 0.F};
        rows.push_back(std::move(row));
      }
    }

   private:
    static SearchOptions search_options(const NetGamesOptions& options) {
      SearchOptions search = net_search();
      search.visits = std::max<std::uint64_t>(options.visits, 2);
      search.noise = options.noise;
      return search;
    }
    void begin() {
      const auto plies =
          random_.below(static_cast<std::uint32_t>(games_.options_.random_plies) + 1);
      for (std::uint32_t ply = 0; ply < plies; ++ply) {
        auto action = draw_action(games_.game_, play_.state(), random_);
        auto after = play_.state();
        games_.game_.apply(after, action);
        if (games_.game_.actor(after).over()) return;
        play_.play(action);
      }
    }
    bool over() const {
      return play_.over() || static_cast<int>(play_.steps().size()) >= games_.options_.max_plies;
    }
    void begin_search() { search_.start(play_.state(), RandomStream(random_.next(), "search")); }

    void take_action() {
      const auto lines = search_.root_actions();
      std::uint64_t visits = 0;
      for (const auto& line : lines) visits += line.visits;
      keep_row(lines, visits);
      auto action = lines.front().actions.front();
      const bool draw = static_cast<int>(play_.steps().size()) < games_.options_.temperature_plies;
      if (draw && !lines.front().proven) {
        std::uint64_t left = random_.below(static_cast<std::uint32_t>(visits));
        for (const auto& line : lines) {
          action = line.actions.front();
          if (left < line.visits) break;
          left -= line.visits;
        }
      }
      play_.play(action);
    }

    void keep_row(const std::vector<ConsideredLine<G>>& lines, std::uint64_t visits) {
      const G& game = games_.game_;
      const auto symmetry = static_cast<int>(random_.below(G::kSymmetries));
      const auto& state = play_.state();
      const auto seen = game.transform(state, symmetry);
      TrainingRow row;
      row.features.resize(static_cast<std::size_t>(game.feature_count()));
      game.encode(seen, row.features);
      typename G::ActionList actions;
      game.legal(state, actions);
      // A proven win needs no visits.
      const int seat = game.actor(state).seat();
      const bool won = lines.front().proven && lines.front().value[seat] >= G::kMaxUtility;
      for (const auto action : actions) {
        float share = 0;
        for (const auto& line : lines) {
          if (!(line.actions.front() == action)) continue;
          share = won ? (&line == &lines.front() ? 1.F : 0.F)
                      : static_cast<float>(line.visits) / static_cast<float>(visits);
        }
        row.policy.emplace_back(game.policy_index(seen, game.transform(action, symmetry)), share);
      }
      rows_.emplace_back(std::move(row), seat);
    }

    const NetGames& games_;
    RandomStream random_;
    Playthrough<G> play_;
    Search<G> search_;
    std::vector<std::pair<TrainingRow, int>> rows_;
  };

  G game_;
  NetEvaluator<G> evaluator_;
  NetGamesOptions options_;
  std::uint64_t seed_;
};

}  // namespace clanhouse
