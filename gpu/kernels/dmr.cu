// Delaunay mesh refinement without barriers across the grid (Vivek K, 2013, section 5.4, Algorithm 2): cavities are built
// and marked, and those that own all of their triangles are inserted; then the others again, by atomic marks, until none
// waits. The arrays of the mesh and of cavities are explained in mesh.cuh. `first_key` falls from round to round, so that
// old marks are never in the way.
#include "mesh.cuh"

// Checks the quality of all triangles. Blocks: ceil(triangles / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_find_bad(int triangles, double bound, double* point, int* corner, int* mark, int* state, int* count) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= triangles) return;
    const Mesh mesh = {point, corner, nullptr, mark, state, nullptr, nullptr, count, bound, 0};
    if (check_triangle(mesh, t)) atomicAdd(&count[BAD_TRIANGLES], 1);
}

// Builds and marks the cavity of each bad triangle, up to `number` of them. Blocks: ceil(triangles / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_mark(int triangles, int atomic, int first_key, int bits, int round, double reach, double* point, int* corner,
         int* neighbour, int* mark, int* state, int* touched, int* owner, int* count, int number, int largest, int* field,
         double* centre) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= triangles || load(&state[t]) != BAD) return;
    const Mesh mesh = {point, corner, neighbour, mark, state, touched, owner, count, 0, reach};
    const Cavities cavities = {field, centre, number, largest};
    const int cavity = atomicAdd(&count[CAVITIES], 1);
    if (cavity >= number) return;
    *at(cavities, cavity, ROOT) = t;
    if (!build_cavity(mesh, cavities, cavity, round)) return;
    const int key = key_of(cavity, first_key, bits);
    if (atomic)
        mark_atomically(mesh, cavities, cavity, key);
    else
        mark_plainly(mesh, cavities, cavity, key);
}

// Marks the triangles of each cavity again that have a larger key. Blocks: ceil(cavities / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_mark_again(int waiting, int first_key, int bits, int* owner, int number, int largest, int* field) {
    const int cavity = blockIdx.x * blockDim.x + threadIdx.x;
    const Cavities cavities = {field, nullptr, number, largest};
    if (cavity >= waiting || !load(at(cavities, cavity, WAITING))) return;
    const Mesh mesh = {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, owner, nullptr, 0, 0};
    mark_again(mesh, cavities, cavity, key_of(cavity, first_key, bits));
}

// Inserts the points of cavities that own all of their triangles. It checks new triangles, or writes them to a list if
// `uses_list` is set. Blocks: ceil(cavities / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_retriangulate(int waiting, int uses_list, int first_key, int bits, int round, double bound, double* point,
                  int* corner, int* neighbour, int* mark, int* state, int* touched, int* owner, int* count, int number,
                  int largest, int* field, double* centre, int* list) {
    const int cavity = blockIdx.x * blockDim.x + threadIdx.x;
    const Cavities cavities = {field, centre, number, largest};
    if (cavity >= waiting || !load(at(cavities, cavity, WAITING))) return;
    const Mesh mesh = {point, corner, neighbour, mark, state, touched, owner, count, bound, 0};
    if (!owns_all(mesh, cavities, cavity, key_of(cavity, first_key, bits))) return;
    const int rim = insert_point(mesh, cavities, cavity, round);
    if (!uses_list) {
        check_new_triangles(mesh, cavities, cavity, rim);
        return;
    }
    const int inside = load(at(cavities, cavity, INSIDE)), begin = atomicAdd(&count[LISTED], rim);
    for (int i = 0; i < rim; ++i) list[begin + i] = new_triangle(cavities, cavity, inside, i);
}

// Checks the triangles of the list in equal shares. Blocks: ceil(cavities / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_check_list(double bound, double* point, int* corner, int* mark, int* state, int* count, int* list) {
    const Mesh mesh = {point, corner, nullptr, mark, state, nullptr, nullptr, count, bound, 0};
    const int listed = load(&count[LISTED]);
    int bad = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < listed; i += gridDim.x * blockDim.x)
        bad += check_triangle(mesh, load(&list[i]));
    if (bad) atomicAdd(&count[BAD_TRIANGLES], bad);
}

// Ends cavities whose root was replaced, and builds others again of which a triangle changed. Blocks: ceil(cavities /
// block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_check_cavity(int waiting, int round, double reach, double* point, int* corner, int* neighbour, int* mark,
                 int* state, int* touched, int* count, int number, int largest, int* field, double* centre) {
    const int cavity = blockIdx.x * blockDim.x + threadIdx.x;
    const Cavities cavities = {field, centre, number, largest};
    if (cavity >= waiting || !load(at(cavities, cavity, WAITING))) return;
    const Mesh mesh = {point, corner, neighbour, mark, state, touched, nullptr, count, 0, reach};
    const int before = 2 * load(at(cavities, cavity, BUILT)), root = load(&touched[load(at(cavities, cavity, ROOT))]);
    if (root >= before && (root & 1)) {
        *at(cavities, cavity, WAITING) = 0;
        atomicAdd(&count[ENDED], 1);
        return;
    }
    int inside;
    const int all = members(cavities, cavity, inside);
    bool damaged = false;
    for (int i = 0; i < all; ++i) {
        const int t = member(cavities, cavity, inside, i);
        damaged |= t >= 0 && load(&touched[t]) >= before;
    }
    if (damaged) build_cavity(mesh, cavities, cavity, round);
}

// Marks the triangles of each cavity by atomic operations. Blocks: ceil(cavities / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_mark_atomic(int waiting, int first_key, int bits, int* owner, int number, int largest, int* field) {
    const int cavity = blockIdx.x * blockDim.x + threadIdx.x;
    const Cavities cavities = {field, nullptr, number, largest};
    if (cavity >= waiting || !load(at(cavities, cavity, WAITING))) return;
    const Mesh mesh = {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, owner, nullptr, 0, 0};
    mark_atomically(mesh, cavities, cavity, key_of(cavity, first_key, bits));
}

// Lists bad triangles, up to `most`. Blocks: ceil(triangles / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_list_bad(int triangles, int most, int* state, int* count, int* list) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= triangles || load(&state[t]) != BAD) return;
    const int i = atomicAdd(&count[LISTED], 1);
    if (i < most) list[i] = t;
}

// A single thread refines the triangles of a list one after the other, with space for a cavity of any size. Blocks: 1, of
// 1 thread.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_one_thread(int most, int round, double bound, double reach, double* point, int* corner, int* neighbour, int* mark,
               int* state, int* touched, int* count, int largest, int* field, double* centre, int* list) {
    const Mesh mesh = {point, corner, neighbour, mark, state, touched, nullptr, count, bound, reach};
    const Cavities cavities = {field, centre, 1, largest};
    const int listed = load(&count[LISTED]);
    for (int i = 0; i < listed && i < most; ++i) {
        const int t = load(&list[i]);
        if (load(&state[t]) != BAD) continue;
        *at(cavities, 0, ROOT) = t;
        if (build_cavity(mesh, cavities, 0, round))
            check_new_triangles(mesh, cavities, 0, insert_point(mesh, cavities, 0, round));
    }
}
