#include <gtest/gtest.h>

#include "tests/core/dashigaikh/perft_cases.h"

namespace clanhouse::dashigaikh {
namespace {

TEST(PerftSlow, CountsUpToOneBillion) { test::check_perft_counts(2'000'000, 1'000'000'000, 2); }

TEST(PerftSlow, CountsAboveOneBillion) {
  test::check_perft_counts(1'000'000'000, 1'000'000'000'000, 2);
}

}  // namespace
}  // namespace clanhouse::dashigaikh
