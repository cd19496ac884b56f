// Random numbers that depend on nothing but a key.
//
// Every use of chance draws from its own stream, named by (master seed, purpose, ids…), so that
// the same seed gives the same games at any number of threads, and so that drawing more numbers
// in one place never shifts those of another.
//
//   RandomStream dice(seed, "dice", game_id);
//   int roll = 1 + dice.below(6);
//
// A stream is a xoshiro256++ generator (Blackman and Vigna, 2019) whose state is filled from the
// key by SplitMix64 (Steele, Lea and Flood, 2014). It is never part of a game state: a search that
// copies a state must not see future dice.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <utility>

namespace clanhouse {

// SplitMix64's finaliser: a bijection of 64-bit words in which every input bit moves about half
// of the output bits.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

class RandomStream {
 public:
  template <std::integral... Ids>
  explicit RandomStream(std::uint64_t master_seed, std::string_view purpose, Ids... ids) {
    std::uint64_t key = mix64(master_seed + kGolden);
    for (char c : purpose) absorb(key, static_cast<unsigned char>(c));
    absorb(key, 0x100);  // ends the purpose: ("a", 98) and ("ab") are different keys
    (absorb(key, static_cast<std::uint64_t>(ids)), ...);
    for (std::uint64_t& word : state_) word = mix64(key += kGolden);
  }

  // Uniform 64 bits.
  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform in 0..n-1, without bias; n must be positive. Lemire's multiplication method.
  std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t threshold = -n % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // Uniform in [0, 1), 24 bits of precision.
  float uniform() { return static_cast<float>(next() >> 40) * 0x1.0p-24F; }

  // Puts the items in random order (Fisher and Yates).
  template <class List>
  void shuffle(List& items) {
    for (auto n = static_cast<std::uint32_t>(items.size()); n > 1; --n) {
      std::swap(items[n - 1], items[below(n)]);
    }
  }

 private:
  static constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;
  static constexpr void absorb(std::uint64_t& key, std::uint64_t word) {
    key = mix64((key ^ word) + kGolden);
  }
  std::uint64_t state_[4];
};

}  // namespace clanhouse
