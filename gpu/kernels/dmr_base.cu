// Delaunay mesh refinement with the lock-free barrier of Xiao and Feng (common.cuh).
#include "refinement_rounds.cuh"

// Refines bad triangles in rounds of three phases. `first_barrier` is the number of the first barrier. Blocks: as many as
// are resident at once.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_base(int triangles, int most, int first_key, int keys, int bits, int round, double bound, double reach,
         double* point, int* corner, int* neighbour, int* mark, int* state, int* touched, int* owner, int* count,
         int number, int largest, int* field, double* centre, int first_barrier, volatile int* arrived,
         volatile int* released) {
    const Mesh mesh = {point, corner, neighbour, mark, state, touched, owner, count, bound, reach};
    const Cavities cavities = {field, centre, number, largest};
    refine_in_rounds(mesh, cavities, triangles, most, first_key, keys, bits, round,
                     [&]() { lock_free_grid_sync(first_barrier++, arrived, released); });
}
