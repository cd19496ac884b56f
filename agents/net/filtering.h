// Winograd's minimal filtering in one dimension: m outputs of a filter of three numbers from m + 2
// inputs, by m + 2 products. Inputs and filter become the values of polynomials at m + 2 points
// (the last one at infinity), which are multiplied point by point and turned back.
#pragma once

namespace clanhouse {

// The three matrices for a segment of m outputs. At the finite points a_j the filter's values are
// divided by Π (a_j - a_l), l ≠ j, and the inputs are combined by the coefficients of Π (x - a_l),
// l ≠ j. At infinity it is the filter's highest coefficient, and the product over all.
struct Filtering {
  static constexpr int kLongest = 6;  // segment; longer ones would lose precision
  static constexpr int kMostPoints = kLongest + 2;

  constexpr explicit Filtering(int segment) {
    // The finite points; segments take as many as they need. These lose little precision.
    constexpr double kPoints[kMostPoints - 1] = {0.0, 1.0, -1.0, 0.5, -2.0, -0.5, 2.0};
    const int finite = segment + 1;
    for (int j = 0; j <= finite; ++j) {
      double product[kMostPoints] = {1};
      double divisor = 1;
      for (int l = 0; l < finite; ++l) {
        if (l == j) continue;
        if (j < finite) divisor *= kPoints[j] - kPoints[l];
        for (int k = finite; k >= 0; --k) {
          product[k] = (k > 0 ? product[k - 1] : 0) - kPoints[l] * product[k];
        }
      }
      for (int i = 0; i <= finite; ++i) inputs[j][i] = static_cast<float>(product[i]);
      if (j == finite) continue;
      double power = 1;
      for (int k = 0; k < segment || k < 3; ++k, power *= kPoints[j]) {
        if (k < 3) filter[j][k] = power / divisor;
        if (k < segment) outputs[k][j] = static_cast<float>(power);
      }
    }
    filter[finite][2] = 1;
    outputs[segment - 1][finite] = 1;
  }

  // Arrays of the language, as everything that kernels_simd.cpp reads.
  float inputs[kMostPoints][kMostPoints] = {};  // [point][input]
  double filter[kMostPoints][3] = {};           // [point][tap]
  float outputs[kLongest][kMostPoints] = {};    // [output][point]
};

}  // namespace clanhouse
