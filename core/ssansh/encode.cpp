// Network inputs and policy slots. Seats are seen from the viewer: index 0 is the viewer, then
// round the table.
#include <algorithm>

#include "core/ssansh/game.h"

namespace clanhouse::ssansh {
namespace {

// A space: the counts, whose home it is, who dominates it (or nobody).
constexpr int kSpaceFeatures = 3 + 3 + 4;
// King, Weather, own hand, what went into the bag for certain and may have; sizes of the others'
// hands and the bag; parleys, turns, phase, winning colour, players.
constexpr int kOtherFeatures = 5 * 3 + kMaxPlayers + 1 + 2 + 5 + 4 + kMaxPlayers;
constexpr int kPlaceSlots = kColours * kMaxSpaces;

class Writer {
 public:
  explicit Writer(std::span<float> out) : out_(out) {}
  void add(float value) { out_[next_++] = value; }
  void add_counts(const Counts& counts) {
    for (const auto count : counts) add(static_cast<float>(count) / 8);
  }
  void add_colour(std::optional<Colour> colour) {
    for (int c = 0; c < kColours; ++c) add(colour == static_cast<Colour>(c) ? 1.F : 0.F);
    add(colour ? 0.F : 1.F);
  }

 private:
  std::span<float> out_;
  std::size_t next_ = 0;
};

}  // namespace

int Ssansh::feature_count() const { return kMaxSpaces * kSpaceFeatures + kOtherFeatures; }

void Ssansh::encode(const View& view, std::span<float> features) const {
  const State& s = view.state;
  Writer writer(features);
  for (int space = 0; space < kMaxSpaces; ++space) {
    const bool there = space < layout_.spaces;
    writer.add_counts(s.spaces[space]);
    for (int c = 0; c < kColours; ++c) {
      writer.add(there && layout_.home[space] == c ? 1.F : 0.F);
    }
    writer.add_colour(there ? dominant_in_space(s, space, config_.rules) : std::nullopt);
  }
  const BagKnowledge& known = s.knowledge[view.seat];
  for (const Counts& counts : {s.king, s.weather, s.hands[view.seat], known.fresh, known.old}) {
    writer.add_counts(counts);
  }
  int held = 0;
  for (int i = 0; i < kMaxPlayers; ++i) {
    const int size = i < s.players ? view.hand_sizes[(view.seat + i) % s.players] : 0;
    held += size;
    writer.add(static_cast<float>(size) / kHandSize);
  }
  writer.add(static_cast<float>(held) / kFigurines);
  writer.add(static_cast<float>(s.parleys) / kMaxPlayers);
  writer.add(static_cast<float>(s.turns) / 100);
  for (int phase = 0; phase < 5; ++phase) {
    writer.add(static_cast<int>(s.phase) == phase ? 1.F : 0.F);
  }
  writer.add_colour(winning_colour(layout_, s, config_.rules));
  for (int i = 0; i < kMaxPlayers; ++i) {
    writer.add(i < s.players && (view.seat + i) % s.players == s.to_move ? 1.F : 0.F);
  }
}

// Every action has a slot of its own; a network will want a policy in factors instead.
int Ssansh::policy_count() const {
  constexpr int kCounts = kFigurinesOfColour + 1;
  return kPlaceSlots + kColours * (kMaxSpaces * kCounts * kCounts + 1) +
         kColours * (kMaxSpaces * kMaxSpaces * kFigurinesOfColour + 1) + 1 + kColours;
}

int Ssansh::policy_index(const State&, Action action) const {
  constexpr int kCounts = kFigurinesOfColour + 1;
  constexpr int kKingSlots = kMaxSpaces * kCounts * kCounts + 1;
  constexpr int kWeatherSlots = kMaxSpaces * kMaxSpaces * kFigurinesOfColour + 1;
  int base = 0;
  switch (action.kind) {
    case Action::kPlace: return action.colour * kMaxSpaces + action.space;
    case Action::kKing:
      base = kPlaceSlots + action.colour * kKingSlots;
      if (action.space == kNowhere) return base + kKingSlots - 1;
      return base + (action.space * kCounts + action.a) * kCounts + action.b;
    case Action::kWeather:
      base = kPlaceSlots + kColours * kKingSlots + action.colour * kWeatherSlots;
      if (action.space == kNowhere) return base + kWeatherSlots - 1;
      return base + (action.space * kMaxSpaces + action.a) * kFigurinesOfColour + action.b - 1;
    case Action::kParley: return kPlaceSlots + kColours * (kKingSlots + kWeatherSlots);
    case Action::kReturn:
      return kPlaceSlots + kColours * (kKingSlots + kWeatherSlots) + 1 + action.colour;
  }
  return 0;
}

}  // namespace clanhouse::ssansh
