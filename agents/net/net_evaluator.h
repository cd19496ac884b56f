// A net as an evaluator of the search.
//
// A leaf of chance is worth the mean over its outcomes; where chance follows upon chance the rest
// is drawn, by the stream of the search that asks, up to the next decision. Nets with a policy are
// asked again for a position that they have just seen only if that has fallen out of the cache,
// which holds the state beside the answer and so never mixes two positions up.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "agents/net/net_file.h"
#include "agents/search/evaluator.h"

namespace clanhouse {

struct NetEvaluatorOptions {
  // Entries of the cache; 0: none.
  int cache = 0;
  // Whether a position is looked at under a symmetry of the board that depends on the position, so
  // that a net's preference for a corner does not add up over a search.
  bool symmetry = false;
};

// What an evaluator has been asked for so far.
struct NetCounts {
  std::uint64_t leaves = 0;
  std::uint64_t hits = 0;  // of the cache
  std::uint64_t batches = 0;
  std::uint64_t evaluations = 0;  // leaves that the net has evaluated
};

template <Game G>
class NetEvaluator : public Evaluator<G> {
 public:
  // The net is one for the game (read_net_for()).
  NetEvaluator(const G& game, std::unique_ptr<Network> net, const NetEvaluatorOptions& options = {})
      : game_(game), net_(std::move(net)), options_(options) {
    if (caches()) cache_.resize(static_cast<std::size_t>(options_.cache));
  }

  // Goes on with another net of the same shape.
  void set_net(std::unique_ptr<Network> net) {
    net_ = std::move(net);
    for (Entry& entry : cache_) entry.full = false;
  }

  void evaluate(std::span<LeafRequest<G>* const> batch) override {
    const auto features = static_cast<std::size_t>(net_->feature_count());
    const auto policies = static_cast<std::size_t>(net_->policy_count());
    const auto values = static_cast<std::size_t>(net_->value_count());
    counts_.leaves += batch.size();
    asked_.clear();
    for (LeafRequest<G>* leaf : batch) {
      if (look_up(*leaf)) continue;
      leaf->value = {};
      if (!game_.actor(leaf->state).chance()) {
        ask({leaf, leaf->state, 1, true});
        continue;
      }
      game_.outcomes(leaf->state, outcomes_);
      for (const auto& [outcome, probability] : outcomes_) {
        Asked asked{leaf, leaf->state, probability, false};
        game_.apply(asked.state, outcome);
        while (game_.actor(asked.state).chance()) {
          game_.apply(asked.state, draw_outcome(game_, asked.state, *leaf->random));
        }
        ask(asked);
      }
    }
    if (asked_.empty()) return;
    ++counts_.batches;
    counts_.evaluations += asked_.size();
    features_.resize(asked_.size() * features);
    policy_.resize(asked_.size() * policies);
    values_.resize(asked_.size() * values);
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const auto& state = asked_[i].state;
      game_.encode(game_.view(state, game_.actor(state).seat()),
                   std::span(features_).subspan(i * features, features));
    }
    net_->evaluate(static_cast<int>(asked_.size()), features_.data(), policy_.data(),
                   values_.data());
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      add(asked_[i], value_of(asked_[i].state, std::span(values_).subspan(i * values, values)));
      if (policies > 0 && asked_[i].at_leaf) {
        answer_policy(asked_[i], std::span(policy_).subspan(i * policies, policies));
      }
      keep(*asked_[i].leaf);
    }
  }

  const Network& net() const { return *net_; }
  const NetCounts& counts() const { return counts_; }

 private:
  struct Asked {
    LeafRequest<G>* leaf;
    typename G::State state;  // as the net sees it
    float weight;             // in the leaf's value
    bool at_leaf;             // whether this is the leaf's own state
    int symmetry = 0;
  };
  struct Entry {
    bool full = false;
    typename G::State state;
    Utilities<G::kMaxSeats> value;
    std::vector<float> policy;
  };

  // Values are those of a state where nothing is hidden and no chance was drawn.
  bool caches() const { return G::kPerfectInformation && options_.cache > 0; }
  Entry& entry_of(const typename G::State& state) {
    return cache_[game_.hash(state) % cache_.size()];
  }
  bool look_up(LeafRequest<G>& leaf) {
    if (cache_.empty()) return false;
    const Entry& entry = entry_of(leaf.state);
    if (!entry.full || !(entry.state == leaf.state)) return false;
    leaf.value = entry.value;
    leaf.policy.assign(entry.policy.begin(), entry.policy.end());
    ++counts_.hits;
    return true;
  }
  void keep(const LeafRequest<G>& leaf) {
    if (cache_.empty() || !game_.actor(leaf.state).is_seat()) return;
    Entry& entry = entry_of(leaf.state);
    entry.full = true;
    entry.state = leaf.state;
    entry.value = leaf.value;
    entry.policy.assign(leaf.policy.begin(), leaf.policy.end());
  }

  void ask(Asked asked) {
    if (game_.actor(asked.state).over()) {
      add(asked, game_.utility(asked.state));
      return;
    }
    if constexpr (HasSymmetries<G>) {
      if (options_.symmetry) {
        asked.symmetry = static_cast<int>(game_.hash(asked.state) % G::kSymmetries);
        asked.state = game_.transform(asked.state, asked.symmetry);
      }
    }
    asked_.push_back(asked);
  }

  void add(const Asked& asked, const Utilities<G::kMaxSeats>& value) const {
    for (int i = 0; i < game_.seats(); ++i) asked.leaf->value[i] += asked.weight * value[i];
  }

  Utilities<G::kMaxSeats> value_of(const typename G::State& state, std::span<float> outputs) const {
    const int seat = game_.actor(state).seat();
    Utilities<G::kMaxSeats> value{};
    if (net_->value_kind() == ValueKind::kResults) {
      softmax(outputs);
      value[seat] = G::kMaxUtility * (outputs[0] - outputs[2]);
      value[1 - seat] = -value[seat];
      return value;
    }
    for (int i = 0; i < game_.seats(); ++i) {
      value[(seat + i) % game_.seats()] = std::clamp(outputs[i], G::kMinUtility, G::kMaxUtility);
    }
    return value;
  }

  void answer_policy(const Asked& asked, std::span<const float> logits) {
    LeafRequest<G>& leaf = *asked.leaf;
    game_.legal(leaf.state, actions_);
    leaf.policy.resize(actions_.size());
    for (std::size_t a = 0; a < actions_.size(); ++a) {
      auto action = actions_[a];
      if constexpr (HasSymmetries<G>) {
        if (asked.symmetry != 0) action = game_.transform(action, asked.symmetry);
      }
      leaf.policy[a] = logits[static_cast<std::size_t>(game_.policy_index(asked.state, action))];
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
  std::unique_ptr<Network> net_;
  NetEvaluatorOptions options_;
  NetCounts counts_;
  std::vector<Entry> cache_;
  typename G::ActionList actions_;
  typename G::OutcomeList outcomes_;
  std::vector<Asked> asked_;
  std::vector<float> features_;
  std::vector<float> policy_;
  std::vector<float> values_;
};

}  // namespace clanhouse
