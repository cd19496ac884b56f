#include "agents/tei/tei_agent.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "agents/tei/client.h"
#include "agents/tei/position_line.h"
#include "core/dashigaikh/instantiate.h"

namespace clanhouse::tei {
namespace {

GameRequest request_for(const dashigaikh::Config& config) {
  const auto unusual = [](int count, int usual) { return count == usual ? -1 : count; };
  return {config.size, config.half_komi,
          unusual(config.flats_each(), dashigaikh::standard_flats(config.size)),
          unusual(config.overseers_each(), dashigaikh::standard_overseers(config.size))};
}

// The clocks of one game. Ours is exact; the opponent's time is what passes between our turns.
class GameClocks {
 public:
  explicit GameClocks(const TeiOptions& options) : options_(options) { reset(); }

  void reset() {
    left_.fill(options_.clock_ms > 0 ? options_.clock_ms : options_.increment_ms);
    waiting_since_ = Clock::now();
    first_ = true;
  }
  void begin_turn(int seat) {
    using std::chrono::milliseconds;
    const auto waited = std::chrono::duration_cast<milliseconds>(Clock::now() - waiting_since_);
    if (!first_) spend(1 - seat, waited.count());
    first_ = false;
  }
  void end_turn(int seat, long long spent_ms) {
    spend(seat, spent_ms);
    waiting_since_ = Clock::now();
  }
  long long left(int seat) const { return left_[seat]; }

 private:
  void spend(int seat, long long time) {
    left_[seat] = std::max(0LL, left_[seat] - time) + options_.increment_ms;
  }

  TeiOptions options_;
  std::array<long long, 2> left_{};
  Clock::time_point waiting_since_;
  bool first_ = true;
};

template <int N>
class TeiAgent : public Agent<dashigaikh::Dashigaikh<N>> {
 public:
  using G = dashigaikh::Dashigaikh<N>;
  using State = typename G::State;

  TeiAgent(const G& game, const TeiOptions& options)
      : game_(game),
        client_(options, request_for(game.config())),
        position_(game),
        clocks_(options) {}

  void begin_game(const RandomStream&) override {
    position_.reset();
    clocks_.reset();
    analysis_ = {};
    const bool ran_before = client_.running();
    client_.start();
    try {
      client_.new_game();
    } catch (const AgentFailure&) {
      // It may have ended since the last game, which does not always show at once.
      if (!ran_before || client_.running()) throw;
      client_.start();
      client_.new_game();
    }
  }

  dashigaikh::Action choose(const State& state) override {
    try {
      return ask(state);
    } catch (const AgentFailure& failure) {
      throw AgentFailure(failure.kind(),
                         fmt::format("{}; position {}", failure.what(), write_tps(state)));
    }
  }

  Analysis<G> analysis() const override { return analysis_; }

  std::string remarks() const override {
    const Timings& timings = client_.timings();
    return fmt::format(
        "{}: {} moves, started {} times; to it and back takes {} us; latest move {} ms late",
        client_.name(), timings.moves, timings.starts, timings.quickest_echo.count(),
        timings.latest.count());
  }

 private:
  dashigaikh::Action ask(const State& state) {
    position_.go_to(state);
    clocks_.begin_turn(state.to_move);
    const Answer answer = client_.go(position_.text(), {clocks_.left(0), clocks_.left(1)},
                                     clocks_.left(state.to_move));
    clocks_.end_turn(state.to_move, answer.time.count());
    const auto action = game_.parse_action(state, answer.move);
    if (!action) {
      client_.fail("illegal",
                   fmt::format("'{}': {}", foreign(answer.raw), foreign(action.error().reason)),
                   false);
    }
    keep_analysis(state, answer);
    position_.add(*action);
    return *action;
  }

  void keep_analysis(const State& state, const Answer& answer) {
    analysis_ = {};
    for (const SearchInfo& info : answer.infos) {
      ConsideredLine<G> line;
      State after = state;
      for (const std::string& text : info.line) {
        const auto action = game_.parse_action(after, text);
        if (!action) break;
        line.actions.push_back(*action);
        game_.apply(after, *action);
      }
      analysis_.visits = std::max(analysis_.visits, info.nodes);
      analysis_.mean_depth = std::max(analysis_.mean_depth, info.depth);
      analysis_.deepest = std::max(analysis_.deepest, info.selective_depth);
      if (line.actions.empty() || !info.value) continue;
      line.visits = info.nodes;
      line.value[state.to_move] = *info.value;
      line.value[1 - state.to_move] = -*info.value;
      analysis_.lines.push_back(std::move(line));
    }
  }

  G game_;
  Client client_;
  PositionLine<N> position_;
  GameClocks clocks_;
  Analysis<G> analysis_;
};

}  // namespace

template <int N>
Result<std::unique_ptr<Agent<dashigaikh::Dashigaikh<N>>>> make_tei_agent(
    const dashigaikh::Dashigaikh<N>& game, const TeiOptions& options) {
  if (auto good = check_options(options); !good) {
    return invalid("agent 'tei': " + good.error().reason);
  }
  return std::make_unique<TeiAgent<N>>(game, options);
}

#define CLANHOUSE_INSTANTIATE(N)                                                        \
  template Result<std::unique_ptr<Agent<dashigaikh::Dashigaikh<N>>>> make_tei_agent<N>( \
      const dashigaikh::Dashigaikh<N>& game, const TeiOptions&);
CLANHOUSE_FOR_EACH_SIZE(CLANHOUSE_INSTANTIATE)
#undef CLANHOUSE_INSTANTIATE

}  // namespace clanhouse::tei
