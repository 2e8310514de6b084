// Label propagation of PuLP, one launch an iteration (Slota, "Scalable partitioning on GPU", SIAM Annual Meeting 2020).
//
// Each launch takes the vertices of a queue, or all vertices, and counts the edges of each by the parts of their other
// ends. It moves vertices to better parts, and puts these vertices and their neighbours into the queue of the next launch.
// A block reads the parts of all its neighbours before it changes the part of a vertex, and other blocks run at the same
// time. So it decides with parts that may be stale.
//
// pulp_collapse distributes the edges of a block of vertices evenly to its threads (Manhattan collapse), pulp_vertex gives
// a vertex to a thread, and pulp_warp to a warp. The counts are rows in dynamic shared memory, or hash tables in global
// memory with a slot for each edge of a vertex, of 4 bytes if all counts fit.
#include "pulp.cuh"

// Flags of a launch: where its vertices come from, whether it fills a queue and follows the cuts of the parts, and where
// it counts: slots of 8 bytes are wide.
#define FROM_QUEUE 1
#define TO_QUEUE 2
#define FOLLOWS_CUT 4
#define HASHED 8
#define WIDE 16

// The parameters of an iteration. A block takes `per_block` vertices at most, and `emptiest` is the part with least work, or
// -1 if no vertex may go there without a neighbour.
#define PARAMETERS \
    int items, int vertices, int per_block, int flags, int iteration, int stage, int parts, int weights, \
    int allowance, int emptiest, real threshold, real edge_factor, real cut_factor, real largest_cut, \
    const int* __restrict__ queue, const int* __restrict__ offset, const int* __restrict__ head, \
    const int* __restrict__ edge_weight, const int* __restrict__ strength, const int* __restrict__ weight, \
    const int* __restrict__ limit, int* part, int* queued, int* last_move, int* next, int* totals, int* cut, \
    unsigned* table, int bits

// What its functions know of them.
#define PROPAGATION \
    {vertices, per_block, iteration, stage, parts, weights, allowance, emptiest, (flags & FROM_QUEUE) != 0, \
     (flags & TO_QUEUE) != 0, (flags & FOLLOWS_CUT) != 0, threshold, edge_factor, cut_factor, largest_cut, queue, \
     strength, weight, limit, part, queued, last_move, next, totals, cut}

__device__ inline unsigned long long* wide(unsigned* table) { return reinterpret_cast<unsigned long long*>(table); }

// The vertex with a number in the block; -1 behind the last one.
__device__ inline int taken(const Propagation& s, int number, int items) {
    const int item = blockIdx.x * s.per_block + number;
    if (number >= s.per_block || item >= items) return -1;
    return s.from_queue ? s.queue[item] : item;
}

// The thread that owns the edge with a rank in the block: the last one whose ranks begin at it or before.
__device__ inline int owner_of(unsigned rank, const int* rank_of) {
    int owner = 0;
    for (int after = BLOCK_SIZE; after - owner > 1;) {
        const int middle = (owner + after) / 2;
        if (unsigned(rank_of[middle]) <= rank) owner = middle;
        else after = middle;
    }
    return owner;
}

template <class Slot>
constexpr bool is_table = true;
template <>
constexpr bool is_table<real> = false;

// The counts of a vertex: the row with a number in the block, or the table of its edges, which begin at `first`.
template <class Slot>
__device__ inline Counts<Slot> counts_of_vertex(const Propagation& s, Slot* table, int bits, unsigned row, unsigned first,
                                                unsigned degree) {
    if (is_table<Slot>) return {table + first, degree, bits};
    return {table + row * s.parts, unsigned(s.parts), bits};
}

// What the threads of a block know of each other's vertices, an element a thread.
struct Owners {
    int *rank_of, *first_edge, *own, *best, *left, *joined;
};

