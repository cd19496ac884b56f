// What engines are told: options, komi, positions, clocks.
#include "agents/tei/client.h"
#include "agents/tei/position_line.h"
#include "tests/agents/tei/script_engine.h"

namespace clanhouse {
namespace {

using test::first_move;
using test::script_spec;
using testing::HasSubstr;

TEST(TeiSpecs, ValuesMayStandInQuotationMarks) {
  const auto spec = parse_agent_spec(
      R"(tei:cmd="./engine --x=1,2 \"a b\" \\",option.Style of Play=very wild,movetime=5)");
  ASSERT_TRUE(spec);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"cmd", R"(./engine --x=1,2 "a b" \)"},
      {"option.Style of Play", "very wild"},
      {"movetime", "5"}};
  EXPECT_EQ(spec->settings, expected);
  for (const char* bad : {R"(tei:cmd="a)", R"(tei:cmd="a"b)", R"(tei:cmd="a",)", R"(tei:cmd="a\")",
                          "tei:option.X=1,option.X=2"}) {
    EXPECT_FALSE(parse_agent_spec(bad)) << bad;
  }
}

TEST(TeiSpecs, SettingsAreChecked) {
  const test::Board5 game(test::sized(5));
  const auto reason = [&](const char* text) { return make_agent(game, text).error().reason; };
  EXPECT_EQ(reason("tei"), "agent 'tei': cmd: which engine?");
  EXPECT_EQ(reason("tei:cmd=a,movetime=5,nodes=5"),
            "agent 'tei': only one of movetime, tc, nodes, depth can be set");
  EXPECT_THAT(reason("tei:cmd=a,tc=x"), HasSubstr("expected SECONDS or SECONDS+INCREMENT"));
  EXPECT_THAT(reason("tei:cmd=a,option.=1"), HasSubstr("unknown key 'option.'"));
  EXPECT_THAT(reason("tei:cmd='a"), HasSubstr("not closed"));
  const ssansh::Ssansh other(ssansh::Config{});
  EXPECT_EQ(make_agent(other, "tei:cmd=a").error().reason, "agent 'tei' does not play ssansh");
}

