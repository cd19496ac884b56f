// A net as an evaluator of the search: policy and value of positions of games on a square board,
// for two seats and with nothing hidden.
//
// A net file is for one game and board: its metadata say "game" (G::kName) and "format" beside the
// shape of the tower. Features are those of G::encode(), policy logits lie where G::policy_index()
// says, and the results are win, draw and loss for the seat to act.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "agents/net/tower.h"
#include "agents/search/evaluator.h"

namespace clanhouse {

template <class G>
concept BoardGame = Game<G> && G::kPerfectInformation && G::kMaxSeats == 2 && requires {
  { G::kSize } -> std::convertible_to<int>;
};

inline constexpr std::string_view kNetFormat = "1";

// The shape of a tower for the game; channels and so on are as they are by default.
template <BoardGame G>
TowerShape tower_shape_for(const G& game) {
  TowerShape shape;
  shape.size = G::kSize;
  shape.feature_planes = game.feature_count() / shape.squares();
  shape.policy_planes = game.policy_count() / shape.squares();
  return shape;
}

// The tower of a net that is for this game; errors name all keys that differ.
template <BoardGame G>
Result<Tower> read_tower_for(const G& game, const TensorFile& file) {
  const TowerShape wanted = tower_shape_for(game);
  std::string differences;
  const auto compare = [&](const std::string& key, const std::string& expected) {
    const auto given = file.metadata.find(key);
    const std::string value = given == file.metadata.end() ? "nothing" : given->second;
    if (value == expected) return;
    differences += (differences.empty() ? "" : ", ") + key + " is " + value + ", not " + expected;
  };
  compare("format", std::string(kNetFormat));
  compare("game", std::string(G::kName));
  for (const auto& option : tower_options().options()) {
    if (option.key == "size" || option.key.ends_with("_planes")) {
      compare(option.key, option.print(wanted));
    }
  }
  if (!differences.empty()) return invalid("this net is for something else: " + differences);
  return Tower::read(file);
}

template <BoardGame G>
class NetEvaluator : public Evaluator<G> {
 public:
  // The tower is one for the game (read_tower_for()).
  NetEvaluator(const G& game, Tower tower) : game_(game), tower_(std::move(tower)) {}

  void evaluate(std::span<LeafRequest<G>* const> batch) override {
    const auto features = static_cast<std::size_t>(game_.feature_count());
    const auto policies = static_cast<std::size_t>(game_.policy_count());
    features_.resize(batch.size() * features);
    policy_.resize(batch.size() * policies);
    results_.resize(batch.size() * Tower::kResults);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const auto& state = batch[i]->state;
      game_.encode(game_.view(state, game_.actor(state).seat()),
                   std::span(features_).subspan(i * features, features));
    }
    tower_.evaluate(static_cast<int>(batch.size()), features_.data(), policy_.data(),
                    results_.data());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      answer(*batch[i], std::span(policy_).subspan(i * policies, policies),
             std::span(results_).subspan(i * Tower::kResults, Tower::kResults));
    }
  }

 private:
  void answer(LeafRequest<G>& leaf, std::span<float> policy, std::span<float> results) {
    const auto seat = static_cast<std::size_t>(game_.actor(leaf.state).seat());
    softmax(results);
    const float value = results[0] - results[2];
    leaf.value[seat] = G::kMaxUtility * value;
    leaf.value[1 - seat] = -leaf.value[seat];
    game_.legal(leaf.state, actions_);
    leaf.policy.resize(actions_.size());
    for (std::size_t a = 0; a < actions_.size(); ++a) {
      leaf.policy[a] =
          policy[static_cast<std::size_t>(game_.policy_index(leaf.state, actions_[a]))];
    }
    softmax(leaf.policy);
  }

  static void softmax(std::span<float> logits) {
    const float highest = *std::max_element(logits.begin(), logits.end());
    float sum = 0;
    for (float& v : logits) sum += v = std::exp(v - highest);
    for (float& v : logits) v /= sum;
  }

  G game_;
  Tower tower_;
  typename G::ActionList actions_;
  std::vector<float> features_;
  std::vector<float> policy_;
  std::vector<float> results_;
};

}  // namespace clanhouse
