// libFuzzer target for records and race setups of Changakárnikh; scripts/fuzz builds and runs it.
#include "tests/fuzz/fuzz_changakarnikh.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clanhouse::test::fuzz_changakarnikh({reinterpret_cast<const char*>(data), size});
  return 0;
}
