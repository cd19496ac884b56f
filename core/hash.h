// Hashes of states that are plain values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/random.h"

namespace clanhouse {

// A hash of all bytes of a value. It has no padding, so that equal values are equal byte for byte.
template <class T>
std::uint64_t hash_bytes(const T& value) {
  static_assert(std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>);
  std::uint64_t hash = sizeof(T);
  const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
  for (std::size_t i = 0; i < sizeof(T); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, std::min<std::size_t>(8, sizeof(T) - i));
    hash = mix64(hash ^ word) + 0x9e3779b97f4a7c15ULL;
  }
  return hash;
}

}  // namespace clanhouse
