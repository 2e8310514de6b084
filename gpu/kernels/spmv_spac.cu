// y += A x by a vertex cut of the matrix's bipartite graph, one part a thread block (Li et al., "A simple yet
// effective balanced edge partition model for parallel computing", 2017, sections 2, 4 and 5.2). A block's entries
// need few elements of x and y: those it loads into shared memory once (`shared`), or it reads x through the
// read-only (texture) cache (`read_only`) and keeps y in shared memory alone.
//
// Entries stand in the order of the parts, inside a part sorted by row. A row of y that several parts share, a cut
// vertex, is listed as its complement (~row, so below 0) and added atomically; y must hold zeros before.
#include "common.cuh"

// Adds the warp's products to the rows in shared memory, each row once.
__device__ inline void add_to_rows(real* shared_y, int row, real product) {
    bool last_of_row;
    const real sum = segmented_sum(row, product, last_of_row);
    if (last_of_row && row >= 0) atomicAdd(&shared_y[row], sum);
}

// Writes the block's rows to y, those of other parts as well by atomics.
__device__ inline void store_rows(const real* shared_y, int begin, int end, const int* row_list, real* y) {
    for (int i = begin + threadIdx.x; i < end; i += BLOCK_SIZE) {
        const int row = row_list[i];
        const real sum = shared_y[i - begin];
        if (row < 0)
            atomicAdd(&y[~row], sum);
        else
            y[row] = sum;
    }
}

// y += A x, one part a block, x and y in shared memory. Blocks: parts; shared memory: columns and rows of a part.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_spac_shared(const int* __restrict__ entry_start, const unsigned int* __restrict__ row_and_column,
               const real* __restrict__ value, const int* __restrict__ column_start,
               const int* __restrict__ column_list, const int* __restrict__ row_start,
               const int* __restrict__ row_list, const real* __restrict__ x, real* __restrict__ y) {
    extern __shared__ real shared_values[];
    const int first_column = column_start[blockIdx.x], columns = column_start[blockIdx.x + 1] - first_column;
    const int first_row = row_start[blockIdx.x], last_row = row_start[blockIdx.x + 1];
    const int begin = entry_start[blockIdx.x], end = entry_start[blockIdx.x + 1];
    real* shared_x = shared_values;
    real* shared_y = shared_values + columns;
    for (int i = threadIdx.x; i < columns; i += BLOCK_SIZE) shared_x[i] = x[column_list[first_column + i]];
    for (int i = threadIdx.x; i < last_row - first_row; i += BLOCK_SIZE) shared_y[i] = 0;
    __syncthreads();
    // Whole warps go round together, from an aligned entry on; lanes outside the part are under a row that is none.
    const int lane = threadIdx.x % WARP_SIZE;
    for (int base = begin / WARP_SIZE * WARP_SIZE + threadIdx.x - lane; base < end; base += BLOCK_SIZE) {
        const int entry = base + lane;
        int row = -1;
        real product = 0;
        if (entry >= begin && entry < end) {
            const unsigned int both = row_and_column[entry];
            row = both >> 16;
            product = value[entry] * shared_x[both & 0xffff];
        }
        add_to_rows(shared_y, row, product);
    }
    __syncthreads();
    store_rows(shared_y, first_row, last_row, row_list, y);
}

// y += A x, one part a block, x through the read-only cache, y in shared memory. Blocks: parts; shared: rows of a part.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_spac_read_only(const int* __restrict__ entry_start, const unsigned short* __restrict__ local_row,
              const int* __restrict__ column, const real* __restrict__ value, const int* __restrict__ row_start,
              const int* __restrict__ row_list, const real* __restrict__ x, real* __restrict__ y) {
    extern __shared__ real shared_values[];
    const int first_row = row_start[blockIdx.x], last_row = row_start[blockIdx.x + 1];
    const int begin = entry_start[blockIdx.x], end = entry_start[blockIdx.x + 1];
    for (int i = threadIdx.x; i < last_row - first_row; i += BLOCK_SIZE) shared_values[i] = 0;
    __syncthreads();
    const int lane = threadIdx.x % WARP_SIZE;
    for (int base = begin / WARP_SIZE * WARP_SIZE + threadIdx.x - lane; base < end; base += BLOCK_SIZE) {
        const int entry = base + lane;
        int row = -1;
        real product = 0;
        if (entry >= begin && entry < end) {
            row = local_row[entry];
            product = value[entry] * __ldg(&x[column[entry]]);
        }
        add_to_rows(shared_values, row, product);
    }
    __syncthreads();
    store_rows(shared_values, first_row, last_row, row_list, y);
}
