#include "core/ssansh/game.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "core/hash.h"
#include "core/ssansh/text.h"

namespace clanhouse::ssansh {
namespace {

// A bag of the given size out of the unseen figurines, in proportion to the ways to choose it. The
// hands get the rest, in as many ways whatever the colours are.
Counts sample_bag(const Counts& unseen, int size, const BagKnowledge& known, RandomStream& random) {
  struct Choice {
    Counts bag;
    double ways;
  };
  FixedList<Choice, (kFigurinesOfColour + 1) * (kFigurinesOfColour + 1)> choices;
  double sum = 0;
  for_each_choice(unseen, size, [&](const Counts& bag, double ways) {
    if (!agrees(known, bag)) return;
    sum += ways;
    choices.push_back({bag, sum});
  });
  assert(!choices.empty());
  const double u = sum * static_cast<double>(random.next() >> 11) * 0x1.0p-53;
  for (const Choice& choice : choices) {
    if (u < choice.ways) return choice.bag;
  }
  return choices[choices.size() - 1].bag;
}

}  // namespace

Actor Ssansh::actor(const State& s) const {
  switch (s.phase) {
    case Phase::kSetup:
    case Phase::kBag: return Actor::of_chance();
    case Phase::kOver: return Actor::none();
    default: return Actor::of_seat(s.to_move);
  }
}

std::uint64_t Ssansh::hash(const State& s) const { return hash_bytes(s); }

void Ssansh::outcomes(const State& s, OutcomeList& list) const {
  list.clear();
  if (s.phase == Phase::kBag) {
    const auto size = static_cast<float>(total(s.bag));
    for (std::uint8_t c = 0; c < kColours; ++c) {
      if (s.bag[c] == 0) continue;
      Outcome outcome;
      outcome.counts[c] = 1;
      list.push_back({outcome, static_cast<float>(s.bag[c]) / size});
    }
    return;
  }
  for (int space = 0; space < layout_.spaces; ++space) {
    if (neutral_due(layout_, s, space)) return list_setup(s, space, false, list);
  }
  for (int seat = 0; seat < s.players; ++seat) {
    if (hand_due(s, seat)) return list_setup(s, seat, true, list);
  }
}

Utilities<kMaxPlayers> Ssansh::utility(const State& s) const {
  return utility_of(winner(layout_, s, config_.rules), s.players);
}

Ssansh::View Ssansh::view(const State& s, int seat) const {
  View view{s, {}, static_cast<std::uint8_t>(seat)};
  for (int other = 0; other < s.players; ++other) {
    view.hand_sizes[other] = static_cast<std::uint8_t>(total(s.hands[other]));
    if (other == seat) continue;
    view.state.hands[other] = {};
    view.state.knowledge[other] = {};
  }
  view.state.bag = {};
  return view;
}

Counts Ssansh::unseen_by(const View& view) const {
  const State& s = view.state;
  Counts unseen = {kFigurinesOfColour, kFigurinesOfColour, kFigurinesOfColour};
  for (int space = 0; space < layout_.spaces; ++space) subtract(unseen, s.spaces[space]);
  subtract(unseen, s.king);
  subtract(unseen, s.weather);
  subtract(unseen, s.hands[view.seat]);
  return unseen;
}

State Ssansh::sample(const View& view, RandomStream& random) const {
  State s = view.state;
  Counts unseen = unseen_by(view);
  int bag_size = total(unseen);
  for (int seat = 0; seat < s.players; ++seat) {
    if (seat != view.seat) bag_size -= view.hand_sizes[seat];
  }
  s.bag = sample_bag(unseen, bag_size, s.knowledge[view.seat], random);
  subtract(unseen, s.bag);
  for (int seat = 0; seat < s.players; ++seat) {
    if (seat == view.seat) continue;
    for (int i = 0; i < view.hand_sizes[seat]; ++i) {
      auto pick = static_cast<int>(random.below(static_cast<std::uint32_t>(total(unseen))));
      int c = 0;
      while (pick >= unseen[c]) pick -= unseen[c++];
      --unseen[c];
      ++s.hands[seat][c];
    }
  }
  return s;
}

std::string Ssansh::action_text(const State&, Action action) const { return step_text(action); }
std::string Ssansh::outcome_text(const State&, Outcome outcome) const { return step_text(outcome); }

Result<Action> Ssansh::parse_action(const State& s, std::string_view text) const {
  if (!actor(s).is_seat()) return invalid("no player is to decide anything here");
  const auto action = read_action(text);
  if (!action) return action;
  ActionList legal_here;
  legal(s, legal_here);
  if (std::find(legal_here.begin(), legal_here.end(), *action) == legal_here.end()) {
    return invalid(step_text(*action) + " is not legal here");
  }
  return action;
}

std::string Ssansh::state_text(const State& s) const {
  std::string text;
  for (int space = 0; space < layout_.spaces; ++space) {
    const std::string figurines = letters(s.spaces[space]);
    text +=
        fmt::format("{}{}:{}", space == 0 ? "" : " ", space, figurines.empty() ? "-" : figurines);
  }
  return text + fmt::format(" king:{} weather:{}", letters(s.king), letters(s.weather));
}

std::string Ssansh::result_text(const State& s) const {
  if (s.phase != Phase::kOver) return "";
  const auto best = winner(layout_, s, config_.rules);
  return best ? std::to_string(*best) : "draw";
}

std::string Ssansh::ending_text(const State& s) const {
  if (s.phase != Phase::kOver) return "";
  const auto colour = winning_colour(layout_, s, config_.rules);
  return colour ? std::string(kColourNames[*colour]) : "no colour";
}

}  // namespace clanhouse::ssansh
