// Matches by blocks, for rating nets while they train: in a block every seat is taken once by one
// agent, all others by the other, from the same start and with the same chance.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agents/registry.h"
#include "selfplay/net_start.h"
#include "selfplay/opening.h"
#include "selfplay/play_game.h"

namespace clanhouse::training {

// With more than two seats every seat of the other agent counts as a game against it.
struct BlockResult {
  double score = 0;  // of the first agent: wins and half of the draws
  double games = 0;
};

class Match {
 public:
  virtual ~Match() = default;
  // Null when stop() says so before the end. Blocks of one number are alike in every match.
  virtual std::optional<BlockResult> play(int block, const std::function<bool()>& stop) = 0;
};
// A match of two agents, as they are written everywhere ("mcts:visits=200").
using MakeMatch = std::function<Result<std::unique_ptr<Match>>(const std::string& first,
                                                               const std::string& second)>;

template <Game G>
class GameMatch : public Match {
 public:
  static Result<std::unique_ptr<Match>> make(const G& game, std::uint64_t seed,
                                             const std::string& first, const std::string& second) {
    auto match = std::make_unique<GameMatch>(game, seed);
    for (int seat = 0; seat < game.seats(); ++seat) {
      auto agent = make_agent(game, seat == 0 ? first : second);
      if (!agent) return tl::unexpected(agent.error());
      match->agents_.push_back(std::move(*agent));
    }
    return match;
  }
  GameMatch(const G& game, std::uint64_t seed) : game_(game), seed_(seed) {}

  std::optional<BlockResult> play(int block, const std::function<bool()>& stop) override {
    RandomStream opening(seed_, "match opening", block);
    const G game = NetStart<G>::draw(game_, opening);
    const auto start = random_opening(game, BoardGame<G> ? kOpeningPlies : 0, opening);
    BlockResult result;
    const int seats = game.seats();
    for (int first = 0; first < seats; ++first) {
      std::vector<Agent<G>*> seated;
      for (int seat = 0; seat < seats; ++seat) {
        seated.push_back(agents_[static_cast<std::size_t>((seat - first + seats) % seats)].get());
        seated.back()->begin_game(RandomStream(seed_, "match agent", block, first, seat));
      }
      Playthrough<G> play = start;
      RandomStream chance(seed_, "match chance", block);
      if (!play_on<G>(play, seated, chance, stop)) return std::nullopt;
      const auto utility = game.utility(play.state());
      for (int seat = 0; seat < seats; ++seat) {
        if (seat == first) continue;
        ++result.games;
        result.score += utility[first] > utility[seat]    ? 1
                        : utility[first] == utility[seat] ? 0.5
                                                          : 0;
      }
    }
    return result;
  }

 private:
  static constexpr int kOpeningPlies = 4;

  G game_;
  std::uint64_t seed_;
  std::vector<std::unique_ptr<Agent<G>>> agents_;
};

template <Game G>
MakeMatch match_maker(const G& game, std::uint64_t seed) {
  return [=](const std::string& first, const std::string& second) {
    return GameMatch<G>::make(game, seed, first, second);
  };
}

}  // namespace clanhouse::training
