#include "selfplay/pieces/designs.h"

#include <algorithm>
#include <numeric>

#include "core/random.h"

namespace clanhouse::pieces {

std::vector<Field> all_fields(int size, int pieces) {
  std::vector<Field> fields;
  Field field(static_cast<std::size_t>(size));
  std::iota(field.begin(), field.end(), 0);
  for (;;) {
    fields.push_back(field);
    int last = size - 1;
    while (last >= 0 && field[last] == pieces - size + last) --last;
    if (last < 0) return fields;
    std::iota(field.begin() + last, field.end(), field[last] + 1);
  }
}

std::vector<Field> balanced_fields(int size, int pieces, int count, std::uint64_t seed) {
  RandomStream random(seed, "fields", size);
  std::vector<Field> fields;
  std::vector<int> deck;  // dealt from the front
  while (static_cast<int>(fields.size()) < count) {
    Field field;
    for (std::size_t next = 0; static_cast<int>(field.size()) < size;) {
      if (next >= deck.size()) {
        std::vector<int> fresh(static_cast<std::size_t>(pieces));
        std::iota(fresh.begin(), fresh.end(), 0);
        random.shuffle(fresh);
        deck.insert(deck.end(), fresh.begin(), fresh.end());
      }
      // A piece that stands in the field already waits for the next one.
      if (std::find(field.begin(), field.end(), deck[next]) != field.end()) {
        ++next;
        continue;
      }
      field.push_back(deck[next]);
      deck.erase(deck.begin() + static_cast<std::ptrdiff_t>(next));
    }
    std::sort(field.begin(), field.end());
    fields.push_back(std::move(field));
  }
  return fields;
}

std::vector<std::vector<int>> seat_orders(int size, bool rotations, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> orders;
  if (size <= 4 && !rotations) {
    do {
      orders.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    return orders;
  }
  RandomStream random(seed, "seat orders");
  random.shuffle(order);
  for (int turn = 0; turn < size; ++turn) {
    orders.push_back(order);
    std::rotate(order.begin(), order.begin() + 1, order.end());
  }
  return orders;
}

}  // namespace clanhouse::pieces
