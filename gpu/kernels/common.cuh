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

// For lanes in which equal keys stand side by side: the sum over the lanes of the same key up to this one. The last
// lane of a key, which holds its whole sum, is told so.
__device__ inline real segmented_sum(int key, real value, bool& last_of_key) {
    const int lane = threadIdx.x % WARP_SIZE;
    const int key_before = __shfl_up_sync(ALL_LANES, key, 1);
    const unsigned int firsts = __ballot_sync(ALL_LANES, lane == 0 || key_before != key);
    const int first = WARP_SIZE - 1 - __clz(firsts & (ALL_LANES >> (WARP_SIZE - 1 - lane)));
    for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
        const real other = __shfl_up_sync(ALL_LANES, value, distance);
        if (lane - distance >= first) value += other;
    }
    last_of_key = lane == WARP_SIZE - 1 || (firsts >> (lane + 1) & 1);
    return value;
}
