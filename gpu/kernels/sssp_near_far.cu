// Shortest paths from one root with two queues (the near-far method of Davidson, Baxter, Garland and Owens,
// "Work-efficient parallel GPU methods for single-source shortest paths", IPDPS 2014). Only nodes nearer than a
// threshold relax their edges. Farther ones wait in the far queue until no near node is left and the threshold grows.
#include "graph.cuh"

// One thread per node of the near queue relaxes its out-edges. A node whose distance becomes shorter is put into the
// next near queue if it is nearer than the threshold (once a round: near_round holds the last round in which a node
// was), else into the far queue (once in all: a node that leaves the far queue is nearer than the threshold for good).
// length holds the lengths of both queues. Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
sssp_near_far(int nodes, int round, int threshold, const int* __restrict__ near_queue, const int* __restrict__ offset,
              const int* __restrict__ head, const int* __restrict__ weight, int* distance, int* near_round, int* in_far,
              int* next_near, int* far_queue, int* length) {
    const int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item >= nodes) return;
    // Race: who makes it shorter queues the node again
    const int node = near_queue[item], end = offset[node + 1], mine = distance[node];
    for (int edge = offset[node]; edge < end; ++edge) {
        const int other = head[edge], found = mine + weight[edge];
        // Race: the atomic decides
        if (distance[other] <= found || atomicMin(&distance[other], found) <= found) continue;
        if (found < threshold) {
            if (atomicExch(&near_round[other], round) != round) next_near[atomicAdd(&length[0], 1)] = other;
        } else if (atomicExch(&in_far[other], 1) == 0) {
            far_queue[atomicAdd(&length[1], 1)] = other;
        }
    }
}

// One thread per entry of the far queue, when the threshold has grown from `lower` to `upper`. Entries below `lower`
// are stale: their nodes have been near since. Those below `upper` become near, and the others stay; length[2] becomes
// the least distance of these. Blocks: ceil(entries / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
sssp_split_far(int entries, int lower, int upper, const int* __restrict__ far_queue, const int* __restrict__ distance,
               int* near_queue, int* next_far, int* length) {
    const int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item >= entries) return;
    const int node = far_queue[item], found = distance[node];
    if (found < lower) return;
    if (found < upper) {
        near_queue[atomicAdd(&length[0], 1)] = node;
    } else {
        next_far[atomicAdd(&length[1], 1)] = node;
        atomicMin(&length[2], found);
    }
}
