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

// Marks a loop of a fixed number of rounds, which both compilers then write out. NVRTC would do so by itself; g++,
// whose traces show how the code is laid out, would not.
#ifdef __CUDA_HOST_BACK_END__
#define UNROLL _Pragma("GCC unroll 32")
#else
#define UNROLL _Pragma("unroll")
#endif

// GRID_SYNC() waits until all threads of the grid have come. All its blocks must be resident at once, and the host
// must have launched it. The launch is a cooperative one (cooperative groups of CUDA 9 on, capability 6.0).
//
// LAUNCH_CHILD(kernel, blocks, threads, shared bytes, arguments...) launches a grid that nobody waits for (CUDA 12,
// "fire and forget"). It is true if the grid is launched; if too many launches are pending, it is false, and the
// caller does the work itself. The grid runs at any time from then on; on the host, after the launching kernel.
#ifdef __CUDA_HOST_BACK_END__
#define GRID_SYNC() numasim_sync_grid(NUMASIM_CALLED)
#define LAUNCH_CHILD(kernel, blocks, threads, shared_bytes, ...) \
    numasim_launch_child(numasim_call_##kernel, kernel, blocks, threads, shared_bytes, __LINE__ __VA_OPT__(, ) __VA_ARGS__)
#else
#if defined(USES_GRID_SYNC) || !defined(__CUDACC_RTC__)  // NVRTC needs the headers only for this
#include <cooperative_groups.h>
#endif
#define GRID_SYNC() cooperative_groups::this_grid().sync()
#define LAUNCH_CHILD(kernel, blocks, threads, shared_bytes, ...)                        \
    (kernel<<<blocks, threads, shared_bytes, cudaStreamFireAndForget>>>(__VA_ARGS__),   \
     cudaGetLastError() == cudaSuccess)
#endif

#define WARP_SIZE 32
#define ALL_LANES 0xffffffffu

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
// Devices before capability 6.0 have no such instruction (CUDA programming guide, "Atomic functions").
__device__ inline double atomicAdd(double* address, double value) {
    unsigned long long* const bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __double_as_longlong(value + __longlong_as_double(seen)));
    } while (seen != old);
    return __longlong_as_double(old);
}
#endif

// The lanes of the mask with the same value, by a ballot for each value.
template <class T>
__device__ inline unsigned int match_by_ballots(unsigned int mask, T value) {
    unsigned int same = 0;
    for (unsigned int left = mask; left;) {
        const int leader = __ffs(left) - 1;
        const bool equal = __shfl_sync(mask, value, leader) == value;
        const unsigned int lanes = __ballot_sync(mask, equal);
        if (equal) same = lanes;
        left &= ~(lanes | 1u << leader);
    }
    return same;
}

// The values of the lanes of the mask, combined one after the other by + & | ^, or by < (least) or > (greatest).
template <class T>
__device__ inline T reduce_by_shuffles(unsigned int mask, T value, char operation) {
    T total = __shfl_sync(mask, value, __ffs(mask) - 1);
    for (unsigned int left = mask & (mask - 1); left; left &= left - 1) {
        const T other = __shfl_sync(mask, value, __ffs(left) - 1);
        if (operation == '+') total += other;
        if (operation == '&') total &= other;
        if (operation == '|') total |= other;
        if (operation == '^') total ^= other;
        if ((operation == '<' && other < total) || (operation == '>' && total < other)) total = other;
    }
    return total;
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#define __match_any_sync match_by_ballots
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define __reduce_add_sync(mask, value) reduce_by_shuffles(mask, value, '+')
#define __reduce_min_sync(mask, value) reduce_by_shuffles(mask, value, '<')
#define __reduce_max_sync(mask, value) reduce_by_shuffles(mask, value, '>')
#define __reduce_and_sync(mask, value) reduce_by_shuffles(mask, value, '&')
#define __reduce_or_sync(mask, value) reduce_by_shuffles(mask, value, '|')
#define __reduce_xor_sync(mask, value) reduce_by_shuffles(mask, value, '^')
#endif

// The lock-free barrier of Xiao and Feng ("Inter-block GPU communication via fast barrier synchronization", 2010), for
// devices and launches without cooperative groups. All blocks must be resident, and all their threads must come. Block
// 0 collects the blocks in `arrived` and lets them go in `released`, an element a block, zero at first. `round` is
// another number at each barrier, and not zero.
__device__ inline void lock_free_grid_sync(int round, volatile int* arrived, volatile int* released) {
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) arrived[blockIdx.x] = round;
    if (blockIdx.x == 0) {
        for (int block = threadIdx.x; block < int(gridDim.x); block += blockDim.x)
            while (arrived[block] != round) {
            }
        __syncthreads();
        for (int block = threadIdx.x; block < int(gridDim.x); block += blockDim.x) released[block] = round;
    }
    if (threadIdx.x == 0)
        while (released[blockIdx.x] != round) {
        }
    __syncthreads();
}

// The sum over the lanes of the warp, in lane 0.
__device__ inline real warp_sum(real value) {
    UNROLL for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
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
    UNROLL for (int distance = 1; distance < WARP_SIZE; distance *= 2) {
        const real other = __shfl_up_sync(ALL_LANES, value, distance);
        if (lane - distance >= first) value += other;
    }
    last_of_key = lane == WARP_SIZE - 1 || (firsts >> (lane + 1) & 1);
    return value;
}
