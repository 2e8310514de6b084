// The barrier of a whole grid.
// Capability: 6.0
#include "common.cuh"

// Meets at a barrier of the grid, eight times a round. Blocks: all must be resident.
extern "C" __global__ void meet_grid(int rounds) {
    for (int round = 0; round < rounds; ++round) {
        GRID_SYNC();
        GRID_SYNC();
        GRID_SYNC();
        GRID_SYNC();
        GRID_SYNC();
        GRID_SYNC();
        GRID_SYNC();
        GRID_SYNC();
    }
}
