// What the kernels of label propagation share: the counts of a vertex's edges by part, the choice of a part, the move,
// and the queue of the next iteration.
#pragma once

#include "graph.cuh"
#include "pulp_rules.cuh"

// The integers in front of the totals of the parts: of an even and of an odd iteration, the length of the next queue, the
// moves, how many of these undo a move of the iteration before, and the edges looked at.
#define LENGTH 0
#define MOVES 1
#define UNDONE 2
#define EDGES 3
#define COUNTS 4

// What a launch knows; the arrays are those of gpu/programs/label_propagation.py.
struct Propagation {
    int vertices, per_block, iteration, stage, parts, weights, allowance, emptiest;
    bool from_queue, to_queue, follows_cut;
    real threshold, edge_factor, cut_factor, largest_cut;
    const int *queue, *strength, *weight, *limit;
    int *part, *queued, *last_move, *next, *totals, *cut;
};

// The totals of the parts: those that joined in an even and in an odd iteration, and rows of each weight of vertices, the
// last of which is the work.
__device__ inline int* counts_of(const Propagation& s, int iteration) { return s.totals + (iteration & 1) * COUNTS; }
__device__ inline int* joined_in(const Propagation& s, int iteration) {
    return s.totals + 2 * COUNTS + (iteration & 1) * s.parts;
}
__device__ inline int* used(const Propagation& s, int which) { return s.totals + 2 * COUNTS + (2 + which) * s.parts; }

// The edges of a vertex, counted by part: an element a part, or a hash table with a slot for each edge. A slot of a table
// has the part in its upper bits and the count in its lower `bits`; an empty slot is 0. Counts are sums of positive numbers.
template <class Slot>
struct Counts {
    Slot* slot;
    unsigned slots;
    int bits;
};

template <class Slot>
__device__ inline int part_at(const Counts<Slot>& counts, unsigned slot) { return int(counts.slot[slot] >> counts.bits); }
__device__ inline int part_at(const Counts<real>&, unsigned slot) { return int(slot); }

template <class Slot>
__device__ inline real count_at(const Counts<Slot>& counts, unsigned slot) {
    return real(counts.slot[slot] & ((Slot(1) << counts.bits) - 1));
}
__device__ inline real count_at(const Counts<real>& counts, unsigned slot) { return counts.slot[slot]; }

template <class Slot>
__device__ inline unsigned first_slot(const Counts<Slot>& counts, int part) {
    return unsigned(part) * 2654435769u % counts.slots;
}
template <class Slot>
__device__ inline unsigned slot_after(const Counts<Slot>& counts, unsigned slot) {
    return slot + 1 == counts.slots ? 0 : slot + 1;
}

// Adds edges to a part. Other threads may add to the same counts if SHARED.
template <bool SHARED, class Slot>
__device__ inline void add_edges(const Counts<Slot>& counts, int part, Slot amount) {
    const Slot first = Slot(part) << counts.bits | amount;
    unsigned slot = first_slot(counts, part);
    for (;; slot = slot_after(counts, slot)) {
        Slot seen = counts.slot[slot];  // Race: a slot never changes its part, and an empty one is taken by the atomic
        if (seen == 0) {
            // Race: it fails for a thread that has read the slot early
            if (SHARED) seen = atomicCAS(&counts.slot[slot], Slot(0), first);
            else counts.slot[slot] = first;
            if (seen == 0) return;
        }
        if (int(seen >> counts.bits) == part) break;
    }
    if (SHARED) atomicAdd(&counts.slot[slot], amount);  // Race: the part in the upper bits stays
    else counts.slot[slot] += amount;
}
template <bool SHARED>
__device__ inline void add_edges(const Counts<real>& counts, int part, real amount) {
    if (SHARED) atomicAdd(&counts.slot[part], amount);
    else counts.slot[part] += amount;
}

