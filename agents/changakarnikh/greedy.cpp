#include "agents/changakarnikh/greedy.h"

#include <algorithm>
#include <limits>

#include "agents/changakarnikh/piece_values.h"

namespace clanhouse::changakarnikh {
namespace {

using enum StepKind;

constexpr float kMeanRoll = 3.5F;
constexpr float kNoLimit = -std::numeric_limits<float>::infinity();

// Of the steps of a kind, the one whose argument gains most, if that is above `least`; of equals
// the first. Otherwise the other step.
template <class Gain>
Action best_of(const ActionList& steps, StepKind kind, Action otherwise, float least, Gain&& gain) {
  Action best = otherwise;
  for (const Action step : steps) {
    if (step.kind != kind) continue;
    const float value = gain(step.argument);
    if (value > least) {
      least = value;
      best = step;
    }
  }
  return best;
}

// The judgements of one seat in one position.
class Judge {
 public:
  Judge(const Race& race, const Rules& rules, Seat me)
      : race_(race), rules_(rules), queries_(race, rules), me_(me) {
    float sum = 0;
    for (Seat seat = 0; seat < race.seats; ++seat) {
      if (!race.has_finished(seat)) {
        weights_[seat] = place_weight(race.piece[seat], race.position[seat]);
        sum += weights_[seat];
      }
    }
    // Where p is the chance to be next, d p_me / d x_me is to d p_me / d x_other as 1 - p_me to
    // -p_other: so much is a space of theirs worth in spaces of mine.
    const float others = std::max(1e-6F, sum - weights_[me]);
    for (Seat seat = 0; seat < race.seats; ++seat) weights_[seat] /= others;
    weights_[me] = -1;
  }

  SeatSet rivals() const { return static_cast<SeatSet>(race_.on_track & ~seat_bit(me_)); }

  // What it is worth to me that a seat loses one space, in spaces of mine; -1 for myself.
  float weight(Seat seat) const { return weights_[seat]; }
  // What a use costs me because of the Blessed Princess.
  float price_of_use() const {
    if (!race_.is_active(Piece::kBlessed)) return 0;
    const Seat blessed = race_.seat_of(Piece::kBlessed);
    return blessed == me_ ? 0 : weight(blessed);
  }
  // Whether an Ill-Omened Prince that judges like this cancels my power (a, b as declared).
  bool will_be_cancelled(int a, int b) const {
    if (!race_.is_active(Piece::kIllomened)) return false;
    const Judge prince(race_, rules_, race_.seat_of(Piece::kIllomened));
    return prince.gain_of_cancelling(me_, a, b) - prince.weight(me_) - prince.price_of_use() > 0;
  }
  // What a power used instead of rolling is worth that gains so much where it is not cancelled; if
  // it is, it comes to the step, and by a switch to a roll after it.
  float gain_instead_of_rolling(float gain, int a, int b) const {
    if (!will_be_cancelled(a, b)) return gain;
    return rules_.cancelled_move == Rules::CancelledMove::kRoll ? 1 + kMeanRoll : 1;
  }
  int spaces_back(Seat seat, int number) const {
    return race_.position[seat] - queries_.end_of_move(seat, queries_.space_behind(seat, number));
  }

  float gain_of_drag(Seat seat) const {
    const auto spaces = static_cast<float>(race_.position[seat] - race_.position[me_]);
    // The Ahoggyá pushes back whom it comes to.
    const float mine = race_.piece[seat] == Piece::kAhoggya ? -1.F : 0.F;
    return weight(seat) * spaces + mine - price_of_use();
  }

  float gain_of_governing(Seat seat) const {
    const auto spaces = static_cast<float>(race_.position[seat] - race_.position[me_]);
    return gain_instead_of_rolling(spaces * (1 + weight(seat)) - price_of_use(), seat, 0);
  }

  // The value and, for every piece in last place, so many times its weight.
  float with_the_last(float value, float times) const {
    int lowest = kFinished;
    for_each_seat(race_.on_track,
                  [&](Seat s) { lowest = std::min<int>(lowest, race_.position[s]); });
    for_each_seat(race_.on_track, [&](Seat s) {
      if (race_.position[s] == lowest) value += times * weight(s);
    });
    return value;
  }
  // The last move 2 ahead.
  float gain_of_kindness() const { return with_the_last(1 - price_of_use(), -2); }

  // Before the die: what the best target loses of a mean die.
  float gain_of_scheming() const {
    float most = 0;
    Seat target = kNobody;
    for_each_seat(rivals(), [&](Seat s) {
      const float lost =
          std::min(kMeanRoll, static_cast<float>(std::max(0, race_.position[s] - 1)));
      if (weight(s) * lost <= most) return;
      most = weight(s) * lost;
      target = s;
    });
    return gain_instead_of_rolling(1 + most - price_of_use(), target, 3);
  }

