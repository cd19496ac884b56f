// Games that a net plays against itself, for it to learn from: in one thread any number of games at
// once, whose leaves are evaluated in one batch. Nothing is shared with other threads.
//
//   NetGames<G> games(game, net, options, seed, first_id);
//   games.step();                       // one leaf of every game
//   for (NetGame& g : games.take_finished()) ...
//
// Every position that was searched in full becomes a row, seen under a random symmetry of the
// board. Games begin with a few random actions; then actions are drawn from what the search says,
// by a falling temperature.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "agents/net/net_evaluator.h"
#include "agents/net/options.h"
#include "agents/search/mcts_agent.h"
#include "core/playthrough.h"
#include "selfplay/net_games_options.h"
#include "selfplay/net_start.h"
#include "selfplay/training_row.h"

namespace clanhouse {

struct NetGame {
  std::uint64_t id = 0;
  int actions = 0;
  std::vector<TrainingRow> rows;
  // Whether a seat's search had given the game up, and whether it was wrong.
  bool resigned = false;
  bool resigned_wrongly = false;
};

template <Game G>
class NetGames {
 public:
  // Games have the numbers first_id, first_id + 1, …; all chance of a game is drawn from a stream
  // of the seed and its number.
  NetGames(const G& game, std::unique_ptr<Network> net, const NetGamesOptions& options,
           std::uint64_t seed, std::uint64_t first_id)
      : game_(game),
        options_(options),
        seed_(seed),
        next_id_(first_id),
        evaluator_(game, std::move(net), NetEvaluatorOptions{options.cache, false}) {
    for (int i = 0; i < options_.games_at_once; ++i) tables_.push_back(new_table());
  }

  // Games in progress go on with the other net.
  void set_net(std::unique_ptr<Network> net) { evaluator_.set_net(std::move(net)); }

  // One evaluated leaf of every game; games that are over are replaced by new ones.
  void step() {
    batch_.clear();
    for (auto& table : tables_) {
      LeafRequest<G>* leaf = table->next_leaf();
      while (leaf == nullptr) {
        finished_.push_back(table->finish());
        table = new_table();
        leaf = table->next_leaf();
      }
      batch_.push_back(leaf);
    }
    evaluator_.evaluate(batch_);
    for (auto& table : tables_) table->receive();
  }

  std::vector<NetGame> take_finished() { return std::exchange(finished_, {}); }
  const NetCounts& counts() const { return evaluator_.counts(); }

 private:
  // One game.
  class Table {
   public:
    Table(const NetGames& games, std::uint64_t id)
        : games_(games),
          id_(id),
          random_(games.seed_, "net game", id),
          game_(NetStart<G>::draw(games.game_, random_)),
          play_(game_),
          search_(game_, games.options_.full_search()) {
      begin();
      begin_search();
    }

    // Null when the game is over.
    LeafRequest<G>* next_leaf() {
      while (!over()) {
        if (LeafRequest<G>* leaf = search_.next_leaf()) return leaf;
        take_action();
        begin_search();
      }
      return nullptr;
    }
    void receive() { search_.receive(); }

    // The rows know the result now.
    NetGame finish() {
      const G& game = game_;
      const auto utility = play_.over() ? game.utility(play_.state()) : Utilities<G::kMaxSeats>{};
      NetGame result{id_, actions_, {}, resigned_ >= 0, false};
      if (resigned_ >= 0) result.resigned_wrongly = utility[resigned_] > G::kMinUtility;
      for (Kept& kept : kept_) {
        TrainingRow& row = kept.row;
        row.game = id_;
        if (games_.has_results()) {
          const float u = utility[kept.seat];
          row.outcome = {u > 0 ? 1.F : 0.F, u == 0 ? 1.F : 0.F, u < 0 ? 1.F : 0.F};
        } else {
          for (int i = 0; i < G::kMaxSeats; ++i) {
            row.outcome.push_back(i < game.seats() ? utility[(kept.seat + i) % game.seats()] : 0);
          }
        }
        keep_owners(kept);
        result.rows.push_back(std::move(row));
      }
      return result;
    }

   private:
    struct Kept {
      TrainingRow row;
      int seat;
      int symmetry;
    };
    static constexpr std::uint64_t kFewest = 2;  // the first visit is the root's own

    void begin() {
      const auto plies =
          random_.below(static_cast<std::uint32_t>(games_.options_.random_plies) + 1);
      for (std::uint32_t ply = 0; ply < plies; ++ply) {
        roll();
        // Dice may end a race before anybody has had anything to decide.
        if (play_.over()) return;
        auto after = play_.state();
        const auto action = draw_action(game_, after, random_);
        game_.apply(after, action);
        if (game_.actor(after).over()) break;
        play_.play(action);
      }
      roll();
    }
    // Takes all steps of chance that are due.
    void roll() {
      while (game_.actor(play_.state()).chance()) {
        play_.play(draw_outcome(game_, play_.state(), random_));
      }
    }
    bool over() const { return play_.over() || actions_ >= games_.options_.max_actions; }