// The edges to a part; 0 if there is none.
template <class Slot>
__device__ inline real edges_to(const Counts<Slot>& counts, int part) {
    unsigned slot = first_slot(counts, part);
    for (unsigned looked = 0; looked < counts.slots && counts.slot[slot] != 0; ++looked) {
        if (part_at(counts, slot) == part) return count_at(counts, slot);
        slot = slot_after(counts, slot);
    }
    return 0;
}
__device__ inline real edges_to(const Counts<real>& counts, int part) { return counts.slot[part]; }

// How much an edge of a weight to vertex `other` attracts: in the balancing stages, hubs attract more.
template <class Slot>
__device__ inline Slot attraction(const Propagation& s, int edge_weight, int other) {
    return s.stage == REFINEMENT ? Slot(edge_weight) : Slot(edge_weight) * Slot(s.strength[other]);
}

__device__ inline real factor_of(const Propagation& s, int part) {
    real room = EMPTY_HEADROOM;
    if (s.stage == VERTEX_BALANCE) {
        for (int w = 0; w + 1 < s.weights; ++w) {
            // Race: totals may be stale, and `join` decides by atomics
            const real other = headroom(real(s.limit[w]), real(used(s, w)[part]));
            if (other < room) room = other;
        }
    }
    const int work = s.weights - 1;
    // Race: totals and cuts may be stale: they only weigh the parts
    const real load = s.stage == EDGE_BALANCE ? used(s, work)[part] : 0, cut = s.cut_factor > 0 ? s.cut[part] : 0;
    return part_factor(s.stage, room, load, cut, real(s.limit[work]), s.largest_cut, s.edge_factor, s.cut_factor);
}

// A part, its score and its factor; -1 for the vertex's own part.
struct Choice {
    int part;
    real score, factor;
};

__device__ inline bool is_better(const Choice& one, const Choice& other) {
    return one.part >= 0 && (one.score > other.score || (one.score == other.score && other.part >= 0 &&
                                                         one.part < other.part));
}

// The best part among the slots begin, begin + step, ...; `all` becomes the sum of their attractions.
template <class Slot>
__device__ inline Choice best_part(const Propagation& s, const Counts<Slot>& counts, int vertex, int own, real at_own,
                                   real own_score, unsigned begin, unsigned step, real& all) {
    Choice best = {-1, own_score, 0};
    all = 0;
    for (unsigned slot = begin; slot < counts.slots; slot += step) {
        const real value = count_at(counts, slot);
        all += value;
        const int part = part_at(counts, slot);
        if (!(value > 0) || part == own) continue;
        Choice other = {part, value, 1};
        if (s.stage != REFINEMENT) {
            other.factor = factor_of(s, part);
            other.score = value * other.factor;
        }
        if (!is_better(other, best)) continue;
        bool fitting = true;
        for (int w = 0; w < s.weights; ++w)
            // Race: totals may be stale, and `join` decides by atomics
            fitting = fitting && fits(used(s, w)[part], s.weight[w * s.vertices + vertex], s.limit[w]);
        if (fitting && s.follows_cut && s.stage == REFINEMENT) {
            const int strength = s.strength[vertex];
            // Race: a cut may be stale: its limit is a soft one
            const int left = s.cut[own] + cut_change_left(strength, int(at_own));
            // Race: a cut may be stale: its limit is a soft one
            const int joined = s.cut[part] + cut_change_joined(strength, int(value));
            fitting = real(left > joined ? left : joined) <= s.largest_cut;
        }
        if (fitting) best = other;
    }
    return best;
}

// Adds a vertex to the totals of a part, if it still fits and the part takes more vertices in
// this iteration.
__device__ inline bool join(const Propagation& s, int vertex, int part) {
    if (s.allowance > 0 && atomicAdd(&joined_in(s, s.iteration)[part], 1) >= s.allowance) return false;
    int w = 0;
    bool fitting = true;
    while (w < s.weights && fitting) {
        const int own = s.weight[w * s.vertices + vertex];
        // Race: who reads it otherwise may read it early
        fitting = fits(atomicAdd(&used(s, w)[part], own), own, s.limit[w]);
        ++w;
    }
    if (fitting) return true;
    // Race: who reads it otherwise may read it early
    while (w-- > 0) atomicSub(&used(s, w)[part], s.weight[w * s.vertices + vertex]);
    return false;
}

