// A list with room for Capacity trivial items inside itself: legal moves are listed on the stack,
// without allocation and without clearing the room that is not used.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace clanhouse {

template <class T, std::size_t Capacity>
class FixedList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  static constexpr std::size_t kCapacity = Capacity;

  FixedList() {}  // NOLINT(modernize-use-equals-default): the bytes stay uninitialised
  FixedList(const FixedList& other) { *this = other; }
  FixedList& operator=(const FixedList& other) {
    if (this != &other) {
      size_ = other.size_;
      std::copy_n(other.items(), size_, items());
    }
    return *this;
  }

  void clear() { size_ = 0; }
  void push_back(T item) {
    assert(size_ < Capacity);
    std::construct_at(items() + size_++, item);
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items()[i]; }
  const T& operator[](std::size_t i) const { return items()[i]; }
  T* begin() { return items(); }
  T* end() { return items() + size_; }
  const T* begin() const { return items(); }
  const T* end() const { return items() + size_; }
  const T* data() const { return items(); }

 private:
  T* items() { return reinterpret_cast<T*>(bytes_); }
  const T* items() const { return reinterpret_cast<const T*>(bytes_); }

  std::size_t size_ = 0;
  // Bytes, since an item's own defaults would be written Capacity times for every list.
  alignas(T) std::byte bytes_[sizeof(T) * Capacity];
};

}  // namespace clanhouse
