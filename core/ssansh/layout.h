// Layouts: the spaces of a board, their home colours and neighbours (rules/ssansh.md, "Board"). A
// layout is data; jakalla and filled are built in from configs/ssansh/, others are files.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace clanhouse::ssansh {

enum Colour : std::uint8_t { kRed, kGreen, kBlue };
inline constexpr int kColours = 3;
inline constexpr std::string_view kColourNames[kColours] = {"red", "green", "blue"};
inline constexpr char kColourLetters[kColours + 1] = "RGB";
inline constexpr int kFigurinesOfColour = 21;
inline constexpr int kFigurines = kColours * kFigurinesOfColour;
inline constexpr int kHandSize = 8;
inline constexpr int kMinPlayers = 2;
inline constexpr int kMaxPlayers = 5;
// Two figurines a space and two hands of eight are all that there are.
inline constexpr int kMaxSpaces = 23;
inline constexpr int kNeutral = kColours;

struct Layout {
  std::string name;
  int spaces = 0;
  std::array<std::uint8_t, kMaxSpaces> home{};         // a Colour, or kNeutral
  std::array<std::uint32_t, kMaxSpaces> neighbours{};  // bit sets of spaces
  std::vector<std::array<double, 2>> picture;          // where spaces are drawn; empty if not said

  int neutral_spaces() const { return spaces - kColours; }
  bool operator==(const Layout&) const = default;
};

// Reads a layout from TOML and checks it: symmetric, connected, one home space of each colour. The
// error names line and key.
Result<Layout> parse_layout(std::string_view toml);
// Whether there are figurines enough for so many players.
Result<void> check_players(const Layout& layout, int players);
// A built-in layout by its name, or else the file of that path.
Result<Layout> find_layout(const std::string& name_or_path);

}  // namespace clanhouse::ssansh
