// Numbers that carry their first and second derivatives with respect to two variables, so that a
// model of results is written as its formula alone.
#pragma once

#include <cmath>

namespace clanhouse {

struct Jet {
  double v = 0;
  double x = 0, y = 0;            // ∂/∂x, ∂/∂y
  double xx = 0, xy = 0, yy = 0;  // second derivatives

  static Jet variable_x(double value) { return {value, 1, 0, 0, 0, 0}; }
  static Jet variable_y(double value) { return {value, 0, 1, 0, 0, 0}; }

  // f(this), given f's value and first two derivatives there.
  Jet chain(double f, double df, double ddf) const {
    return {f, df * x, df * y, df * xx + ddf * x * x, df * xy + ddf * x * y, df * yy + ddf * y * y};
  }
};

inline Jet operator+(const Jet& a, const Jet& b) {
  return {a.v + b.v, a.x + b.x, a.y + b.y, a.xx + b.xx, a.xy + b.xy, a.yy + b.yy};
}
inline Jet operator+(const Jet& a, double b) { return a + Jet{b}; }
inline Jet operator*(double s, const Jet& a) {
  return {s * a.v, s * a.x, s * a.y, s * a.xx, s * a.xy, s * a.yy};
}
inline Jet operator-(const Jet& a) { return -1 * a; }
inline Jet operator-(const Jet& a, const Jet& b) { return a + -b; }
inline Jet operator*(const Jet& a, const Jet& b) {
  return {a.v * b.v,
          a.v * b.x + b.v * a.x,
          a.v * b.y + b.v * a.y,
          a.v * b.xx + b.v * a.xx + 2 * a.x * b.x,
          a.v * b.xy + b.v * a.xy + a.x * b.y + a.y * b.x,
          a.v * b.yy + b.v * a.yy + 2 * a.y * b.y};
}
inline Jet exp(const Jet& a) {
  const double e = std::exp(a.v);
  return a.chain(e, e, e);
}
inline Jet log(const Jet& a) { return a.chain(std::log(a.v), 1 / a.v, -1 / (a.v * a.v)); }
inline Jet sqrt(const Jet& a) {
  const double root = std::sqrt(a.v);
  return a.chain(root, 1 / (2 * root), -1 / (4 * root * a.v));
}
// log(1 + e^a) without overflow.
inline Jet softplus(const Jet& a) {
  const double p = 1 / (1 + std::exp(-a.v));
  const double value = a.v > 0 ? a.v + std::log1p(std::exp(-a.v)) : std::log1p(std::exp(a.v));
  return a.chain(value, p, p * (1 - p));
}

}  // namespace clanhouse
