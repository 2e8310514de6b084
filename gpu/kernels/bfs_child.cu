// Breadth-first search by dynamic parallelism (Vivek K, 2013, section 4.3): nodes with many out-edges launch a warp each.
// Kernels that may launch others are compiled in a different way, and take longer, so they have a file of their own.
// The arrays of a launching kernel are not __restrict__: they go to another grid, so no compiler takes them as read-only.
#include "graph.cuh"

// A warp relaxes the out-edges of a node, lane by lane. Blocks: 1, of 32 threads.
extern "C" __global__ void __launch_bounds__(WARP_SIZE)
bfs_child(int node, const int* __restrict__ offset, const int* __restrict__ head, int* distance, int* changed) {
    const unsigned end = offset[node + 1];
    const int found = distance[node] + 1;  // Race: a shorter distance is relaxed in the next launch
    for (unsigned edge = offset[node] + threadIdx.x; edge < end; edge += WARP_SIZE)
        relax(head[edge], found, distance, changed);
}

// One thread per node relaxes all its out-edges. If they are more than `max_degree`, it launches a grid for them, and
// relaxes them itself only if there is no place for the grid. Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_relax_child(int nodes, int max_degree, const int* offset, const int* head, int* distance,
                int* changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    const int begin = offset[node], end = offset[node + 1];
    if (end - begin > max_degree && LAUNCH_CHILD(bfs_child, 1, WARP_SIZE, 0, node, offset, head, distance, changed))
        return;
    const int found = distance[node] + 1;  // Race: a shorter distance is relaxed in the next launch
    for (int edge = begin; edge < end; ++edge) relax(head[edge], found, distance, changed);
}
