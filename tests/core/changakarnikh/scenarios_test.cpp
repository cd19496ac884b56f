// Races from setups, with steps and the state that they come to: rules/changakarnikh.md in cases.
// changakarnikh_random_*.jsonl come from another program that was written from the same rules.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/changakarnikh/record.h"
#include "core/changakarnikh/setup.h"
#include "tests/fuzz/fuzz_changakarnikh.h"
#include "tests/test_data.h"

namespace clanhouse::changakarnikh {
namespace {

using nlohmann::json;

// What is wrong with the outcome of a setup; empty if it is as expected.
std::string check_setup(const json& scenario) {
  const json& expect = scenario["expect"];
  const auto setup = read_setup(scenario["setup"].dump());
  auto race = setup ? run_setup(*setup) : tl::unexpected(setup.error());
  if (expect.contains("error")) return race ? "no error" : "";
  if (!race) return race.error().reason;
  const json state = race_json(*race, setup->rules);
  std::string wrong;
  for (const auto& [key, value] : expect.items()) {
    if (state[key] != value) {
      wrong += key + " is " + state[key].dump() + ", not " + value.dump() + "; ";
    }
  }
  return wrong;
}

// Calls visit(object) for every line of a file of JSON lines.
template <class Visit>
int for_each_line(const std::string& name, Visit&& visit) {
  std::istringstream lines(test::read_text(std::string(TEST_DATA_DIR "/") + name));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) visit(json::parse(line));
  return count;
}

class ChangakarnikhScenarios : public testing::TestWithParam<const char*> {};

TEST_P(ChangakarnikhScenarios, ComeToWhatTheRulesSay) {
  const json file = test::read_json(GetParam());
  ASSERT_FALSE(file["scenarios"].empty());
  for (const json& scenario : file["scenarios"]) {
    EXPECT_EQ(check_setup(scenario), "") << scenario["name"] << ": " << scenario["why"] << "\n"
                                         << scenario["setup"].dump();
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, ChangakarnikhScenarios,
                         testing::Values("changakarnikh_scenarios.json",
                                         "changakarnikh_more_scenarios.json"));

TEST(ChangakarnikhRandomRaces, AgreeWithAnotherProgram) {
  const int races = for_each_line("changakarnikh_random_races.jsonl", [](const json& scenario) {
    EXPECT_EQ(check_setup(scenario), "") << scenario["setup"].dump();
  });
  EXPECT_EQ(races, 400);
}

TEST(ChangakarnikhRandomGames, AgreeWithAnotherProgram) {
  for_each_line("changakarnikh_random_games.jsonl", [](const json& game) {
    const ReadRecord read = read_record(game["record"].get<std::string>());
    ASSERT_FALSE(read.error) << read.error->describe();
    for (int seat = 0; seat < read.config().players; ++seat) {
      EXPECT_EQ(read.play.state().race.score[seat], game["scores"][seat].get<int>());
    }
  });
}

TEST(ChangakarnikhRecords, AreReadAsTheRulesSay) {
  const json file = test::read_json("changakarnikh_records.json");
  ASSERT_FALSE(file["records"].empty());
  for (const json& entry : file["records"]) {
    const json& expect = entry["expect"];
    const ReadRecord read = read_record(entry["record"].get<std::string>());
    const std::string name = entry["name"].get<std::string>() + ": " + entry["why"].dump();
    if (expect.contains("error_line") || expect.contains("error")) {
      ASSERT_TRUE(read.error) << name;
      if (expect.contains("error_line")) {
        EXPECT_EQ(read.error->line, expect["error_line"].get<int>()) << name;
      }
      continue;
    }
    ASSERT_FALSE(read.error) << name << ": " << read.error->describe();
    if (!expect.contains("scores")) continue;
    for (std::size_t seat = 0; seat < expect["scores"].size(); ++seat) {
      EXPECT_EQ(read.play.state().race.score[seat], expect["scores"][seat].get<int>()) << name;
    }
  }
}

TEST(ChangakarnikhSetups, NameWhereTheTextIsNoJson) {
  const auto setup = read_setup("{\"game\": \"changakarnikh\",\n  pieces: []}");
  ASSERT_FALSE(setup);
  EXPECT_EQ(setup.error().line, 2);
  EXPECT_FALSE(read_setup("[]"));
  EXPECT_FALSE(read_setup(""));
  EXPECT_FALSE(read_setup("{\"game\":\"changakarnikh\",\"pieces\":7,\"positions\":[]}"));
  EXPECT_FALSE(read_setup(R"({"game":"changakarnikh","pieces":["elder","lover","widow"],)"
                          R"("positions":[1,2,99999999999999999999]})"));
}

// As the fuzzer does: the corpus, and damaged copies of it.
TEST(ChangakarnikhReaders, TakeAnyText) {
  RandomStream random(1, "damage");
  for (const auto& entry :
       std::filesystem::directory_iterator(TEST_DATA_DIR "/fuzz_changakarnikh")) {
    const std::string seed = test::read_text(entry.path().string());
    test::fuzz_changakarnikh(seed);
    for (int i = 0; i < 40; ++i) {
      std::string text = seed;
      for (std::uint32_t change = 0; change <= random.below(4) && !text.empty(); ++change) {
        const auto at = random.below(static_cast<std::uint32_t>(text.size()));
        if (random.below(2) == 0) {
          text[at] = static_cast<char>(random.below(256));
        } else {
          text.erase(at, 1 + random.below(12));
        }
      }
      test::fuzz_changakarnikh(text);
    }
  }
}

}  // namespace
}  // namespace clanhouse::changakarnikh
