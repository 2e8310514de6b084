// Launches of grids by a kernel.
#include "common.cuh"

// Ends at once. Any number of blocks.
extern "C" __global__ void child(int unused) {}

// Each lane launches a grid of one warp, some rounds. Blocks: 1 of a warp.
extern "C" __global__ void launch_children(int rounds) {
    for (int round = 0; round < rounds; ++round) {
        LAUNCH_CHILD(child, 1, 32, 0, 0);
    }
}
