// Delaunay mesh refinement by a queue of bad triangles with work stealing, without rounds. A thread locks each triangle
// before it reads it, so that its cavity is right when it is complete. A thread that finds a triangle locked releases its
// own and puts the bad triangle back: it never waits.
#include "mesh.cuh"
#include "work_deques.cuh"

// The triangles that a thread has locked. The owner of a locked triangle is -1 - cavity.
struct Locks {
    int* owner;
    int* list;  // all values of a place lie side by side
    int number, cavity, size;
    bool conflict;
};

__device__ inline bool lock(Locks& locks, int triangle) {
    const int mine = -1 - locks.cavity, before = atomicCAS(&locks.owner[triangle], 0, mine);
    locks.conflict |= before != 0 && before != mine;
    if (before == 0) {
        locks.list[locks.size++ * (long long)locks.number + locks.cavity] = triangle;
        __threadfence();
    }
    return !locks.conflict;
}

__device__ inline void release(const Locks& locks) {
    __threadfence();
    for (int i = 0; i < locks.size; ++i)
        atomicExch(&locks.owner[load(&locks.list[i * (long long)locks.number + locks.cavity])], 0);
}

// Refines until no bad triangle is left in the deques, or until `most` points were inserted. A block takes as many bad
// triangles as it has threads, from its own deque or from another's. If all of them found triangles locked, it takes half
// as many the next time, and ends if a single one did. A deque that is full loses bad triangles; they are left to another
// launch. Blocks: as many as are resident at once.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE, 1)
dmr_work_stealing(int triangles, int most, int round, double bound, double reach, double* point, int* corner,
                  int* neighbour, int* mark, int* state, int* touched, int* owner, int* count, int number, int largest,
                  int* field, double* centre, int* locked, int capacity, unsigned long long* ends, int* item) {
    __shared__ int bottom, pushed, size, first, source, conflicts;
    const Mesh mesh = {point, corner, neighbour, mark, state, touched, owner, count, bound, reach};
    const Cavities cavities = {field, centre, number, largest};
    const Deques deques = {ends, item, capacity};
    const int own = blockIdx.x, cavity = own * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    const auto push = [&](int triangle) {
        const int i = bottom + atomicAdd(&pushed, 1);
        if (i < capacity) *place(deques, own, i) = triangle;
    };
    if (threadIdx.x == 0) bottom = pushed = size = conflicts = 0;
    __syncthreads();
    // Each thread looks at triangles that follow each other, so that few of those taken at once lie side by side.
    const int each = (triangles + threads - 1) / threads;
    for (int i = 0; i < each; ++i) {
        const int t = cavity * each + i;
        // Race: whoever takes the triangle locks it and looks again
        if (t < triangles && load(&state[t]) == BAD) push(t);
    }
    for (int width = blockDim.x;;) {
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) {
            const int more = min(pushed, capacity - bottom);
            // Race: a thief that reads the ends early fails at its atomic
            if (more > 0) atomicAdd(&ends[own], (unsigned long long)more);
            bottom += more;
            width = size == 0 || conflicts < size ? blockDim.x : width / 2;
            size = 0;
            if (width > 0 && load(&count[CAVITIES]) < most) {  // Race: the atomic below counts
                source = own;
                size = take(deques, own, width, false, first);
                if (size > 0) bottom = first;
                if (size == 0) {
                    size = steal(deques, own, width, source, first);
                    if (size > 0) atomicAdd(&count[STOLEN], size);
                }
            }
            pushed = conflicts = 0;
        }
        __syncthreads();
        if (size == 0) return;
        const int t = int(threadIdx.x) < size ? load(place(deques, source, first + threadIdx.x)) : -1;
        __syncthreads();
        if (t < 0) continue;
        Locks locks = {owner, locked, number, cavity, 0, false};
        if (lock(locks, t) && load(&state[t]) == BAD) {
            *at(cavities, cavity, ROOT) = t;
            if (build_cavity(mesh, cavities, cavity, round, [&](int n) { return lock(locks, n); }) &&
                atomicAdd(&count[CAVITIES], 1) < most) {  // Race: this decides, not a load before
                // Race: who looks for bad triangles at first looks again
                const int inside = load(at(cavities, cavity, INSIDE)), rim = insert_point(mesh, cavities, cavity, round);
                int bad = 0;
                for (int i = 0; i < rim; ++i) {
                    const int made = new_triangle(cavities, cavity, inside, i);
                    // Race: who looks for bad triangles at first looks again
                    if (!check_triangle(mesh, made)) continue;
                    ++bad;
                    push(made);
                }
                if (bad) atomicAdd(&count[BAD_TRIANGLES], bad);
            }
        }
        release(locks);
        if (locks.conflict) {
            atomicAdd(&conflicts, 1);
            push(t);
        }
    }
}
