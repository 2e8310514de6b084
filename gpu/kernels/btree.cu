// Searches in a B+ tree (Comer, "The ubiquitous B-tree", 1979): the records of keys, and the records of ranges of keys.
//
// A node has up to `order` entries, in ascending order. An entry of an inner node is the least key of a child and the
// number of the child. An entry of a leaf is a key and its record. Entries that are not used have the largest key. The
// first entry of the root and of the leftmost inner nodes is the least number, so every key is above one.
//
// In the original form (`btree_find`, `btree_range`), a block has one query, and its threads compare the keys of a node
// with it. Its loads are plain, as those of programs that are older than the read-only cache. In the SPAC form
// (`..._spac`; Li et al., "A simple yet effective balanced edge partition model for parallel computing", 2017, section
// 5.3), a block has several queries, sorted by their keys, so they share the nodes of their paths. A warp loads the
// keys of each node into shared memory once, where its threads find the entries of their queries by binary search.
// Blocks need not be full warps.
#include "common.cuh"

#define NO_RECORD (-1)

// Whether an entry is the last one of its node that is not above a key.
__device__ inline bool is_last_not_above(const int* keys, int entry, int order, int key) {
    return keys[entry] <= key && (entry + 1 == order || key < keys[entry + 1]);
}

// Whether an entry is the last one of its node that is below a bound.
__device__ inline bool is_last_below(const int* keys, int entry, int order, long long bound) {
    return keys[entry] < bound && (entry + 1 == order || bound <= keys[entry + 1]);
}

// The leaf with a key; all threads of a block compare the entries of a node together.
__device__ inline int leaf_of(int key, int order, int height, const int* keys, const int* child, int* next) {
    int node = 0;
    for (int level = 1; level < height; ++level) {
        for (int entry = threadIdx.x; entry < order; entry += blockDim.x)
            if (is_last_not_above(keys + node * order, entry, order, key)) *next = child[node * order + entry];
        __syncthreads();
        node = *next;
        __syncthreads();
    }
    return node;
}

// The record of each query, -1 if there is none; a block a query. Blocks: queries.
extern "C" __global__ void btree_find(int order, int height, const int* keys, const int* child, const int* query,
                                      int* record) {
    __shared__ int next, found;
    if (threadIdx.x == 0) found = NO_RECORD;
    const int key = query[blockIdx.x], leaf = leaf_of(key, order, height, keys, child, &next);
    __syncthreads();
    for (int entry = threadIdx.x; entry < order; entry += blockDim.x)
        if (keys[leaf * order + entry] == key) found = child[leaf * order + entry];
    __syncthreads();
    if (threadIdx.x == 0) record[blockIdx.x] = found;
}

// The number of keys below a bound, from the leaf that may have it.
__device__ inline void count_below(long long bound, int order, int leaf, const int* keys, const int* child, int* count) {
    for (int entry = threadIdx.x; entry < order; entry += blockDim.x) {
        if (is_last_below(keys + leaf * order, entry, order, bound)) *count = child[leaf * order + entry] + 1;
        if (entry == 0 && bound <= keys[leaf * order]) *count = child[leaf * order];
    }
}

// The first record and the number of records of each range, whose ends belong to it; a block a range. Records are the
// places of keys in ascending order. Blocks: ranges.
extern "C" __global__ void btree_range(int order, int height, const int* keys, const int* child, const int* lowest,
                                       const int* highest, int* first, int* length) {
    __shared__ int next, below, up_to;
    const int low = lowest[blockIdx.x], high = highest[blockIdx.x];
    const int low_leaf = leaf_of(low, order, height, keys, child, &next);
    const int high_leaf = leaf_of(high, order, height, keys, child, &next);
    count_below(low, order, low_leaf, keys, child, &below);
    count_below(high + 1ll, order, high_leaf, keys, child, &up_to);
    __syncthreads();
    if (threadIdx.x == 0) {
        first[blockIdx.x] = below;
        length[blockIdx.x] = up_to - below;
    }
}

// The number of entries of a node below a bound, by binary search.
__device__ inline int entries_below(const int* keys, int order, long long bound) {
    int begin = 0, end = order;
    while (begin < end) {
        const int middle = (begin + end) / 2;
        if (keys[middle] < bound) begin = middle + 1;
        else end = middle;
    }
    return begin;
}

// A warp of a block, which has at least one, and its lanes. The last warp may have fewer lanes.
struct Warp {
    int number, lane, lanes, mask;
};

__device__ inline Warp this_warp() {
    const int number = threadIdx.x / WARP_SIZE, left = blockDim.x - number * WARP_SIZE;
    const int lanes = left < WARP_SIZE ? left : WARP_SIZE;
    return {number, int(threadIdx.x % WARP_SIZE), lanes, int(ALL_LANES >> (WARP_SIZE - lanes))};
}

