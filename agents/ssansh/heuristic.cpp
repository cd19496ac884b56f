#include "agents/ssansh/heuristic.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "agents/one_ply.h"

namespace clanhouse {

using namespace ssansh;

namespace {

constexpr float kUsed = 0.29F;        // how late it is when all hands are empty, of 1
constexpr float kSpace = 2.5F;        // how surely a figurine more holds a space
constexpr float kEarly = 0.51F;       // how much a space more decides, at the start
constexpr float kLate = 1.96F;        // and when the game is about to end
constexpr float kOfColour = 0.42F;    // how much a figurine of the winning colour decides
constexpr float kOfOthers = 0.014F;   // and one of the others, against its holder
constexpr float kTieBreaker = 0.92F;  // a figurine on the King, in spaces; half on the Weather
constexpr float kNoColour = 0.05F;    // weight of there being no winning colour
constexpr float kReserve = 0.05F;     // how much any figurine in hand is worth, for each player
                                      // beyond three, before anybody parleys

using ByColour = std::array<float, kColours>;

// exp(rate * n) by n. More figurines than `most` count as so many.
template <int N>
std::array<float, N> exponentials(float rate, int most = N - 1) {
  std::array<float, N> table{};
  for (int n = 0; n < N; ++n) table[n] = std::exp(rate * static_cast<float>(std::min(n, most)));
  return table;
}
const auto kSpaceOdds = exponentials<kFigurinesOfColour + 1>(kSpace, 20);
constexpr int kLargestHand = kHandSize + 1;
const auto kOddsOfColour = exponentials<kLargestHand + 1>(kOfColour);
const auto kOddsOfOthers = exponentials<kLargestHand + 1>(-kOfOthers);
const auto kOddsOfAny = exponentials<kLargestHand + 1>(-kOfColour);
// By the number of players, and that of Parleys in a row.
const auto kReserveOdds = [] {
  constexpr int kSize = kMaxPlayers + 1;
  std::array<std::array<std::array<float, kLargestHand + 1>, kSize>, kSize> table{};
  for (int players = 1; players < kSize; ++players) {
    for (int parleys = 0; parleys <= players; ++parleys) {
      const float open = 1 - static_cast<float>(parleys) / static_cast<float>(players);
      const float rate = kReserve * static_cast<float>(std::max(0, players - 3)) * open;
      table[players][parleys] = exponentials<kLargestHand + 1>(rate);
    }
  }
  return table;
}();

// exp(x) for x from -87 to 87, to 4e-6 of it. Written out so that a loop over many is turned into
// vector instructions.
float exponential(float x) {
  const float t = 1.44269504F * x;
  constexpr float kRound = 12582912.F;  // 1.5 * 2^23: adding it leaves no room for fractions
  const float whole = (t + kRound) - kRound;
  const float f = t - whole;  // 2^f by the first terms of its series
  const float power =
      1 + f * (0.693147181F +
               f * (0.240226507F +
                    f * (0.0555041087F +
                         f * (0.00961812911F + f * (0.00133335581F + f * 0.000154035304F)))));
  return power * std::bit_cast<float>((static_cast<std::int32_t>(whole) + 127) << 23);
}

// How much of a space each colour holds, of 1; nothing where it is empty.
ByColour held_of(const Counts& counts) {
  if (total(counts) == 0) return {};
  const ByColour odds = {kSpaceOdds[counts[0]], kSpaceOdds[counts[1]], kSpaceOdds[counts[2]]};
  const float sum = odds[0] + odds[1] + odds[2];
  return {odds[0] / sum, odds[1] / sum, odds[2] / sum};
}

float tie_breaker(const State& s, int colour) {
  return kTieBreaker * (static_cast<float>(s.king[colour]) + 0.5F * s.weather[colour]);
}

// Whether a Parley is under way.
bool parleying(const State& s) { return s.phase == Phase::kBag || s.phase == Phase::kReturn; }

// How much a space more decides, of `held` figurines in hands and so many Parleys in a row.
float sharpness(int players, int held, int parleys) {
  const float used = 1 - static_cast<float>(held) / static_cast<float>(kHandSize * players);
  const float parleyed = static_cast<float>(parleys) / static_cast<float>(players);
  const float late = std::max(kUsed * used, parleyed);
  return kEarly + (kLate - kEarly) * late * late;
}

int figurines_in_hands(const State& s) {
  int held = 0;
  for (int seat = 0; seat < s.players; ++seat) held += total(s.hands[seat]);
  return held;
}

// A hand's odds to be the best one.
class HandOdds {
 public:
  HandOdds(int players, int parleys) : reserve_(kReserveOdds[players][parleys]) {}
  // When the colour wins.
  float operator()(const Counts& hand, int colour) const {
    const int all = total(hand);
    return kOddsOfColour[hand[colour]] * kOddsOfOthers[all - hand[colour]] * reserve_[all];
  }
  // When none does.
  float operator()(const Counts& hand) const {
    return kOddsOfAny[total(hand)] * reserve_[total(hand)];
  }

