// The pieces of the Jakálla set (rules/changakarnikh.md §5) by number, and `plain`, a piece without
// a power that serves as a measuring stick. What a piece does is in powers.cpp, all in one place.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clanhouse::changakarnikh {

enum class Piece : std::uint8_t {
  kAssassin,
  kElder,
  kMatron,
  kAridani,
  kConsort,
  kBlessed,
  kGlorious,
  kAmbitious,
  kWidow,
  kMatchmaker,
  kAhoggya,
  kBoisterous,
  kIllomened,
  kPechoi,
  kAdviser,
  kSpiteful,
  kPhilosopher,
  kKindhearted,
  kScheming,
  kGovernor,
  kHealthy,
  kLateborn,
  kCompanion,
  kLover,
  kGeneral,
  kPlain,
};

// Pieces of the set; the plain one is not among them.
inline constexpr int kSetSize = 25;
inline constexpr int kPieceKinds = kSetSize + 1;

// A set of kinds of pieces, a bit for each.
using PieceSet = std::uint32_t;
constexpr PieceSet piece_bit(Piece piece) { return PieceSet{1} << static_cast<int>(piece); }
inline constexpr PieceSet kWholeSet = (PieceSet{1} << kSetSize) - 1;

// "consort", "plain".
std::string_view piece_name(Piece piece);
// "the Consort", "the Hundred-Times Blessed Princess".
std::string_view piece_title(Piece piece);
std::optional<Piece> find_piece(std::string_view name);
bool is_female(Piece piece);

}  // namespace clanhouse::changakarnikh
