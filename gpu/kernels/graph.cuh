// What kernels on graphs share. A graph has its out-edges in compressed sparse rows: those of node i are
// offset[i] .. offset[i + 1] - 1, and edge e leads to node head[e].
#pragma once

#include "common.cuh"

// The distance of nodes that are not reached, as in partitioners/analysis/distances.py.
#define UNREACHED 1000000000

// Marks a loop that usually has one round, which NVRTC would write out several times.
#ifdef __CUDA_HOST_BACK_END__
#define ONE_BY_ONE
#else
#define ONE_BY_ONE _Pragma("unroll 1")
#endif

// Relaxes an edge to `node`, which gets the distance `found` if it is shorter. Threads that relax edges to one node at
// the same time may leave the longer distance; then another launch relaxes them again, since `changed` is set.
__device__ inline void relax(int node, int found, int* distance, int* changed) {
    if (distance[node] <= found) return;  // Race: relaxed again if it seems longer
    distance[node] = found;  // Race: if the longer one stays, the next launch relaxes it again
    *changed = 1;  // Race: all store the same value
}

// The same by an atomic operation, which leaves the shortest distance.
__device__ inline void relax_atomic(int node, int found, int* distance, int* changed) {
    if (distance[node] <= found) return;  // Race: the atomic decides
    atomicMin(&distance[node], found);  // Race: a thread that has read the longer one relaxes again
    *changed = 1;  // Race: all store the same value
}

// Relaxes an edge to `node` of a split graph: its children, which are the nodes behind it, get its distance, too.
__device__ inline void relax_split(int node, int found, const int* children, int* distance, int* changed) {
    if (distance[node] <= found) return;  // Race: relaxed again if it seems longer
    const int last = node + children[node];
    // Race: if the longer one stays, the next launch relaxes it again
    ONE_BY_ONE for (int piece = node; piece <= last; ++piece) distance[piece] = found;
    *changed = 1;  // Race: all store the same value
}

// The same by atomic operations.
__device__ inline void relax_split_atomic(int node, int found, const int* children, int* distance, int* changed) {
    if (distance[node] <= found) return;  // Race: the atomic decides
    const int last = node + children[node];
    // Race: a thread that has read the longer one relaxes again
    ONE_BY_ONE for (int piece = node; piece <= last; ++piece) atomicMin(&distance[piece], found);
    *changed = 1;  // Race: all store the same value
}

// Sums over the lanes of the warp up to this one.
__device__ inline int warp_scan(int value) {
    const int lane = threadIdx.x % WARP_SIZE;
    UNROLL for (int before = 1; before < WARP_SIZE; before *= 2) {
        const int other = __shfl_up_sync(ALL_LANES, value, before);
        value += lane >= before ? other : 0;
    }
    return value;
}

// The sum over the threads of the block before this one, and the total of all. Every thread must come.
__device__ inline int block_scan(int value, int& total) {
    __shared__ int sum_of_warp[WARP_SIZE];
    const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    const int sum = warp_scan(value);
    if (lane == WARP_SIZE - 1) sum_of_warp[warp] = sum;
    __syncthreads();
    const int sums = warp_scan(lane < BLOCK_SIZE / WARP_SIZE ? sum_of_warp[lane] : 0);
    total = __shfl_sync(ALL_LANES, sums, WARP_SIZE - 1);
    const int before = __shfl_sync(ALL_LANES, sums, warp > 0 ? warp - 1 : 0);
    __syncthreads();  // the sums are read before the next call writes them
    return (warp > 0 ? before : 0) + sum - value;
}