 private:
  const std::array<float, kLargestHand + 1>& reserve_;
};

bool draw_without_colour(const Ssansh& game) {
  return game.config().rules.no_colour == Rules::NoColour::kNobody;
}
// What a seat's chances to win are measured against.
float even_share(const Ssansh& game, int players) {
  return (draw_without_colour(game) ? 1 - kNoColour : 1) / static_cast<float>(players);
}

// The utilities after the last Parley, whose draw or return is due. The board is as it stays. The
// player who draws keeps what serves best.
Utilities<kMaxPlayers> last_parley(const Ssansh& game, const State& s) {
  const Rules& rules = game.config().rules;
  const auto colour = winning_colour(game.layout(), s, rules);
  const int ender = s.to_move;
  State end = s;
  end.to_move = static_cast<std::uint8_t>((ender + 1) % s.players);
  Utilities<kMaxPlayers> value{};
  const auto add_result = [&](float weight) {
    const auto utility = utility_of(winner(end, colour, rules), s.players);
    for (int seat = 0; seat < s.players; ++seat) value[seat] += weight * utility[seat];
  };
  // One of the others goes back if there is one, otherwise one of the winning colour.
  const auto give_back = [&](Counts& hand) {
    for (int c = 0; c < kColours; ++c) {
      if (hand[c] > 0 && colour != c) return --hand[c];
    }
    return --hand[*colour];
  };
  Counts& hand = end.hands[ender];
  if (s.phase == Phase::kReturn) {
    give_back(hand);
    add_result(1);
  } else if (total(hand) == 0) {
    add_result(1);
  } else {
    const auto size = static_cast<float>(total(s.bag));
    const float drawn = colour ? static_cast<float>(s.bag[*colour]) / size : 0;
    if (drawn < 1) add_result(1 - drawn);  // another figurine changes nothing
    if (drawn > 0) {
      ++hand[*colour];
      give_back(hand);
      add_result(drawn);
    }
  }
  return value;
}

}  // namespace

Utilities<kMaxPlayers> Heuristic<Ssansh>::value(const Ssansh& game, const State& s) {
  const int parleys = s.parleys + (parleying(s) ? 1 : 0);
  if (parleys == s.players) return last_parley(game, s);
  ByColour held{};
  for (int space = 0; space < game.layout().spaces; ++space) {
    const ByColour here = held_of(s.spaces[space]);
    for (int c = 0; c < kColours; ++c) held[c] += here[c];
  }
  const int figurines = figurines_in_hands(s) - (s.phase == Phase::kReturn ? 1 : 0);
  const float sharp = sharpness(s.players, figurines, parleys);
  ByColour chance{};
  float sum = 0;
  for (int c = 0; c < kColours; ++c) {
    sum += chance[c] = exponential(sharp * (held[c] + tie_breaker(s, c)));
  }
  const HandOdds hand_odds(s.players, parleys);
  std::array<float, kMaxPlayers> shares{};
  const auto add_shares = [&](float weight, auto... colour) {
    std::array<float, kMaxPlayers> odds{};
    float all = 0;
    for (int seat = 0; seat < s.players; ++seat) {
      all += odds[seat] = hand_odds(s.hands[seat], colour...);
    }
    for (int seat = 0; seat < s.players; ++seat) shares[seat] += weight * odds[seat] / all;
  };
  for (int c = 0; c < kColours; ++c) add_shares((1 - kNoColour) * chance[c] / sum, c);
  if (!draw_without_colour(game)) add_shares(kNoColour);
  Utilities<kMaxPlayers> value{};
  const float even = even_share(game, s.players);
  for (int seat = 0; seat < s.players; ++seat) value[seat] = shares[seat] - even;
  return value;
}

// An Act changes one hand by one figurine, and one or two spaces or discs; what that means for the
// hands is the same for all Acts with a colour.
void Heuristic<Ssansh>::judge_actions(const Ssansh& game, const State& s, const ActionList& actions,
                                      float* values) {
  const int seat = s.to_move;
  const auto judge_one = [&](Action action) {
    State after = s;
    game.apply(after, action);
    return one_ply_value(game, after, seat);
  };
  // The rare cases: a choice of what to return, an empty bag (where a Parley may be over at once).
  if (s.phase != Phase::kTurn || total(s.bag) == 0) {
    for (std::size_t i = 0; i < actions.size(); ++i) values[i] = judge_one(actions[i]);
    return;
  }

  ByColour held{};
  std::array<ByColour, kMaxSpaces> held_before;
  for (int space = 0; space < game.layout().spaces; ++space) {
    held_before[space] = held_of(s.spaces[space]);
    for (int c = 0; c < kColours; ++c) held[c] += held_before[space][c];
  }
  for (int c = 0; c < kColours; ++c) held[c] += tie_breaker(s, c);

  // A next player without figurines parleys at once.
  const int parleys = total(s.hands[(seat + 1) % s.players]) == 0 ? 1 : 0;
  const float sharp = sharpness(s.players, figurines_in_hands(s) - 1, parleys);
  const HandOdds hand_odds(s.players, parleys);

  // By the colour of the figurine: the seat's share of each winning colour, and without one.
  std::array<std::array<float, kColours + 1>, kColours> share{};
  const bool draw = draw_without_colour(game);
  const auto share_of = [&](const Counts& hand, auto... colour) {
    float all = hand_odds(hand, colour...);
    const float own = all;
    for (int other = 0; other < s.players; ++other) {
      if (other != seat) all += hand_odds(s.hands[other], colour...);
    }
    return own / all;
  };
  for (int placed = 0; placed < kColours; ++placed) {
    Counts hand = s.hands[seat];
    if (hand[placed] == 0) continue;
    --hand[placed];
    for (int c = 0; c < kColours; ++c) share[placed][c] = (1 - kNoColour) * share_of(hand, c);
    share[placed][kColours] = (draw ? 0 : kNoColour * share_of(hand)) - even_share(game, s.players);
  }
  // Acts come before the Parley; their exponentials are taken all together.
  const std::size_t acts = actions.size() - 1;
  std::array<std::array<float, kMaxActions>, kColours> odds;
  for (std::size_t i = 0; i < acts; ++i) {
    const Action action = actions[i];
    ByColour score = held;
    const auto change = [&](int space, const Counts& counts) {
      const ByColour now = held_of(counts);
      for (int c = 0; c < kColours; ++c) score[c] += now[c] - held_before[space][c];
    };
    if (action.kind == Action::kPlace) {
      Counts counts = s.spaces[action.space];
      ++counts[action.colour];
      change(action.space, counts);
    } else if (action.kind == Action::kKing) {
      score[action.colour] += kTieBreaker;
      if (action.space != kNowhere) {
        Counts counts = s.spaces[action.space];
        const auto [first, second] = others(action.colour);
        counts[first] = static_cast<std::uint8_t>(counts[first] - action.a);
        counts[second] = static_cast<std::uint8_t>(counts[second] - action.b);
        change(action.space, counts);
      }
    } else {
      score[action.colour] += 0.5F * kTieBreaker;
      if (action.space != kNowhere) {
        Counts from = s.spaces[action.space];
        Counts to = s.spaces[action.a];
        from[action.colour] = static_cast<std::uint8_t>(from[action.colour] - action.b);
        to[action.colour] = static_cast<std::uint8_t>(to[action.colour] + action.b);
        change(action.space, from);
        change(action.a, to);
      }
    }
    for (int c = 0; c < kColours; ++c) odds[c][i] = sharp * score[c];
  }
  for (auto& row : odds) {
    for (std::size_t i = 0; i < acts; ++i) row[i] = exponential(row[i]);
  }
  for (std::size_t i = 0; i < acts; ++i) {
    const auto& mine = share[actions[i].colour];
    const float sum = odds[0][i] + odds[1][i] + odds[2][i];
    values[i] =
        (odds[0][i] * mine[0] + odds[1][i] * mine[1] + odds[2][i] * mine[2]) / sum + mine[kColours];
  }
  values[acts] = judge_one(actions[acts]);
}

Action PlayoutPolicy<Ssansh>::choose(const Ssansh& game, const State& s) {
  ActionList actions;
  game.legal(s, actions);
  std::array<float, kMaxActions> values;
  Heuristic<Ssansh>::judge_actions(game, s, actions, values.data());
  const auto* best = std::max_element(values.data(), values.data() + actions.size());
  return actions[static_cast<std::size_t>(best - values.data())];
}

}  // namespace clanhouse
