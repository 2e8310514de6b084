// Double-ended queues of work in global memory, one for each block. A block puts items in at the bottom of its own and
// takes them out there; other blocks steal from the top (Arora, Blumofe, Plaxton, "Thread scheduling for multiprogrammed
// multiprocessors", SPAA 1998; Cederman and Tsigas, "On dynamic load balancing on graphics processors", 2008). Both ends
// of a deque lie in one word, which changes by atomic operations. No place above the top is written twice, so that a thief
// may read its items after it has taken them.
#pragma once

#include "common.cuh"

struct Deques {
    unsigned long long* ends;  // the top in the upper half, the bottom in the lower
    int* item;
    int capacity;  // places of each
};

__device__ inline int* place(const Deques& all, int deque, int i) {
    return &all.item[deque * (long long)all.capacity + i];
}

// Takes up to `most` items from the bottom, or up to half of the items from the top. Returns their number; `first` is
// the place of the first.
__device__ inline int take(const Deques& all, int deque, int most, bool from_top, int& first) {
    unsigned long long seen = __ldcg(&all.ends[deque]);  // Race: the atomic below decides
    for (;;) {
        const int top = int(seen >> 32), bottom = int(seen & 0xffffffffu), items = bottom - top;
        const int size = min(from_top ? (items + 1) / 2 : items, most);
        if (size <= 0) return 0;
        first = from_top ? top : bottom - size;
        const unsigned long long left = from_top ? seen + ((unsigned long long)size << 32) : seen - size;
        // Race: it fails for a thread that has read the ends early
        const unsigned long long before = atomicCAS(&all.ends[deque], seen, left);
        if (before == seen) return size;
        seen = before;
    }
}

// Steals from the first other deque that has items, in their order from the own one. Returns the number of items.
__device__ inline int steal(const Deques& all, int own, int most, int& victim, int& first) {
    for (int i = 1; i < int(gridDim.x); ++i) {
        victim = (own + i) % int(gridDim.x);
        const int size = take(all, victim, most, true, first);
        if (size > 0) return size;
    }
    return 0;
}