TEST(TeiSpecs, CommandsAreWords) {
  const std::vector<std::string> expected = {"a b", "c\"d", "", "e'"};
  EXPECT_EQ(*tei::split_command(R"( 'a b'  c\"d "" "e'" )"), expected);
  EXPECT_FALSE(tei::split_command("  "));
  EXPECT_FALSE(tei::split_command("a \"b"));
}

TEST(TeiAgent, SendsOptions) {
  // The script says on standard error what it is told.
  const auto outcome = first_move(
      script_spec("crash-in-move",
                  "movetime=100,option.style OF play=Very Wild,option.debug=TRUE,option.clear=x"),
      {.half_komi = 4});
  EXPECT_THAT(outcome.message,
              HasSubstr("setoption name Style of Play value very wild | setoption name Debug value "
                        "true | setoption name Clear | setoption name HalfKomi value 4 | "
                        "teinewgame 5 | position startpos moves | go movetime 100"));
}

TEST(TeiAgent, ChecksOptions) {
  const auto message = [](const char* settings) {
    const auto outcome = first_move(script_spec("good", settings));
    EXPECT_EQ(outcome.kind, "start") << settings;
    return outcome.message;
  };
  EXPECT_THAT(message("option.Hash=5"),
              HasSubstr("no option 'Hash' (it has: HalfKomi, Style of Play, Debug, Clear)"));
  EXPECT_THAT(message("option.HalfKomi=9"), HasSubstr("expected a whole number -8..8, not '9'"));
  EXPECT_THAT(message("option.Style of Play=loud"), HasSubstr("expected calm|very wild"));
  EXPECT_THAT(message("option.Debug=maybe"), HasSubstr("expected true or false"));
}

TEST(TeiAgent, RefusesKomiThatAnEngineDoesNotPlay) {
  EXPECT_EQ(first_move(script_spec("no-komi")).move, "a1");
  auto outcome = first_move(script_spec("no-komi"), {.half_komi = 4});
  EXPECT_EQ(outcome.kind, "start");
  EXPECT_THAT(outcome.message,
              HasSubstr("does not play size 5 with half komi 4: it has no option HalfKomi"));
  outcome = first_move(script_spec("good"), {.half_komi = 9});
  EXPECT_THAT(outcome.message, HasSubstr("HalfKomi: expected a whole number -8..8"));
  // The newer protocol says what it plays.
  outcome = first_move(script_spec("newer"), {.half_komi = 2});
  EXPECT_THAT(outcome.message, HasSubstr("does not play size 5 with half komi 2"));
  EXPECT_EQ(first_move(script_spec("newer"), {.half_komi = 4}).move, "a1");
}

TEST(TeiAgent, SpeaksTheNewerProtocol) {
  tei::TeiOptions options;
  options.command = "sh '" TEST_DATA_DIR "/engines/engine.sh' newer";
  tei::Client client(options, {5, 4, -1, -1});
  client.start();
  client.new_game();
  try {
    client.fail("illegal", "to see", true);
  } catch (const AgentFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("teinewgame size 5 halfkomi 4"));
  }
}

TEST(TeiAgent, KeepsClocks) {
  const auto outcome = first_move(script_spec("crash-in-move", "tc=60+0.6"));
  EXPECT_THAT(outcome.message, HasSubstr("go wtime 60000 btime 60000 winc 600 binc 600"));
  EXPECT_THAT(first_move(script_spec("crash-in-move", "nodes=7")).message, HasSubstr("go nodes 7"));
  EXPECT_THAT(first_move(script_spec("crash-in-move", "depth=3")).message, HasSubstr("go depth 3"));
}

TEST(TeiAgent, TellsWhatTheEngineThinks) {
  const test::Board5 game(test::sized(5));
  auto agent = *make_agent(game, script_spec("informs", "movetime=3000"));
  EXPECT_EQ(test::outcome_of(*agent, game, game.initial()).move, "a1");
  const auto analysis = agent->analysis();
  ASSERT_EQ(analysis.lines.size(), 1U);
  EXPECT_EQ(analysis.lines[0].actions.size(), 2U);
  EXPECT_EQ(analysis.lines[0].visits, 70U);
  EXPECT_NEAR(analysis.lines[0].value[0], 0.143, 0.01);
  EXPECT_NEAR(analysis.lines[0].value[1], -0.143, 0.01);
  EXPECT_THAT(agent->remarks(), HasSubstr("Script: 1 moves"));
}

TEST(PositionLines, FollowTheGame) {
  const test::Board5 game(test::sized(5));
  tei::PositionLine<5> line(game);
  auto state = game.initial();
  const auto play = [&](const char* text) { game.apply(state, *game.parse_action(state, text)); };
  EXPECT_EQ(line.text(), "startpos moves");
  play("a1");
  line.go_to(state);
  EXPECT_EQ(line.text(), "startpos moves a1");
  play("e5");
  line.add(*game.parse_action(state, "c3"));  // ours, of which the position below knows nothing
  line.go_to(state);
  EXPECT_EQ(line.text(), "tps x4,1/x5/x5/x5/2,x4 1 2 moves");
  play("a2");
  play("Sb1");
  line.go_to(state);
  EXPECT_EQ(line.text(), "tps x4,1/x5/x5/x5/2,x4 1 2 moves a2 Sb1");
  line.go_to(state);
  EXPECT_EQ(line.text(), "tps x4,1/x5/x5/x5/2,x4 1 2 moves a2 Sb1");
  line.go_to(game.initial());
  EXPECT_EQ(line.text(), "startpos moves");
  play("a2-");
  line.go_to(state);
  EXPECT_EQ(line.text(), "tps x4,1/x5/x5/x5/21,2S,x3 2 3 moves");
}

}  // namespace
}  // namespace clanhouse
