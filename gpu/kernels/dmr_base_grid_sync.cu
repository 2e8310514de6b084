// Delaunay mesh refinement with the barrier of cooperative groups.
// Capability: 6.0
#include "refinement_rounds.cuh"

// Refines bad triangles in rounds of three phases. Blocks: as many as are resident at once.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_base_grid_sync(int triangles, int most, int first_key, int keys, int bits, int round, double bound, double reach,
                   double* point, int* corner, int* neighbour, int* mark, int* state, int* touched, int* owner,
                   int* count, int number, int largest, int* field, double* centre) {
    const Mesh mesh = {point, corner, neighbour, mark, state, touched, owner, count, bound, reach};
    const Cavities cavities = {field, centre, number, largest};
    refine_in_rounds(mesh, cavities, triangles, most, first_key, keys, bits, round, [&]() { GRID_SYNC(); });
}
