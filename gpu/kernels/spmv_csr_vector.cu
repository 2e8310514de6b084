// y = A x, a matrix in CSR, one warp a row (Bell and Garland, 2008, section 4.2): a row's entries are read side by
// side, and its sum goes through the lanes by shuffles. Rows much shorter than a warp leave lanes idle.
#include "common.cuh"

// y = A x, CSR, one warp a row. Blocks: ceil(32 rows / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_csr_vector(int rows, const int* __restrict__ row_start, const int* __restrict__ column,
                const real* __restrict__ value, const real* __restrict__ x, real* __restrict__ y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP_SIZE;
    const int lane = threadIdx.x % WARP_SIZE;
    if (row >= rows) return;
    const int end = row_start[row + 1];
    real sum = 0;
    for (int entry = row_start[row] + lane; entry < end; entry += WARP_SIZE)
        sum += value[entry] * x[column[entry]];
    sum = warp_sum(sum);
    if (lane == 0) y[row] = sum;
}
