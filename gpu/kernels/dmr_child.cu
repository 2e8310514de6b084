// Delaunay mesh refinement whose new triangles are checked by dynamic parallelism (Vivek K, 2013, section 5.3). Kernels
// that may launch others have a file of their own, since they are compiled in a different way.
#include "mesh.cuh"

// One thread per new triangle of a cavity checks its quality. Blocks: 1, of as many threads as new triangles.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_check_child(int cavity, double bound, double* point, int* corner, int* mark, int* state, int* count, int number,
                int largest, int* field) {
    const Mesh mesh = {point, corner, nullptr, mark, state, nullptr, nullptr, count, bound, 0};
    const Cavities cavities = {field, nullptr, number, largest};
    const int t = new_triangle(cavities, cavity, load(at(cavities, cavity, INSIDE)), threadIdx.x);
    if (check_triangle(mesh, t)) atomicAdd(&count[BAD_TRIANGLES], 1);
}

// Inserts the points of cavities that own all of their triangles, and launches a grid for each to check the new ones. If
// there is no place for the grid, it checks them itself. Blocks: ceil(cavities / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_retriangulate_child(int waiting, int first_key, int bits, int round, double bound, double* point, int* corner,
                        int* neighbour, int* mark, int* state, int* touched, int* owner, int* count, int number,
                        int largest, int* field, double* centre) {
    const int cavity = blockIdx.x * blockDim.x + threadIdx.x;
    const Cavities cavities = {field, centre, number, largest};
    if (cavity >= waiting || !load(at(cavities, cavity, WAITING))) return;
    const Mesh mesh = {point, corner, neighbour, mark, state, touched, owner, count, bound, 0};
    if (!owns_all(mesh, cavities, cavity, key_of(cavity, first_key, bits))) return;
    const int rim = insert_point(mesh, cavities, cavity, round);
    if (LAUNCH_CHILD(dmr_check_child, 1, rim, 0, cavity, bound, point, corner, mark, state, count, number, largest, field))
        atomicAdd(&count[CHILDREN], 1);
    else
        check_new_triangles(mesh, cavities, cavity, rim);
}
