// The relaxation of Vivek K, "Load Balancing and Dynamic Parallelism for Static and Morph Graph Algorithms", 2013,
// Algorithm 1, to the letter: every edge reads its weight and the distance of its node again. Nothing is promised
// about the arrays (`__restrict__`), so a store may have changed all of them.
#include "graph.cuh"

// One thread per node relaxes all its out-edges, and the children of the nodes that they lead to. Breadth-first search
// has weights of 1. Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
relax_literal(int nodes, const int* offset, const int* head, const int* weight, const int* children, int* distance,
              int* changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    for (int edge = offset[node]; edge < offset[node + 1]; ++edge) {
        if (distance[head[edge]] <= distance[node] + weight[edge]) continue;  // Race: relaxed again if it seems longer
        distance[head[edge]] = distance[node] + weight[edge];  // Race: if the longer one stays, it is relaxed again
        ONE_BY_ONE for (int child = 1; child <= children[head[edge]]; ++child)
            distance[head[edge] + child] = distance[head[edge]];  // Race: copied again before the next launch
        *changed = 1;  // Race: all store the same value
    }
}