template <class Slot>
__device__ inline void collapse(const Propagation& s, int items, const int* offset, const int* head,
                                const int* edge_weight, Slot* table, int bits,
                                const Owners& owners) {
    const int thread = threadIdx.x, vertex = taken(s, thread, items);
    int first = 0, degree = 0, edges;
    if (vertex >= 0) {
        first = offset[vertex];
        degree = offset[vertex + 1] - first;
    }
    owners.first_edge[thread] = first;
    owners.rank_of[thread] = block_scan(degree, edges);
    if (!is_table<Slot>) {
        for (int i = thread; i < s.per_block * s.parts; i += BLOCK_SIZE) table[i] = 0;
    } else {
        __syncthreads();
        for (unsigned rank = thread; rank < unsigned(edges); rank += BLOCK_SIZE) {
            const int owner = owner_of(rank, owners.rank_of);
            const unsigned slot = owners.first_edge[owner] + (rank - owners.rank_of[owner]);
            table[slot] = 0;
        }
    }
    __syncthreads();
    for (unsigned rank = thread; rank < unsigned(edges); rank += BLOCK_SIZE) {
        const int owner = owner_of(rank, owners.rank_of), start = owners.first_edge[owner];
        const unsigned edge = start + (rank - owners.rank_of[owner]);
        const unsigned stop = owner + 1 < BLOCK_SIZE ? owners.rank_of[owner + 1] : edges;
        const Counts<Slot> counts = counts_of_vertex(s, table, bits, owner, start, stop - owners.rank_of[owner]);
        const int other = head[edge];
        // Race: a part may be stale
        add_edges<true>(counts, s.part[other], attraction<Slot>(s, edge_weight[edge], other));
    }
    __syncthreads();

    int fate = STAYS, moved_degree = 0, moved_edges;
    bool undone = false;
    if (degree > 0) {
        const Counts<Slot> counts = counts_of_vertex(s, table, bits, thread, first, degree);
        const int own = s.part[vertex];
        const real at_own = edges_to(counts, own), own_score = at_own * factor_of(s, own);
        real attraction_of_all;
        const Choice best = or_emptiest(
            s, best_part(s, counts, vertex, own, at_own, own_score, 0, 1, attraction_of_all), own, own_score);
        fate = move(s, vertex, own, own_score, best, attraction_of_all, undone);
        if (fate != STAYS) enqueue(s, vertex);
        if (fate == MOVED) {
            moved_degree = degree;
            owners.own[thread] = own;
            owners.best[thread] = best.part;
            owners.left[thread] = owners.joined[thread] = 0;
        }
    }
    count(s, edges, fate == MOVED, undone);
    if (!s.to_queue && !s.follows_cut) return;
    owners.rank_of[thread] = block_scan(moved_degree, moved_edges);
    __syncthreads();
    for (unsigned rank = thread; rank < unsigned(moved_edges); rank += BLOCK_SIZE) {
        const int owner = owner_of(rank, owners.rank_of);
        const unsigned edge = owners.first_edge[owner] + (rank - owners.rank_of[owner]);
        leave_edge<true>(s, head[edge], edge_weight[edge], owners.own[owner], owners.best[owner], &owners.left[owner],
                         &owners.joined[owner]);
    }
    if (!s.follows_cut) return;
    __syncthreads();
    if (fate == MOVED)
        change_cuts(s, vertex, owners.own[thread], owners.best[thread], owners.left[thread], owners.joined[thread]);
}

template <class Slot>
__device__ inline void one_thread(const Propagation& s, int items, const int* offset, const int* head,
                                  const int* edge_weight, Slot* table, int bits) {
    const int vertex = taken(s, threadIdx.x, items);
    int first = 0, end = 0, fate = STAYS, own = 0, part = 0;
    bool undone = false;
    if (vertex >= 0) {
        first = offset[vertex];
        end = offset[vertex + 1];
    }
    if (first < end) {
        const Counts<Slot> counts = counts_of_vertex(s, table, bits, threadIdx.x, first, end - first);
        for (unsigned slot = 0; slot < counts.slots; ++slot) counts.slot[slot] = 0;
        for (int edge = first; edge < end; ++edge) {
            const int other = head[edge];
            // Race: a part may be stale
            add_edges<false>(counts, s.part[other], attraction<Slot>(s, edge_weight[edge], other));
        }
        own = s.part[vertex];
        const real at_own = edges_to(counts, own), own_score = at_own * factor_of(s, own);
        real attraction_of_all;
        const Choice best = or_emptiest(
            s, best_part(s, counts, vertex, own, at_own, own_score, 0, 1, attraction_of_all), own, own_score);
        part = best.part;
        fate = move(s, vertex, own, own_score, best, attraction_of_all, undone);
        if (fate != STAYS) enqueue(s, vertex);
    }
    int edges;
    block_scan(end - first, edges);
    count(s, edges, fate == MOVED, undone);
    if (fate != MOVED || (!s.to_queue && !s.follows_cut)) return;
    int left = 0, joined = 0;
    for (int edge = first; edge < end; ++edge)
        leave_edge<false>(s, head[edge], edge_weight[edge], own, part, &left, &joined);
    change_cuts(s, vertex, own, part, left, joined);
}

// The best choice of the lanes, in all of them.
__device__ inline Choice best_of_warp(Choice best) {
    UNROLL for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2) {
        const Choice other = {__shfl_xor_sync(ALL_LANES, best.part, distance),
                              __shfl_xor_sync(ALL_LANES, best.score, distance),
                              __shfl_xor_sync(ALL_LANES, best.factor, distance)};
        if (is_better(other, best)) best = other;
    }
    return best;
}