// What became of a vertex.
#define STAYS 0
#define REFUSED 1
#define MOVED 2

// Where a vertex goes if no part attracts it: to the emptiest one, if there is one and its own part has too much work. No
// neighbour leads to a part whose vertices have no edges.
__device__ inline Choice or_emptiest(const Propagation& s, const Choice& best, int own, real own_score) {
    const int work = s.weights - 1;
    // Race: the total may be stale, and `join` decides
    if (best.part >= 0 || s.emptiest < 0 || s.emptiest == own || used(s, work)[own] <= s.limit[work]) return best;
    return {s.emptiest, own_score, 0};
}

// Moves a vertex to its best part, unless the restriction or a limit refuses it. `undone` is set if this undoes the move
// of the iteration before.
__device__ inline int move(const Propagation& s, int vertex, int own, real own_score, const Choice& best, real all,
                           bool& undone) {
    if (best.part < 0) return STAYS;
    if (!gains_enough(best.score - own_score, s.threshold, all, best.factor) || !join(s, vertex, best.part)) return REFUSED;
    // Race: who reads it otherwise may read it early
    for (int w = 0; w < s.weights; ++w) atomicSub(&used(s, w)[own], s.weight[w * s.vertices + vertex]);
    s.part[vertex] = best.part;  // Race: neighbours may decide with the part before
    undone = s.iteration > 0 && unsigned(s.last_move[vertex]) == (unsigned(s.iteration - 1) << 16 | unsigned(best.part));
    s.last_move[vertex] = int(unsigned(s.iteration) << 16 | unsigned(own));
    return MOVED;
}

// Puts a vertex into the next queue, once.
__device__ inline void enqueue(const Propagation& s, int vertex) {
    if (!s.to_queue || s.queued[vertex] == s.iteration) return;  // Race: the atomic decides
    if (atomicExch(&s.queued[vertex], s.iteration) == s.iteration) return;  // Race: who reads it early asks again here
    s.next[atomicAdd(&counts_of(s, s.iteration)[LENGTH], 1)] = vertex;
}

// Looks at an edge of a vertex that has moved: its other end joins the queue, and the edge counts for the cut of the part
// that the vertex has left or joined.
template <bool SHARED>
__device__ inline void leave_edge(const Propagation& s, int other, int edge_weight, int own, int best, int* left,
                                  int* joined) {
    enqueue(s, other);
    if (!s.follows_cut) return;
    const int part = s.part[other];  // Race: the cuts may follow a part that is stale
    if (part != own && part != best) return;
    int* const sum = part == own ? left : joined;
    if (SHARED) atomicAdd(sum, edge_weight);
    else *sum += edge_weight;
}

__device__ inline void change_cuts(const Propagation& s, int vertex, int own, int best, int left, int joined) {
    if (!s.follows_cut) return;
    const int strength = s.strength[vertex];
    atomicAdd(&s.cut[own], cut_change_left(strength, left));  // Race: who reads a cut may read it early
    atomicAdd(&s.cut[best], cut_change_joined(strength, joined));  // Race: who reads a cut may read it early
}

// Adds the counts of a block. Every thread must come. The counts of the next iteration begin at 0.
__device__ inline void count(const Propagation& s, int edges, bool moved, bool undone) {
    const int moves = __syncthreads_count(moved), undoing = __syncthreads_count(undone);
    if (threadIdx.x == 0) {
        int* const counts = counts_of(s, s.iteration);
        if (moves > 0) atomicAdd(&counts[MOVES], moves);
        if (undoing > 0) atomicAdd(&counts[UNDONE], undoing);
        if (edges > 0) atomicAdd(&counts[EDGES], edges);
    }
    if (blockIdx.x > 0) return;
    if (threadIdx.x < COUNTS) counts_of(s, s.iteration + 1)[threadIdx.x] = 0;
    if (s.allowance > 0)
        for (int part = threadIdx.x; part < s.parts; part += BLOCK_SIZE) joined_in(s, s.iteration + 1)[part] = 0;
}
