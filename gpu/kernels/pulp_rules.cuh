// The rules of PuLP's label propagation on a device: those of partitioners/edge_cuts/pulp_rules.py, and restrictions of
// moves (Slota, "Scalable partitioning on GPU", SIAM Annual Meeting 2020).
#pragma once

#include "common.cuh"

// The stages, numbered as in pulp_rules.py.
#define VERTEX_BALANCE 0
#define EDGE_BALANCE 1
#define REFINEMENT 2

// The headroom of an empty part.
#define EMPTY_HEADROOM real(1e6)

// The weight of a part in a balancing stage: max(limit / used - 1, 0).
__device__ inline real headroom(real limit, real used) {
    if (used <= 0) return EMPTY_HEADROOM;
    const real left = limit / used - 1;
    return left > 0 ? left : real(0);
}

// The factor by which the attraction of a part is multiplied to get its score. `room` is the headroom of the vertices
// of the part: the least one, if vertices have several weights.
__device__ inline real part_factor(int stage, real room, real load, real cut, real load_limit, real largest_cut,
                                   real edge_factor, real cut_factor) {
    if (stage == VERTEX_BALANCE) return room;
    if (stage == REFINEMENT) return 1;
    real factor = edge_factor * headroom(load_limit, load);
    if (cut_factor > 0) factor += cut_factor * headroom(largest_cut, cut);
    return factor;
}

// Whether one more vertex fits into a part that uses `used` of a weight.
__device__ inline bool fits(int used, int weight, int limit) { return used <= limit - weight; }

// The changes of the cut edges of the parts that a vertex with `toward` edges in the part leaves and joins.
__device__ inline int cut_change_left(int strength, int toward) { return 2 * toward - strength; }
__device__ inline int cut_change_joined(int strength, int toward) { return strength - 2 * toward; }

// Whether a move to a part with this factor gains enough: at least the share `threshold` of what the vertex gains if all
// of its neighbours are in that part, and none in its own.
__device__ inline bool gains_enough(real gain, real threshold, real attraction_of_all, real factor) {
    return gain >= threshold * attraction_of_all * factor;
}
