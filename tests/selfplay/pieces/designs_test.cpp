#include "selfplay/pieces/designs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace clanhouse::pieces {
namespace {

TEST(Designs, EveryFieldIsThereOnce) {
  for (const auto& [size, count] : {std::pair{3, 2'300}, {4, 12'650}}) {
    const std::vector<Field> fields = all_fields(size, 25);
    EXPECT_EQ(static_cast<int>(fields.size()), count);
    EXPECT_EQ(static_cast<int>(std::set<Field>(fields.begin(), fields.end()).size()), count);
    EXPECT_TRUE(std::is_sorted(fields.begin(), fields.end()));
    for (const Field& field : fields) {
      ASSERT_EQ(static_cast<int>(field.size()), size);
      ASSERT_TRUE(std::is_sorted(field.begin(), field.end(), std::less_equal<>()));
      ASSERT_TRUE(field.front() >= 0 && field.back() < 25);
    }
  }
}

TEST(Designs, SamplesHaveEveryPieceEquallyOften) {
  for (const int size : {2, 3, 4, 5, 6}) {
    for (const int count : {1, 7, 25, 50, 333}) {
      const std::vector<Field> fields = balanced_fields(size, 25, count, 9);
      ASSERT_EQ(static_cast<int>(fields.size()), count);
      std::vector<int> times(25);
      for (const Field& field : fields) {
        ASSERT_EQ(static_cast<int>(field.size()), size);
        ASSERT_TRUE(std::is_sorted(field.begin(), field.end(), std::less_equal<>()));
        for (const int piece : field) ++times.at(static_cast<std::size_t>(piece));
      }
      const auto [least, most] = std::minmax_element(times.begin(), times.end());
      EXPECT_LE(*most - *least, count * size % 25 == 0 ? 0 : 1) << size << " " << count;
    }
  }
}

TEST(Designs, SamplesFollowFromTheSeed) {
  EXPECT_EQ(balanced_fields(4, 25, 100, 1), balanced_fields(4, 25, 100, 1));
  EXPECT_NE(balanced_fields(4, 25, 100, 1), balanced_fields(4, 25, 100, 2));
  // A longer sample begins with the shorter one.
  const auto longer = balanced_fields(4, 25, 200, 1);
  EXPECT_TRUE(
      std::equal(longer.begin(), longer.begin() + 100, balanced_fields(4, 25, 100, 1).begin()));
  // No two fields of a random deck should often be the same.
  EXPECT_GT(std::set<Field>(longer.begin(), longer.end()).size(), 190U);
}

// Whether each piece is in each seat equally often, in permutations that are all different.
void expect_balanced(const std::vector<std::vector<int>>& orders, int size) {
  EXPECT_EQ(std::set<std::vector<int>>(orders.begin(), orders.end()).size(), orders.size());
  std::vector<int> times(static_cast<std::size_t>(size * size));
  for (std::vector<int> order : orders) {
    ASSERT_EQ(static_cast<int>(order.size()), size);
    for (int seat = 0; seat < size; ++seat) ++times.at(order[seat] * size + seat);
    std::sort(order.begin(), order.end());
    for (int i = 0; i < size; ++i) EXPECT_EQ(order[i], i);
  }
  for (const int n : times) EXPECT_EQ(n * size, static_cast<int>(orders.size()));
}

TEST(Designs, SeatOrdersAreBalanced) {
  EXPECT_EQ(seat_orders(3, false, 1).size(), 6U);
  EXPECT_EQ(seat_orders(4, false, 1).size(), 24U);
  for (const int size : {3, 4, 5, 6}) {
    for (const bool rotations : {false, true}) {
      const auto orders = seat_orders(size, rotations, 1);
      expect_balanced(orders, size);
      if (rotations || size > 4) {
        EXPECT_EQ(static_cast<int>(orders.size()), size);
      }
      EXPECT_EQ(orders, seat_orders(size, rotations, 1));
    }
  }
  EXPECT_NE(seat_orders(6, true, 1), seat_orders(6, true, 2));
}

}  // namespace
}  // namespace clanhouse::pieces
