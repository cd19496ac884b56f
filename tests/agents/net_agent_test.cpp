// Search with a policy, and the agent "net".
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "agents/registry.h"
#include "agents/search/dirichlet.h"
#include "core/files.h"
#include "core/playthrough.h"
#include "tests/agents/random_net.h"
#include "tests/core/dashigaikh/positions.h"
#include "tests/temporary_folder.h"

namespace clanhouse {
namespace {

using Dash3 = dashigaikh::Dashigaikh<3>;
using Dash5 = dashigaikh::Dashigaikh<5>;

// ---- PUCT ----

// Even positions, in which the first three actions have 50, 30 and 20 %.
class FixedPolicy : public Evaluator<Dash3> {
 public:
  void evaluate(std::span<LeafRequest<Dash3>* const> batch) override {
    for (LeafRequest<Dash3>* leaf : batch) {
      Dash3::ActionList actions;
      Dash3(test::sized(3)).legal(leaf->state, actions);
      leaf->value = {};
      leaf->policy.assign(actions.size(), 0);
      leaf->policy[0] = 0.5F;
      leaf->policy[1] = 0.3F;
      leaf->policy[2] = 0.2F;
    }
  }
};

std::vector<std::uint64_t> visits_by_action(const Search<Dash3>& search) {
  auto lines = search.analysis().lines;
  std::sort(lines.begin(), lines.end(),
            [](const auto& a, const auto& b) { return a.actions[0] < b.actions[0]; });
  std::vector<std::uint64_t> visits;
  for (const auto& line : lines) visits.push_back(line.visits);
  return visits;
}

// Pitfall 4: worked out by hand from prior / (1 + visits), the rest being the same for all actions:
//   0.5 0.3 0.2 | 0.25 0.3 0.2 | 0.25 0.15 0.2 | 0.167 0.15 0.2 | 0.167 0.15 0.1 | 0.125 0.15 0.1
TEST(Puct, VisitsAsTheFormulaSays) {
  const Dash3 game(test::sized(3));
  SearchOptions options;
  options.fpu_reduction = 0;
  const std::vector<std::vector<std::uint64_t>> expected = {{1},       {1, 1},    {2, 1},
                                                            {2, 1, 1}, {3, 1, 1}, {3, 2, 1}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    options.visits = 2 + i;  // the first is the root's own
    Search<Dash3> search(game, options);
    FixedPolicy evaluator;
    search.start(game.initial(), RandomStream(1, "puct"));
    run_search<Dash3>(search, evaluator);
    EXPECT_EQ(visits_by_action(search), expected[i]) << options.visits << " visits";
  }
}

// With N visits of the root, of which a share s of the policy is visited, a new action counts as
// 0 - fpu * sqrt(s) and gets cpuct * prior * sqrt(N).
TEST(Puct, FirstPlayUrgencyHoldsNewActionsBack) {
  const Dash3 game(test::sized(3));
  SearchOptions options;
  options.visits = 4;
  options.cpuct = 1;
  // After the first action: 0.25 * sqrt(2) = 0.354 against 0.3 * sqrt(2) - 0.1 * sqrt(0.5) = 0.354
  // - 0.0003; after its second visit 0.167 * sqrt(3) = 0.289 against 0.520 - 0.071.
  options.fpu_reduction = 0.101F;
  Search<Dash3> search(game, options);
  FixedPolicy evaluator;
  search.start(game.initial(), RandomStream(1, "puct"));
  run_search<Dash3>(search, evaluator);
  EXPECT_EQ(visits_by_action(search), (std::vector<std::uint64_t>{2, 1}));
}

TEST(Dirichlet, IsADistributionWithTheRightMoments) {
  RandomStream random(1, "dirichlet");
  constexpr int kSize = 5;
  constexpr int kDraws = 20000;
  for (const float alpha : {0.2F, 1.F, 3.F}) {
    std::array<double, kSize> sum{};
    double squares = 0;
    for (int draw = 0; draw < kDraws; ++draw) {
      std::array<float, kSize> shares{};
      draw_dirichlet(alpha, shares, random);
      float total = 0;
      for (int i = 0; i < kSize; ++i) {
        EXPECT_GE(shares[i], 0);
        total += shares[i];
        sum[i] += shares[i];
      }
      EXPECT_NEAR(total, 1, 1e-5);
      squares += shares[0] * shares[0];
    }
    const double mean = 1.0 / kSize;
    const double variance = mean * (1 - mean) / (kSize * alpha + 1);
    for (const double s : sum) EXPECT_NEAR(s / kDraws, mean, 5 * std::sqrt(variance / kDraws));
    EXPECT_NEAR(squares / kDraws - mean * mean, variance, 0.08 * variance);
  }
}

// Pitfall 5.
TEST(Puct, NoiseIsDrawnForTheRootAlone) {
  const Dash3 game(test::sized(3));
  const auto visits = [&](float noise, int seed) {
    SearchOptions options;
    options.visits = 200;
    options.noise = noise;
    Search<Dash3> search(game, options);
    FixedPolicy evaluator;
    search.start(game.initial(), RandomStream(seed, "noise"));
    run_search<Dash3>(search, evaluator);
    return visits_by_action(search);
  };
  EXPECT_EQ(visits(0, 1), visits(0, 2));
  EXPECT_NE(visits(0.25F, 1), visits(0, 1));
  EXPECT_NE(visits(0.25F, 1), visits(0.25F, 2));
  EXPECT_EQ(visits(0.25F, 1), visits(0.25F, 1));
  EXPECT_GT(visits(0.25F, 1).size(), 3U);  // noise reaches actions that the policy leaves out
}

// ---- the agent ----

using test::untrained_net;

class NetAgent : public testing::Test {
 protected:
  // The net's name as agents are given it.
  std::string save(const TensorFile& file) {
    const auto path = folder_.path() / "net.safetensors";
    EXPECT_TRUE(write_file(path, format_safetensors(file)));
    return path.string();
  }
  test::TemporaryFolder folder_;
};

TEST_F(NetAgent, PlaysLegalGamesAndTheSameWithTheSameSeed) {
  const Dash3 game(test::sized(3));
  const std::string file = save(untrained_net(game));
  for (const std::string& spec :
       {"net:" + file + ",visits=30", "net:visits=1,file=" + file,
        "net:" + file + ",visits=30,root=gumbel", "net:" + file + ",visits=30,reuse=true",
        "net:" + file + ",visits=30,symmetry=true"}) {
    const auto play = [&] {
      const auto agent = *make_agent(game, spec);
      agent->begin_game(RandomStream(1, "net"));
      Playthrough<Dash3> play(game);
      while (!play.over() && play.steps().size() < 100) {
        Dash3::ActionList actions;
        game.legal(play.state(), actions);
        const auto action = agent->choose(play.state());
        EXPECT_NE(std::find(actions.begin(), actions.end(), action), actions.end());
        play.play(action);
      }
      return fingerprint(play);
    };
    EXPECT_EQ(play(), play());
  }
}

// Pitfall 12.
TEST_F(NetAgent, FindsAWinInOneAtFiftyVisitsUntrained) {
  const Dash5 game(test::sized(5));
  const auto agent = *make_agent(game, "net:" + save(untrained_net(game)) + ",visits=50");
  RandomStream random(4, "positions");
  int wins = 0;
  for (std::uint64_t id = 0; wins < 60; ++id) {
    auto state = game.initial();
    while (!game.actor(state).over()) {
      dashigaikh::Action win;
      if (game.find_win(state, win)) {
        agent->begin_game(RandomStream(id, "agent"));
        auto after = state;
        game.apply(after, agent->choose(state));
        EXPECT_TRUE(game.actor(after).over());
        if (game.actor(after).over()) {
          EXPECT_EQ(game.utility(after)[state.to_move], 1);
        }
        ++wins;
        break;
      }
      apply_random_step(game, state, random);
    }
  }
}

// Pitfall 14 through the evaluator: an item of a batch equals the same alone.
TEST_F(NetAgent, EvaluatesBatchesAsOneByOne) {
  const Dash5 game(test::sized(5));
  NetEvaluator<Dash5> evaluator(game, *read_net_for(game, untrained_net(game)));
  RandomStream random(5, "batch");
  std::vector<LeafRequest<Dash5>> leaves;
  auto state = game.initial();
  for (; leaves.size() < 20 && !game.actor(state).over(); apply_random_step(game, state, random)) {
    leaves.emplace_back();
    leaves.back().state = state;
  }
  std::vector<LeafRequest<Dash5>*> batch;
  for (auto& leaf : leaves) batch.push_back(&leaf);
  evaluator.evaluate(batch);
  for (auto& leaf : leaves) {
    LeafRequest<Dash5> alone;
    alone.state = leaf.state;
    LeafRequest<Dash5>* one = &alone;
    evaluator.evaluate({&one, 1});
    EXPECT_NEAR(leaf.value[0], alone.value[0], 1e-5);
    EXPECT_EQ(leaf.value[0], -leaf.value[1]);
    ASSERT_EQ(leaf.policy.size(), alone.policy.size());
    float sum = 0;
    for (std::size_t i = 0; i < leaf.policy.size(); ++i) {
      EXPECT_NEAR(leaf.policy[i], alone.policy[i], 1e-5);
      sum += leaf.policy[i];
    }
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

// A net that counts what it is asked, and answers with the sum of the features.
class SumNet : public Network {
 public:
  SumNet(int features, int policies, int* asked)
      : features_(features), policies_(policies), asked_(asked) {}
  int feature_count() const override { return features_; }
  int policy_count() const override { return policies_; }
  int value_count() const override { return 3; }
  ValueKind value_kind() const override { return ValueKind::kResults; }
  void evaluate(int positions, const float* features, float* policy, float* values) override {
    *asked_ += positions;
    std::fill_n(policy, positions * policies_, 0.F);
    for (int p = 0; p < positions; ++p) {
      values[3 * p] =
          std::accumulate(features + p * features_, features + (p + 1) * features_, 0.F);
      values[3 * p + 1] = values[3 * p + 2] = 0;
    }
  }

 private:
  int features_;
  int policies_;
  int* asked_;
};

// Pitfall 15: with one entry every position collides with every other.
TEST_F(NetAgent, RemembersPositionsAndNeverMixesThemUp) {
  const Dash5 game(test::sized(5));
  const auto value_of = [&](NetEvaluator<Dash5>& evaluator, const Dash5::State& state) {
    LeafRequest<Dash5> leaf;
    leaf.state = state;
    LeafRequest<Dash5>* one = &leaf;
    evaluator.evaluate({&one, 1});
    EXPECT_FALSE(leaf.policy.empty());
    return leaf.value;
  };
  RandomStream random(5, "cache");
  std::vector<Dash5::State> states = {game.initial()};
  while (states.size() < 10) {
    states.push_back(states.back());
    apply_random_step(game, states.back(), random);
  }
  for (const int entries : {0, 1, 1000}) {
    int asked = 0;
    const auto make = [&] {
      return std::make_unique<SumNet>(game.feature_count(), game.policy_count(), &asked);
    };
    NetEvaluator<Dash5> plain(game, make());
    NetEvaluator<Dash5> evaluator(game, make(), {entries, false});
    std::vector<Utilities<2>> expected;
    for (const auto& state : states) expected.push_back(value_of(plain, state));
    asked = 0;
    for (int round = 0; round < 3; ++round) {
      for (std::size_t i = 0; i < states.size(); ++i) {
        EXPECT_EQ(value_of(evaluator, states[i]), expected[i]) << entries;
      }
    }
    EXPECT_EQ(asked, entries == 1000 ? 10 : 30);
    EXPECT_EQ(evaluator.counts().leaves, 30U);
    EXPECT_EQ(evaluator.counts().hits, entries == 1000 ? 20U : 0U);
    // Another net's answers are not the old one's.
    evaluator.set_net(make());
    asked = 0;
    value_of(evaluator, states[0]);
    EXPECT_EQ(asked, 1);
  }
}

TEST_F(NetAgent, SaysWhatIsWrongWithItsFile) {
  const Dash5 game(test::sized(5));
  const auto reason = [&](const std::string& spec) {
    const auto agent = make_agent(game, spec);
    return agent ? "" : agent.error().reason;
  };
  setenv("CLANHOUSE_MODELS", (folder_.path() / "models").c_str(), 1);
  EXPECT_EQ(reason("net"), "agent 'net': none is shipped for this game (net:FILE)");
  unsetenv("CLANHOUSE_MODELS");
  EXPECT_THAT(reason("net:visits=3,x.safetensors"), testing::HasSubstr("expected key=value"));
  EXPECT_THAT(reason("net:" + (folder_.path() / "none").string()), testing::HasSubstr("none"));
  const Dash3 small(test::sized(3));
  const std::string file = save(untrained_net(small));
  EXPECT_EQ(
      reason("net:" + file),
      file +
          ": this net is for something else: feature_planes is 26, not 34, policy_planes is 27, "
          "not 123, size is 3, not 5");
  TensorFile other = untrained_net(game);
  other.metadata["game"] = "ssansh";
  other.metadata.erase("format");
  EXPECT_EQ(reason("net:" + save(other)),
            file +
                ": this net is for something else: format is nothing, not 1, game is ssansh, not "
                "dashigaikh");
  EXPECT_TRUE(write_file(file, "no net"));
  EXPECT_EQ(reason("net:" + file), file + ": this is no safetensors file");
}

}  // namespace
}  // namespace clanhouse