// Visits the nodes of a level in turn, a warp a node: the warp loads the keys of its node into shared memory once, and
// each lane has a query there. `node` has the node of each query. Queries with the same node are next to each other.
template <class Visit>
__device__ inline void visit_nodes(int count, int order, const int* keys, const int* node, int* warp_keys, Visit visit) {
    const Warp warp = this_warp();
    const int warps = (blockDim.x + WARP_SIZE - 1) / WARP_SIZE;
    int* const of_warp = warp_keys + warp.number * order;
    int turn = 0;
    for (int begin = 0, end; begin < count; begin = end, turn = turn + 1 < warps ? turn + 1 : 0) {
        const int here = node[begin];
        end = begin + 1;
        while (end < count && node[end] == here) ++end;
        if (turn != warp.number) continue;
        for (int entry = warp.lane; entry < order; entry += warp.lanes) of_warp[entry] = keys[here * order + entry];
        __syncwarp(warp.mask);
        for (int i = begin + warp.lane; i < end; i += warp.lanes) visit(i, here, of_warp);
        __syncwarp(warp.mask);
    }
}

// Brings all queries of a block from the root to their leaves; returns the leaf of each. `nodes` holds two numbers a
// query.
__device__ inline const int* leaves_of(int count, int order, int height, const int* keys, const int* child,
                                       const int* query, int* warp_keys, int* nodes) {
    int *node = nodes, *next = nodes + count;
    for (int i = threadIdx.x; i < count; i += blockDim.x) node[i] = 0;
    __syncthreads();
    for (int level = 1; level < height; ++level) {
        visit_nodes(count, order, keys, node, warp_keys, [=](int i, int here, const int* node_keys) {
            next[i] = child[here * order + entries_below(node_keys, order, query[i] + 1ll) - 1];
        });
        __syncthreads();
        int* const old = node;
        node = next;
        next = old;
    }
    return node;
}

// The same as btree_find for the queries `start[b]` to `start[b + 1] - 1` of block b, in the order of the blocks.
// Blocks: parts; shared: an integer for each entry of a node and each warp, and two for each query of a part.
extern "C" __global__ void btree_find_spac(int order, int height, const int* __restrict__ start,
                                           const int* __restrict__ keys, const int* __restrict__ child,
                                           const int* __restrict__ query, int* __restrict__ record) {
    extern __shared__ int shared_numbers[];
    const int begin = start[blockIdx.x], count = start[blockIdx.x + 1] - begin;
    int* const warp_keys = shared_numbers + 2 * count;
    const int* const of_block = query + begin;
    int* const found = record + begin;
    const int* const leaf = leaves_of(count, order, height, keys, child, of_block, warp_keys, shared_numbers);
    visit_nodes(count, order, keys, leaf, warp_keys, [=](int i, int here, const int* node_keys) {
        const int key = of_block[i], below = entries_below(node_keys, order, key);
        const bool has_key = below < order && node_keys[below] == key;
        found[i] = has_key ? child[here * order + below] : NO_RECORD;
    });
}

// The same as btree_range. The bounds of a block's ranges are sorted. `slot` is twice the number of a bound's range in
// the block, plus one for the upper bound. Ranges begin at half of their bounds.
// Blocks: parts; shared: an integer for each entry of a node and each warp, and three for each bound of a part.
extern "C" __global__ void btree_range_spac(int order, int height, const int* __restrict__ start,
                                            const int* __restrict__ keys, const int* __restrict__ child,
                                            const int* __restrict__ bound, const unsigned short* __restrict__ slot,
                                            int* __restrict__ first, int* __restrict__ length) {
    extern __shared__ int shared_numbers[];
    const int begin = start[blockIdx.x], count = start[blockIdx.x + 1] - begin;
    int* const below = shared_numbers + 2 * count;
    int* const warp_keys = below + count;
    const int* const of_block = bound + begin;
    const int* const leaf = leaves_of(count, order, height, keys, child, of_block, warp_keys, shared_numbers);
    visit_nodes(count, order, keys, leaf, warp_keys, [=](int i, int here, const int* node_keys) {
        const int place = slot[begin + i];
        const long long limit = of_block[i] + (place % 2 ? 1ll : 0ll);
        // The records of a leaf are numbered in order.
        below[place] = child[here * order] + entries_below(node_keys, order, limit);
    });
    __syncthreads();
    for (int range = threadIdx.x; range < count / 2; range += blockDim.x) {
        first[begin / 2 + range] = below[2 * range];
        length[begin / 2 + range] = below[2 * range + 1] - below[2 * range];
    }
}