template <class Slot>
__device__ inline void one_warp(const Propagation& s, int items, const int* offset, const int* head,
                                const int* edge_weight, Slot* table, int bits) {
    const int warp = threadIdx.x / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    const int vertex = taken(s, warp, items);
    unsigned first = 0, end = 0;
    int fate = STAYS, own = 0, part = 0;
    bool undone = false;
    if (vertex >= 0) {
        first = offset[vertex];
        end = offset[vertex + 1];
    }
    if (first < end) {
        const Counts<Slot> counts = counts_of_vertex(s, table, bits, warp, first, end - first);
        for (unsigned slot = lane; slot < counts.slots; slot += WARP_SIZE) counts.slot[slot] = 0;
        __syncwarp();
        for (unsigned edge = first + lane; edge < end; edge += WARP_SIZE) {
            const int other = head[edge];
            // Race: a part may be stale
            add_edges<true>(counts, s.part[other], attraction<Slot>(s, edge_weight[edge], other));
        }
        __syncwarp();
        own = s.part[vertex];
        const real at_own = edges_to(counts, own), own_score = at_own * factor_of(s, own);
        real of_lane;
        const Choice best = or_emptiest(
            s, best_of_warp(best_part(s, counts, vertex, own, at_own, own_score, lane, WARP_SIZE, of_lane)), own,
            own_score);
        const real attraction_of_all = warp_sum(of_lane);
        part = best.part;
        if (lane == 0) {
            fate = move(s, vertex, own, own_score, best, attraction_of_all, undone);
            if (fate != STAYS) enqueue(s, vertex);
        }
    }
    int edges;
    block_scan(lane == 0 ? int(end - first) : 0, edges);
    count(s, edges, fate == MOVED, undone);
    fate = __shfl_sync(ALL_LANES, fate, 0);
    if (fate != MOVED || (!s.to_queue && !s.follows_cut)) return;
    int left = 0, joined = 0;
    for (unsigned edge = first + lane; edge < end; edge += WARP_SIZE)
        leave_edge<false>(s, head[edge], edge_weight[edge], own, part, &left, &joined);
    if (!s.follows_cut) return;
    left = __reduce_add_sync(ALL_LANES, left);
    joined = __reduce_add_sync(ALL_LANES, joined);
    if (lane == 0) change_cuts(s, vertex, own, part, left, joined);
}

// Before the first launch of a run: no vertex is in a queue or has moved. Blocks: ceil(vertices / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
pulp_begin(int vertices, int* queued, int* last_move) {
    const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
    if (vertex >= vertices) return;
    queued[vertex] = last_move[vertex] = -1;
}

// Adds the cut edges of each part to `cut`, a warp a vertex. Blocks: ceil(32 vertices / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
pulp_cut(int vertices, const int* __restrict__ offset, const int* __restrict__ head,
         const int* __restrict__ edge_weight, const int* __restrict__ part, int* cut) {
    const int vertex = blockIdx.x * (BLOCK_SIZE / WARP_SIZE) + threadIdx.x / WARP_SIZE;
    if (vertex >= vertices) return;
    const int own = part[vertex];
    const unsigned end = offset[vertex + 1];
    int sum = 0;
    for (unsigned edge = offset[vertex] + threadIdx.x % WARP_SIZE; edge < end; edge += WARP_SIZE)
        if (part[head[edge]] != own) sum += edge_weight[edge];
    sum = __reduce_add_sync(ALL_LANES, sum);
    if (threadIdx.x % WARP_SIZE == 0 && sum > 0) atomicAdd(&cut[own], sum);
}

// An iteration, the edges of a block of vertices distributed to its threads. Blocks: ceil(items / per_block).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
pulp_collapse(PARAMETERS) {
    extern __shared__ real rows[];
    __shared__ int of_threads[6 * BLOCK_SIZE];
    const Owners owners = {of_threads, of_threads + BLOCK_SIZE, of_threads + 2 * BLOCK_SIZE, of_threads + 3 * BLOCK_SIZE,
                           of_threads + 4 * BLOCK_SIZE, of_threads + 5 * BLOCK_SIZE};
    const Propagation s = PROPAGATION;
    if (!(flags & HASHED)) collapse(s, items, offset, head, edge_weight, rows, bits, owners);
    else if (flags & WIDE) collapse(s, items, offset, head, edge_weight, wide(table), bits, owners);
    else collapse(s, items, offset, head, edge_weight, table, bits, owners);
}

// An iteration, a thread a vertex. Blocks: ceil(items / per_block).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
pulp_vertex(PARAMETERS) {
    extern __shared__ real rows[];
    const Propagation s = PROPAGATION;
    if (!(flags & HASHED)) one_thread(s, items, offset, head, edge_weight, rows, bits);
    else if (flags & WIDE) one_thread(s, items, offset, head, edge_weight, wide(table), bits);
    else one_thread(s, items, offset, head, edge_weight, table, bits);
}

// An iteration, a warp a vertex. Blocks: ceil(items / per_block).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
pulp_warp(PARAMETERS) {
    extern __shared__ real rows[];
    const Propagation s = PROPAGATION;
    if (!(flags & HASHED)) one_warp(s, items, offset, head, edge_weight, rows, bits);
    else if (flags & WIDE) one_warp(s, items, offset, head, edge_weight, wide(table), bits);
    else one_warp(s, items, offset, head, edge_weight, table, bits);
}
