// Delaunay refinement by a single kernel with barriers across the grid (Nasre, Burtscher, Pingali, "Morph algorithms on
// GPUs", PPoPP 2013), for any barrier.
#pragma once

#include "mesh.cuh"

// Each thread takes triangles that follow each other, one a round, so that few of a round lie side by side. In a round it builds and marks the cavity of its triangle, marks
// it again by priority, and inserts it if it owns all of its triangles; a barrier follows each phase. At most `most`
// cavities are built. Keys fall by `keys` from round to round.
template <class Barrier>
__device__ inline void refine_in_rounds(const Mesh& mesh, const Cavities& cavities, int triangles, int most, int first_key,
                                        int keys, int bits, int round, Barrier barrier) {
    const int cavity = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    const int each = (triangles + threads - 1) / threads;
    for (int i = 0; i < each; ++i, ++round, first_key -= keys) {
        const int t = cavity * each + i, key = key_of(cavity, first_key, bits);
        bool mine = t < triangles && load(&mesh.state[t]) == BAD && atomicAdd(&mesh.count[CAVITIES], 1) < most;
        if (mine) {
            *at(cavities, cavity, ROOT) = t;
            mine = build_cavity(mesh, cavities, cavity, round);
            if (mine) mark_plainly(mesh, cavities, cavity, key);
        }
        barrier();
        if (mine) mark_again(mesh, cavities, cavity, key);
        barrier();
        if (mine && owns_all(mesh, cavities, cavity, key))
            check_new_triangles(mesh, cavities, cavity, insert_point(mesh, cavities, cavity, round));
        barrier();
    }
}
