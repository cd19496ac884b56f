#include "selfplay/ratings/social_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using nlohmann::json;

std::vector<Vote> votes_of(const json& input) {
  std::vector<Vote> votes;
  for (const json& vote : input["votes"]) {
    votes.push_back({vote[0], {}});
    for (const char c : vote[1].get<std::string>()) votes.back().order.push_back(c - 'a');
  }
  return votes;
}

TEST(SocialChoice, Borda) {
  for (const json& entry : test::references("borda")) {
    const auto scores = borda_scores(3, votes_of(entry["input"]));
    std::string ranking = "abc";
    std::stable_sort(ranking.begin(), ranking.end(),
                     [&](char a, char b) { return scores[a - 'a'] > scores[b - 'a']; });
    EXPECT_EQ(ranking, entry["expected"]["ranking"]);
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      EXPECT_EQ(scores[ranking[i] - 'a'], entry["expected"]["scores"][i]);
    }
  }
}

TEST(SocialChoice, Copeland) {
  for (const json& entry : test::references("copeland")) {
    auto scores = copeland_scores(3, votes_of(entry["input"]));
    std::sort(scores.rbegin(), scores.rend());
    EXPECT_EQ(json(scores), entry["expected"]["scores_sorted"]);
  }
}

TEST(SocialChoice, Condorcet) {
  for (const json& entry : test::references("condorcet_matrices")) {
    const auto votes = votes_of(entry["input"]);
    const json& expected = entry["expected"];
    EXPECT_EQ(json(preferences(3, votes)), expected["pref"]);
    EXPECT_EQ(json(margins(3, votes)), expected["margin"]);
    EXPECT_EQ(condorcet_winner(3, votes),
              expected["strong_condorcet_winner"].get<std::string>()[0] - 'a');
  }
  EXPECT_EQ(condorcet_winner(3, {{1, {0, 1, 2}}, {1, {1, 2, 0}}, {1, {2, 0, 1}}}), std::nullopt);
}

TEST(SocialChoice, ShapleyValues) {
  for (const json& entry : test::references("shapley_value")) {
    // The glove game: player 0 has the left glove, the others a right one.
    const auto values = shapley_values(
        3, [](unsigned coalition) { return (coalition & 1) != 0 && coalition > 1 ? 1.0 : 0.0; });
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(values[i], entry["expected"]["phi"][i], entry["tolerance"]);
    }
  }
}

}  // namespace
}  // namespace clanhouse
