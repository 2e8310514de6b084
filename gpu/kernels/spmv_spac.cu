// y += A x by a vertex cut of the matrix's bipartite graph, one part a thread block (Li et al., "A simple yet
// effective balanced edge partition model for parallel computing", 2017, sections 2, 4 and 5.2). A block's entries
// need few elements of x and y: those it loads into shared memory once (`shared`), or it reads x through the
// read-only (texture) cache (`read_only`) and keeps y in shared memory alone.
//
// Entries stand in the order of the parts, inside a part sorted by row. Data reordering gives each part a range of
// its own columns and one of its own rows; what it shares with parts before it is listed. In shared memory the
// range comes first, then the list. Rows that no other part has are stored, all others are added atomically; y
// must hold zeros before.
#include "common.cuh"

// What `part` says of each part, in integers. Positions in x and y are those after data reordering.
enum {
    ENTRY_BEGIN,
    ENTRY_END,
    COLUMN_BEGIN,  // its own columns
    COLUMN_END,
    COLUMN_LIST_BEGIN,
    COLUMN_LIST_END,
    ROW_BEGIN,  // its own rows
    ROW_END,
    STORED_BEGIN,  // the own rows that no other part has
    STORED_END,
    ROW_LIST_BEGIN,
    ROW_LIST_END,
    PART_SIZE = 16
};

// One of the fields that the lanes of a warp have loaded together.
__device__ inline int field(int of_lanes, int number) { return __shfl_sync(ALL_LANES, of_lanes, number); }

// Adds the warp's products to the rows in shared memory, each row once.
__device__ inline void add_to_rows(real* shared_y, int row, real product) {
    bool last_of_row;
    const real sum = segmented_sum(row, product, last_of_row);
    if (last_of_row && row >= 0) atomicAdd(&shared_y[row], sum);
}

// Writes the block's rows to y.
__device__ inline void store_rows(const real* shared_y, int of_part, const int* row_list, real* y) {
    const int begin = field(of_part, ROW_BEGIN), end = field(of_part, ROW_END);
    const int stored_begin = field(of_part, STORED_BEGIN), stored_end = field(of_part, STORED_END);
    for (int row = begin + threadIdx.x; row < end; row += BLOCK_SIZE) {
        const real sum = shared_y[row - begin];
        if (row >= stored_begin && row < stored_end)
            y[row] = sum;
        else
            atomicAdd(&y[row], sum);
    }
    const int list = field(of_part, ROW_LIST_BEGIN), listed = field(of_part, ROW_LIST_END) - list;
    for (int i = threadIdx.x; i < listed; i += BLOCK_SIZE) atomicAdd(&y[row_list[list + i]], shared_y[end - begin + i]);
}

// y += A x, one part a block, x and y in shared memory. Blocks: parts; shared memory: columns and rows of a part.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_spac_shared(const int* __restrict__ part, const unsigned int* __restrict__ row_and_column,
                 const real* __restrict__ value, const int* __restrict__ column_list,
                 const int* __restrict__ row_list, const real* __restrict__ x, real* __restrict__ y) {
    extern __shared__ real shared_values[];
    const int lane = threadIdx.x % WARP_SIZE;
    const int of_part = part[blockIdx.x * PART_SIZE + lane % PART_SIZE];
    const int first = field(of_part, COLUMN_BEGIN), own = field(of_part, COLUMN_END) - first;
    const int list = field(of_part, COLUMN_LIST_BEGIN), listed = field(of_part, COLUMN_LIST_END) - list;
    const int rows = field(of_part, ROW_END) - field(of_part, ROW_BEGIN) + field(of_part, ROW_LIST_END) -
                     field(of_part, ROW_LIST_BEGIN);
    real* shared_x = shared_values;
    real* shared_y = shared_values + own + listed;
    for (int i = threadIdx.x; i < own; i += BLOCK_SIZE) shared_x[i] = x[first + i];
    for (int i = threadIdx.x; i < listed; i += BLOCK_SIZE) shared_x[own + i] = x[column_list[list + i]];
    for (int i = threadIdx.x; i < rows; i += BLOCK_SIZE) shared_y[i] = 0;
    __syncthreads();
    // Whole warps go round together, from an aligned entry on; lanes outside the part are under a row that is none.
    const int begin = field(of_part, ENTRY_BEGIN), end = field(of_part, ENTRY_END);
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
    store_rows(shared_y, of_part, row_list, y);
}

// y += A x, one part a block, x through the read-only cache, y in shared memory. Blocks: parts; shared: rows of a part.
extern "C" __global__ void __launch_bounds__(BLOCK_SIZE)
spmv_spac_read_only(const int* __restrict__ part, const unsigned short* __restrict__ local_row,
                    const int* __restrict__ column, const real* __restrict__ value,
                    const int* __restrict__ row_list, const real* __restrict__ x, real* __restrict__ y) {
    extern __shared__ real shared_values[];
    const int lane = threadIdx.x % WARP_SIZE;
    const int of_part = part[blockIdx.x * PART_SIZE + lane % PART_SIZE];
    const int rows = field(of_part, ROW_END) - field(of_part, ROW_BEGIN) + field(of_part, ROW_LIST_END) -
                     field(of_part, ROW_LIST_BEGIN);
    for (int i = threadIdx.x; i < rows; i += BLOCK_SIZE) shared_values[i] = 0;
    __syncthreads();
    const int begin = field(of_part, ENTRY_BEGIN), end = field(of_part, ENTRY_END);
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
    store_rows(shared_values, of_part, row_list, y);
}
