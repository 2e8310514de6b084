// Breadth-first search. All edges have the length 1; distances (levels) begin as 0 at the root and UNREACHED elsewhere.
//
// bfs_relax... relax all edges in each launch until none changes a distance: the fixed-point method of Vivek K, "Load
// Balancing and Dynamic Parallelism for Static and Morph Graph Algorithms", 2013, sections 4 to 4.4. The others visit
// the nodes of one level in each launch. They find these among all nodes (bfs_read...; Hong, Oguntebi and Olukotun,
// "Efficient parallel graph exploration on multi-core CPU and GPU", PACT 2011), or take them from a queue that the
// launch before has filled (bfs_queue...; Luo, Wong and Hwu, "An effective GPU implementation of breadth-first search",
// DAC 2010; Merrill, Garland and Grimshaw, "Scalable GPU graph traversal", PPoPP 2012).
#include "graph.cuh"

// One thread per node relaxes all its out-edges, by plain loads and stores (relax_kernel of Algorithm 1; a graph
// without split nodes has no children). Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_relax(int nodes, const int* __restrict__ offset, const int* __restrict__ head, const int* __restrict__ children,
          int* distance, int* changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    // Race: a shorter distance is relaxed in the next launch
    const int end = offset[node + 1], found = distance[node] + 1;
    for (int edge = offset[node]; edge < end; ++edge) relax_split(head[edge], found, children, distance, changed);
}

// The same with atomicMin (section 4.4), after which children need no update. Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_relax_atomic(int nodes, const int* __restrict__ offset, const int* __restrict__ head,
                 const int* __restrict__ children, int* distance, int* changed) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    // Race: a shorter distance is relaxed in the next launch
    const int end = offset[node + 1], found = distance[node] + 1;
    for (int edge = offset[node]; edge < end; ++edge) relax_split_atomic(head[edge], found, children, distance, changed);
}

// One thread per virtual node relaxes its edges, with strides (Nodehi Sabet, Qiu and Zhao, "Tigr", ASPLOS 2018).
// Blocks: ceil(virtual nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_relax_virtual(int virtual_nodes, const int* __restrict__ node_of, const int* __restrict__ first_edge,
                  const int* __restrict__ stride, const int* __restrict__ offset, const int* __restrict__ head,
                  int* distance, int* changed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= virtual_nodes) return;
    const int node = node_of[i], found = distance[node] + 1;  // Race: a shorter distance is relaxed in the next launch
    const unsigned end = offset[node + 1], step = stride[i];
    for (unsigned edge = first_edge[i]; edge < end; edge += step) relax_atomic(head[edge], found, distance, changed);
}

// One thread per node; those of level `depth` visit their out-edges. Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_read_node(int nodes, int depth, const int* __restrict__ offset, const int* __restrict__ head, int* level,
              int* found) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes || level[node] != depth) return;  // Race: others store only depth + 1
    const int end = offset[node + 1];
    for (int edge = offset[node]; edge < end; ++edge) {
        const int other = head[edge];
        if (level[other] != UNREACHED) continue;  // Race: a node that is visited twice gets the same level
        level[other] = depth + 1;  // Race: all store the same value
        *found = 1;  // Race: all store the same value
    }
}

// One warp per node; those of level `depth` visit their out-edges, lane by lane. Blocks: ceil(32 nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_read_warp(int nodes, int depth, const int* __restrict__ offset, const int* __restrict__ head, int* level,
              int* found) {
    const int node = blockIdx.x * (BLOCK_SIZE / WARP_SIZE) + threadIdx.x / WARP_SIZE;
    if (node >= nodes || level[node] != depth) return;  // Race: others store only depth + 1
    const unsigned end = offset[node + 1];
    for (unsigned edge = offset[node] + threadIdx.x % WARP_SIZE; edge < end; edge += WARP_SIZE) {
        const int other = head[edge];
        if (level[other] != UNREACHED) continue;  // Race: a node that is visited twice gets the same level
        level[other] = depth + 1;  // Race: all store the same value
        *found = 1;  // Race: all store the same value
    }
}