    void begin_search() {
      if (over()) return;
      const NetGamesOptions& options = games_.options_;
      full_ = resigned_ < 0 ? random_.uniform() < options.full_share
                            : random_.uniform() < kFullAfterResignation;
      search_.set_visits(std::max(kFewest, full_ ? options.search.visits : options.fast_visits));
      const auto& state = play_.state();
      seat_ = game_.actor(state).seat();
      search_.start(game_.view(state, seat_), RandomStream(random_.next(), "search"));
    }

    void take_action() {
      const auto shares = shares_of_actions();
      const float value = search_.root_value()[seat_];
      if (full_) keep_row(shares, value);
      note_resignation(value);
      play_.play(choose(shares));
      ++actions_;
      roll();
    }

    std::vector<ActionShare<G>> shares_of_actions() const {
      if (games_.has_policy()) return search_.improved_policy();
      std::vector<ActionShare<G>> shares;
      std::uint64_t visits = 0;
      for (const auto& line : search_.root_actions()) visits += line.visits;
      for (const auto& line : search_.root_actions()) {
        shares.push_back(
            {line.actions.front(), static_cast<float>(line.visits) / static_cast<float>(visits)});
      }
      return shares;
    }

    // The search's own choice when it is cold, otherwise one by share^(1/temperature).
    typename G::Action choose(const std::vector<ActionShare<G>>& shares) {
      const float temperature = games_.options_.temperature.at(actions_);
      if (temperature < kColdest) return search_.best_action();
      float highest = 0;
      for (const auto& entry : shares) highest = std::max(highest, entry.share);
      std::vector<float> weights;
      float sum = 0;
      for (const auto& entry : shares) {
        weights.push_back(std::pow(entry.share / highest, 1 / temperature));
        sum += weights.back();
      }
      float left = random_.uniform() * sum;
      for (std::size_t i = 0; i < shares.size(); ++i) {
        left -= weights[i];
        if (left < 0) return shares[i].action;
      }
      return search_.best_action();
    }

    // A seat gives up when its searches have expected a loss several times in a row; the game goes
    // on with fast searches, so that it can be seen whether that was right.
    void note_resignation(float value) {
      if (games_.options_.resign <= 0 || resigned_ >= 0) return;
      const bool hopeless = value < G::kMinUtility * games_.options_.resign;
      hopeless_[seat_] = hopeless ? hopeless_[seat_] + 1 : 0;
      if (hopeless_[seat_] >= kHopelessSearches) resigned_ = seat_;
    }

    void keep_row(const std::vector<ActionShare<G>>& shares, float value) {
      const G& game = game_;
      Kept kept{{}, seat_, 0};
      kept.row.features.resize(static_cast<std::size_t>(game.feature_count()));
      kept.row.root_value = value / (games_.has_results() ? G::kMaxUtility : 1);
      auto seen = play_.state();
      if constexpr (HasSymmetries<G>) {
        kept.symmetry = static_cast<int>(random_.below(G::kSymmetries));
        seen = game.transform(seen, kept.symmetry);
      }
      game.encode(game.view(seen, seat_), kept.row.features);
      if (games_.has_policy()) {
        for (const auto& entry : shares) {
          auto action = entry.action;
          if constexpr (HasSymmetries<G>) action = game.transform(action, kept.symmetry);
          kept.row.policy.emplace_back(game.policy_index(seen, action), entry.share);
        }
      }
      kept_.push_back(std::move(kept));
    }

    void keep_owners(Kept& kept) const {
      if constexpr (BoardGame<G> && HasOwners<G> && HasSymmetries<G>) {
        std::array<std::int8_t, G::kSize * G::kSize> owners{};
        game_.owners(game_.transform(play_.state(), kept.symmetry), owners);
        for (const std::int8_t owner : owners) {
          kept.row.owners.push_back(owner < 0 ? 0.F : owner == kept.seat ? 1.F : -1.F);
        }
      }
    }

    static constexpr int kHopelessSearches = 3;
    static constexpr float kFullAfterResignation = 0.1F;

    const NetGames& games_;
    std::uint64_t id_;
    RandomStream random_;
    G game_;
    Playthrough<G> play_;
    Search<G> search_;
    std::vector<Kept> kept_;
    int actions_ = 0;  // that were searched
    int seat_ = 0;     // that searches
    bool full_ = true;
    std::array<int, G::kMaxSeats> hopeless_{};
    int resigned_ = -1;
  };

  std::unique_ptr<Table> new_table() { return std::make_unique<Table>(*this, next_id_++); }
  bool has_policy() const { return evaluator_.net().policy_count() > 0; }
  bool has_results() const { return evaluator_.net().value_kind() == ValueKind::kResults; }

  G game_;
  NetGamesOptions options_;
  std::uint64_t seed_;
  std::uint64_t next_id_;
  NetEvaluator<G> evaluator_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<LeafRequest<G>*> batch_;
  std::vector<NetGame> finished_;
};

}  // namespace clanhouse
