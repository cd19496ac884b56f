// libFuzzer target for TPS and PTN. Build and run (docs/formats.md):
//   cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_dashigaikh
//   build/fuzz/tests/fuzz_dashigaikh CORPUS_FOLDER tests/data/fuzz_dashigaikh
#include "tests/fuzz/fuzz_dashigaikh.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clanhouse::test::fuzz_dashigaikh({reinterpret_cast<const char*>(data), size});
  return 0;
}
