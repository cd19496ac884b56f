#include "agents/net/kernels.h"

namespace clanhouse::kernels {

// Each from its own compilation of kernels_simd.cpp.
extern const Kernels kBaseline;
#ifdef CLANHOUSE_AVX512
extern const Kernels kAvx512;
#endif

const Kernels& baseline() { return kBaseline; }

const Kernels& widest() {
#ifdef CLANHOUSE_AVX512
  // What CMakeLists.txt compiles it with; this also asks whether the system saves the registers.
  static const bool has_avx512 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl");
  if (has_avx512) return kAvx512;
#endif
  return kBaseline;
}

}  // namespace clanhouse::kernels