  // What the Ill-Omened Prince gains by cancelling the power of `user` (a, b as declared), before
  // the step that the user gets for it.
  float gain_of_cancelling(Seat user, int a, int b) const {
    const float w = weight(user);
    const auto other = static_cast<Seat>(a);
    switch (race_.piece[user]) {
      case Piece::kAridani: return 5 * w;
      case Piece::kConsort:
      case Piece::kBlessed: return w;
      case Piece::kMatchmaker: return 5 * w;
      case Piece::kGeneral: return w * static_cast<float>(4 - race_.number_seen);
      case Piece::kCompanion: return kMeanRoll * w;
      case Piece::kHealthy: return 0;
      case Piece::kPhilosopher: return 1.17F * w - (other == me_ ? 0.83F : 0.F);
      case Piece::kPechoi: return w * static_cast<float>(a - race_.position[user] - b);
      case Piece::kBoisterous: return -weight(race_.to_move);
      case Piece::kAdviser: return w - weight(race_.to_move);
      case Piece::kAmbitious: return -kMeanRoll * weight(other);
      case Piece::kWidow: return -kMeanRoll * weight(other) - w;
      case Piece::kSpiteful: return -weight(other);
      case Piece::kKindhearted: return with_the_last(w, 2);
      case Piece::kScheming:
        return w - (a == kNobody ? 0 : weight(other) * static_cast<float>(spaces_back(other, b)));
      case Piece::kGovernor: {
        const auto spaces = static_cast<float>(race_.position[other] - race_.position[user]);
        return spaces * (w - weight(other));
      }
      case Piece::kLover:
        return -weight(other) * static_cast<float>(race_.position[other] - race_.position[user]);
      case Piece::kLateborn: return other == me_ ? 10.F : 0.F;
      case Piece::kMatron: return contains(race_.on_track, me_) ? 10.F : 0.F;
      default: return 0;
    }
  }

  const RaceQueries& queries() const { return queries_; }

