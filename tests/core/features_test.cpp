// What the encoders write, against files that hold it: a net that was trained with one encoder is
// worthless with another, so any change must be seen. After a change that is meant,
//
//   CLANHOUSE_WRITE_FEATURES=1 build/release/tests/core_test --gtest_filter='Features.*'
//
// writes the files anew (and kNetFormat in agents/net/net_file.h must change).
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include <fmt/format.h>

#include "core/changakarnikh/engine.h"
#include "core/changakarnikh/game.h"
#include "core/dashigaikh/game.h"
#include "core/files.h"
#include "core/playthrough.h"
#include "core/ssansh/game.h"
#include "tests/core/dashigaikh/positions.h"

namespace clanhouse {
namespace {

// Positions of random games, each with its features that are not 0 as "index:value" and its legal
// actions with their policy slots.
template <Game G>
std::string describe(const G& game, int positions) {
  std::string text;
  RandomStream random(1, "features");
  auto state = game.initial();
  int step = 0;
  for (int shown = 0; shown < positions;) {
    if (game.actor(state).over()) state = game.initial();
    const Actor actor = game.actor(state);
    if (actor.is_seat() && step++ % 7 == 0) {
      ++shown;
      std::vector<float> features(static_cast<std::size_t>(game.feature_count()));
      game.encode(game.view(state, actor.seat()), features);
      text += game.state_text(state) + "\n ";
      for (std::size_t i = 0; i < features.size(); ++i) {
        if (features[i] != 0) text += fmt::format(" {}:{:.6g}", i, features[i]);
      }
      text += "\n ";
      typename G::ActionList actions;
      game.legal(state, actions);
      for (const auto action : actions) {
        text += fmt::format(" {}:{}", game.action_text(state, action),
                            game.policy_index(state, action));
      }
      text += "\n";
    }
    apply_random_step(game, state, random);
  }
  return text;
}

void expect_as_in_file(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(TEST_DATA_DIR) / "features" / (name + ".txt");
  if (std::getenv("CLANHOUSE_WRITE_FEATURES") != nullptr) {
    ASSERT_TRUE(make_directories(path.parent_path()));
    ASSERT_TRUE(write_file(path, text));
  }
  const auto expected = read_file(path);
  ASSERT_TRUE(expected) << expected.error().reason;
  EXPECT_EQ(text, *expected);
}

changakarnikh::RaceGame race() {
  using namespace changakarnikh;
  const std::array<Piece, 4> pieces = {static_cast<Piece>(3), static_cast<Piece>(11),
                                       static_cast<Piece>(17), static_cast<Piece>(24)};
  Race start = make_race(pieces, 0, 3);
  start.score = {1, 1, 1, 1, 0, 0};
  return RaceGame({start, {}});
}

ssansh::Ssansh ssansh_with(int players) {
  ssansh::Config config;
  config.players = players;
  return ssansh::Ssansh(config);
}

TEST(Features, AreThoseOfTheFiles) {
  expect_as_in_file("dashigaikh-3", describe(dashigaikh::Dashigaikh<3>(test::sized(3)), 6));
  expect_as_in_file("dashigaikh-5", describe(dashigaikh::Dashigaikh<5>(test::sized(5)), 6));
  expect_as_in_file("dashigaikh-8", describe(dashigaikh::Dashigaikh<8>(test::sized(8)), 4));
  expect_as_in_file("changakarnikh", describe(changakarnikh::Changakarnikh({}), 6));
  expect_as_in_file("changakarnikh-race", describe(race(), 6));
  expect_as_in_file("ssansh", describe(ssansh_with(3), 6));
}

// The policy covers every legal action of a position by a slot of its own.
template <Game G>
void expect_own_slots(const G& game, int games) {
  RandomStream random(2, "slots");
  for (int g = 0; g < games; ++g) {
    auto state = game.initial();
    for (int ply = 0; ply < 300 && !game.actor(state).over(); ++ply) {
      if (game.actor(state).is_seat()) {
        typename G::ActionList actions;
        game.legal(state, actions);
        std::set<int> slots;
        for (const auto action : actions) {
          const int slot = game.policy_index(state, action);
          EXPECT_GE(slot, 0);
          EXPECT_LT(slot, game.policy_count());
          slots.insert(slot);
        }
        EXPECT_EQ(slots.size(), actions.size());
      }
      apply_random_step(game, state, random);
    }
  }
}

TEST(Features, GiveEveryActionASlotOfItsOwn) {
  for (int size = 3; size <= 8; ++size) {
    dashigaikh::with_size(test::sized(size), [](const auto& game) { expect_own_slots(game, 20); });
  }
  expect_own_slots(changakarnikh::Changakarnikh({}), 20);
  expect_own_slots(race(), 50);
  expect_own_slots(ssansh_with(4), 20);
}

// Pitfall 16: no input is the same in all positions, but for those of rules that are off.
template <Game G>
int constant_features(const G& game, int per, int steps) {
  RandomStream random(3, "planes");
  const auto planes = static_cast<std::size_t>(game.feature_count() / per);
  std::vector<float> low(planes, 1e9F), high(planes, -1e9F);
  std::vector<float> features(static_cast<std::size_t>(game.feature_count()));
  auto state = game.initial();
  for (int step = 0; step < steps; ++step) {
    if (game.actor(state).over()) state = game.initial();
    if (game.actor(state).is_seat()) {
      game.encode(game.view(state, game.actor(state).seat()), features);
      for (std::size_t i = 0; i < features.size(); ++i) {
        const std::size_t plane = i / static_cast<std::size_t>(per);
        low[plane] = std::min(low[plane], features[i]);
        high[plane] = std::max(high[plane], features[i]);
      }
    }
    apply_random_step(game, state, random);
  }
  int constant = 0;
  for (std::size_t p = 0; p < planes; ++p) constant += low[p] == high[p] ? 1 : 0;
  return constant;
}

TEST(Features, VaryOverRandomPositions) {
  auto config = test::sized(5);
  config.half_komi = 4;
  EXPECT_EQ(constant_features(dashigaikh::Dashigaikh<5>(config), 25, 20'000), 0);
}

}  // namespace
}  // namespace clanhouse
