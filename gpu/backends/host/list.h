// An array that grows, and whose elements are written in place.
#pragma once

#include <cstdlib>
#include <utility>

// Bytes for which all lists have space.
int64_t bytes_of_lists = 0;

// `next` is behind its last element.
template <class T>
struct List {
    T *first = nullptr, *next = nullptr, *limit = nullptr;

    List() = default;
    List(List&& other) { swap(other); }
    ~List() { release(); }
    void swap(List& other) {
        std::swap(first, other.first), std::swap(next, other.next), std::swap(limit, other.limit);
    }
    size_t size() const { return size_t(next - first); }
    size_t bytes() const { return size() * sizeof(T); }
    size_t free_bytes() const { return size_t(limit - next) * sizeof(T); }
    void clear() { next = first; }
    void release() {
        bytes_of_lists -= (limit - first) * int64_t(sizeof(T));
        free(first);
        first = next = limit = nullptr;
    }
    bool has_space(size_t count) const { return __builtin_expect(size_t(limit - next) >= count, 1); }
    // Makes space for some more elements.
    void reserve(size_t count) {
        if (!has_space(count)) grow(count);
    }
    __attribute__((noinline, cold)) void grow(size_t count) {
        const size_t used = size(), capacity = 2 * (used + count);
        bytes_of_lists += (int64_t(capacity) - (limit - first)) * int64_t(sizeof(T));
        first = static_cast<T*>(realloc(static_cast<void*>(first), capacity * sizeof(T)));
        if (first == nullptr) abort();
        next = first + used;
        limit = first + capacity;
    }
};
