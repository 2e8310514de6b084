// y += A x, a matrix as coordinates sorted by row, an interval of entries a warp (Bell and Garland, 2008, section
// 4.4; Dalton and Bell's CUSP, spmv_coo_flat). A warp goes through its interval 32 entries at a time and hands the
// row that goes on to its next round. A row is added to y by the warp that reaches its end, so no two warps add to
// one row; what a warp has of its last row is its carry, which a second kernel adds. There are no atomics.
#include "common.cuh"

// y += A x, entries sorted by row, an interval a warp, carries. Blocks: ceil(32 intervals / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_coo_segmented(int entries, int interval, const int* __restrict__ row, const int* __restrict__ column,
                   const real* __restrict__ value, const real* __restrict__ x, real* __restrict__ y,
                   int* __restrict__ carry_row, real* __restrict__ carry) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP_SIZE;
    const int lane = threadIdx.x % WARP_SIZE;
    const int begin = warp * interval;
    if (begin >= entries) return;
    const int end = entries - begin < interval ? entries : begin + interval;
    int open_row = -1;  // the row that goes on, and its sum so far
    real open_sum = 0;
    for (int base = begin; base < end; base += WARP_SIZE) {
        const int entry = base + lane;
        // Lanes behind the interval are under a row that is none.
        int my_row = -1;
        real product = 0;
        if (entry < end) {
            my_row = row[entry];
            product = value[entry] * x[column[entry]];
        }
        if (lane == 0 && open_row >= 0) {
            if (open_row == my_row)
                product += open_sum;
            else
                y[open_row] += open_sum;
        }
        bool last_of_row;
        const real sum = segmented_sum(my_row, product, last_of_row);
        const int last = end - base < WARP_SIZE ? end - base - 1 : WARP_SIZE - 1;
        if (last_of_row && lane < last) y[my_row] += sum;
        open_row = __shfl_sync(ALL_LANES, my_row, last);
        open_sum = __shfl_sync(ALL_LANES, sum, last);
    }
    if (lane == 0) {
        carry_row[warp] = open_row;
        carry[warp] = open_sum;
    }
}

// Adds the carries to y; the thread of a row's first carry adds all of them. Blocks: ceil(carries / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_coo_segmented_carry(int carries, const int* __restrict__ carry_row, const real* __restrict__ carry,
                         real* __restrict__ y) {
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    if (first >= carries) return;
    const int row = carry_row[first];
    if (first > 0 && carry_row[first - 1] == row) return;
    real sum = 0;
    for (int i = first; i < carries; ++i) {
        if (carry_row[i] != row) break;
        sum += carry[i];
    }
    y[row] += sum;
}
