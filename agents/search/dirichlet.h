// Dirichlet noise, which keeps self-play from playing the same games again and again.
#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "core/random.h"

namespace clanhouse {

// The standard normal distribution (Box and Muller).
inline float draw_normal(RandomStream& random) {
  const float u = 1 - random.uniform();
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi_v<float> * random.uniform());
}

// The gamma distribution with this shape and scale 1 (Marsaglia and Tsang, 2000); shapes below 1
// through shape + 1.
inline float draw_gamma(float shape, RandomStream& random) {
  if (shape < 1) {
    return draw_gamma(shape + 1, random) * std::pow(1 - random.uniform(), 1 / shape);
  }
  const float d = shape - 1.F / 3;
  const float c = 1 / std::sqrt(9 * d);
  for (;;) {
    const float x = draw_normal(random);
    const float v = (1 + c * x) * (1 + c * x) * (1 + c * x);
    if (v > 0 && std::log(1 - random.uniform()) < x * x / 2 + d - d * v + d * std::log(v)) {
      return d * v;
    }
  }
}

// Fills in numbers that are not negative and add up to 1; all parameters of the distribution are
// `alpha`.
inline void draw_dirichlet(float alpha, std::span<float> shares, RandomStream& random) {
  float sum = 0;
  for (float& share : shares) sum += share = draw_gamma(alpha, random);
  for (float& share : shares) {
    share = sum > 0 ? share / sum : 1 / static_cast<float>(shares.size());
  }
}

}  // namespace clanhouse