// Counts the nodes of level `depth`, and sets their bits in a bitmap of the visited nodes, which a warp does for the 32
// nodes of a word. Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_mark_level(int nodes, int depth, const int* __restrict__ level, unsigned int* visited, int* count) {
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned int lanes = __ballot_sync(ALL_LANES, node < nodes && level[node] == depth);
    if (lanes == 0 || threadIdx.x % WARP_SIZE != 0) return;
    visited[node / WARP_SIZE] |= lanes;
    atomicAdd(count, __popc(lanes));
}

// Whether this thread is the first to reach a node.
__device__ inline bool claim(int node, int depth, int* level) {
    // Race: a node that seems unreached is asked for again by the atomic
    return level[node] == UNREACHED && atomicCAS(&level[node], UNREACHED, depth) == UNREACHED;
}

// One thread per node of the queue; each node reached is put into the next queue by an atomic of its own.
// Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_queue_node(int nodes, int depth, const int* __restrict__ queue, const int* __restrict__ offset,
               const int* __restrict__ head, int* level, int* next, int* length) {
    const int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item >= nodes) return;
    const int node = queue[item], end = offset[node + 1];
    for (int edge = offset[node]; edge < end; ++edge) {
        const int other = head[edge];
        if (claim(other, depth + 1, level)) next[atomicAdd(length, 1)] = other;
    }
}

// One thread per node of the queue; the lanes of a warp put the nodes they reach into the next queue by one atomic.
// Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_queue_warp(int nodes, int depth, const int* __restrict__ queue, const int* __restrict__ offset,
               const int* __restrict__ head, int* level, int* next, int* length) {
    const int item = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % WARP_SIZE;
    int edge = 0, end = 0;
    if (item < nodes) {
        const int node = queue[item];
        edge = offset[node];
        end = offset[node + 1];
    }
    while (__any_sync(ALL_LANES, edge < end)) {
        const int other = edge < end ? head[edge++] : -1;
        const bool claimed = other >= 0 && claim(other, depth + 1, level);
        const unsigned int lanes = __ballot_sync(ALL_LANES, claimed);
        int place = 0;
        if (lane == 0 && lanes != 0) place = atomicAdd(length, __popc(lanes));
        place = __shfl_sync(ALL_LANES, place, 0);
        if (claimed) next[place + __popc(lanes & ((1u << lane) - 1))] = other;
    }
}

// A block distributes the out-edges of a block of the queue evenly to its threads, and puts the nodes that they reach
// into the next queue by one atomic a round. Blocks: ceil(nodes / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
bfs_queue_block(int nodes, int depth, const int* __restrict__ queue, const int* __restrict__ offset,
                const int* __restrict__ head, int* level, int* next, int* length) {
    // The out-edges of thread t's node have the ranks from rank_of[t] on; the first of them is edge first_edge[t].
    __shared__ int rank_of[BLOCK_SIZE], first_edge[BLOCK_SIZE], room;
    const int item = blockIdx.x * blockDim.x + threadIdx.x;
    int degree = 0;
    if (item < nodes) {
        const int node = queue[item], begin = offset[node];
        degree = offset[node + 1] - begin;
        first_edge[threadIdx.x] = begin;
    }
    int edges;
    rank_of[threadIdx.x] = block_scan(degree, edges);
    __syncthreads();
    for (unsigned begin = 0; begin < unsigned(edges); begin += BLOCK_SIZE) {
        const unsigned rank = begin + threadIdx.x;
        int other = -1;
        if (rank < unsigned(edges)) {
            int owner = 0;  // the last thread whose ranks begin at this one or before
            for (int after = BLOCK_SIZE; after - owner > 1;) {
                const int middle = (owner + after) / 2;
                if (unsigned(rank_of[middle]) <= rank) owner = middle;
                else after = middle;
            }
            other = head[first_edge[owner] + (rank - rank_of[owner])];
        }
        const bool claimed = other >= 0 && claim(other, depth + 1, level);
        int claims;
        const int place = block_scan(claimed, claims);
        if (threadIdx.x == 0 && claims > 0) room = atomicAdd(length, claims);
        __syncthreads();
        if (claimed) next[room + place] = other;
    }
}
