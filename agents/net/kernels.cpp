#include "agents/net/kernels.h"

namespace clanhouse::kernels {

// AVX-512 fuses multiply-adds: a build for processors that do not would get other results by it.
#if defined(CLANHOUSE_AVX512) && defined(__FMA__)
#define CLANHOUSE_CHOICE
#endif

// Each from its own compilation of kernels_simd.cpp.
extern const Kernels kBaseline;
#ifdef CLANHOUSE_CHOICE
extern const Kernels kAvx512;
#endif

const Kernels& baseline() { return kBaseline; }

const Kernels& widest() {
#ifdef CLANHOUSE_CHOICE
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
