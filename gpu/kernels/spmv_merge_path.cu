// y = A x, a matrix in CSR, the work cut evenly along the merge path (Merrill and Garland, "Merge-based parallel
// sparse matrix-vector multiplication", 2016). Walking a matrix takes one step an entry and one step the end of a
// row; that walk is the merge of the list of row ends with the numbers 0 .. entries - 1. Each block takes
// BLOCK_SIZE * ITEMS steps of it and each thread ITEMS, whatever the lengths of the rows.
//
// A row is stored by the block that reaches its end. What a block has of a row that goes on behind it is its carry,
// which spmv_merge_path_carry adds afterwards.
#include "common.cuh"

// Steps a thread: as many as fit beside each other in 48 KB of shared memory in double precision.
#define ITEMS (BLOCK_SIZE <= 512 ? 7 : 3)
#define TILE (BLOCK_SIZE * ITEMS)

// How many of `rows` row ends lie before the diagonal: the path crosses it after that many row ends and
// diagonal - that many entries, the first of which is entry `first`.
__device__ inline int rows_before(int diagonal, const int* row_end, int rows, int entries, int first) {
    int low = diagonal > entries ? diagonal - entries : 0;
    int high = diagonal < rows ? diagonal : rows;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (row_end[middle] <= first + diagonal - 1 - middle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// y = A x, CSR, equal steps of the merge path a thread. Blocks: ceil((rows + entries) / tile).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_merge_path(int rows, int entries, const int* __restrict__ row_end, const int* __restrict__ column,
                const real* __restrict__ value, const real* __restrict__ x, real* __restrict__ y,
                int* __restrict__ carry_row, real* __restrict__ carry) {
    __shared__ int border[2];
    __shared__ int end_of[TILE + 1];
    __shared__ real tile[TILE + 1];  // the products of the tile's entries; behind them, the sums of its rows

    const int steps = rows + entries;
    const int begin = blockIdx.x * TILE;
    const int stop = steps - begin < TILE ? steps : begin + TILE;
    if (threadIdx.x < 2)
        border[threadIdx.x] = rows_before(threadIdx.x == 0 ? begin : stop, row_end, rows, entries, 0);
    __syncthreads();
    const int first_row = border[0], first_entry = begin - first_row;
    const int tile_rows = border[1] - first_row, tile_entries = stop - begin - tile_rows;
    real* row_sum = tile + tile_entries;

    for (int i = threadIdx.x; i < tile_rows; i += BLOCK_SIZE) end_of[i] = row_end[first_row + i];
    for (int i = threadIdx.x; i < tile_entries; i += BLOCK_SIZE)
        tile[i] = value[first_entry + i] * x[column[first_entry + i]];
    if (threadIdx.x == 0) row_sum[tile_rows] = 0;
    __syncthreads();

    // This thread's steps: a row that ends here is stored, what is left of the last one is carried on.
    const int mine = threadIdx.x * ITEMS < stop - begin ? threadIdx.x * ITEMS : stop - begin;
    const int mine_stop = mine + ITEMS < stop - begin ? mine + ITEMS : stop - begin;
    int row = rows_before(mine, end_of, tile_rows, tile_entries, first_entry);
    int entry = mine - row;
    real sum = 0;
    for (int step = mine; step < mine_stop; ++step) {
        if (row < tile_rows && end_of[row] <= first_entry + entry) {
            row_sum[row] = sum;
            sum = 0;
            ++row;
        } else {
            sum += tile[entry];
            ++entry;
        }
    }
    __syncthreads();
    bool last_of_row;
    sum = segmented_sum(row, sum, last_of_row);
    if (last_of_row) atomicAdd(&row_sum[row], sum);
    __syncthreads();

    for (int i = threadIdx.x; i < tile_rows; i += BLOCK_SIZE) y[first_row + i] = row_sum[i];
    if (threadIdx.x == 0) {
        carry_row[blockIdx.x] = first_row + tile_rows;
        carry[blockIdx.x] = row_sum[tile_rows];
    }
}

// Adds what the blocks of spmv_merge_path carried to the rows that end behind them. Blocks: ceil(carries / block size).
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_merge_path_carry(int rows, int carries, const int* __restrict__ carry_row,
                      const real* __restrict__ carry, real* __restrict__ y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < carries && carry_row[i] < rows) atomicAdd(&y[carry_row[i]], carry[i]);
}
