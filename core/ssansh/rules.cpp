#include "core/ssansh/rules.h"

#include <algorithm>
#include <bit>

namespace clanhouse::ssansh {
namespace {

bool of_one_colour(const Counts& hand) {
  return (hand[0] > 0) + (hand[1] > 0) + (hand[2] > 0) == 1;
}

// ---- What seats know of the bag (state.h) ----

void everybody_sees_in_bag(State& s, int colour, int count) {
  for (int seat = 0; seat < s.players; ++seat) {
    auto& fresh = s.knowledge[seat].fresh[colour];
    fresh = static_cast<std::uint8_t>(fresh + count);
  }
}

void somebody_draws(State& s, int drawer, int colour) {
  for (int seat = 0; seat < s.players; ++seat) {
    BagKnowledge& k = s.knowledge[seat];
    if (seat == drawer) {
      // The old ones of the colour may have left before; what is surely there is one less.
      std::uint8_t& known = k.fresh[colour] > 0 ? k.fresh[colour] : k.old[colour];
      if (known > 0) --known;
    } else {
      add(k.old, k.fresh);
      k.fresh = {};
      ++k.leaks;
    }
    if (k.leaks >= total(k.old)) {
      k.old = {};
      k.leaks = 0;
    }
  }
}

// The empty hand's draw is shown and goes back: the bag holds one of the colour.
void everybody_sees_one_in_bag(State& s, int colour) {
  for (int seat = 0; seat < s.players; ++seat) {
    BagKnowledge& k = s.knowledge[seat];
    if (k.fresh[colour] == 0 && (k.old[colour] == 0 || k.leaks > 0)) k.fresh[colour] = 1;
    if (k.old[colour] > 0) --k.old[colour];
    if (k.leaks >= total(k.old)) {
      k.old = {};
      k.leaks = 0;
    }
  }
}

// ---- Turns ----

void next_turn(State& s) {
  if (s.turns < 255) ++s.turns;
  s.to_move = static_cast<std::uint8_t>((s.to_move + 1) % s.players);
  s.phase = s.parleys == s.players ? Phase::kOver : Phase::kTurn;
}

void end_parley(State& s) {
  ++s.parleys;
  next_turn(s);
}

void give_back(State& s, int colour) {
  --s.hands[s.to_move][colour];
  ++s.bag[colour];
  everybody_sees_in_bag(s, colour, 1);
  end_parley(s);
}

void begin_parley(State& s) {
  if (total(s.bag) == 0) {
    end_parley(s);
  } else {
    s.phase = Phase::kBag;
  }
}

// The most on a count among the colours of `level`.
unsigned most_among(unsigned level, const Counts& counts) {
  int most = -1;
  unsigned best = 0;
  for (int c = 0; c < kColours; ++c) {
    if ((level >> c & 1) == 0) continue;
    if (counts[c] > most) {
      most = counts[c];
      best = 0;
    }
    if (counts[c] == most) best |= 1U << c;
  }
  return best;
}

std::optional<Colour> only(unsigned colours) {
  if (!std::has_single_bit(colours)) return std::nullopt;
  return static_cast<Colour>(std::countr_zero(colours));
}

}  // namespace

bool agrees(const BagKnowledge& k, const Counts& bag) {
  int missing = 0;
  for (int c = 0; c < kColours; ++c) {
    if (bag[c] < k.fresh[c]) return false;
    missing += std::max(0, k.old[c] - (bag[c] - k.fresh[c]));
  }
  return missing <= k.leaks;
}

State empty_board(const Layout& layout, int players) {
  State s;
  s.players = static_cast<std::uint8_t>(players);
  s.bag = {kFigurinesOfColour, kFigurinesOfColour, kFigurinesOfColour};
  for (int space = 0; space < layout.spaces; ++space) {
    if (layout.home[space] == kNeutral) continue;
    s.spaces[space][layout.home[space]] = 2;
    s.bag[layout.home[space]] -= 2;
  }
  return s;
}

bool neutral_due(const Layout& layout, const State& s, int space) {
  return layout.home[space] == kNeutral && total(s.spaces[space]) == 0;
}
bool hand_due(const State& s, int seat) { return total(s.hands[seat]) == 0; }

void list_setup(const State& s, int index, bool hand, OutcomeList& list) {
  list.clear();
  const int size = hand ? kHandSize : 2;
  double ways = 0;
  for_each_choice(s.bag, size, [&](const Counts& counts, double w) {
    ways += w;
    list.push_back(
        {{hand ? Outcome::kHand : Outcome::kNeutral, static_cast<std::uint8_t>(index), counts},
         static_cast<float>(w)});
  });
  for (auto& [outcome, probability] : list) probability /= static_cast<float>(ways);
}

void list_actions(const Layout& layout, const State& s, ActionList& list) {
  list.clear();
  const Counts& hand = s.hands[s.to_move];
  if (s.phase == Phase::kReturn) {
    for (std::uint8_t c = 0; c < kColours; ++c) {
      if (hand[c] > 0) list.push_back({Action::kReturn, c, 0, 0, 0});
    }
    return;
  }
  if (s.phase != Phase::kTurn) return;
  const auto spaces = static_cast<std::uint8_t>(layout.spaces);
  for (std::uint8_t c = 0; c < kColours; ++c) {
    if (hand[c] == 0) continue;
    for (std::uint8_t space = 0; space < spaces; ++space) {
      list.push_back({Action::kPlace, c, space, 0, 0});
    }
  }
  for (std::uint8_t c = 0; c < kColours; ++c) {
    if (hand[c] == 0) continue;
    const auto [first, second] = others(c);
    for (std::uint8_t space = 0; space < spaces; ++space) {
      const int most = s.spaces[space][c];
      for (std::uint8_t a = 0; a <= std::min<int>(most, s.spaces[space][first]); ++a) {
        for (std::uint8_t b = a == 0 ? 1 : 0; b <= std::min<int>(most - a, s.spaces[space][second]);
             ++b) {
          list.push_back({Action::kKing, c, space, a, b});
        }
      }
    }
    list.push_back({Action::kKing, c, kNowhere, 0, 0});
  }
  for (std::uint8_t c = 0; c < kColours; ++c) {
    if (hand[c] == 0) continue;
    for (std::uint8_t space = 0; space < spaces; ++space) {
      const std::uint8_t most = s.spaces[space][c];
      if (most == 0) continue;
      for (std::uint32_t rest = layout.neighbours[space]; rest != 0; rest &= rest - 1) {
        const auto to = static_cast<std::uint8_t>(std::countr_zero(rest));
        for (std::uint8_t count = 1; count <= most; ++count) {
          list.push_back({Action::kWeather, c, space, to, count});
        }
      }
    }
    list.push_back({Action::kWeather, c, kNowhere, 0, 0});
  }
  list.push_back({Action::kParley, 0, 0, 0, 0});
}

void apply_action(const Layout& layout, State& s, Action action) {
  const int c = action.colour;
  switch (action.kind) {
    case Action::kParley: begin_parley(s); break;
    case Action::kReturn: give_back(s, c); break;
    case Action::kPlace:
    case Action::kKing:
    case Action::kWeather:
      --s.hands[s.to_move][c];
      if (action.kind == Action::kPlace) {
        ++s.spaces[action.space][c];
      } else if (action.kind == Action::kKing) {
        ++s.king[c];
        if (action.space != kNowhere) {
          const auto [first, second] = others(c);
          Counts removed{};
          removed[first] = action.a;
          removed[second] = action.b;
          subtract(s.spaces[action.space], removed);
          add(s.bag, removed);
          everybody_sees_in_bag(s, first, action.a);
          everybody_sees_in_bag(s, second, action.b);
        }
      } else {
        ++s.weather[c];
        if (action.space != kNowhere) {
          auto& from = s.spaces[action.space][c];
          auto& to = s.spaces[action.a][c];
          from = static_cast<std::uint8_t>(from - action.b);
          to = static_cast<std::uint8_t>(to + action.b);
        }
      }
      s.parleys = 0;
      next_turn(s);
      break;
  }
  run_forced(layout, s);
}

void apply_outcome(const Layout& layout, State& s, Outcome outcome) {
  subtract(s.bag, outcome.counts);
  switch (outcome.kind) {
    case Outcome::kNeutral: s.spaces[outcome.index] = outcome.counts; break;
    case Outcome::kHand: s.hands[outcome.index] = outcome.counts; break;
    case Outcome::kBag: {
      Counts& hand = s.hands[s.to_move];
      const auto drawn = static_cast<int>(
          std::find(outcome.counts.begin(), outcome.counts.end(), 1) - outcome.counts.begin());
      if (total(hand) == 0) {
        ++s.bag[drawn];
        everybody_sees_one_in_bag(s, drawn);
        end_parley(s);
        break;
      }
      somebody_draws(s, s.to_move, drawn);
      ++hand[drawn];
      s.phase = Phase::kReturn;
      break;
    }
  }
  run_forced(layout, s);
}

void run_forced(const Layout& layout, State& s) {
  for (;;) {
    const Counts& hand = s.hands[s.to_move];
    if (s.phase == Phase::kSetup) {
      for (int space = 0; space < layout.spaces; ++space) {
        if (neutral_due(layout, s, space)) return;
      }
      for (int seat = 0; seat < s.players; ++seat) {
        if (hand_due(s, seat)) return;
      }
      s.phase = Phase::kTurn;
    } else if (s.phase == Phase::kTurn && total(hand) == 0) {
      begin_parley(s);
    } else if (s.phase == Phase::kReturn && of_one_colour(hand)) {
      give_back(s, hand[0] > 0 ? kRed : hand[1] > 0 ? kGreen : kBlue);
    } else {
      return;
    }
  }
}

std::optional<Colour> dominant(const Counts& disc) {
  if (total(disc) == 0) return std::nullopt;
  return only(most_among(7, disc));
}

std::optional<Colour> dominant_in_space(const State& s, int space, const Rules& rules) {
  if (total(s.spaces[space]) == 0) return std::nullopt;
  unsigned level = most_among(7, s.spaces[space]);
  if (std::has_single_bit(level)) return only(level);
  for (const Counts& disc : {s.king, s.weather}) {
    if (rules.tie_break == Rules::TieBreak::kTiedCounts) {
      level = most_among(level, disc);
      if (std::has_single_bit(level)) return only(level);
    } else if (const auto leader = dominant(disc); leader && (level >> *leader & 1) != 0) {
      return leader;
    }
  }
  return std::nullopt;
}

std::optional<Colour> winning_colour(const Layout& layout, const State& s, const Rules& rules) {
  Counts spaces{};
  for (int space = 0; space < layout.spaces; ++space) {
    if (const auto colour = dominant_in_space(s, space, rules)) ++spaces[*colour];
  }
  if (total(spaces) == 0) return std::nullopt;
  unsigned level = most_among(7, spaces);
  if (rules.level_colours == Rules::LevelColours::kKingWeather) {
    level = most_among(most_among(level, s.king), s.weather);
  }
  return only(level);
}

std::optional<int> winner(const Layout& layout, const State& s, const Rules& rules) {
  return winner(s, winning_colour(layout, s, rules), rules);
}

std::optional<int> winner(const State& s, std::optional<Colour> colour, const Rules& rules) {
  if (!colour && rules.no_colour == Rules::NoColour::kNobody) return std::nullopt;
  // Who is better has the smaller pair; turn order decides what is level.
  const auto key = [&](int seat) {
    const Counts& hand = s.hands[seat];
    if (!colour) return std::pair(0, total(hand));
    return std::pair(-hand[*colour], total(hand) - hand[*colour]);
  };
  int best = s.to_move;
  for (int i = 1; i < s.players; ++i) {
    const int seat = (s.to_move + i) % s.players;
    if (key(seat) < key(best)) best = seat;
  }
  return best;
}

Utilities<kMaxPlayers> utility_of(std::optional<int> winner, int players) {
  Utilities<kMaxPlayers> utility{};
  if (!winner) return utility;
  for (int seat = 0; seat < players; ++seat) {
    utility[seat] = (seat == *winner ? 1.F : 0.F) - 1.F / static_cast<float>(players);
  }
  return utility;
}

}  // namespace clanhouse::ssansh