 private:
  const Race& race_;
  const Rules& rules_;
  RaceQueries queries_;
  Seat me_;
  std::array<float, kMaxSeats> weights_{};
};

Action if_gain(float gain, StepKind yes, StepKind no) { return action(gain > 0 ? yes : no); }

Action choose_reroll(const Race& race, Seat me, const Judge& judge) {
  const bool lowered = (race.roll_flags & Race::kLowering) != 0;
  const float mean = lowered ? 16.F / 6 : kMeanRoll;
  const bool finishes = race.position[me] + race.number_seen > kThreshold;
  const float now = static_cast<float>(race.number_seen) + judge.price_of_use();
  return action(!finishes && now < mean ? kReroll : kKeep);
}

Action choose_space(Seat me, const RaceQueries& queries, const ActionList& steps) {
  Action best = steps[0];
  int furthest = -1;
  for (const Action step : steps) {
    const int end = step.argument > kThreshold ? kFinished : queries.end_of_move(me, step.argument);
    if (end > furthest) {
      furthest = end;
      best = step;
    }
  }
  return best;
}

}  // namespace

Action choose_greedily(const Race& race, const Rules& rules, const ActionList& steps) {
  const Task task = race.agenda[race.agenda_size - 1];
  const Seat me = Engine::actor(race).seat();
  const Judge judge(race, rules, me);
  const auto back = [&](Seat seat) {
    return judge.weight(seat) * static_cast<float>(judge.spaces_back(seat, 1));
  };
  if (task.kind == TaskKind::kAskCancel) {
    const float step = race.is_on_track(task.seat) ? judge.weight(task.seat) : 0;
    const float gain = judge.gain_of_cancelling(task.seat, task.a, task.b);
    return if_gain(gain - step - judge.price_of_use(), kCancel, kAllow);
  }
  if (task.kind == TaskKind::kAskStep) {
    // Not onto the space of somebody who makes it rest.
    const bool trap = race.is_active(Piece::kAmbitious) && race.piece[me] != Piece::kAmbitious &&
                      race.position[race.seat_of(Piece::kAmbitious)] == race.position[me] + 1;
    return action(trap ? kStay : kStep);
  }
  switch (race.piece[me]) {
    case Piece::kMatron:
      return best_of(steps, kWard, steps[0], -100,
                     [&](Seat seat) { return piece_strength(race.piece[seat]); });
    case Piece::kAridani:
      return if_gain(judge.gain_instead_of_rolling(5 - judge.price_of_use(), 0, 0) - kMeanRoll,
                     kFive, StepKind::kRoll);
    case Piece::kAmbitious:
      return if_gain(kMeanRoll * judge.weight(task.a) - judge.price_of_use(), kRest, kDecline);
    case Piece::kWidow: {
      const float lost = race.position[me] > 1 ? 1.F : 0.F;
      return if_gain(kMeanRoll * judge.weight(task.a) - lost - judge.price_of_use(), kRest,
                     kDecline);
    }
    case Piece::kBoisterous:
      return if_gain(judge.weight(race.to_move) - judge.price_of_use(), kLower, kWaive);
    case Piece::kPechoi: return choose_space(me, judge.queries(), steps);
    case Piece::kSpiteful: return if_gain(back(task.a) - judge.price_of_use(), kKick, kDecline);
    case Piece::kPhilosopher:
      return best_of(steps, kArgue, action(kDecline), 0, [&](Seat seat) {
        return 2 * 0.583F - 2 * 0.417F * judge.weight(seat) - judge.price_of_use();
      });
    case Piece::kKindhearted: return if_gain(judge.gain_of_kindness(), kUse, kDecline);
    case Piece::kScheming:
      if (steps[0].kind == kTarget) {
        return best_of(steps, kTarget, steps[0], kNoLimit, [&](Seat seat) {
          return judge.weight(seat) * static_cast<float>(judge.spaces_back(seat, race.number_seen));
        });
      }
      // Others gain from what the target loses, too: only when it is nearly lost without.
      return if_gain(judge.gain_of_scheming() - kMeanRoll - 0.5F, kScheme, StepKind::kRoll);
    case Piece::kGovernor:
      return best_of(steps, kGovern, action(StepKind::kRoll), kMeanRoll,
                     [&](Seat seat) { return judge.gain_of_governing(seat); });
    case Piece::kHealthy: return choose_reroll(race, me, judge);
    case Piece::kLateborn:
      return best_of(steps, kTake, steps[0], -1,
                     [&](Seat seat) { return static_cast<float>(race.score[seat]); });
    case Piece::kCompanion: return if_gain(kMeanRoll - judge.price_of_use(), kFollow, kStay);
    case Piece::kLover:
      return best_of(steps, kDrag, action(kDecline), 0,
                     [&](Seat seat) { return judge.gain_of_drag(seat); });
    case Piece::kGeneral: {
      const bool finishes = race.position[me] + race.number_seen > kThreshold;
      const float gain = static_cast<float>(4 - race.number_seen) - judge.price_of_use();
      return if_gain(finishes ? 0 : gain, kFour, kKeep);
    }
    default: return steps[0];
  }
}

Action GreedyRacer::choose(const RaceGame::View& view) {
  ActionList steps;
  game_.legal(view.state, steps);
  return choose_greedily(view.state, game_.config().rules, steps);
}

// ---- The draft ----

namespace {

// What a buyer gains: points above what the parade gives for nothing, less what the shares would
// buy elsewhere. Both numbers were the best of a few against each other, by little: while the
// parade is full, every draw ends in a forced take, so there is seldom anything to buy.
float gain_of_buying(const State& s, const Config& config, Piece piece, int price) {
  const int missing = config.team_size() - s.team[s.to_act];
  const int shares = s.shares[s.to_act];
  const float share = 0.15F * static_cast<float>(missing) / static_cast<float>(std::max(1, shares));
  return piece_points(piece) - 1.4F - share * static_cast<float>(price);
}

Action choose_purchase(const State& s, const Config& config, const ActionList& steps) {
  return best_of(steps, kBuy, action(kPass), 0, [&](int piece) {
    const auto place = std::find(s.parade.begin(), s.parade.end(), piece);
    const int price = static_cast<int>(place - s.parade.begin()) + 1;
    return gain_of_buying(s, config, static_cast<Piece>(piece), price);
  });
}

// A rival's loss is shared by all others; my own gain is mine.
Action choose_victim(const State& s, const Config& config, const ActionList& steps) {
  float dead = 0;
  int count = 0;
  for (int i = 0; i < kSetSize; ++i) {
    if (s.where[i] != kDead) continue;
    dead += piece_points(static_cast<Piece>(i));
    ++count;
  }
  dead /= static_cast<float>(std::max(1, count));
  return best_of(steps, kName, action(kDecline), 0, [&](int piece) {
    const float loss = piece_points(static_cast<Piece>(piece)) - dead;
    const bool own = s.where[piece] == kInTeam + s.to_act;
    return own ? -loss : loss / static_cast<float>(config.players - 1);
  });
}

float points_of(int piece) { return piece_points(static_cast<Piece>(piece)); }
float minus_points_of(int piece) { return -points_of(piece); }

}  // namespace

Action choose_greedily(const Changakarnikh& game, const State& s) {
  const Config& config = game.config();
  ActionList steps;
  game.legal(s, steps);
  switch (s.phase) {
    case Phase::kBuy: return choose_purchase(s, config, steps);
    case Phase::kName: return choose_victim(s, config, steps);
    case Phase::kReplace: return best_of(steps, kReplace, steps[0], kNoLimit, points_of);
    case Phase::kPick: return best_of(steps, kPick, steps[0], kNoLimit, minus_points_of);
    case Phase::kElder:
      return best_of(steps, kSwap, action(kDecline), -piece_points(Piece::kElder), minus_points_of);
    default: return choose_greedily(s.race, config.rules, steps);
  }
}

Action GreedyPlayer::choose(const Changakarnikh::View& view) {
  return choose_greedily(game_, view.state);
}

}  // namespace clanhouse::changakarnikh

namespace clanhouse {

changakarnikh::Action PlayoutPolicy<changakarnikh::RaceGame>::choose(
    const changakarnikh::RaceGame& game, const changakarnikh::Race& race) {
  changakarnikh::ActionList steps;
  game.legal(race, steps);
  return changakarnikh::choose_greedily(race, game.config().rules, steps);
}

}  // namespace clanhouse
