// Vector registers of the processor that we compile for, under Eigen's names.
#pragma once

#include <Eigen/Core>

namespace clanhouse {

using Packet = Eigen::internal::packet_traits<float>::type;
inline constexpr int kPacket = Eigen::internal::packet_traits<float>::size;

inline Packet load(const float* from) { return Eigen::internal::ploadu<Packet>(from); }
inline void store(float* to, const Packet& packet) { Eigen::internal::pstoreu(to, packet); }
inline Packet broadcast(float value) { return Eigen::internal::pset1<Packet>(value); }
inline Packet add(const Packet& a, const Packet& b) { return Eigen::internal::padd(a, b); }
inline Packet larger(const Packet& a, const Packet& b) { return Eigen::internal::pmax(a, b); }
// a · b + c
inline Packet multiply_add(const Packet& a, const Packet& b, const Packet& c) {
  return Eigen::internal::pmadd(a, b, c);
}

}  // namespace clanhouse
