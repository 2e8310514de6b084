#include "common.cuh"

// A thread sends the rank of its vertex along its out-edges, in equal shares. Blocks: ceil(n / block size).
extern "C" __global__ void push_rank(int n, const int* __restrict__ row_start, const int* __restrict__ column,
                                     const real* __restrict__ rank, real* sum) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    const int begin = row_start[v], end = row_start[v + 1];
    if (begin == end) return;
    const real share = rank[v] / (end - begin);
    for (int e = begin; e < end; ++e) atomicAdd(&sum[column[e]], share);
}

// The new rank of each vertex, and zeros for the next sums. Blocks: ceil(n / block size).
extern "C" __global__ void new_rank(int n, real damping, real* sum, real* rank) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= n) return;
    rank[v] = (1 - damping) / n + damping * sum[v];
    sum[v] = 0;
}
