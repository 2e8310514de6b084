// Shortest paths from one root, along edges of integer length >= 0; distances begin as 0 at the root and UNREACHED
// elsewhere. sssp_relax... are the fixed-point method of bfs.cu with lengths (Vivek K, 2013, sections 4 to 4.4).
#include "graph.cuh"

// One thread per node relaxes all its out-edges, by plain loads and stores (relax_kernel of Algorithm 1; a graph
// without split nodes has no children). Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
sssp_relax(int nodes, const int* __restrict__ offset, const int* __restrict__ head, const int* __restrict__ weight,
           const int* __restrict__ children, int* distance, int* changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    const int end = offset[node + 1], mine = distance[node];  // Race: a shorter distance is relaxed in the next launch
    for (int edge = offset[node]; edge < end; ++edge)
        relax_split(head[edge], mine + weight[edge], children, distance, changed);
}

// The same with atomicMin (section 4.4), after which children need no update. Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
sssp_relax_atomic(int nodes, const int* __restrict__ offset, const int* __restrict__ head,
                  const int* __restrict__ weight, const int* __restrict__ children, int* distance, int* changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    const int end = offset[node + 1], mine = distance[node];  // Race: a shorter distance is relaxed in the next launch
    for (int edge = offset[node]; edge < end; ++edge)
        relax_split_atomic(head[edge], mine + weight[edge], children, distance, changed);
}

// One thread per virtual node relaxes its edges, with strides (Nodehi Sabet, Qiu and Zhao, "Tigr", ASPLOS 2018).
// Blocks: ceil(virtual nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
sssp_relax_virtual(int virtual_nodes, const int* __restrict__ node_of, const int* __restrict__ first_edge,
                   const int* __restrict__ stride, const int* __restrict__ offset, const int* __restrict__ head,
                   const int* __restrict__ weight, int* distance, int* changed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= virtual_nodes) return;
    const int node = node_of[i], mine = distance[node];  // Race: a shorter distance is relaxed in the next launch
    const unsigned end = offset[node + 1], step = stride[i];
    for (unsigned edge = first_edge[i]; edge < end; edge += step)
        relax_atomic(head[edge], mine + weight[edge], distance, changed);
}

// One thread per node of the queue relaxes its out-edges (Bellman and Ford's method with a queue). A node whose distance
// becomes shorter is put into the next queue once: queued holds the last round in which a node was. Blocks:
// ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
sssp_worklist(int nodes, int round, const int* __restrict__ queue, const int* __restrict__ offset,
              const int* __restrict__ head, const int* __restrict__ weight, int* distance, int* queued, int* next,
              int* length) {
    const int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item >= nodes) return;
    // Race: who makes it shorter puts the node into the next queue
    const int node = queue[item], end = offset[node + 1], mine = distance[node];
    for (int edge = offset[node]; edge < end; ++edge) {
        const int other = head[edge], found = mine + weight[edge];
        if (distance[other] > found && atomicMin(&distance[other], found) > found &&  // Race: the atomic decides
            atomicExch(&queued[other], round) != round)
            next[atomicAdd(length, 1)] = other;
    }
}
