// Surveys: what is counted, on games where the truth is known; the errors; that results do not
// depend on threads.
#include "selfplay/survey/survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/files.h"
#include "selfplay/survey/analysis.h"
#include "tests/temporary_folder.h"
#include "tests/toy_game.h"
// After what surveys are instantiated for.
#include "selfplay/survey/facts.h"

namespace clanhouse::survey {

template <>
struct SurveyFacts<test::ToyGame> {
  static void note(const GameEnd<test::ToyGame>& end, Facts& facts) {
    facts.count("card", end.state.taken[0] == 0 ? "low" : "high");
    facts.number("steps", end.steps);
    facts.number("utility of seat 1 by card", end.state.taken[0] == 0 ? "low" : "high",
                 end.utility[0]);
  }
  template <class Step>
  static void note_step(const test::ToyGame&, const test::ToyGame::State& before, Step step,
                        const test::ToyGame::State& after, Facts& facts) {
    EXPECT_EQ(before.steps + 1, after.steps);
    if (before.steps == 3) facts.number("die", static_cast<double>(step));
  }
};

}  // namespace clanhouse::survey

#include "selfplay/survey/surveyor.h"

namespace clanhouse::survey {
namespace {

using test::TemporaryFolder;
using test::ToyGame;
using testing::ElementsAre;

template <Game G>
Sums play(const G& game, const std::vector<std::string>& agents, int first, int last,
          std::uint64_t seed = 1) {
  auto surveyor = Surveyor<G>::make(game, agents, line_up_names(agents), seed);
  EXPECT_TRUE(surveyor) << surveyor.error().reason;
  auto sums = (*surveyor)->play_rounds(first, last);
  EXPECT_TRUE(sums);
  return *sums;
}

template <Game G>
std::vector<Sums> blocks_of(const G& game, const std::vector<std::string>& agents, int blocks,
                            int size) {
  std::vector<Sums> sums;
  for (int b = 0; b < blocks; ++b) sums.push_back(play(game, agents, b * size, (b + 1) * size));
  return sums;
}

// What random play gives each seat, exactly: calls visit(probability, state) for every game.
template <class Visit>
void for_each_game(const ToyGame& game, const Visit& visit, ToyGame::State state = {},
                   double probability = 1) {
  const Actor actor = game.actor(state);
  if (actor.over()) return visit(probability, state);
  const auto go_on = [&](auto step, double p) {
    ToyGame::State next = state;
    game.apply(next, step);
    for_each_game(game, visit, next, probability * p);
  };
  if (actor.chance()) {
    ToyGame::OutcomeList outcomes;
    game.outcomes(state, outcomes);
    for (const auto& o : outcomes) go_on(o.outcome, o.probability);
  } else {
    ToyGame::ActionList actions;
    game.legal(state, actions);
    for (const auto a : actions) go_on(a, 1.0 / static_cast<double>(actions.size()));
  }
}

std::array<double, 3> exact_utility(const ToyGame& game) {
  std::array<double, 3> mean{};
  for_each_game(game, [&](double p, const ToyGame::State& end) {
    for (int seat = 0; seat < 3; ++seat) mean[seat] += p * game.utility(end)[seat];
  });
  return mean;
}

void expect_near(const Estimate& estimate, double truth) {
  ASSERT_TRUE(estimate.error);
  EXPECT_NEAR(estimate.value, truth, 4 * *estimate.error);
}

const Estimate& estimate_of(const VariantAnalysis& analysis, const char* quantity,
                            const char* category, bool fact = false) {
  const Answer* answer = analysis.find(quantity, category, fact);
  static const Estimate kNone;
  EXPECT_NE(answer, nullptr) << quantity << ", " << category;
  return answer == nullptr ? kNone : answer->estimate;
}

TEST(Survey, CountsWhatIsTrueOfEveryGame) {
  const ToyGame game(ToyGame::Config{});
  const auto analysis = analyse({blocks_of(game, {"random"}, 10, 1000)}).variants[0];
  EXPECT_EQ(analysis.games, 10'000);
  EXPECT_EQ(analysis.distinct_games, 2 * 3 * 2 * 3 * 2 * 2);
  EXPECT_EQ(analysis.most_legal, 3);
  EXPECT_THAT(analysis.steps.games, ElementsAre(std::pair(6, 10'000)));
  EXPECT_THAT(analysis.decisions.quantiles, ElementsAre(4, 4, 4, 4, 4));
  const auto expect = [&](const char* quantity, const char* category, double value, double n) {
    const Estimate& e = estimate_of(analysis, quantity, category);
    EXPECT_DOUBLE_EQ(e.value, value) << quantity;
    EXPECT_DOUBLE_EQ(e.error.value_or(-1), 0) << quantity;
    EXPECT_EQ(e.n, n) << quantity;
  };
  expect("length", "steps", 6, 10'000);
  expect("length", "decisions", 4, 10'000);
  expect("decisions", "seat 1", 1, 10'000);
  expect("decisions", "seat 2", 2, 10'000);
  expect("decisions", "seat 3", 1, 10'000);
  expect("ending", "over", 1, 10'000);
  expect("branching", "legal actions", 2.25, 40'000);
  expect("forced", "one action", 0, 40'000);
  // The kind of an action is the first word of its text.
  expect("possible", "2", 0.25, 40'000);
  expect("possible", "0", 1, 40'000);
}

TEST(Survey, EstimatesAreRightWithinTheirErrors) {
  const ToyGame game(ToyGame::Config{});
  const auto analysis = analyse({blocks_of(game, {"random"}, 200, 100)}).variants[0];
  const auto truth = exact_utility(game);
  std::array<double, 3> wins{};
  for_each_game(game, [&](double p, const ToyGame::State& end) {
    const auto u = game.utility(end);
    const float best = *std::max_element(u.begin(), u.end());
    const auto winners = std::count(u.begin(), u.end(), best);
    for (int s = 0; s < 3; ++s) wins[s] += u[s] == best ? p / static_cast<double>(winners) : 0;
  });
  for (int s = 0; s < 3; ++s) {
    const std::string seat = "seat " + std::to_string(s + 1);
    expect_near(estimate_of(analysis, "utility", seat.c_str()), truth[s]);
    expect_near(estimate_of(analysis, "wins", seat.c_str()), wins[s]);
    // The error is that of 20,000 independent games.
    EXPECT_NEAR(*estimate_of(analysis, "wins", seat.c_str()).error,
                std::sqrt(wins[s] * (1 - wins[s]) / 20'000), 0.0007);
  }
  expect_near(estimate_of(analysis, "taken", "2"), 1.0 / 3);
  expect_near(estimate_of(analysis, "played", "2"), 1.0 / 12);
  // Facts of the game.
  expect_near(estimate_of(analysis, "card", "low", true), 0.5);
  expect_near(estimate_of(analysis, "die", "", true), 0.75);
  EXPECT_EQ(estimate_of(analysis, "steps", "", true).value, 6);
  double low = 0;
  for_each_game(game, [&](double p, const ToyGame::State& end) {
    if (end.taken[0] == 0) low += 2 * p * game.utility(end)[0];
  });
  expect_near(estimate_of(analysis, "utility of seat 1 by card", "low", true), low);
}

TEST(Survey, AgentsChangeSeats) {
  const ToyGame game(ToyGame::Config{});
  const std::vector<std::string> agents = {"random", "mcts:visits=60", "random"};
  EXPECT_THAT(line_up(agents), ElementsAre("random", "mcts:visits=60", "random"));
  EXPECT_THAT(line_up({"random", "random"}), ElementsAre("random"));
  const auto analysis = analyse({blocks_of(game, agents, 100, 2)}).variants[0];
  EXPECT_EQ(analysis.games, 600);
  double wins = 0;
  for (const char* name : {"random", "mcts:visits=60", "random #2"}) {
    EXPECT_EQ(estimate_of(analysis, "utility of agents", name).n, 600);
    wins += estimate_of(analysis, "wins of agents", name).value;
  }
  EXPECT_NEAR(wins, 1, 1e-12);
  const Estimate& search = estimate_of(analysis, "utility of agents", "mcts:visits=60");
  const Estimate& random = estimate_of(analysis, "utility of agents", "random");
  EXPECT_GT(search.value, random.value + 2 * *search.error);
}

TEST(Survey, DifferencesArePaired) {
  const ToyGame one(ToyGame::Config{1});
  const ToyGame two(ToyGame::Config{2});
  const auto given = blocks_of(one, {"random"}, 100, 50);
  const auto analysis = analyse({given, given, blocks_of(two, {"random"}, 100, 50)});
  ASSERT_EQ(analysis.variants.size(), 3U);
  EXPECT_TRUE(analysis.variants[0].effects.empty());
  for (const Effect& effect : analysis.variants[1].effects) {
    EXPECT_EQ(effect.difference.value, 0);
    EXPECT_EQ(effect.difference.error, 0);
    EXPECT_FALSE(effect.q);
  }
  const auto truth_one = exact_utility(one);
  const auto truth_two = exact_utility(two);
  int seats = 0;
  for (const Effect& effect : analysis.variants[2].effects) {
    const Answer& answer = analysis.variants[2].answers[effect.answer];
    // The same dice fall and, by chance alone, the same actions are chosen.
    if (answer.quantity == "played" || answer.quantity == "card" || answer.quantity == "die") {
      EXPECT_EQ(effect.difference.value, 0) << answer.quantity;
      EXPECT_EQ(effect.difference.error, 0) << answer.quantity;
    }
    if (answer.quantity != "utility") continue;
    expect_near(effect.difference, truth_two[seats] - truth_one[seats]);
    ++seats;
  }
  EXPECT_EQ(seats, 3);
}

// Two variants, three blocks, by hand.
TEST(SurveyAnalysis, ErrorsAreThoseOfRatios) {
  const auto block = [](double games, double red, double noise) {
    Sums sums;
    sums.games = games;
    sums.measured["ending"].of = games;
    if (red > 0) sums.measured["ending"].count("red", red);
    sums.measured["ending"].count("blue", games - red);
    sums.measured["utility"].of = games;
    sums.measured["utility"].count("seat 1", noise);
    return sums;
  };
  const std::vector<Sums> given = {block(10, 5, 1), block(10, 0, 2), block(20, 15, 3)};
  const std::vector<Sums> other = {block(10, 0, 2), block(10, 0, 3), block(20, 0, 5)};
  const auto analysis = analyse({given, other});
  const Estimate& red = estimate_of(analysis.variants[0], "ending", "red");
  EXPECT_DOUBLE_EQ(red.value, 0.5);
  EXPECT_EQ(red.n, 40);
  // Residuals 0, -5, 5.
  EXPECT_DOUBLE_EQ(*red.error, std::sqrt(1.5 * 50) / 40);
  EXPECT_DOUBLE_EQ(red.interval().high, 0.5 + kNormal95 * *red.error);
  // Where it never happens is an answer too.
  const auto& variant = analysis.variants[1];
  ASSERT_EQ(variant.effects.size(), 3U);
  for (const Effect& effect : variant.effects) {
    const Answer& answer = variant.answers[effect.answer];
    if (answer.quantity == "ending") {
      EXPECT_DOUBLE_EQ(effect.difference.value, answer.category == "red" ? -0.5 : 0.5);
      EXPECT_DOUBLE_EQ(*effect.difference.error, *red.error);
    } else {
      // 10 of 40 less 6 of 40: parts of 1, 1, 2 of blocks of 10, 10, 20 are a constant 0.1.
      EXPECT_DOUBLE_EQ(effect.difference.value, 0.1);
      EXPECT_NEAR(*effect.difference.error, 0, 1e-15);
    }
  }
}

TEST(SurveyAnalysis, OneBlockHasNoError) {
  const ToyGame game(ToyGame::Config{});
  const auto analysis = analyse({blocks_of(game, {"random"}, 1, 5)}).variants[0];
  EXPECT_FALSE(estimate_of(analysis, "length", "steps").error);
}

TEST(SurveyAnalysis, HistogramsHaveRoundBins) {
  const std::map<int, long long> games = {{3, 1}, {57, 2}, {241, 1}};
  const Histogram bins = histogram(games, 3, 241);
  EXPECT_EQ(bins.width, 10);
  ASSERT_EQ(bins.bins.size(), 25U);
  EXPECT_EQ(bins.bins.front(), std::pair(0, 0.25));
  EXPECT_EQ(bins.bins[5], std::pair(50, 0.5));
  EXPECT_EQ(bins.bins.back(), std::pair(240, 0.25));
  EXPECT_EQ(histogram({{7, 4}}, 7, 7).bins, (std::vector<std::pair<int, double>>{{7, 1}}));
}

TEST(SurveySums, GoThroughTheJournalUnchanged) {
  const ToyGame game(ToyGame::Config{});
  const Sums sums = play(game, {"random", "random", "mcts:visits=5"}, 3, 9);
  EXPECT_EQ(read_sums(nlohmann::ordered_json::parse(to_json(sums).dump())), sums);
  EXPECT_THROW(read_sums(nlohmann::ordered_json::parse("{}")), nlohmann::json::exception);
}

TEST(Survey, FactsOfChangakarnikh) {
  changakarnikh::Config config;
  config.players = 3;
  const changakarnikh::Changakarnikh game(config);
  const auto analysis = analyse({blocks_of(game, {"random"}, 10, 20)}).variants[0];
  const auto sum_of = [&](const char* quantity) {
    double sum = 0;
    for (const Answer& answer : analysis.answers) {
      if (answer.fact && answer.quantity == quantity) sum += answer.estimate.value;
    }
    return sum;
  };
  EXPECT_EQ(estimate_of(analysis, "turns in a race", "", true).n, 200 * 5);
  EXPECT_NEAR(sum_of("winner of the race"), 1, 1e-12);
  EXPECT_NEAR(sum_of("end of the race"), 1, 1e-12);
  EXPECT_NEAR(sum_of("piece in a winner's team"), 1, 1e-12);
  // 15 of 25 pieces are in teams.
  EXPECT_DOUBLE_EQ(estimate_of(analysis, "fate of the pieces", "in a team", true).value, 0.6);
  EXPECT_GT(estimate_of(analysis, "points of the winner", "", true).value,
            estimate_of(analysis, "lead of the winner, points", "", true).value);
  EXPECT_EQ(analysis.distinct_games, 200);
}

TEST(Survey, FactsOfDashigaikh) {
  dashigaikh::Config config;
  config.size = 4;
  config.inactivity = dashigaikh::InactivityRule::kRepetition;
  const dashigaikh::Dashigaikh<4> game(config);
  const auto analysis = analyse({blocks_of(game, {"random"}, 10, 20)}).variants[0];
  const Answer* repetition = analysis.find("ending", "repetition");
  EXPECT_NEAR(estimate_of(analysis, "decided by", "road", true).value,
              estimate_of(analysis, "ending", "road").value, 1e-12);
  EXPECT_EQ(estimate_of(analysis, "turns", "", true).value, analysis.steps.mean);
  EXPECT_GT(estimate_of(analysis, "taken", "flat").value, 0);
  EXPECT_TRUE(repetition == nullptr || repetition->estimate.value < 0.2);
}

std::map<std::string, std::string> run_toy(const std::filesystem::path& out, int threads,
                                           int games) {
  SurveySettings settings;
  settings.game = "toy";
  settings.players = 3;
  settings.agents = {"random", "mcts:visits=3", "random"};
  settings.games = games;
  settings.threads = threads;
  settings.quiet = true;
  settings.out = out;
  std::vector<Variant> variants;
  for (const std::uint64_t payoffs : {1, 2}) {
    Variant& variant = variants.emplace_back();
    variant.name = payoffs == 1 ? "given" : "payoffs=2";
    variant.config = {{"payoffs", payoffs}};
    variant.make_player = [=]() -> Result<RoundPlayer> {
      auto made = Surveyor<ToyGame>::make(ToyGame({payoffs}), settings.agents,
                                          line_up_names(settings.agents), settings.seed);
      if (!made) return tl::unexpected(made.error());
      return RoundPlayer([s = std::shared_ptr<Surveyor<ToyGame>>(std::move(*made))](
                             int first, int last) { return s->play_rounds(first, last); });
    };
  }
  const auto run = run_survey(settings, variants);
  EXPECT_TRUE(run) << run.error().reason;
  EXPECT_TRUE(run->complete);
  std::map<std::string, std::string> files;
  for (const char* name : {"survey.csv", "summary.json", "report.html"}) {
    files[name] = *read_file(out / name);
  }
  return files;
}

TEST(Survey, IsTheSameAtAnyNumberOfThreads) {
  const TemporaryFolder folder;
  // More rounds than blocks, and a last block that is shorter.
  const auto one = run_toy(folder.path() / "1", 1, 3 * 1201);
  EXPECT_EQ(one, run_toy(folder.path() / "3", 3, 3 * 1201));
  // All is there already.
  EXPECT_EQ(one, run_toy(folder.path() / "1", 2, 3 * 1201));
  const auto summary = nlohmann::json::parse(one.at("summary.json"));
  EXPECT_EQ(summary["blocks"], 401);
  EXPECT_EQ(summary["variants"][1]["games"], 3 * 1201);
  EXPECT_TRUE(summary["variants"][0]["few_distinct_games"]);
}

}  // namespace
}  // namespace clanhouse::survey
