// y = A x, a matrix in CSR, one thread a row (Bell and Garland, "Efficient sparse matrix-vector multiplication on
// CUDA", 2008, section 4.2). Neighbouring lanes read rows apart from each other: nothing but y is coalesced, and a
// warp takes as long as its longest row.
#include "common.cuh"

// y = A x, CSR, one thread a row. Blocks: ceil(rows / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_csr_scalar(int rows, const int* __restrict__ row_start, const int* __restrict__ column,
                const real* __restrict__ value, const real* __restrict__ x, real* __restrict__ y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    real sum = 0;
    for (int entry = row_start[row]; entry < row_start[row + 1]; ++entry)
        sum += value[entry] * x[column[entry]];
    y[row] = sum;
}
