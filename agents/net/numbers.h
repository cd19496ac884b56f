// Numbers that kernels read and write in whole registers. They begin with a cache line, so that no
// register's worth of a padded column lies in two: reading such takes twice as long.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace clanhouse {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kCacheLine{64};

  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>& /*other*/) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kCacheLine));
  }
  void deallocate(T* memory, std::size_t /*count*/) { ::operator delete(memory, kCacheLine); }
  bool operator==(const CacheLineAllocator&) const = default;
};

using Numbers = std::vector<float, CacheLineAllocator<float>>;

}  // namespace clanhouse
