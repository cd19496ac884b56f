#include "selfplay/tournament/adjudication.h"

#include <gtest/gtest.h>

namespace clanhouse {
namespace {

TEST(Adjudication, IsOffUnlessAskedFor) {
  const AdjudicationSettings settings;
  Adjudicator game(settings, 2);
  EXPECT_FALSE(game.wants_scores());
  for (int turn = 0; turn < 1000; ++turn) {
    game.note(turn % 2, turn % 2 == 0 ? -1.F : 1.F);
    EXPECT_FALSE(game.verdict(turn + 1));
  }
}

TEST(Adjudication, ALossNeedsBothAgentsAndNoBreak) {
  AdjudicationSettings settings;
  settings.resign_score = 0.9F;
  settings.resign_moves = 2;
  Adjudicator game(settings, 2);
  const auto note = [&](float first, float second) {
    game.note(0, first);
    game.note(1, second);
  };
  note(-0.95F, 0.95F);
  note(-0.95F, 0.5F);
  EXPECT_FALSE(game.verdict(4));
  note(-0.95F, 0.95F);
  EXPECT_FALSE(game.verdict(6));
  note(-0.95F, 0.95F);
  ASSERT_TRUE(game.verdict(8));
  EXPECT_EQ(game.verdict(8)->loser, 0);
  // An agent that says nothing resigns nothing.
  game.note(1, std::nullopt);
  EXPECT_FALSE(game.verdict(9));
}

TEST(Adjudication, ADrawWaitsForItsTurn) {
  AdjudicationSettings settings;
  settings.draw_score = 0.05F;
  settings.draw_moves = 1;
  settings.draw_from = 10;
  Adjudicator game(settings, 2);
  game.note(0, 0.01F);
  game.note(1, -0.02F);
  EXPECT_FALSE(game.verdict(9));
  ASSERT_TRUE(game.verdict(10));
  EXPECT_FALSE(game.verdict(10)->loser);
}

TEST(Adjudication, TurnLimit) {
  AdjudicationSettings settings;
  settings.max_turns = 30;
  Adjudicator game(settings, 4);
  EXPECT_FALSE(game.verdict(29));
  ASSERT_TRUE(game.verdict(30));
  EXPECT_EQ(game.verdict(30)->ending, "turn limit");
  EXPECT_TRUE(check_adjudication(settings, 4));
  settings.resign_score = 0.5F;
  EXPECT_FALSE(check_adjudication(settings, 4));
}

}  // namespace
}  // namespace clanhouse
