// Split nodes (Vivek K, 2013, section 4.2): the value of a parent is that of its children, too.
#include "graph.cuh"

// One thread per parent copies its distance to its children, the nodes behind it (childNodeDistUpdate_kernel of
// Algorithm 1), before each relaxation. Blocks: ceil(parents / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
update_children(int parents, const int* __restrict__ parent, const int* __restrict__ children, int* distance) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= parents) return;
    const int node = parent[i], last = node + children[node], mine = distance[node];
    for (int piece = node + 1; piece <= last; ++piece) distance[piece] = mine;
}
