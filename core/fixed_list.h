// A list with room for Capacity trivial items inside itself: legal moves are listed on the stack,
// without allocation and without clearing the room that is not used.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <type_traits>

namespace clanhouse {

template <class T, std::size_t Capacity>
class FixedList {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  static constexpr std::size_t kCapacity = Capacity;

  FixedList() {}  // NOLINT(modernize-use-equals-default): leaves the items uninitialised
  FixedList(const FixedList& other) { *this = other; }
  FixedList& operator=(const FixedList& other) {
    if (this != &other) {
      size_ = other.size_;
      std::copy_n(other.items_, size_, items_);
    }
    return *this;
  }

  void clear() { size_ = 0; }
  void push_back(T item) {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }
  const T* data() const { return items_; }

 private:
  std::size_t size_ = 0;
  // A union does not run the constructors of its members: an item's own defaults would be written
  // Capacity times for every list.
  union {
    T items_[Capacity];
  };
};

}  // namespace clanhouse
