// The predicates over arrays of points, with so few parts that sums are often compressed.
#define MAX_PARTS 12
#include "predicates.cuh"

// One thread per case. Blocks: ceil(cases / block size).
extern "C" __global__ void signs_of_predicates(int cases, const double* a, const double* b, const double* c,
                                               const double* d, int* turn, int* circle) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cases) return;
    const int x = 2 * i, y = 2 * i + 1;
    turn[i] = orientation(a[x], a[y], b[x], b[y], c[x], c[y]);
    circle[i] = in_circle(a[x], a[y], b[x], b[y], c[x], c[y], d[x], d[y]);
}
