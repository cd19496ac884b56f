// Which races a measurement of pieces runs: fields of pieces and orders of seats.
#pragma once

#include <cstdint>
#include <vector>

namespace clanhouse::pieces {

// Numbers of pieces in the catalogue, ascending.
using Field = std::vector<int>;

// All sets of `size` of the pieces 0..pieces-1, in lexicographic order: 12,650 of 4 of 25.
std::vector<Field> all_fields(int size, int pieces);

// `count` random fields in which every piece stands equally often, but for one: dealt from shuffled
// sets, one after another.
std::vector<Field> balanced_fields(int size, int pieces, int count, std::uint64_t seed);

// Permutations of 0..size-1: [order][seat] is the index in the field of who moves then. All of
// them up to 4 pieces; otherwise, or with `rotations`, the `size` rotations of one that is drawn by
// `seed`. Either way every piece is in every seat equally often.
std::vector<std::vector<int>> seat_orders(int size, bool rotations, std::uint64_t seed);

}  // namespace clanhouse::pieces
