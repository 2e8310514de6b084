// What every kernel here is compiled with, and the warp-wide sums that several of them share.
//
// REAL (float or double) is the type of matrix and vector entries, BLOCK_SIZE the number of threads in a block;
// both are given when a kernel is compiled. Indices are 32-bit integers. A warp has 32 lanes, and every lane of
// a warp must reach these functions together.
#pragma once

#ifndef REAL
#define REAL float
#endif
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 256
#endif

typedef REAL real;

#define WARP_SIZE 32
#define ALL_LANES 0xffffffffu

// The sum over the lanes of the warp, in lane 0.
__device__ inline real warp_sum(real value) {
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(ALL_LANES, value, distance);
    return value;
}

// For lanes in which equal keys stand side by side: the sum over the lanes of the same key up to this one.
__device__ inline real segmented_sum(int key, real value) {
    const int lane = threadIdx.x % WARP_SIZE;
    for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
        const int other_key = __shfl_up_sync(ALL_LANES, key, distance);
        const real other = __shfl_up_sync(ALL_LANES, value, distance);
        if (lane >= distance && other_key == key) value += other;
    }
    return value;
}

// Whether this lane is the last of its key, and so holds the whole segmented sum.
__device__ inline bool ends_segment(int key) {
    const int next_key = __shfl_down_sync(ALL_LANES, key, 1);
    return threadIdx.x % WARP_SIZE == WARP_SIZE - 1 || next_key != key;
}
