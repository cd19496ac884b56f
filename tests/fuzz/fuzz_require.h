// Checks of fuzz targets: what does not hold is shown, and the process ends.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace clanhouse::test {

inline void fuzz_require(bool holds, std::string_view text, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s:\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

}  // namespace clanhouse::test
