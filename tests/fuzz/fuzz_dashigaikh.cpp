// libFuzzer target for TPS and PTN; scripts/fuzz builds and runs it.
#include "tests/fuzz/fuzz_dashigaikh.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clanhouse::test::fuzz_dashigaikh({reinterpret_cast<const char*>(data), size});
  return 0;
}
