#include "selfplay/ratings/online.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/selfplay/ratings/reference.h"

namespace clanhouse {
namespace {

using nlohmann::json;

// "mu" and "sigma" may be one number for all or a list.
std::vector<Skill> skills_of(const json& input) {
  std::vector<Skill> skills;
  const std::size_t n =
      input.contains("players") ? input["players"].get<std::size_t>() : input["mu"].size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto value = [&](const char* key) {
      return test::number(input[key].is_array() ? input[key][i] : input[key]);
    };
    skills.push_back({value("mu"), value("sigma")});
  }
  return skills;
}

std::vector<int> in_order(std::size_t players) {
  std::vector<int> ranks(players);
  std::iota(ranks.begin(), ranks.end(), 1);
  return ranks;
}

void expect_skills(const std::vector<Skill>& skills, const json& entry) {
  const json& expected = entry["expected"]["mu_sigma"];
  ASSERT_EQ(skills.size(), expected.size());
  for (std::size_t i = 0; i < skills.size(); ++i) {
    EXPECT_NEAR(skills[i].mu, expected[i][0], entry["tolerance"]) << entry;
    EXPECT_NEAR(skills[i].sigma, expected[i][1], entry["tolerance"]) << entry;
  }
}

TEST(Online, TrueSkill) {
  for (const json& entry : test::references("trueskill_free_for_all")) {
    SkillSettings settings;
    std::vector<Skill> skills(entry["input"]["players"].get<std::size_t>());
    if (const json& prior = entry["input"]["prior"]; prior.is_object()) {
      settings.beta = prior["beta"];
      settings.tau = prior["tau"];
      settings.draw_probability = prior["draw_probability"];
      for (Skill& skill : skills) skill = {prior["mu"], prior["sigma"]};
    }
    expect_skills(trueskill_update(skills, in_order(skills.size()), settings), entry);
  }
  for (const json& entry : test::references("trueskill_1v1_draw")) {
    expect_skills(trueskill_update({{}, {}}, entry["input"]["ranks"]), entry);
  }
  for (const json& entry : test::references("trueskill_upset_8")) {
    std::vector<Skill> skills;
    std::istringstream players(entry["input"]["players"].get<std::string>());
    char bracket = 0;
    char comma = 0;
    for (Skill skill; players >> bracket >> skill.mu >> comma >> skill.sigma >> bracket;) {
      skills.push_back(skill);
    }
    expect_skills(trueskill_update(skills, in_order(8)), entry);
  }
}

TEST(Online, WengLin) {
  const std::pair<const char*, WengLinModel> models[] = {
      {"weng_lin_plackett_luce", WengLinModel::kPlackettLuce},
      {"weng_lin_bradley_terry_full", WengLinModel::kBradleyTerry},
      {"weng_lin_thurstone_mosteller_full", WengLinModel::kThurstoneMosteller}};
  for (const auto& [method, model] : models) {
    for (const json& entry : test::references(method)) {
      const json& input = entry["input"];
      SkillSettings settings;
      settings.tau = test::number(input["tau"]);
      if (input.contains("beta")) settings.beta = test::number(input["beta"]);
      if (input.contains("kappa")) settings.kappa = input["kappa"];
      const std::vector<Skill> skills = skills_of(input);
      const std::vector<int> ranks =
          input.contains("rank") ? input["rank"].get<std::vector<int>>() : in_order(skills.size());
      expect_skills(weng_lin_update(skills, ranks, model, settings), entry);
    }
  }
}

TEST(Online, Glicko2) {
  for (const json& entry : test::references("glicko2_worked_example")) {
    const json& input = entry["input"];
    std::vector<Glicko2Game> games;
    for (const json& o : input["opponents"]) games.push_back({{o[0], o[1], 0.06}, o[2]});
    const Glicko2 after =
        glicko2_update({input["player"]["rating"], input["player"]["rd"], input["player"]["vol"]},
                       games, input["tau"]);
    for (const auto& [source, tolerance] :
         {std::pair{"published", "published"}, {"full_precision", "full"}}) {
      const json& expected = entry["expected"][source];
      EXPECT_NEAR(after.rating, expected["rating"], entry["tolerance"][tolerance]);
      EXPECT_NEAR(after.deviation, expected["rd"], entry["tolerance"][tolerance]);
      EXPECT_NEAR(after.volatility, expected["vol"], 1e-5);
    }
  }
  EXPECT_GT(glicko2_update({1500, 50, 0.06}, {}).deviation, 50);
}

TEST(Online, Elo) {
  for (const json& entry : test::references("elo_online_update")) {
    const json& input = entry["input"];
    EXPECT_NEAR(elo_update(input["ra"], input["rb"], input["score_a"], input["k"]),
                entry["expected"]["ra"], entry["tolerance"]);
    EXPECT_NEAR(
        elo_update(input["rb"], input["ra"], 1 - input["score_a"].get<double>(), input["k"]),
        entry["expected"]["rb"], entry["tolerance"]);
  }
}

// Faults that other programs had: ties ranked by their place in the list, equal losers unequal.
TEST(Online, TheOrderOfThoseWhoTieDoesNotMatter) {
  const std::vector<Skill> skills = {{25, 8}, {25, 8}, {25, 8}, {25, 8}};
  for (const auto model : {WengLinModel::kPlackettLuce, WengLinModel::kBradleyTerry,
                           WengLinModel::kThurstoneMosteller}) {
    const auto after = weng_lin_update(skills, {2, 1, 2, 1}, model);
    EXPECT_NEAR(after[0].mu, after[2].mu, 1e-12);
    EXPECT_NEAR(after[1].mu, after[3].mu, 1e-12);
    EXPECT_GT(after[1].mu, after[0].mu);
  }
  const auto drawn = trueskill_update(skills, {1, 1, 1, 1});
  EXPECT_NEAR(drawn[0].mu, drawn[3].mu, 1e-6);
  EXPECT_NEAR(drawn[1].mu, 25, 1e-6);
}

TEST(Online, IsFiniteForUpsets) {
  const auto finite = [](const std::vector<Skill>& skills) {
    for (const Skill& s : skills) EXPECT_TRUE(std::isfinite(s.mu) && s.sigma > 0);
  };
  const std::vector<Skill> far = {{-5000, 1}, {5000, 1e-3}, {0, 1e3}};
  for (const auto& ranks : {std::vector{1, 2, 3}, {3, 2, 1}, {1, 1, 1}, {1, 1, 2}}) {
    finite(trueskill_update(far, ranks));
    for (const auto model : {WengLinModel::kPlackettLuce, WengLinModel::kBradleyTerry,
                             WengLinModel::kThurstoneMosteller}) {
      finite(weng_lin_update(far, ranks, model));
    }
  }
  const Glicko2 upset = glicko2_update({-5000, 30, 0.06}, {{{5000, 30, 0.06}, 1}});
  EXPECT_TRUE(std::isfinite(upset.rating + upset.deviation + upset.volatility));
}

}  // namespace
}  // namespace clanhouse
